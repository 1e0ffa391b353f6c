"""The clock, tables that do not agree, and results not confirmed, as needs and as words."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.domain.claims import claim_result
from games.domain.extend_table import extend_table
from games.domain.run_clock import pause_clock, resume_clock, start_clock
from games.needs import game_needs, glance, table_words
from tests.games.claiming import LOST, WON
from tests.results import write_results
from tournaments.access import Action
from tournaments.control.needs import Asked, Kind
from tournaments.marks import Weight
from tournaments.models import Pairing, Round
from tournaments.queries.day import day_of

NINE = datetime(2027, 3, 13, 9, 0, tzinfo=UTC)


@pytest.fixture
def at(time_machine: Any) -> Callable[[float], None]:
    def move(after: float) -> None:
        time_machine.move_to(NINE + timedelta(minutes=after), tick=False)

    move(0)
    return move


def asked(round_: Round) -> Asked:
    tournament = round_.tournament
    return Asked(
        tournament=tournament,
        day=day_of(tournament),
        now=timezone.now(),
        actions=frozenset(Action),
    )


def told(round_: Round) -> list[tuple[str, str, int | None]]:
    return [(one.kind, one.weight, one.table) for one in game_needs(None, asked(round_))]


def says(pairing: Pairing, side: int, what: Any) -> None:
    entry = pairing.seats.get(side=side).entry
    claim_result(pairing, entry, what, device=f"phone {side}")


def words(round_: Round) -> dict[int, str]:
    """By number of the table."""
    numbers = dict(round_.pairings.exclude(table=None).values_list("pk", "table__number"))
    return {numbers[key]: word for key, word in table_words(None, round_, timezone.now()).items()}


def test_clock_that_was_not_started_and_one_that_stands_still_are_told(
    round_: Round, at: Callable[[float], None]
) -> None:
    assert told(round_) == [(Kind.CLOCK, Weight.ACTIVE, None)]
    start_clock(round_, by=None)
    assert told(round_) == []
    pause_clock(round_, by=None)
    assert told(round_) == [(Kind.CLOCK, Weight.ACTIVE, None)]
    resume_clock(round_, by=None)
    assert told(round_) == []


def test_clock_is_missed_by_nobody_once_all_is_played(round_: Round) -> None:
    write_results(round_)
    assert told(round_) == []


def test_table_that_does_not_agree_is_urgent_and_one_side_alone_is_told_in_time(
    round_: Round, at: Callable[[float], None]
) -> None:
    start_clock(round_, by=None)
    one, two, _three = round_.pairings.exclude(table=None).order_by("table__number")
    says(one, 0, WON)
    says(one, 1, LOST)
    says(two, 0, LOST)
    assert told(round_) == [(Kind.DISPUTE, Weight.URGENT, 1)]
    assert words(round_) == {1: "disputed", 2: "reported", 3: "playing"}
    at(5)
    assert told(round_) == [
        (Kind.DISPUTE, Weight.URGENT, 1),
        (Kind.REPORTED, Weight.ACTIVE, 2),
    ]


def test_words_of_the_tables_know_extra_time_and_pauses(
    round_: Round, at: Callable[[float], None]
) -> None:
    assert set(words(round_).values()) == {"waiting"}
    start_clock(round_, by=None)
    extend_table(round_.pairings.get(table__number=2), minutes=10, why="x", by=None)
    at(65)
    assert words(round_) == {1: "over-time", 2: "playing", 3: "over-time"}
    pause_clock(round_, by=None)
    assert words(round_) == {1: "over-time", 2: "paused", 3: "over-time"}


def test_glance_shows_the_clock_that_runs(round_: Round, at: Callable[[float], None]) -> None:
    assert glance(None, asked(round_)) == []
    start_clock(round_, by=None)
    ((_template, context),) = glance(None, asked(round_))
    assert (context["round"], context["face"].running) == (round_, True)


def test_between_rounds_nothing_is_told(round_: Round) -> None:
    Round.objects.filter(pk=round_.pk).update(state=Round.State.CLOSED)
    assert (told(round_), glance(None, asked(round_))) == ([], [])
