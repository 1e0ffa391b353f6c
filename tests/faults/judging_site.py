"""A judge's day at one table, in a process of its own, to be killed in the middle of a press.

`python -m tests.faults.judging_site` makes the database of DATA_DIR and a round being played. For
each line that it reads, a list as JSON, a process presses everything from the call to the named
winner, each with a key of its own, so that what was done before is not done again; with a statement
and a number it kills itself right after so many that begin so, in the middle of its transaction.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from typing import Any

SLUG = "hall"


class Killer:
    """Counts statements of one kind and ends the process after the last of them."""

    def __init__(self, statement: str, count: int) -> None:
        self.statement, self.left = statement, count

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        done = execute(sql, params, many, context)
        if sql.replace('"', "").startswith(self.statement):
            self.left -= 1
            if not self.left:
                os.kill(os.getpid(), signal.SIGKILL)
        return done


def make() -> None:
    from tests.migrated import migrate

    migrate()
    from games.domain.run_clock import start_clock
    from tests.factories import make_entries, make_tournament, make_user
    from tests.results import make_round
    from tournaments.models import Role

    tournament = make_tournament(slug=SLUG, tables=1)
    start_clock(make_round(tournament, 1, [make_entries(tournament, 2)]), by=None)
    make_user("hanne", role=Role.Kind.HEAD_JUDGE, tournament=tournament)


def walk() -> None:
    from judging.domain.answer_call import arrive_at_call, resolve_call, take_call
    from judging.domain.give_ruling import RulingFacts, give_ruling
    from judging.domain.long_game import take_step
    from judging.domain.place_call import place_call
    from judging.escalation import Step
    from tournaments.models import Pairing, Tournament, User

    tournament = Tournament.objects.get(slug=SLUG)
    pairing = Pairing.objects.select_related("round").get()
    head = User.objects.get(username="hanne")
    call = place_call(pairing, by=head, key="call")
    take_call(call, by=head, key="take")
    arrive_at_call(call, by=head, key="arrive")
    resolve_call(call, give_back=True, by=head, key="resolve")
    chain = (Step.OVER_TIME, Step.TEN_MINUTES, Step.OPENING, Step.LOCKED_AGAIN)
    for seen, target in enumerate(chain):
        take_step(pairing, target, seen=seen, why="Rød åbner.", by=head, key=target)
    facts = RulingFacts(
        happened="Låst igen.",
        decision="Gul og blå vinder.",
        rules=("H4",),
        consequence="result",
        pairing=pairing,
        winner=0,
        scores=(6, 5),
    )
    give_ruling(tournament, facts, by=head, key="ruling")


def pressed(words: list[str]) -> int:
    """How a process of its own ended that walked, or was killed while it did: as `subprocess`
    tells it. A fork, since Django takes longer to load than the day to walk."""
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    from django.db import connection

    try:
        if words:
            with connection.execute_wrapper(Killer(words[0], int(words[1]))):
                walk()
        else:
            walk()
        os._exit(0)
    except BaseException:
        traceback.print_exc()
    os._exit(1)


def main() -> None:
    import django

    django.setup()
    from django.db import connections

    make()
    connections.close_all()
    print("made", flush=True)
    for line in sys.stdin:
        print(pressed(json.loads(line)), flush=True)


if __name__ == "__main__":
    main()
