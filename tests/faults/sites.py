"""A whole Startfelt with its data in a folder of its own: embedded, or in full mode with every part
in the hands of the test."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Self

from scripts import services
from scripts.children import Child, end, procfile
from scripts.services import free_port
from tests.faults.clerk import Clerk
from tests.faults.people import Browser
from tests.faults.proxy import Line
from tests.faults.site import ROOT, environment, wait_for

#: Seconds that a start may take on a machine that is busy; no fault is measured by it.
PATIENCE = 180.0
PEOPLE = 3


def forked_by(parent: int) -> list[int]:
    """The processes that `parent` has forked and that live."""
    found = []
    with contextlib.suppress(OSError):
        own = Path(f"/proc/{parent}/cmdline").read_bytes()
        for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
            # One that is dead has no command line; what was started otherwise has another.
            with contextlib.suppress(OSError):
                if Path(f"/proc/{pid}/cmdline").read_bytes() == own:
                    found.append(int(pid))
    return sorted(found)


class Site:
    """What both have. `with` starts and ends it."""

    full = False

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.open = contextlib.ExitStack()
        self.halls = 0

    def __enter__(self) -> Self:
        try:
            self.begin()
            self.clerk = Clerk(self.env)
            self.open.callback(self.clerk.close)
            self.clerk.ask("prepare")
            self.serve()
            self.wait_until_it_answers(PATIENCE)
            self.people = [Browser(self.port) for _ in range(PEOPLE)]
            self.people[0].log_in()
            for person in self.people[1:]:
                for cookie in self.people[0].jar:
                    person.jar.set_cookie(cookie)
        except BaseException:
            self.open.close()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        self.open.close()

    env: dict[str, str]
    port: int

    def begin(self) -> None:
        """What has to be there before the database is made."""

    def serve(self) -> None:
        """Begin to answer."""

    def hall(self, tables: int) -> str:
        """A tournament whose first round is being played: its slug."""
        self.halls += 1
        slug = f"hall-{self.halls}"
        self.clerk.ask("hall", slug, tables)
        return slug

    def answers(self) -> bool:
        """Whether a page comes, and nothing is missing."""
        browser = Browser(self.port)
        return (
            browser.say("/log-in/", patience=5).status == 200
            and browser.say("/health/ready", patience=5).status == 200
        )

    def wait_until_it_answers(self, seconds: float) -> None:
        wait_for(self.answers, seconds, lambda: "it does not answer")


class Embedded(Site):
    """As `make run` starts it: one process with one file, and its parent."""

    command: tuple[str, ...] = ("scripts/serve.py",)

    def begin(self) -> None:
        self.port = free_port()
        self.env = environment(
            self.folder,
            {
                "DEMO": "0",
                "BACKUP_MINUTES": "0",
                "COLLECTED_STATIC": "0",
                "HOST": "127.0.0.1",
                "PORT": str(self.port),
            },
        )
        self.process: subprocess.Popen[bytes] | None = None
        self.open.callback(self.kill)

    def serve(self) -> None:
        log = (self.folder / "server.log").open("ab")
        with log:
            self.process = subprocess.Popen(
                [sys.executable, *self.command],
                cwd=ROOT,
                env=self.env,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=services.ends_with_its_parent,
            )

    def answering(self) -> int:
        """The process that answers: another one after each kill."""
        assert self.process is not None
        parent = self.process.pid
        wait_for(lambda: len(forked_by(parent)) == 1, PATIENCE, lambda: forked_by(parent))
        return forked_by(parent)[0]

    def kill(self) -> None:
        """kill -9, of it and all that it has started."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


class Jumping(Embedded):
    """Embedded, and its clock can be told to jump."""

    command = ("-m", "tests.faults.jumping")


class Full(Site):
    """PostgreSQL, Redis behind a line that can go silent, and what the Procfile says."""

    full = True

    def begin(self) -> None:
        self.folder.chmod(0o711)
        self.port = free_port()
        self.database = self.open.enter_context(services.postgres(self.folder, kept=True)).url
        self.redis_port = free_port()
        self.redis: contextlib.ExitStack = contextlib.ExitStack()
        self.open.callback(lambda: self.redis.close())
        self.redis_up()
        self.line = Line(self.redis_port)
        self.open.callback(self.line.close)
        self.env = environment(
            self.folder,
            {
                "DATABASE_URL": self.database,
                "REDIS_URL": f"redis://127.0.0.1:{self.line.port}/0",
                "SECRET_KEY": "only for tests " * 4,
                "ALLOWED_HOSTS": "127.0.0.1",
                "HTTPS": "0",
                "COLLECTED_STATIC": "0",
                "WEB_PROCESSES": "2",
                "LOG_REQUESTS": "0",
                "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
            },
        )
        self.children: dict[str, Child] = {}

    def serve(self) -> None:
        from socket import create_server

        opened = create_server(("127.0.0.1", self.port), backlog=2048)
        opened.set_inheritable(True)
        self.open.callback(opened.close)
        fd = opened.fileno()
        log = (self.folder / "log").open("ab")
        self.open.callback(log.close)
        self.stop = threading.Event()
        started = threading.Event()

        def keep() -> None:
            """As `make full` does; the thread that starts a process must outlive it."""
            for name, command in procfile(ROOT / "Procfile", self.env).items():
                web = {"LISTEN_FD": str(fd)} if name == "web" else {}
                self.children[name] = Child(
                    name, command, self.env | web, ROOT, (fd,) if web else ()
                )
                self.children[name].start()
            started.set()
            while not self.stop.wait(0.5):
                for child in self.children.values():
                    child.see_to()
                    # Faults come often here; that is no reason to give up.
                    child.deaths.clear()
            end(list(self.children.values()))

        keeper = threading.Thread(target=keep)
        keeper.start()
        self.open.callback(keeper.join)
        self.open.callback(self.stop.set)
        started.wait()

    def pid(self, name: str) -> int:
        process = self.children[name].process
        assert process is not None
        return process.pid

    def web_processes(self) -> list[int]:
        """Those that answer, below the one that looks after them."""
        return forked_by(self.pid("web"))

    def redis_up(self) -> None:
        self.redis.enter_context(services.redis(self.redis_port))

    def redis_kill(self) -> None:
        """kill -9; what it knew is gone."""
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                told = (process / "cmdline").read_bytes()
                if b"redis-server" in told and str(self.redis_port).encode() in told:
                    os.kill(int(process.name), signal.SIGKILL)
        self.redis.close()

    def postgres_control(self, *how: str) -> None:
        home = self.folder / "postgres"
        control = [
            *services._as_postgres(home),
            services.postgres_program("pg_ctl"),
            *("-D", str(home / "data"), "-w", "-s", "-l", str(home / "log"), *how),
        ]
        for _ in range(100):
            done = subprocess.run(
                control, cwd=home, check=False, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
            if done.returncode == 0:
                return
            # Those whom a kill -9 left behind have to be gone first.
            time.sleep(0.1)
        raise RuntimeError(f"pg_ctl {how} fails; see {home / 'log'}")

    def postgres_kill(self) -> None:
        """kill -9 of the one whom all others hang on."""
        pid = (self.folder / "postgres" / "data" / "postmaster.pid").read_text().split()[0]
        os.kill(int(pid), signal.SIGKILL)
