"""Whether this process can serve: each part with one word, and never anything secret."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import DatabaseError, connections
from django.db.migrations.executor import MigrationExecutor

from config.health.database import takes_writes
from tournaments.counters import away

log = logging.getLogger("startfelt.health")

OK: Final = "ok"
#: Once all migrations have been there they stay: they are looked for no more.
_migrated: set[str] = set()


def database() -> str:
    """`ok`, `read-only` (a replica), or `away`."""
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()
    return OK if takes_writes() else "read-only"


def migrations() -> str:
    """`ok`, `missing` where `migrate` has yet to be run, or `away` with the database."""
    if "default" not in _migrated:
        executor = MigrationExecutor(connections["default"])
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return "missing"
        _migrated.add("default")
    return OK


def broker() -> str:
    """`ok`, `away`, or `not-used` in embedded mode."""
    if settings.EMBEDDED:
        return "not-used"
    from redis import Redis

    with Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1) as client:
        client.ping()
    return OK


def static() -> str:
    """`ok`, or `missing` where `collectstatic` has yet to be run."""
    if not settings.COLLECTED_STATIC:
        return OK
    manifest = Path(settings.STATIC_ROOT) / getattr(staticfiles_storage, "manifest_name", "")
    return OK if manifest.is_file() else "missing"


def folder() -> str:
    """`ok`, or `not-writable`: papers, and embedded the database, are kept there."""
    return OK if os.access(settings.DATA_DIR, os.W_OK) else "not-writable"


PARTS: Final[dict[str, Callable[[], str]]] = {
    "database": database,
    "migrations": migrations,
    "redis": broker,
    "static": static,
    "folder": folder,
}


def parts() -> dict[str, str]:
    """Each part and its word. Leaves no connection open."""
    try:
        return {name: _word(name, part) for name, part in PARTS.items()}
    finally:
        connections.close_all()


def _word(name: str, part: Callable[[], str]) -> str:
    try:
        return part()
    except DatabaseError as error:
        return _is_away(name, error)
    except away() as error:
        return _is_away(name, error)


def _is_away(name: str, error: Exception) -> str:
    # What it says may hold an address or a name: that is for the log alone.
    log.warning("not ready: %s: %s", name, type(error).__name__)
    return "away"


def is_ready(found: dict[str, str]) -> bool:
    """Whether nothing is missing."""
    return set(found.values()) <= {OK, "not-used"}
