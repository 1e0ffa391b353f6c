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
import time
from collections.abc import Iterator
from pathlib import Path

#: Linux: "send me this signal when whoever started me dies".
PR_SET_PDEATHSIG = 1
#: Whom a database belongs to, and what it is called.
OWNER = "startfelt"


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


def ends_with_its_parent() -> None:
    """In a child, before it begins: whoever started it may be killed without a last word."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


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


@contextlib.contextmanager
def postgres(folder: Path, *, kept: bool) -> Iterator[str]:
    """A server with its data in `folder`; yields the DATABASE_URL of its one database.

    With `kept` the data outlives it and a power cut; without, nothing waits for the disk. What a
    run that was killed has left running is stopped first. Raises ServiceError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    password = _password(folder)
    home = folder / "postgres"
    home.mkdir(mode=0o700, exist_ok=True)
    as_user = _as_postgres(home)
    data, log = home / "data", home / "log"
    port = free_port()
    control = [*as_user, postgres_program("pg_ctl"), "-D", str(data), "-w", "-s"]
    environment = os.environ | {"PGPASSWORD": password}

    def run(command: list[str]) -> None:
        done = subprocess.run(
            command, cwd=home, env=environment, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        if done.returncode:
            last = done.stderr.strip().splitlines()[-1:] or ["no reason given"]
            raise ServiceError(f"PostgreSQL does not start in {home}: {last[0]}; see {log}")

    if not data.exists():
        # A folder that is half made would look like one that is there.
        half = home / "making"
        shutil.rmtree(half, ignore_errors=True)
        told = home / "told"
        told.unlink(missing_ok=True)
        told.touch(mode=0o600)
        told.write_text(password)
        _as_postgres(told)
        run(
            [*as_user, postgres_program("initdb"), "-D", str(half), "-U", OWNER, "-E", "UTF8"]
            + ["--locale=C.UTF-8", "-A", "scram-sha-256", f"--pwfile={told}"]
            + ([] if kept else ["--no-sync"])
        )
        told.unlink()
        half.rename(data)
    stop = [*control, "-m", "fast" if kept else "immediate", "stop"]
    if (data / "postmaster.pid").exists():
        subprocess.run(stop, cwd=home, capture_output=True, check=False)
    # Without a socket in the file system: its path may be longer than the system allows.
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''"
    options += " -c max_connections=200" + ("" if kept else " -c fsync=off")
    try:
        # The log is a file: what a server that goes on holds open would never be at its end.
        done = subprocess.run(
            [*control, "-o", options, "-l", str(log), "start"],
            cwd=home,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            check=False,
        )
        if done.returncode:
            raise ServiceError(f"PostgreSQL does not start in {home}; see {log}")
        there = ["-h", "127.0.0.1", "-p", str(port), "-U", OWNER]
        known = [postgres_program("psql"), *there, "-d", "postgres", "-At", "-c"]
        asked = subprocess.run(
            [*known, "SELECT 1 FROM pg_database WHERE datname = current_user"],
            cwd=home, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if not asked.stdout.strip():
            run([postgres_program("createdb"), *there, OWNER])
        yield f"postgres://{OWNER}:{password}@127.0.0.1:{port}/{OWNER}"
    finally:
        subprocess.run(stop, cwd=home, capture_output=True, check=False)


@contextlib.contextmanager
def redis(port: int | None = None) -> Iterator[str]:
    """A server of its own that keeps nothing; yields its REDIS_URL. Raises ServiceError."""
    port = port or free_port()
    program = shutil.which("redis-server")
    if program is None:
        raise ServiceError("redis-server is not installed (Debian: apt-get install redis-server)")
    server = subprocess.Popen(
        [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        + ["--daemonize", "no"],
        stdout=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=ends_with_its_parent,
    )
    try:
        for _ in range(600):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            if server.poll() is not None:
                raise ServiceError("redis-server does not start")
            time.sleep(0.05)
        else:
            raise ServiceError("redis-server does not start")
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait(timeout=10)
