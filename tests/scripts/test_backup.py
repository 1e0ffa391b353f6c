"""A copy of everything, made while somebody writes."""

from __future__ import annotations

import contextlib
import datetime as dt
import sqlite3
from pathlib import Path

import pytest

from scripts.backup import DATABASE, BackupError, back_up, folders

NOW = dt.datetime(2027, 3, 13, 14, 5, 9, tzinfo=dt.UTC)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "var"
    (folder / "files/papers").mkdir(parents=True)
    (folder / "files/papers/one.pdf").write_bytes(b"%PDF")
    (folder / "static").mkdir()
    (folder / "secret-key").write_text("secret")
    (folder / "push-key.pem").write_text("another")
    with contextlib.closing(sqlite3.connect(folder / DATABASE)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE result (line TEXT)")
        database.execute("INSERT INTO result VALUES ('12 8-5')")
        database.commit()
    return folder


def test_backup_holds_what_was_saved_and_not_what_is_being_written(
    data: Path, tmp_path: Path
) -> None:
    with contextlib.closing(sqlite3.connect(data / DATABASE, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO result VALUES ('13 8-1')")
        made = back_up(data, tmp_path / "usb", NOW)
        writer.execute("COMMIT")
    assert made == tmp_path / "usb/startfelt-2027-03-13-14.05.09"
    with contextlib.closing(sqlite3.connect(made / DATABASE)) as copy:
        assert copy.execute("SELECT line FROM result").fetchall() == [("12 8-5",)]
    assert sorted(str(path.relative_to(made)) for path in made.rglob("*") if path.is_file()) == [
        "files/papers/one.pdf",
        "push-key.pem",
        "secret-key",
        DATABASE,
    ]


def test_backup_of_nothing_says_so(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="there is nothing to copy"):
        back_up(tmp_path / "var", tmp_path / "usb", NOW)
    assert list(tmp_path.iterdir()) == []


def test_backup_that_broke_off_does_not_look_like_one(data: Path, tmp_path: Path) -> None:
    (data / DATABASE).write_bytes(b"not a database at all" * 100)
    with pytest.raises(sqlite3.DatabaseError):
        back_up(data, tmp_path / "usb", NOW)
    assert [path.suffix for path in (tmp_path / "usb").iterdir()] == [".part"]


def test_folders_come_from_the_environment(tmp_path: Path) -> None:
    assert folders({"DATA_DIR": "/srv/day", "TO": "/media/usb"}) == (
        Path("/srv/day"),
        Path("/media/usb"),
    )
    assert folders({"DATA_DIR": "/srv/day", "TO": ""})[1] == Path("/srv/day/backup")


def test_folders_in_full_mode_point_to_the_database_s_own_way() -> None:
    with pytest.raises(BackupError, match="pg_dump"):
        folders({"DATABASE_URL": "postgres://localhost/startfelt"})
