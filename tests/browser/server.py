"""The program itself, as `make run` starts it, in a process of its own that can be killed."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.faults.sites import forked_by
from tests.services import free_port

ROOT = Path(__file__).resolve().parents[2]
PASSWORD = "hjerter er trumf"
#: Seconds a busy machine may take to start.
PATIENCE = 120


@dataclass
class Server:
    """One installation: its data folder, its port, and the process that serves it."""

    data: Path
    env: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    worker: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def environment(self) -> dict[str, str]:
        return (
            os.environ
            | {"DATA_DIR": str(self.data), "PORT": str(self.port), "DEMO": "0", "HTTPS": "0"}
            | {"SITE_URL": self.url, "PYTHONUNBUFFERED": "1"}
            | self.env
        )

    def manage(self, *arguments: str, **env: str) -> None:
        subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment() | env,
            check=True,
        )

    def _popen(self, *command: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT,
            env=self.environment(),
            stdout=(self.data / "server.log").open("ab"),
            stderr=subprocess.STDOUT,
        )

    def start(self) -> None:
        """Start and wait until it answers. In full mode the worker is a process beside it."""
        self.process = self._popen("scripts/serve.py")
        if self.environment().get("REDIS_URL") and self.worker is None:
            beat = f"--schedule={self.data / 'beat'}"
            self.worker = self._popen("-m", "celery", "-A", "config", "worker", "-B", beat)
        for _ in range(PATIENCE * 5):
            with contextlib.suppress(OSError), urllib.request.urlopen(self.url, timeout=5):
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.2)
        raise RuntimeError((self.data / "server.log").read_text())

    def see_to(self) -> None:
        """It runs, also when somebody killed it and did not come to start it again."""
        if self.process is None or self.process.poll() is not None:
            self.start()

    def answering(self) -> int:
        """The process that answers; the one that was started looks after it."""
        assert self.process is not None
        [found] = forked_by(self.process.pid)
        return found

    def kill(self) -> None:
        """As a power cut would: no last word."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        for process in (self.worker, self.process):
            if process is not None and process.poll() is None:
                process.terminate()
                process.wait(timeout=60)


def prepared(factory: pytest.TempPathFactory) -> Path:
    """Where the data folders are that installations begin as copies of (see `prepared`).

    Made once for all workers of a run: nothing in them depends on a test, and the migrations and
    the files that are compressed take longer than most of the tests.
    """
    shared = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder = shared / "prepared"
    with (shared / "prepared.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            making = shared / "prepared.part"
            env = os.environ | {"DATA_DIR": str(making / "day")}
            command = [sys.executable, "-m", "tests.browser.prepared", str(making)]
            subprocess.run(command, cwd=ROOT, env=env, check=True)
            making.rename(folder)
    return folder


@contextlib.contextmanager
def running(factory: pytest.TempPathFactory, kind: str = "empty", **env: str) -> Iterator[Server]:
    """An installation of its own: "empty" has one account, "bente", who may create tournaments;
    "day" is described in `prepared`. In full mode it is made in its database, and is empty."""
    server = Server(factory.mktemp("installation"), env)
    if "DATABASE_URL" in server.environment():
        server.manage("migrate", "-v0")
        server.manage(
            "createsuperuser",
            "--noinput",
            "--username=bente",
            "--email=bente@example.org",
            DJANGO_SUPERUSER_PASSWORD=PASSWORD,
        )
    else:
        shutil.copytree(prepared(factory) / kind, server.data, dirs_exist_ok=True)
    server.start()
    try:
        yield server
    finally:
        server.stop()
