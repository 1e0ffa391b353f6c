"""Embedded mode copies itself: every so often, when anything has changed since."""

from __future__ import annotations

import datetime as dt
import logging
import sqlite3
from pathlib import Path

from django.conf import settings

from config.health.backups import last_backup
from scripts.backup import DATABASE, BackupError, back_up, forget_old

log = logging.getLogger("startfelt.backup")


def back_up_if_due(now: dt.datetime) -> Path | None:
    """The copy made, if one was due; old ones make room for it. `now` has the hall's zone.

    What goes wrong is logged: the status page tells how old the last good copy is.
    """
    if not settings.EMBEDDED or not settings.BACKUP_MINUTES or not _due(now):
        return None
    to = Path(settings.BACKUP_DIR)
    try:
        made = back_up(Path(settings.DATA_DIR), to, now)
        forget_old(to, settings.BACKUP_DAYS, now)
    except (BackupError, OSError, sqlite3.Error):
        log.exception("no copy was made")
        return None
    return made


def _due(now: dt.datetime) -> bool:
    last = last_backup()
    if last is None:
        return True
    if now - last < dt.timedelta(minutes=settings.BACKUP_MINUTES):
        return False
    return _changed_at() > last


def _changed_at() -> dt.datetime:
    """When anything was last written to the database."""
    data = Path(settings.DATA_DIR)
    times = [
        path.stat().st_mtime
        for path in (data / DATABASE, data / f"{DATABASE}-wal")
        if path.exists()
    ]
    return dt.datetime.fromtimestamp(max(times, default=0), dt.UTC)
