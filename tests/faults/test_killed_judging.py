"""kill -9 between any two of a judge's presses, and inside them: each was done or was not."""

from __future__ import annotations

import contextlib
import json
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.faults.site import ROOT, environment

#: After which statement a process is killed, in the order in which a judge's day comes to them,
#: and how far that day has come then: the call's state, steps taken, rulings and results.
DEATHS = [
    (("INSERT INTO judging_call ", 1), ("", 0, 0, 0)),
    (("UPDATE judging_call", 1), ("waiting", 0, 0, 0)),
    (("UPDATE judging_call", 2), ("taken", 0, 0, 0)),
    (("INSERT INTO games_extension", 1), ("arrived", 0, 0, 0)),
    (("INSERT INTO judging_longgamestep", 1), ("resolved", 0, 0, 0)),
    (("INSERT INTO judging_longgamestep", 2), ("resolved", 1, 0, 0)),
    (("INSERT INTO judging_longgamestep", 2), ("resolved", 2, 0, 0)),
    (("INSERT INTO judging_longgamestep", 2), ("resolved", 3, 0, 0)),
    (("INSERT INTO judging_ruling ", 1), ("resolved", 4, 0, 0)),
    (("INSERT INTO judging_longgamestep", 1), ("resolved", 4, 0, 0)),
    (("INSERT INTO games_result ", 1), ("resolved", 4, 0, 0)),
    (("UPDATE judging_ruling", 1), ("resolved", 4, 0, 0)),
]


def seen(env: Mapping[str, str]) -> tuple[str, int, int, int]:
    """How far the day has come, read past Django; and that nothing is half there."""
    path = Path(env["DATA_DIR"]) / "startfelt.sqlite3"
    with contextlib.closing(sqlite3.connect(path, timeout=20)) as database:

        def one(query: str) -> int:
            return int(database.execute(query).fetchone()[0] or 0)

        row = database.execute("SELECT state, minutes_given FROM judging_call").fetchone()
        state, given = row or ("", 0)
        steps = one("SELECT count(*) FROM judging_longgamestep")
        rulings = one("SELECT count(*) FROM judging_ruling")
        results = one("SELECT count(*) FROM games_result")
        assert one("SELECT sum(version) FROM judging_longgame") == steps
        assert one("SELECT sum(seconds) FROM games_extension") == 60 * given
        assert one("SELECT count(*) FROM judging_ruling WHERE result_id IS NULL") == 0
        events = "SELECT count(*) FROM tournaments_event WHERE verb LIKE '%s'"
        taken = one(events % "escalation.%")
        assert (taken, one(events % "ruling.%"), one(events % "result.%")) == (
            steps,
            rulings,
            results,
        )
    return state, min(steps, 4), rulings, results


def test_killed_anywhere_the_day_goes_on_where_it_was(tmp_path: Path) -> None:
    env = environment(tmp_path)
    site = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.judging_site"],
        cwd=ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with site:
        try:
            assert site.stdin is not None and site.stdout is not None
            assert site.stdout.readline() == "made\n"

            def walked(*words: object) -> int:
                assert site.stdin is not None and site.stdout is not None
                print(json.dumps(words), file=site.stdin, flush=True)
                return int(site.stdout.readline())

            for (statement, count), expected in DEATHS:
                assert walked(statement, count) == -signal.SIGKILL, statement
                assert seen(env) == expected
            assert walked() == 0
            assert seen(env) == ("resolved", 4, 1, 1)
        finally:
            # It waits for more to do, whatever this came to.
            site.kill()
