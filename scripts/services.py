"""PostgreSQL and Redis of one's own, real ones, on free ports of this machine: for `make full`, and
thrown away after the tests.

The standard library alone. As root, PostgreSQL is run as the account that Debian made for it.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

#: Linux: "send me this signal when whoever started me dies".
PR_SET_PDEATHSIG = 1
#: Whom a database belongs to, and what it is called.
OWNER = "startfelt"
#: Seconds that a server has to come back after it was killed.
HEALING = 60.0


class ServiceError(Exception):
    """It is not there or does not start; the text says why and what to do."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def postgres_program(name: str) -> str:
    """The newest installed one; Debian keeps them outside the path."""
    found = shutil.which(name)
    if found:
        return found
    candidates = sorted(
        Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3])
    )
    if not candidates:
        raise ServiceError(f"{name} is not installed (Debian: apt-get install postgresql)")
    return str(candidates[-1])


def ends_with_its_parent(number: signal.Signals = signal.SIGTERM) -> None:
    """In a child, before it begins: whoever started it may be killed without a last word, and then
    it is sent `number`."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, number)


def _as_postgres(path: Path) -> list[str]:
    """What to put before a command, since PostgreSQL refuses root; `path` is its own then."""
    if os.geteuid() != 0:
        return []
    try:
        account = pwd.getpwnam("postgres")
    except KeyError:
        raise ServiceError(
            "PostgreSQL refuses root and there is no account “postgres”: start this as somebody "
            "else, or install Debian’s postgresql"
        ) from None
    os.chown(path, account.pw_uid, account.pw_gid)
    return ["runuser", "-u", "postgres", "--"]


def _password(folder: Path) -> str:
    """That of the database in `folder`, made with it."""
    file = folder / "password"
    if not file.exists() or not file.read_text():
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(24))
    return file.read_text()


class Postgres:
    """A server with its data in `folder`, and one database at `url`.

    With `kept` the data outlives it and a power cut; without, nothing waits for the disk.
    """

    def __init__(self, folder: Path, *, kept: bool) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        password = _password(folder)
        self.home = folder / "postgres"
        self.home.mkdir(mode=0o700, exist_ok=True)
        self.kept, self.port = kept, free_port()
        self.url = f"postgres://{OWNER}:{password}@127.0.0.1:{self.port}/{OWNER}"
        self._as_user = _as_postgres(self.home)
        self._data, self._log = self.home / "data", self.home / "log"
        self._password = password
        self._environment = os.environ | {"PGPASSWORD": password}
        self._control = [
            *[*self._as_user, postgres_program("pg_ctl"), "-D", str(self._data)],
            *["-w", "-s"],
        ]

    def make(self) -> None:
        """The folder of its data, unless that is there. Raises ServiceError."""
        if self._data.exists():
            return
        # A folder that is half made would look like one that is there.
        half = self.home / "making"
        shutil.rmtree(half, ignore_errors=True)
        told = self.home / "told"
        told.unlink(missing_ok=True)
        told.touch(mode=0o600)
        told.write_text(self._password)
        _as_postgres(told)
        self._run(
            [*self._as_user, postgres_program("initdb"), "-D", str(half), "-U", OWNER]
            + ["-E", "UTF8", "--locale=C.UTF-8", "-A", "scram-sha-256", f"--pwfile={told}"]
            + ([] if self.kept else ["--no-sync"])
        )
        told.unlink()
        half.rename(self._data)

    def start(self) -> None:
        """Begin it, after what a run that was killed has left running; raises ServiceError."""
        if (self._data / "postmaster.pid").exists():
            self.stop()
        if not self._started():
            raise ServiceError(f"PostgreSQL does not start in {self.home}; see {self._log}")
        there = ["-h", "127.0.0.1", "-p", str(self.port), "-U", OWNER]
        known = [postgres_program("psql"), *there, "-d", "postgres", "-At", "-c"]
        asked = subprocess.run(
            [*known, "SELECT 1 FROM pg_database WHERE datname = current_user"],
            cwd=self.home, env=self._environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if not asked.stdout.strip():
            self._run([postgres_program("createdb"), *there, OWNER])

    def runs(self) -> bool:
        """Whether the process is there that all of its others hang on."""
        try:
            pid = int((self._data / "postmaster.pid").read_text().split()[0])
            os.kill(pid, 0)
        except (OSError, ValueError, IndexError) as error:
            # It is there, and somebody else's.
            return isinstance(error, PermissionError)
        # Dead, and nobody has asked for its end.
        with contextlib.suppress(OSError, IndexError):
            return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        return True

    def see_to(self) -> None:
        """Begin it again if it has died. Raises ServiceError where it does not start."""
        if self.runs():
            return
        print("startfelt: PostgreSQL has ended and is begun again.", file=sys.stderr)
        until = time.monotonic() + HEALING
        # Those whom a kill -9 left behind have to be gone first.
        while not self._started():
            if time.monotonic() > until:
                raise ServiceError(f"PostgreSQL does not start again; see {self._log}")
            time.sleep(0.2)

    def stop(self) -> None:
        """End it."""
        how = "fast" if self.kept else "immediate"
        subprocess.run(
            [*self._control, "-m", how, "stop"], cwd=self.home, capture_output=True, check=False
        )

    def _started(self) -> bool:
        # Without a socket in the file system: its path may be longer than the system allows.
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''"
        options += " -c max_connections=200" + ("" if self.kept else " -c fsync=off")
        # The log is a file: what a server that goes on holds open would never be at its end.
        done = subprocess.run(
            [*self._control, "-o", options, "-l", str(self._log), "start"],
            cwd=self.home,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            check=False,
        )
        return done.returncode == 0

    def _run(self, command: list[str]) -> None:
        done = subprocess.run(
            command, cwd=self.home, env=self._environment, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        if done.returncode:
            last = done.stderr.strip().splitlines()[-1:] or ["no reason given"]
            raise ServiceError(
                f"PostgreSQL does not start in {self.home}: {last[0]}; see {self._log}"
            )


@contextlib.contextmanager
def postgres(folder: Path, *, kept: bool) -> Iterator[Postgres]:
    """A server while it is needed. Raises ServiceError."""
    server = Postgres(folder, kept=kept)
    server.make()
    try:
        server.start()
        yield server
    finally:
        server.stop()


def redis_command(port: int, log: str = "") -> list[str]:
    """What starts a server that keeps nothing and writes to the file `log`, or to its stdout.
    Raises ServiceError."""
    program = shutil.which("redis-server")
    if program is None:
        raise ServiceError("redis-server is not installed (Debian: apt-get install redis-server)")
    return [
        *[program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
        *["--daemonize", "no", "--logfile", log],
    ]


def wait_for_redis(port: int, ended: Callable[[], bool]) -> None:
    """Until it listens. Raises ServiceError."""
    for _ in range(600):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        if ended():
            break
        time.sleep(0.05)
    raise ServiceError("redis-server does not start")


@contextlib.contextmanager
def redis(port: int | None = None) -> Iterator[str]:
    """A server of its own that keeps nothing; yields its REDIS_URL. Raises ServiceError."""
    port = port or free_port()
    server = subprocess.Popen(
        redis_command(port),
        stdout=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=ends_with_its_parent,
    )
    try:
        wait_for_redis(port, lambda: server.poll() is not None)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait(timeout=10)
