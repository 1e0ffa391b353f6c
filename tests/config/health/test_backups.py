"""When everything was last copied, whoever copied it."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import sqlite3
from pathlib import Path
from typing import Any

from config.health.backups import STAMP, last_backup
from scripts import backup, dump


def test_whoever_makes_a_copy_leaves_the_same_stamp() -> None:
    assert {backup.STAMP, dump.STAMP} == {STAMP}


def test_copy_that_was_made_is_known_by_its_time(tmp_path: Path, settings: Any) -> None:
    data = tmp_path / "var"
    data.mkdir()
    settings.DATA_DIR = data
    assert last_backup() is None
    with contextlib.closing(sqlite3.connect(data / backup.DATABASE)) as database:
        database.execute("CREATE TABLE result (line TEXT)")
    now = dt.datetime(2027, 3, 14, 13, 5, tzinfo=dt.UTC)
    backup.back_up(data, tmp_path / "usb", now)
    os.utime(data / STAMP, (now.timestamp(), now.timestamp()))
    assert last_backup() == now
