"""Back to a copy: checked first, nothing lost, not while the program runs."""

from __future__ import annotations

import contextlib
import datetime as dt
import fcntl
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts import address
from scripts.backup import DATABASE, back_up
from scripts.restore import RestoreError, check, restore

NOW = dt.datetime(2027, 3, 13, 14, 5, 9, tzinfo=dt.UTC)


def installation(folder: Path, *names: str) -> Path:
    """A folder as the program leaves it, with tournaments of those names."""
    (folder / "files/reports").mkdir(parents=True)
    (folder / "files/reports/one.pdf").write_bytes(names[0].encode())
    (folder / "secret-key").write_text(f"secret of {names[0]}")
    with contextlib.closing(sqlite3.connect(folder / DATABASE)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE tournaments_tournament (name TEXT)")
        database.executemany("INSERT INTO tournaments_tournament VALUES (?)", [[n] for n in names])
        database.commit()
    return folder


def names_in(folder: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(folder / DATABASE)) as database:
        return [name for (name,) in database.execute("SELECT name FROM tournaments_tournament")]


@pytest.fixture(autouse=True)
def released() -> Iterator[None]:
    """The folder that was claimed is free again for the next test."""
    yield
    while address._claimed:
        address._claimed.pop().close()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return back_up(installation(tmp_path / "then", "DM 2026", "Ribe"), tmp_path / "usb", NOW)


def test_everything_is_as_it_was_and_what_was_there_is_kept(copy: Path, tmp_path: Path) -> None:
    data = installation(tmp_path / "var", "DM 2027")
    before = restore(copy, data, NOW)

    assert before == data / "before-2027-03-13-14.05.09"
    assert (names_in(data), names_in(before)) == (["DM 2026", "Ribe"], ["DM 2027"])
    assert (data / "files/reports/one.pdf").read_bytes() == b"DM 2026"
    assert (before / "files/reports/one.pdf").read_bytes() == b"DM 2027"
    assert ((data / "secret-key").read_text(), (before / "secret-key").read_text()) == (
        "secret of DM 2026",
        "secret of DM 2027",
    )
    assert names_in(copy) == ["DM 2026", "Ribe"]
    assert not (data / "restore.part").exists()


def test_it_goes_where_nothing_was(copy: Path, tmp_path: Path) -> None:
    assert restore(copy, tmp_path / "new", NOW) is None
    assert names_in(tmp_path / "new") == ["DM 2026", "Ribe"]


def test_what_was_not_yet_in_the_database_does_not_come_back(copy: Path, tmp_path: Path) -> None:
    data = installation(tmp_path / "var", "DM 2027")
    (data / f"{DATABASE}-wal").write_bytes(b"of another database")
    restore(copy, data, NOW)
    assert not (data / f"{DATABASE}-wal").exists()
    assert names_in(data) == ["DM 2026", "Ribe"]


def damage_nothing(copy: Path) -> None:
    (copy / DATABASE).unlink()


def damage_all(copy: Path) -> None:
    (copy / DATABASE).write_bytes(b"not a database" * 500)


def damage_a_page(copy: Path) -> None:
    data = bytearray((copy / DATABASE).read_bytes())
    data[4096 : 4096 + 64] = b"\xff" * 64
    (copy / DATABASE).write_bytes(data)


def of_another_program(copy: Path) -> None:
    (copy / DATABASE).unlink()
    with contextlib.closing(sqlite3.connect(copy / DATABASE)) as database:
        database.execute("CREATE TABLE songs (name TEXT)")
        database.commit()


@pytest.mark.parametrize("damage", [damage_nothing, damage_all, damage_a_page, of_another_program])
def test_copy_that_is_none_changes_nothing(copy: Path, tmp_path: Path, damage: object) -> None:
    data = installation(tmp_path / "var", "DM 2027")
    damage(copy)  # type: ignore[operator]
    with pytest.raises(RestoreError):
        restore(copy, data, NOW)
    assert names_in(data) == ["DM 2027"]
    assert list(data.glob("before-*")) == []


def test_nothing_is_touched_while_the_program_runs(copy: Path, tmp_path: Path) -> None:
    data = installation(tmp_path / "var", "DM 2027")
    with (data / "serving").open("w") as held:
        held.write("http://127.0.0.1:8000")
        held.flush()
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        with pytest.raises(RestoreError, match="already running"):
            restore(copy, data, NOW)
    assert names_in(data) == ["DM 2027"]


def test_fault_while_names_change_puts_everything_back(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = installation(tmp_path / "var", "DM 2027")
    real = Path.rename

    def full(self: Path, target: Path) -> Path:
        if self == data / "restore.part" / "secret-key":
            raise OSError("the disk is full")
        return real(self, target)

    monkeypatch.setattr(Path, "rename", full)
    with pytest.raises(OSError, match="full"):
        restore(copy, data, NOW)
    monkeypatch.undo()
    assert names_in(data) == ["DM 2027"]
    assert (data / "secret-key").read_text() == "secret of DM 2027"
    assert list(data.glob("before-*")) == []


def test_number_of_tournaments_is_told(copy: Path) -> None:
    assert check(copy) == 2
