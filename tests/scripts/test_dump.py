"""Copies of full mode: the database and the files, read again before they count."""

from __future__ import annotations

import datetime as dt
import subprocess
from pathlib import Path

import psycopg
import pytest

from scripts.dump import DUMP, STAMP, DumpError, dump, forget_old, told
from scripts.services import ServiceError, postgres_program
from tests.services import postgres

NOW = dt.datetime(2027, 3, 14, 13, 5, tzinfo=dt.UTC)


@pytest.mark.services
def test_copy_is_whole_and_goes_back_into_an_empty_database(tmp_path: Path) -> None:
    data, to = tmp_path / "data", tmp_path / "to"
    (data / "files").mkdir(parents=True)
    (data / "files" / "paper.pdf").write_text("%PDF")
    (data / "push-key.pem").write_text("key")
    with postgres() as url:
        with psycopg.connect(url) as database:
            database.execute("CREATE TABLE result AS SELECT generate_series(1, 500) AS n")
        made = dump(url, data, to, NOW)
        with psycopg.connect(url, autocommit=True) as database:
            database.execute("CREATE DATABASE other")
        other = url.rpartition("/")[0] + "/other"
        restore = [postgres_program("pg_restore"), "--exit-on-error", f"--dbname={other}"]
        subprocess.run([*restore, str(made / DUMP)], check=True)
        with psycopg.connect(other) as database:
            row = database.execute("SELECT count(*), sum(n) FROM result").fetchone()
    assert row == (500, 125_250)
    assert made == to / "startfelt-2027-03-14-13.05.00"
    assert sorted(path.name for path in made.iterdir()) == ["files", "push-key.pem", DUMP]
    assert (made / "files" / "paper.pdf").read_text() == "%PDF"
    assert (data / STAMP).exists()


def test_database_that_is_away_leaves_nothing_that_looks_like_a_copy(tmp_path: Path) -> None:
    try:
        postgres_program("pg_dump")
    except ServiceError:
        pytest.skip("pg_dump is not installed")
    with pytest.raises(DumpError) as refused:
        dump("postgres://a:hemmelig@127.0.0.1:1/x", tmp_path, tmp_path / "to", NOW)
    assert "hemmelig" not in str(refused.value)
    assert list((tmp_path / "to").iterdir()) == []
    assert not (tmp_path / STAMP).exists()


def test_old_copies_and_halves_make_room(tmp_path: Path) -> None:
    for name in ("14-12", "14-13", "14-11", "13-10.part"):
        (tmp_path / f"startfelt-2027-03-{name}").mkdir()
    (tmp_path / "mine").mkdir()
    assert forget_old(tmp_path, 2) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "mine",
        "startfelt-2027-03-14-12",
        "startfelt-2027-03-14-13",
    ]


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({}, "names no PostgreSQL"),
        ({"DATABASE_URL": "sqlite:///x"}, "names no PostgreSQL"),
        ({"DATABASE_URL": "postgres://x/y", "BACKUPS_KEPT": "0"}, "BACKUPS_KEPT=0"),
    ],
)
def test_what_cannot_be_copied_is_said(environ: dict[str, str], said: str) -> None:
    with pytest.raises(DumpError, match=said):
        told(environ)


def test_places_are_those_that_were_set() -> None:
    environ = {"DATABASE_URL": "postgres://x/y", "DATA_DIR": "/data", "BACKUPS_KEPT": "7"}
    assert told(environ) == ("postgres://x/y", Path("/data"), Path("/data/backup"), 7)
