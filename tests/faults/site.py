"""A Startfelt of its own, in processes of its own, to be killed.

`python -m tests.faults.site TABLES` makes the database of DATA_DIR (or DATABASE_URL), a round of
so many tables, and asks for its score sheets.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class JobRow:
    state: str
    attempts: int
    done: int
    total: int
    file: str
    error: str


def environment(folder: Path, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Embedded mode in `folder`, unless `more` says otherwise."""
    own = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY"):
        own.pop(name, None)
    return (
        own
        | {"DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings"}
        | (dict(more or {}))
    )


def make_site(tables: int, env: Mapping[str, str]) -> None:
    subprocess.run(
        [sys.executable, "-m", "tests.faults.site", str(tables)], cwd=ROOT, env=env, check=True
    )


@contextlib.contextmanager
def running(command: list[str], env: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """A process in a group of its own; whatever is left of the group is killed at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", *command], cwd=ROOT, env=env, start_new_session=True
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def job_row(env: Mapping[str, str]) -> JobRow:
    """The one job there is, read past Django."""
    query = "SELECT state, attempts, done, total, file, error FROM reports_job"
    if "DATABASE_URL" in env:
        import psycopg

        with psycopg.connect(env["DATABASE_URL"]) as database:
            found = database.execute(query).fetchone()
    else:
        path = Path(env["DATA_DIR"]) / "startfelt.sqlite3"
        with contextlib.closing(sqlite3.connect(path, timeout=20)) as lite:
            found = lite.execute(query).fetchone()
    assert found is not None
    return JobRow(*found)


def wait_for(what: Callable[[], bool], seconds: float, said: Callable[[], object]) -> None:
    """Until `what` holds; fails with what `said` tells after `seconds`."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, said()
        time.sleep(0.1)


def press_workers(env: Mapping[str, str]) -> list[int]:
    """Printing processes that work in this site's folder."""
    workshops = Path(env["DATA_DIR"]).resolve() / "workshops"
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if workshops in (process / "cwd").readlink().parents:
                found.append(int(process.name))
    return found


def main(tables: int) -> None:
    import django

    django.setup()
    from tests.migrated import migrate

    migrate()
    from reports.domain.ask_for_document import ask_for_document
    from tests.reports.paper import make_round

    tournament = make_round(tables).tournament
    ask_for_document(tournament, "score-sheets", round_number=1, by=None)


if __name__ == "__main__":
    main(int(sys.argv[1]))
