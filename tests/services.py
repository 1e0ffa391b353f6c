"""A throw-away PostgreSQL and Redis, real ones, on free ports of this machine."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from scripts import services as real
from scripts.services import free_port, postgres_program, redis

__all__ = ["free_port", "postgres", "postgres_program", "redis", "services"]


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """A server of its own; yields the DATABASE_URL of an empty database."""
    folder = Path(tempfile.mkdtemp(prefix="startfelt-pg-"))
    # Whom PostgreSQL runs as must get through to its own folder below.
    folder.chmod(0o711)
    try:
        with real.postgres(folder, kept=False) as server:
            yield server.url
    finally:
        shutil.rmtree(folder, ignore_errors=True)


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
