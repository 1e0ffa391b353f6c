"""Go back to a copy, of make backup or of the program itself: make restore FROM=/media/usb/….

What is there now is not lost: it moves into a folder beside, named before-… with the time. While
the program runs nothing is touched. The standard library alone.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import shutil
import sqlite3
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.address import AddressError, claim_folder  # noqa: E402
from scripts.backup import DATABASE, KEYS  # noqa: E402

#: What makes up an installation's data. SQLite keeps what is not yet in the database in two more.
PARTS = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", *KEYS, "files")


class RestoreError(Exception):
    """Nothing was changed; the text says why and what to do."""


def check(copy: Path) -> int:
    """How many tournaments a copy has. RestoreError when it is none, or damaged."""
    database = copy / DATABASE
    if not database.is_file():
        raise RestoreError(f"{copy} is no copy: there is no {DATABASE} in it")
    try:
        with contextlib.closing(_read(database)) as found:
            (fault,) = found.execute("PRAGMA integrity_check").fetchone()
            if fault != "ok":
                raise RestoreError(f"the copy is damaged ({fault}); take an older one")
            (count,) = found.execute("SELECT count(*) FROM tournaments_tournament").fetchone()
    except sqlite3.Error as error:
        raise RestoreError(f"the copy is damaged ({error}); take an older one") from error
    return int(count)


def _read(database: Path) -> sqlite3.Connection:
    # Immutable: a copy on a stick that may only be read is read all the same.
    uri = f"{database.resolve().as_uri()}?immutable=1"
    return sqlite3.connect(uri, uri=True)


def restore(copy: Path, data: Path, now: dt.datetime) -> Path | None:
    """Make `data` what `copy` is; the folder that what was there moved to, if anything was.

    Raises RestoreError and OSError; then `data` is as it was.
    """
    check(copy)
    data.mkdir(parents=True, exist_ok=True)
    try:
        claim_folder(data, "a restore")
    except AddressError as refused:
        raise RestoreError(str(refused)) from refused
    coming = data / "restore.part"
    shutil.rmtree(coming, ignore_errors=True)
    try:
        coming.mkdir(mode=0o700)
        for name in PARTS:
            _copy(copy / name, coming / name)
        # What was read from the stick, not what should have been.
        check(coming)
        return _swap(coming, data, data / f"before-{now:%Y-%m-%d-%H.%M.%S}")
    finally:
        shutil.rmtree(coming, ignore_errors=True)


def _copy(one: Path, to: Path) -> None:
    if one.is_dir():
        shutil.copytree(one, to)
    elif one.exists():
        shutil.copy2(one, to)


def _swap(coming: Path, data: Path, before: Path) -> Path | None:
    """Everything was copied and checked: only names change from here on."""
    there = [name for name in PARTS if (data / name).exists()]
    if there:
        before.mkdir(mode=0o700)
    moved: list[tuple[Path, Path]] = []
    try:
        for name in there:
            moved.append(((data / name).rename(before / name), data / name))
        for name in PARTS:
            if (coming / name).exists():
                moved.append(((coming / name).rename(data / name), coming / name))
    except OSError:
        for now, was in reversed(moved):
            now.rename(was)
        if there:
            before.rmdir()
        raise
    return before if there else None


def main() -> None:
    origin = os.environ.get("FROM", "")
    if os.environ.get("DATABASE_URL"):
        sys.exit("startfelt: DATABASE_URL is set: a copy of PostgreSQL is read with pg_restore")
    if not origin:
        sys.exit("startfelt: say which copy: make restore FROM=/media/usb/startfelt-…")
    data = Path(os.environ.get("DATA_DIR") or ROOT / "var")
    try:
        before = restore(Path(origin), data, dt.datetime.now().astimezone())
    except (RestoreError, OSError) as error:
        sys.exit(f"startfelt: nothing was changed: {error}")
    print(f"Everything is as it was in {origin}. Start it: make run")
    if before is not None:
        print(f"What was there until now is in {before}.")


if __name__ == "__main__":
    main()
