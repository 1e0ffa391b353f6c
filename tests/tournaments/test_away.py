"""What is away for a while is told from what is broken, by what real databases say."""

from __future__ import annotations

import contextlib
import errno
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.db import InterfaceError, InternalError, OperationalError
from psycopg import errors as postgres

from tournaments.away import WORDS, Away, away_in


def of_sqlite(path: Path, *statements: str, mode: str = "rwc") -> BaseException:
    """What SQLite says to the last of `statements`, as Django passes it on."""
    where = f"file:{path}?mode={mode}"
    with pytest.raises(sqlite3.Error) as caught, contextlib.ExitStack() as open_:
        database = sqlite3.connect(where, uri=True, timeout=0)
        open_.callback(database.close)
        for statement in statements:
            database.execute(statement)
    raised = OperationalError(str(caught.value))
    raised.__cause__ = caught.value
    return raised


TABLE = "CREATE TABLE results (score)"
MUCH = "INSERT INTO results VALUES (zeroblob(100000))"


def test_full_database_is_no_room(tmp_path: Path) -> None:
    error = of_sqlite(tmp_path / "a", TABLE, "PRAGMA max_page_count=2", MUCH)
    assert away_in(error) is Away.ROOM


def test_database_that_somebody_writes_to_is_a_matter_of_turns(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "a", isolation_level=None) as first:
        first.execute(TABLE)
        first.execute("BEGIN IMMEDIATE")
        assert away_in(of_sqlite(tmp_path / "a", MUCH)) is Away.TURN
        first.execute("ROLLBACK")


def test_database_that_cannot_be_written_or_opened_is_away(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "a").execute(TABLE).connection.close()
    assert away_in(of_sqlite(tmp_path / "a", MUCH, mode="ro")) is Away.DATABASE
    assert away_in(of_sqlite(tmp_path / "none" / "a", TABLE)) is Away.DATABASE


def test_statement_that_makes_no_sense_is_a_fault_of_ours(tmp_path: Path) -> None:
    assert away_in(of_sqlite(tmp_path / "a", MUCH)) is None


@pytest.mark.parametrize(
    ("kind", "cause", "away"),
    [
        (OperationalError, postgres.AdminShutdown(), Away.DATABASE),
        (OperationalError, postgres.CannotConnectNow(), Away.DATABASE),
        (OperationalError, postgres.DiskFull(), Away.ROOM),
        (OperationalError, postgres.TooManyConnections(), Away.TURN),
        (OperationalError, postgres.DeadlockDetected(), Away.TURN),
        (OperationalError, postgres.LockNotAvailable(), Away.TURN),
        (InternalError, postgres.ReadOnlySqlTransaction(), Away.DATABASE),
        (OperationalError, psycopg.OperationalError("connection refused"), Away.DATABASE),
        (InterfaceError, psycopg.InterfaceError("the connection is closed"), Away.DATABASE),
        (InternalError, postgres.InFailedSqlTransaction(), None),
    ],
)
def test_postgresql_says_what_it_is(
    kind: type[Exception], cause: Exception, away: Away | None
) -> None:
    error = kind()
    error.__cause__ = cause
    assert away_in(error) is away


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_file_that_finds_no_room_is_no_room(number: int) -> None:
    assert away_in(OSError(number, "")) is Away.ROOM
    assert away_in(OSError(errno.ENOENT, "")) is None


def test_cause_is_found_below_what_it_led_to() -> None:
    def fails() -> Iterator[None]:
        try:
            raise OSError(errno.ENOSPC, "")
        except OSError as error:
            raise RuntimeError("the paper") from error
        yield

    with pytest.raises(RuntimeError) as caught:
        next(fails())
    assert away_in(caught.value) is Away.ROOM
    assert away_in(None) is None


def test_each_is_told_in_words_of_its_own() -> None:
    assert WORDS.keys() == set(Away)
    assert len({str(title) for title, _why, _now in WORDS.values()}) == len(Away)
