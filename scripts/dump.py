"""Copy everything of full mode, also while it runs: the database with pg_dump, and the files.

BACKUP_DIR says where to (DATA_DIR/backup), BACKUPS_KEPT how many copies stay (96: a day of quarters
of an hour). A copy is a folder; it bears a name that ends in ".part" until it is whole, and is read
again before it counts. The standard library alone, and PostgreSQL's own programs.
"""

from __future__ import annotations

import datetime as dt
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.services import ServiceError, postgres_program  # noqa: E402

DUMP = "startfelt.dump"
#: Its time is that of the newest whole copy; the status page reads it.
STAMP = "last-backup"
KEPT = 96
NAME = "startfelt-%Y-%m-%d-%H.%M.%S"


class DumpError(Exception):
    """There is no copy; the text says why and what to do."""


def dump(url: str, data: Path, to: Path, now: dt.datetime) -> Path:
    """A new folder under `to` with the database of `url` and the files of `data`; returns it.

    Raises DumpError, ServiceError and OSError; then nothing is left that looks like a copy.
    """
    whole = to / now.strftime(NAME)
    part = whole.with_name(f"{whole.name}.part")
    part.mkdir(parents=True, mode=0o700)
    try:
        _run([postgres_program("pg_dump"), "--format=custom", f"--file={part / DUMP}"], url)
        # What cannot be read again is no copy.
        _run([postgres_program("pg_restore"), "--list", str(part / DUMP)])
        if (data / "push-key.pem").exists():
            shutil.copy2(data / "push-key.pem", part)
        if (data / "files").is_dir():
            shutil.copytree(data / "files", part / "files")
        part.rename(whole)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    (data / STAMP).touch()
    return whole


def _run(command: list[str], url: str = "") -> None:
    # The address holds the password: it goes by the environment, where nobody else reads it.
    env = os.environ | (_asked_by(url) if url else {})
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["no reason given"]
        raise DumpError(last[0])


def _asked_by(url: str) -> dict[str, str]:
    """What PostgreSQL's own programs read from the environment, for an address."""
    parts = urlsplit(url)
    found = {
        "PGHOST": parts.hostname,
        "PGPORT": str(parts.port or 5432),
        "PGUSER": unquote(parts.username or ""),
        "PGPASSWORD": unquote(parts.password or ""),
        "PGDATABASE": unquote(parts.path.removeprefix("/")),
        "PGSSLMODE": dict(parse_qsl(parts.query)).get("sslmode"),
    }
    return {name: value for name, value in found.items() if value}


def forget_old(to: Path, kept: int) -> int:
    """Remove all but the newest `kept` copies, and what a killed run has left; how many."""
    copies = sorted(path for path in to.glob("startfelt-*") if path.is_dir())
    halves = [path for path in copies if path.suffix == ".part"]
    whole = [path for path in copies if path.suffix != ".part"]
    gone = halves + whole[: max(len(whole) - kept, 0)]
    for path in gone:
        shutil.rmtree(path)
    return len(gone)


def told(environ: Mapping[str, str]) -> tuple[str, Path, Path, int]:
    """DATABASE_URL, DATA_DIR, BACKUP_DIR and BACKUPS_KEPT. Raises DumpError."""
    url = environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        raise DumpError("DATABASE_URL names no PostgreSQL: a copy of SQLite is made by make backup")
    data = Path(environ.get("DATA_DIR") or ROOT / "var")
    kept = environ.get("BACKUPS_KEPT") or str(KEPT)
    if not (kept.isdecimal() and int(kept)):
        raise DumpError(f"BACKUPS_KEPT={kept} is no number of copies")
    return url, data, Path(environ.get("BACKUP_DIR") or data / "backup"), int(kept)


def main() -> None:
    try:
        url, data, to, kept = told(os.environ)
        made = dump(url, data, to, dt.datetime.now().astimezone())
        forget_old(to, kept)
    except (DumpError, ServiceError, OSError) as error:
        sys.exit(f"startfelt: no copy was made: {error}")
    print(f"Everything is copied to {made}.")


if __name__ == "__main__":
    main()
