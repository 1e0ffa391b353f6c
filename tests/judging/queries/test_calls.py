"""The judges' queue reads the tables it tells of, and misses none."""

from __future__ import annotations

from collections.abc import Callable

from games.domain.extend_table import extend_table
from judging.domain.long_game import take_step
from judging.domain.place_call import place_call
from judging.escalation import Step
from judging.queries.calls import queue_of
from tournaments.models import Pairing, Round, Tournament, User


def test_queue_tells_of_calls_and_of_minutes_that_are_over_before_the_time_is_up(
    tournament: Tournament, started: Round, judge: User, at: Callable[[float], None]
) -> None:
    called, locked, _quiet = started.pairings.exclude(table=None).order_by("table__number")
    at(5)
    place_call(called, by=judge)
    for version, target in enumerate((Step.OVER_TIME, Step.TEN_MINUTES)):
        take_step(locked, target, seen=version, by=judge)

    def told() -> tuple[list[int | None], list[tuple[int | None, str]]]:
        queue = queue_of(tournament, judge)
        lines = [line.table.number if line.table is not None else None for line in queue.lines]
        return lines, [(one.table.number, one.transition.target) for one in queue.proposed]

    at(14)
    assert told() == ([1], [])
    at(15)
    assert told() == ([1], [(2, Step.OPENING)])
    at(60)
    assert told() == ([1], [(2, Step.OPENING), (3, Step.OVER_TIME)])


def test_queue_of_a_table_with_extra_time_waits_for_it(
    tournament: Tournament, started: Round, judge: User, at: Callable[[float], None]
) -> None:
    pairing: Pairing = started.pairings.get(table__number=1)
    extend_table(pairing, minutes=5, why="Spildt kaffe.", by=judge)
    at(61)
    assert [one.table.number for one in queue_of(tournament, judge).proposed] == [2, 3]
    at(65)
    assert [one.table.number for one in queue_of(tournament, judge).proposed] == [1, 2, 3]
