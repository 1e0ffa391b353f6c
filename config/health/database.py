"""What only the database can say about itself."""

from __future__ import annotations

import time

from django.db import connection


def clock_drift() -> float:
    """Seconds by which the database's clock is ahead of this process's. SQLite has ours: 0."""
    if connection.vendor != "postgresql":
        return 0.0
    with connection.cursor() as cursor:
        before = time.time()
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())::float8")
        theirs = float(cursor.fetchone()[0])
        return theirs - (before + time.time()) / 2


def waiting_for_locks() -> int:
    """How many connections wait for a lock now. SQLite does not tell: 0."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return int(cursor.fetchone()[0])


def takes_writes() -> bool:
    """Whether it may be written to: a replica and a server that was told not to refuse."""
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute("SHOW transaction_read_only")
        return str(cursor.fetchone()[0]) == "off"
