"""Embedded mode copies itself when something changed, and old copies make room."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from config.backup import back_up_if_due
from scripts.backup import DATABASE, NAME, STAMP, forget_old

NOW = dt.datetime(2027, 3, 13, 14, 0, tzinfo=dt.UTC)


@pytest.fixture
def data(tmp_path: Path, settings: Any) -> Path:
    folder = tmp_path / "var"
    (folder / "files").mkdir(parents=True)
    (folder / "files/one.pdf").write_bytes(b"%PDF")
    settings.DATA_DIR, settings.BACKUP_DIR = folder, tmp_path / "copies"
    settings.BACKUP_MINUTES, settings.BACKUP_DAYS, settings.EMBEDDED = 30, 3, True
    with contextlib.closing(sqlite3.connect(folder / DATABASE)) as database:
        database.execute("CREATE TABLE result (line TEXT)")
        database.commit()
    at(folder / DATABASE, NOW - dt.timedelta(hours=1))
    return folder


def at(path: Path, when: dt.datetime) -> None:
    os.utime(path, (when.timestamp(), when.timestamp()))


def test_first_copy_is_made_at_once(data: Path) -> None:
    made = back_up_if_due(NOW)
    assert made is not None
    assert made.name == "startfelt-2027-03-13-14.00.00"
    # On one disk a paper lies there once.
    assert (made / "files/one.pdf").samefile(data / "files/one.pdf")


@pytest.mark.parametrize(
    ("minutes", "changed", "due"),
    [(29, True, False), (31, True, True), (31, False, False)],
)
def test_next_copy_is_made_in_time_and_when_something_changed(
    data: Path, minutes: int, changed: bool, due: bool
) -> None:
    (data / STAMP).touch()
    at(data / STAMP, NOW - dt.timedelta(minutes=minutes))
    if changed:
        at(data / DATABASE, NOW - dt.timedelta(minutes=1))
    assert (back_up_if_due(NOW) is not None) == due


@pytest.mark.parametrize(("name", "value"), [("BACKUP_MINUTES", 0), ("EMBEDDED", False)])
def test_no_copy_where_none_is_wanted(data: Path, settings: Any, name: str, value: Any) -> None:
    setattr(settings, name, value)
    assert back_up_if_due(NOW) is None


def test_copy_that_cannot_be_made_is_logged_and_the_last_one_stays_the_last(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (data / DATABASE).write_bytes(b"nothing" * 900)
    assert back_up_if_due(NOW) is None
    assert not (data / STAMP).exists()
    assert "no copy was made" in caplog.text


def test_of_the_last_day_all_stay_and_of_those_before_the_last(tmp_path: Path) -> None:
    hours = (0, 1, 5, 20, 26, 27, 50, 51, 120)
    names = [(NOW - dt.timedelta(hours=hour)).strftime(NAME) for hour in hours]
    others = [f"{names[0]}.part", f"{names[2]}.part", "startfelt-notes", "another"]
    for name in (*names, *others):
        (tmp_path / name).mkdir()

    assert forget_old(tmp_path, 3, NOW) == 5

    # The 12th has its last one among those of the last 24 hours already.
    kept = {names[0], names[1], names[2], names[3], names[6], *others} - {others[1]}
    assert {path.name for path in tmp_path.iterdir()} == kept
