"""Somebody in a process of their own who makes halls to play in, and afterwards tells the truth.

`python -m tests.faults.clerk` reads a line of JSON, `[what, *how]`, and answers with one,
`[answer, error]`. What is told comes from the database alone, past everything that the faults were
about.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import traceback
from collections.abc import Mapping
from contextlib import closing
from typing import IO, Any

from tests.faults.site import ROOT

USER, PASSWORD = "bente", "hjerter er trumf"


class Clerk:
    """The other end of the line."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.clerk"],
            cwd=ROOT,
            env=dict(env),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def ask(self, what: str, *how: object) -> Any:
        assert self._process.stdin is not None and self._process.stdout is not None
        print(json.dumps([what, *how]), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        assert line, f"the clerk died over {what}"
        answer, error = json.loads(line)
        assert not error, f"the clerk could not say {what}: {error}"
        return answer

    def close(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait(30)


def prepare() -> None:
    from tests.factories import make_user
    from tests.migrated import migrate

    migrate()
    user = make_user(USER)
    user.set_password(PASSWORD)
    user.save()


def make_hall(slug: str, tables: int) -> None:
    """A tournament with its first round drawn, published and its clock started."""
    from games.domain.run_clock import start_clock
    from tests import factories
    from tournaments.domain.draw_round import draw_round
    from tournaments.domain.publish_round import publish_round
    from tournaments.models import Role, User

    user = User.objects.get(username=USER)
    tournament = factories.make_tournament(
        slug=slug, tables=tables, capacity=2 * tables, rounds_planned=200
    )
    Role.objects.create(tournament=tournament, user=user, kind=Role.Kind.ORGANISER)
    factories.make_entries(tournament, 2 * tables)
    round_ = publish_round(draw_round(tournament, by=user), by=user, despite_warnings=True)
    start_clock(round_, by=user)


def next_round(slug: str) -> None:
    """The organiser closes the round, draws the next and starts it."""
    close(slug)
    from games.domain.run_clock import start_clock
    from tournaments.domain.draw_round import draw_round
    from tournaments.domain.publish_round import publish_round
    from tournaments.models import Tournament

    tournament = Tournament.objects.get(slug=slug)
    round_ = publish_round(draw_round(tournament, by=None), by=None, despite_warnings=True)
    start_clock(round_, by=None)


def close(slug: str) -> None:
    from tournaments.domain.close_round import close_round
    from tournaments.models import Round

    close_round(Round.objects.get(tournament__slug=slug, state="published"), by=None)


def truth(slug: str) -> dict[str, Any]:
    """What is saved: each result as "round/table" and its scores, what is there twice, and what
    does not come out when it is reckoned again."""
    from django.db.models import Count

    from games.models import Result
    from tournaments.domain.recheck import recheck
    from tournaments.domain.recheck_standings import recheck_standings
    from tournaments.domain.seal_log import seal_log, verify_log
    from tournaments.models import Event, Pairing, Tournament

    tournament = Tournament.objects.get(slug=slug)
    rounds = list(tournament.rounds.order_by("number"))
    games = Pairing.objects.filter(round__tournament=tournament, results__isnull=False).distinct()
    saved = {
        f"{game.round.number}/{game.table.number}": list(
            game.seats.order_by("side").values_list("score", flat=True)
        )
        for game in games.select_related("round", "table")
        if game.table is not None
    }
    own = Event.objects.filter(tournament=tournament)
    several = (
        Result.objects.filter(pairing__round__tournament=tournament)
        .values("pairing")
        .annotate(count=Count("pk"))
        .filter(count__gt=1)
    )
    events = own.filter(verb="result.record")
    doubled = several.count() + events.count() - events.values("subject_id").distinct().count()
    doubled += abs(events.count() - len(saved))
    seal_log(tournament)
    chain = verify_log(tournament)
    differ = [line for round_ in rounds for line in recheck(round_).differences]
    return {
        "saved": saved,
        "doubled": doubled,
        "chain": chain.whole and own.filter(place=None).count() == 0,
        "standings": [*differ, *recheck_standings(tournament).differences],
        "rounds": [[round_.number, round_.state] for round_ in rounds],
        "draws": own.filter(verb="round.draw").count(),
    }


def worked() -> float | None:
    from config.health.pulse import worked_at

    return worked_at()


def shows(slug: str) -> dict[str, Any]:
    """What the round's clock rests on."""
    from games.models import Clock

    clock = Clock.objects.get(round__tournament__slug=slug)
    return {"started": clock.started_at.isoformat(), "seconds": clock.seconds}


def main(asked: IO[str]) -> None:
    import django

    django.setup()
    from django.db import connections

    verbs = {
        "prepare": prepare,
        "hall": make_hall,
        "next": next_round,
        "close": close,
        "truth": truth,
        "worked": worked,
        "shows": shows,
    }
    for line in asked:
        what, *how = json.loads(line)
        with closing(connections["default"]):
            try:
                said = verbs[what](*how), ""
            except Exception as error:
                traceback.print_exc()
                said = None, f"{type(error).__name__}: {error}"
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main(sys.stdin)
