"""A throw-away PostgreSQL and Redis, real ones, on free ports of this machine."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def postgres_program(name: str) -> str:
    """The newest installed one; Debian keeps them outside the path."""
    found = shutil.which(name)
    if found:
        return found
    candidates = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    if not candidates:
        raise RuntimeError(f"{name} is not installed (Debian: postgresql)")
    return str(candidates[-1])


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """A server of its own; yields the DATABASE_URL of an empty database."""
    folder = Path(tempfile.mkdtemp(prefix="startfelt-pg-"))
    port = free_port()
    as_user: list[str] = []
    if os.geteuid() == 0:  # PostgreSQL refuses root
        account = pwd.getpwnam("postgres")
        os.chown(folder, account.pw_uid, account.pw_gid)
        as_user = ["runuser", "-u", "postgres", "--"]
    data = folder / "data"
    control = [*as_user, postgres_program("pg_ctl"), "-D", str(data), "-w", "-s"]
    options = f"-p {port} -c fsync=off -c unix_socket_directories={folder} -c max_connections=200"
    try:
        subprocess.run(
            [*as_user, postgres_program("initdb"), "-D", str(data), "-U", "startfelt"]
            + ["-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
            check=True,
            capture_output=True,
            cwd=folder,
        )
        subprocess.run(
            [*control, "-o", options, "-l", str(folder / "log"), "start"], check=True, cwd=folder
        )
        subprocess.run(
            [postgres_program("createdb"), "-h", "127.0.0.1", "-p", str(port)]
            + ["-U", "startfelt", "startfelt"],
            check=True,
            cwd=folder,
        )
        yield f"postgres://startfelt@127.0.0.1:{port}/startfelt"
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], check=False, cwd=folder)
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def redis(port: int | None = None) -> Iterator[str]:
    """A server of its own that keeps nothing; yields its REDIS_URL."""
    port = port or free_port()
    server = subprocess.Popen(
        ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly"]
        + ["no", "--daemonize", "no"],
        stdout=subprocess.DEVNULL,
    )
    try:
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.05)
        else:
            raise RuntimeError("redis-server did not start")
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait(timeout=10)


@contextlib.contextmanager
def services() -> Iterator[dict[str, str]]:
    """Both, as the environment that turns full mode on."""
    with postgres() as database, redis() as broker:
        yield {
            "DATABASE_URL": database,
            "REDIS_URL": broker,
            "SECRET_KEY": "only for tests " * 4,
            "ALLOWED_HOSTS": "127.0.0.1,localhost,testserver",
            "HTTPS": "0",
            "COLLECTED_STATIC": "0",
        }
