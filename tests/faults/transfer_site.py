"""Files to bring in while the server is killed, and a tournament large enough to be in the middle.

`python -m tests.faults.transfer_site write` makes a tournament and its file, `whole.zip` beside
the database, and puts the tournament out of the way of it; `ask` asks for its file; `same` says
whether the tournament that came of the file gives it again, byte for byte.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sqlite3
import sys
import time
from collections.abc import Mapping
from pathlib import Path

SLUG, NAME, EVENTS = "dm-2027", "whole.zip", 8000
#: Tables of what people keep; sessions, uploads and the like are none of it.
OURS = ("tournaments_", "games_", "judging_", "reports_")
NOT_KEPT = ("tournaments_upload",)
#: A write that is seen so often, one look after another, is none of the small ones that a server
#: does beside.
LOOKS, APART = 30, 0.005


def path_of(env: Mapping[str, str]) -> Path:
    return Path(env["DATA_DIR"]) / "startfelt.sqlite3"


def rows(env: Mapping[str, str]) -> dict[str, int]:
    """How many rows there are of everything that is kept, read past Django."""
    with contextlib.closing(sqlite3.connect(path_of(env), timeout=20)) as lite:
        names = lite.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            name: lite.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]
            for (name,) in names
            if name.startswith(OURS) and not name.startswith(NOT_KEPT)
        }


def kept_files(env: Mapping[str, str]) -> list[str]:
    folder = Path(env["DATA_DIR"]) / "files"
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def writes(env: Mapping[str, str]) -> bool:
    """Whether somebody has the lock for writing at this moment."""
    with contextlib.closing(sqlite3.connect(path_of(env), timeout=0)) as lite:
        try:
            lite.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return True
        lite.execute("ROLLBACK")
        return False


def stop_in_a_long_write(pid: int, env: Mapping[str, str], seconds: float) -> None:
    """Hold the group of processes of `pid` in the middle of a long transaction. AssertionError
    when there is none."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if all(_look(env) for _ in range(LOOKS)):
            os.killpg(pid, signal.SIGSTOP)
            # Nobody is at work any more: it is held by the one who was stopped.
            if writes(env):
                return
            os.killpg(pid, signal.SIGCONT)
        time.sleep(APART)
    raise AssertionError("nothing was written for long")


def stop_when_some_is_written(pid: int, env: Mapping[str, str], seconds: float) -> None:
    """Hold the group of processes of `pid` while the one job that is not done is being made, and
    some of it is. AssertionError when that is never seen."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if _some_is_written(env):
            os.killpg(pid, signal.SIGSTOP)
            if _some_is_written(env):
                return
            os.killpg(pid, signal.SIGCONT)
        time.sleep(0.001)
    raise AssertionError(jobs(env))


def _some_is_written(env: Mapping[str, str]) -> bool:
    state, _attempts, done, total, _file = jobs(env)
    return state == "running" and 0 < done < total


def jobs(env: Mapping[str, str]) -> tuple[str, int, int, int, str]:
    """State, attempts, parts done and in all, and file of the file of the tournament."""
    with contextlib.closing(sqlite3.connect(path_of(env), timeout=20)) as lite:
        query = "SELECT state, attempts, done, total, file FROM reports_job WHERE document = ?"
        found: tuple[str, int, int, int, str] = lite.execute(query, ["tournament-file"]).fetchone()
    return found


def _look(env: Mapping[str, str]) -> bool:
    time.sleep(APART)
    return writes(env)


def main(what: str) -> None:
    import django

    django.setup()
    from django.conf import settings
    from django.core.files.base import ContentFile
    from django.utils import timezone

    from games.models import GameRecord, Result
    from reports.domain.ask_for_tournament_file import ask_for_tournament_file
    from reports.models import Job
    from tests.factories import make_entries, make_round, make_tournament
    from tests.faults.clerk import USER
    from tests.tournaments.transfer.made import PDF, written
    from tournaments.models import Event, Role, Tournament, User

    file = Path(settings.DATA_DIR) / NAME
    if what == "write":
        tournament = make_tournament(slug=SLUG)
        make_entries(tournament, 200)
        Event.objects.bulk_create(
            Event(
                tournament=tournament,
                verb="tournament.edit",
                subject_kind="tournament",
                subject_id=tournament.pk,
                after={"note": "æ" * 200},
            )
            for _ in range(EVENTS)
        )
        job = Job(
            tournament=tournament, document="standings", language="da", state=Job.State.DONE,
            filename="stilling.pdf", finished_at=timezone.now(),
        )  # fmt: skip
        job.file.save("stilling.pdf", ContentFile(PDF))
        file.write_bytes(written(tournament))
        Tournament.objects.filter(pk=tournament.pk).update(slug="of-before")
        empty = make_tournament(slug="empty", capacity=1000)
        user = User.objects.get(username=USER)
        Role.objects.create(tournament=empty, user=user, kind=Role.Kind.ORGANISER)
    elif what == "ask":
        tournament = Tournament.objects.get(slug="of-before")
        # Packing takes its time, so that there is a middle.
        digits = random.Random(1)
        entries = list(tournament.entries.order_by("number")[:16])
        round_ = make_round(tournament, list(zip(entries[::2], entries[1::2], strict=True)))
        for pairing in round_.pairings.all():
            for version in range(1, 4):
                result = Result.objects.create(
                    pairing=pairing, version=version, current=version == 3, payload={}
                )
                text = f"{digits.getrandbits(800_000):x}"
                GameRecord.objects.create(result=result, text=text)
        ask_for_tournament_file(tournament, by=None)
    else:
        there = Tournament.objects.get(slug=SLUG)
        sys.exit(0 if written(there) == file.read_bytes() else 1)


if __name__ == "__main__":
    main(sys.argv[1])
