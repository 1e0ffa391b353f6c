"""`make full`, really: PostgreSQL, Redis, two web processes, a worker and beat, started once."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from redis import Redis

from tests.faults.live_site import SLUG, Ear, Person, run
from tests.faults.site import ROOT, wait_for
from tests.services import free_port

#: Starts all of full mode and breaks it; a minute and more, most of it waiting.
pytestmark = [pytest.mark.services, pytest.mark.nightly]

#: Seconds a busy machine may take, for each thing that is waited for.
PATIENCE = 600
KEY = "startfelt:pulses"


class Full:
    """The whole of it, and what a test wants to know."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.log = folder.parent / "full.log"
        env = {name: value for name, value in os.environ.items() if name not in _NOT_PASSED_ON}
        env |= {"DATA_DIR": str(folder), "PORT": str(self.port), "DEMO": "0", "WEB_PROCESSES": "2"}
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "scripts/full.py"],
                cwd=ROOT,
                env=env,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def said(self) -> str:
        return self.log.read_text()

    def wait(self, what: Callable[[], bool]) -> None:
        def done() -> bool:
            assert self.process.poll() is None, self.said()
            return what()

        wait_for(done, PATIENCE, self.said)

    @property
    def told(self) -> dict[str, str]:
        """What it tells manage.py."""
        lines = (self.folder / "environment").read_text().splitlines()
        pairs = (line.split("=", 1) for line in lines)
        return {name: value.strip("'") for name, value in pairs}

    def environment(self) -> dict[str, str]:
        return os.environ | self.told | {"DJANGO_SETTINGS_MODULE": "config.settings"}

    def get(self, path: str) -> tuple[int, str]:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=60) as answer:
            return answer.status, answer.read().decode()

    def is_ready(self) -> bool:
        try:
            return self.get("/health/ready")[0] == 200
        except OSError:
            return False

    def web_processes(self) -> dict[int, dict[str, Any]]:
        """The processes that answer, and how many pages listen in each."""
        with contextlib.closing(Redis.from_url(self.told["REDIS_URL"])) as redis:
            found: Any = redis.hgetall(KEY)
        listening = {}
        for name, pulse in found.items():
            pid = int(name.decode().rpartition(":")[2])
            if _is_there(pid):
                listening[pid] = {"listeners": json.loads(pulse)[2]}
        return listening

    def left(self) -> list[str]:
        """What runs of it: each process that was told this folder, or serves its data."""
        mark, found = str(self.folder).encode(), []
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                told = (process / "environ").read_bytes() + (process / "cmdline").read_bytes()
                if mark in told:
                    found.append((process / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        return found


_NOT_PASSED_ON = {
    "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "HTTPS", "COLLECTED_STATIC",
    "SITE_URL", "HOST", "CERTFILE", "KEYFILE",
}  # fmt: skip


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def full() -> Iterator[Full]:
    folder = Path(tempfile.mkdtemp(prefix="startfelt-full-"))
    # Whom PostgreSQL runs as must get through to its own folder below.
    folder.chmod(0o711)
    there = Full(folder / "full")
    try:
        yield there
    finally:
        if there.process.poll() is None:
            there.process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                there.process.wait(60)
            there.process.kill()
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def stopped(pid: int) -> Iterator[None]:
    """A process that does nothing meanwhile: what comes goes to the other."""
    os.kill(pid, signal.SIGSTOP)
    state = Path(f"/proc/{pid}/stat")
    wait_for(lambda: state.read_text().rpartition(")")[2].split()[0] == "T", 30, state.read_text)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def open_ear(port: int) -> Ear:
    ear = Ear(port)
    wait_for(lambda: "event: open" in ear.lines, PATIENCE, lambda: ear.lines)
    return ear


def test_full_mode_serves_from_two_processes_heals_and_leaves_nothing_behind(full: Full) -> None:
    full.wait(lambda: "Ctrl-C stops all of it." in full.said())
    assert full.said().count("Ready after ") == 1
    run("seed", full.environment())
    status, text = full.get("/health/ready")
    assert (status, set(json.loads(text)["parts"].values())) == (200, {"ok"})

    # A page listens in each of the two, and a result that one of them takes reaches both.
    full.wait(lambda: len(full.web_processes()) == 2)
    one, other = full.web_processes()
    with stopped(one):
        on_other = open_ear(full.port)
    with stopped(other):
        on_one = open_ear(full.port)
        Person(full.port).post(
            f"/desk/{SLUG}/rounds/1/results/",
            f"/desk/{SLUG}/rounds/1/tables/1/",
            score_0="8",
            score_1="5",
            ended="played",
            seen="0",
        )
    for ear in (on_one, on_other):
        wait_for(lambda ear=ear: _of(ear, "results"), PATIENCE, lambda ear=ear: ear.lines)
    with psycopg.connect(full.told["DATABASE_URL"]) as database:
        assert database.execute("SELECT count(*) FROM games_result").fetchone() == (1,)

    # Whichever process is asked, the figures are those of all.
    full.wait(lambda: "startfelt_results_recorded_total 1.0" in full.get("/metrics")[1])
    full.wait(lambda: "startfelt_live_listeners 2.0" in full.get("/metrics")[1])
    full.wait(lambda: "startfelt_worker_idle_seconds" in full.get("/metrics")[1])

    # One dies without a word: the other goes on, another takes its place, nothing is lost.
    os.kill(one, signal.SIGKILL)
    assert full.get("/health/live")[0] == 200
    full.wait(lambda: len(full.web_processes().keys() - {one}) == 2)
    full.wait(lambda: "startfelt_results_recorded_total 1.0" in full.get("/metrics")[1])

    # Redis and PostgreSQL die, too: both are begun again, and what was saved is there.
    with contextlib.closing(Redis.from_url(full.told["REDIS_URL"])) as redis:
        info: Any = redis.info("server")
        os.kill(info["process_id"], signal.SIGKILL)
    home = full.folder / "postgres" / "data"
    os.kill(int((home / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
    for name in ("Redis", "PostgreSQL"):
        full.wait(lambda name=name: f"startfelt: {name} has ended" in full.said())
    full.wait(full.is_ready)
    with psycopg.connect(full.told["DATABASE_URL"]) as database:
        assert database.execute("SELECT count(*) FROM games_result").fetchone() == (1,)

    full.process.send_signal(signal.SIGTERM)
    assert full.process.wait(90) == 0
    assert full.said().endswith("\nStopped. `make full` goes on where it was.\n")
    wait_for(lambda: full.left() == [], 30, full.left)


def _of(ear: Ear, kind: str) -> bool:
    return any(kind in hint for hint in ear.hints())
