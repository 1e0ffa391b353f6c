"""The clock as if it had not been touched; and as if it had after all."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.domain.extend_table import extend_table
from games.domain.game_results import Typed
from games.domain.record_result import record_result
from games.domain.run_clock import (
    end_clock,
    pause_clock,
    resume_clock,
    set_clock_length,
    start_clock,
    undo_clock_start,
)
from games.models import Clock, Extension
from games.queries import round_face
from tournaments.domain.errors import Refused
from tournaments.models import Event, Pairing, Round
from tournaments.undo.take_back import take_back

NINE = datetime(2027, 3, 13, 9, 0, tzinfo=UTC)


@pytest.fixture
def at(time_machine: Any) -> Callable[[float], None]:
    """Move the clock of the machine to so many minutes after nine."""

    def move(after: float) -> None:
        time_machine.move_to(NINE + timedelta(minutes=after), tick=False)

    move(0)
    return move


@pytest.fixture
def running(round_: Round, at: Callable[[float], None]) -> Round:
    """Its clock started at nine."""
    start_clock(round_, by=None)
    return round_


def left(round_: Round) -> float:
    """Minutes the clock shows."""
    return round_face(round_).remaining.total_seconds() / 60


def instants(round_: Round) -> list[tuple[object, ...]]:
    clocks = Clock.objects.filter(round=round_).order_by("pauses__began_at")
    return list(clocks.values_list("seconds", "started_at", "pauses__began_at", "pauses__ended_at"))


def back(round_: Round, event: Event | None = None) -> Event:
    event = event or Event.objects.latest("id")
    return take_back(round_.tournament, event.pk, by=None)


def code(do: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        do()
    return refused.value.code


def test_pause_taken_back_counts_the_time_it_stood(
    running: Round, at: Callable[[float], None]
) -> None:
    full = left(running)
    at(10)
    pause_clock(running, by=None)
    at(14)
    undone = back(running)
    assert left(running) == full - 14
    at(20)
    back(running, undone)
    assert left(running) == full - 10
    assert running.clock.pauses.get().began_at == NINE + timedelta(minutes=10)


def test_resume_taken_back_leaves_it_standing_all_along(
    running: Round, at: Callable[[float], None]
) -> None:
    full = left(running)
    at(10)
    pause_clock(running, by=None)
    at(12)
    resume_clock(running, by=None)
    before = instants(running)
    at(15)
    undone = back(running)
    assert left(running) == full - 10
    at(18)
    back(running, undone)
    assert instants(running) == before
    assert left(running) == full - 16


def test_start_taken_back_and_made_again_is_the_same_start(
    running: Round, at: Callable[[float], None]
) -> None:
    at(5)
    pause_clock(running, by=None)
    at(6)
    resume_clock(running, by=None)
    before = instants(running)
    first = Event.objects.get(verb="clock.start")
    assert code(lambda: back(running, first)) == "rests-on-it"
    undo_clock_start(running, by=None)
    assert instants(running) == []
    at(9)
    back(running)
    assert instants(running) == before


def test_length_and_end_go_back_to_the_second(running: Round, at: Callable[[float], None]) -> None:
    was = running.clock.seconds
    set_clock_length(running, seconds=was + 301, by=None)
    longer = Event.objects.latest("id")
    at(3)
    end_clock(running, by=None)
    back(running)
    assert Clock.objects.get().seconds == was + 301
    back(running, longer)
    assert Clock.objects.get().seconds == was


def test_clock_is_not_touched_by_undo_once_it_was_touched_by_hand(
    running: Round, at: Callable[[float], None]
) -> None:
    at(1)
    pause_clock(running, by=None)
    pause = Event.objects.latest("id")
    at(2)
    resume_clock(running, by=None)
    assert code(lambda: back(running, pause)) == "rests-on-it"


def test_start_stays_once_a_result_is_in(running: Round, pairing: Pairing) -> None:
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=None)
    start = Event.objects.get(verb="clock.start")
    assert code(lambda: back(running, start)) == "results-in"


def test_extra_time_goes_and_comes(running: Round, pairing: Pairing) -> None:
    extend_table(pairing, minutes=5, why="a spilt coffee", by=None)
    undone = back(running)
    assert not Extension.objects.exists()
    back(running, undone)
    assert [(one.minutes, one.why) for one in Extension.objects.all()] == [(5, "a spilt coffee")]
