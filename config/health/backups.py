"""When everything was last copied."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from django.conf import settings

#: Its time is that of the newest copy that is whole; whoever makes one touches it.
STAMP: Final = "last-backup"


def last_backup() -> datetime | None:
    """None when there has been none."""
    try:
        made = (Path(settings.DATA_DIR) / STAMP).stat().st_mtime
    except OSError:
        return None
    return datetime.fromtimestamp(made, UTC)
