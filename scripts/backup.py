"""Copy everything there is, also while it runs: `make backup TO=/media/usb`.

The copy is a folder that can itself be served: `make run DATA_DIR=/media/usb/startfelt-…`.
Standard library alone, so that it works where nothing was installed.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import shutil
import sqlite3
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATABASE = "startfelt.sqlite3"
#: Its time is that of the newest whole copy; the desk's status page reads it.
STAMP = "last-backup"
#: Without them everybody would have to log in again, and phones to ask again to be told.
KEYS = ("secret-key", "push-key.pem")
#: A copy's folder.
NAME = "startfelt-%Y-%m-%d-%H.%M.%S"
#: Copies of the last day that stay, all of them; of the days before, the last of each day.
KEPT_TODAY = 24


class BackupError(Exception):
    """There is no copy; the text says why and what to do."""


def back_up(data: Path, to: Path, now: dt.datetime) -> Path:
    """Copy the folder `data` into a new folder under `to`; returns that folder.

    It bears a name that ends in ".part" until it is whole. Raises BackupError, OSError and
    sqlite3.Error; then nothing is left that looks like a copy.
    """
    if not (data / DATABASE).is_file():
        raise BackupError(f"there is nothing to copy in {data}: run `make run` first")
    whole = to / now.strftime(NAME)
    part = whole.with_name(f"{whole.name}.part")
    part.mkdir(parents=True)
    # SQLite's own way: a plain copy of a database that is being written to may be torn.
    with (
        contextlib.closing(sqlite3.connect(f"file:{data / DATABASE}?mode=ro", uri=True)) as source,
        contextlib.closing(sqlite3.connect(part / DATABASE)) as copy,
    ):
        source.backup(copy)
        (fault,) = copy.execute("PRAGMA integrity_check").fetchone()
    if fault != "ok":
        raise BackupError(f"the copy is faulty ({fault}); try another disk")
    for key in KEYS:
        if (data / key).exists():
            shutil.copy2(data / key, part)
    if (data / "files").is_dir():
        shutil.copytree(data / "files", part / "files", copy_function=_link)
    made = part.rename(whole)
    with contextlib.suppress(OSError):  # a folder that may only be read is copied, too
        (data / STAMP).touch()
    return made


def _link(one: str, to: str) -> None:
    """A paper is written once and never changed: on the same disk it need not lie there twice."""
    try:
        os.link(one, to)
    except OSError:
        shutil.copy2(one, to)


def forget_old(to: Path, days: int, now: dt.datetime) -> int:
    """Remove old copies under `to`; how many. Of the last 24 hours the newest `KEPT_TODAY` stay, of
    each of the `days` before the last one. What a killed run has left goes too."""
    made: dict[Path, dt.datetime] = {}
    gone: list[Path] = []
    for path in sorted(to.glob("startfelt-*"), reverse=True):
        try:
            at = dt.datetime.strptime(path.name.removesuffix(".part"), NAME)
        except ValueError:
            continue
        at = at.replace(tzinfo=now.tzinfo)
        if path.suffix != ".part":
            made[path] = at
        elif now - at > dt.timedelta(hours=1):
            # Nobody is at work on it any more.
            gone.append(path)
    seen: set[dt.date] = set()
    fresh = 0
    for path, at in made.items():
        if now - at < dt.timedelta(hours=24) and fresh < KEPT_TODAY:
            fresh += 1
            seen.add(at.date())
        elif at.date() in seen or now - at > dt.timedelta(days=days):
            gone.append(path)
        else:
            seen.add(at.date())
    for path in gone:
        shutil.rmtree(path)
    return len(gone)


def folders(environ: Mapping[str, str]) -> tuple[Path, Path]:
    """What is copied, and where to: DATA_DIR and TO."""
    if environ.get("DATABASE_URL"):
        raise BackupError("DATABASE_URL is set: a copy of PostgreSQL is made with pg_dump")
    data = Path(environ.get("DATA_DIR") or ROOT / "var")
    return data, Path(environ.get("TO") or data / "backup")


def main() -> None:
    try:
        data, to = folders(os.environ)
        made = back_up(data, to, dt.datetime.now().astimezone())
    except (BackupError, OSError, sqlite3.Error) as error:
        sys.exit(f"startfelt: no copy was made: {error}")
    print(f"Everything is copied to {made}.")
    print(f"To go on from it: make run DATA_DIR={made}")


if __name__ == "__main__":
    main()
