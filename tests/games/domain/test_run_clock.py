"""The clock's verbs: what they store, what they refuse, what two people at once see."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.domain.extend_table import extend_table, withdraw_extension
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
from games.queries import round_face, table_state
from games.timing import State
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import Event, Pairing, Round, User

NINE = datetime(2027, 3, 13, 9, 0, tzinfo=UTC)


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


@pytest.fixture
def at(time_machine: Any) -> Callable[[float], None]:
    """Move the clock of the machine to so many minutes after nine."""

    def move(after: float) -> None:
        time_machine.move_to(NINE + minutes(after), tick=False)

    move(0)
    return move


def left(round_: Round) -> timedelta:
    return round_face(round_).remaining


def test_start_clock_gives_the_minutes_of_the_tournament(
    round_: Round, desk: User, at: Callable[[float], None]
) -> None:
    start_clock(round_, by=desk)
    at(20)
    assert (left(round_), round_face(round_).state) == (minutes(40), State.PLAYING)
    assert Event.objects.get().verb == "clock.start"


def test_start_clock_gives_the_minutes_that_were_said_for_the_round(
    round_: Round, desk: User, at: Callable[[float], None]
) -> None:
    round_.game_settings = {"minutes": 90}
    round_.save()
    assert left(round_) == minutes(90)
    assert start_clock(round_, by=desk).seconds == 90 * 60
    assert Event.objects.get().after["minutes"] == 90


def test_start_clock_that_was_forgotten(
    round_: Round, desk: User, at: Callable[[float], None]
) -> None:
    start_clock(round_, at=NINE - minutes(5), by=desk)
    assert left(round_) == minutes(55)


@pytest.mark.parametrize(("after", "code"), [(1, "start-ahead"), (-800, "start-long-ago")])
def test_start_clock_refuses_an_instant_that_cannot_be(
    round_: Round, desk: User, at: Callable[[float], None], after: int, code: str
) -> None:
    with pytest.raises(Refused) as refused:
        start_clock(round_, at=NINE + minutes(after), by=desk)
    assert (refused.value.code, refused.value.field) == (code, "at")


@pytest.mark.parametrize(
    ("state", "code"), [(Round.State.DRAFT, "round-draft"), (Round.State.CLOSED, "round-closed")]
)
def test_start_clock_only_in_a_published_round(
    round_: Round, desk: User, state: str, code: str
) -> None:
    Round.objects.update(state=state)
    with pytest.raises(Refused) as refused:
        start_clock(round_, by=desk)
    assert (refused.value.code, Clock.objects.count()) == (code, 0)


def test_start_clock_twice_is_a_conflict_and_with_one_key_is_once(
    round_: Round, desk: User
) -> None:
    first = start_clock(round_, by=desk, key="k")
    assert start_clock(round_, by=desk, key="k") == first
    with pytest.raises(Conflict):
        start_clock(round_, by=desk)
    assert Event.objects.count() == 1


def test_pause_and_resume_move_the_end_by_the_pause(
    round_: Round, desk: User, at: Callable[[float], None]
) -> None:
    start_clock(round_, by=desk)
    at(10)
    pause_clock(round_, by=desk)
    at(17)
    assert (left(round_), round_face(round_).paused) == (minutes(50), True)
    resume_clock(round_, by=desk)
    assert round_face(round_).ends_at == NINE + minutes(67)


def test_pause_and_resume_twice_are_conflicts(round_: Round, desk: User) -> None:
    start_clock(round_, by=desk)
    with pytest.raises(Conflict):
        resume_clock(round_, by=desk)
    pause_clock(round_, by=desk)
    with pytest.raises(Conflict):
        pause_clock(round_, by=desk)


def test_pause_before_the_start_is_a_conflict(round_: Round, desk: User) -> None:
    with pytest.raises(Conflict) as conflict:
        pause_clock(round_, by=desk)
    assert conflict.value.code == "clock-not-started"


def test_set_clock_length_for_everybody(
    round_: Round, desk: User, at: Callable[[float], None]
) -> None:
    start_clock(round_, by=desk)
    set_clock_length(round_, seconds=65 * 60, seen=3600, by=desk)
    with pytest.raises(Conflict):
        set_clock_length(round_, seconds=65 * 60, seen=3600, by=desk)
    with pytest.raises(Refused):
        set_clock_length(round_, seconds=0, by=desk)
    assert left(round_) == minutes(65)


def test_end_clock_makes_the_time_be_up(
    round_: Round, desk: User, at: Callable[[float], None]
) -> None:
    start_clock(round_, by=desk)
    at(30)
    end_clock(round_, by=desk)
    assert round_face(round_).state == State.OVER_TIME
    with pytest.raises(Refused):
        end_clock(round_, by=desk)


def test_undo_clock_start_takes_pauses_with_it(round_: Round, desk: User) -> None:
    start_clock(round_, by=desk)
    pause_clock(round_, by=desk)
    undo_clock_start(round_, by=desk)
    assert (Clock.objects.count(), round_face(round_).state) == (0, State.WAITING)
    start_clock(round_, by=desk)


def test_undo_clock_start_refused_when_results_are_in(pairing: Pairing, desk: User) -> None:
    start_clock(pairing.round, by=desk)
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=desk)
    with pytest.raises(Refused) as refused:
        undo_clock_start(pairing.round, by=desk)
    assert refused.value.code == "results-in"


def test_extend_table_adds_to_one_table(
    round_: Round, pairing: Pairing, judge: User, at: Callable[[float], None]
) -> None:
    start_clock(round_, by=judge)
    extend_table(pairing, minutes=10, why="Kaffe på pladen", by=judge)
    extend_table(pairing, minutes=5, why="Mere kaffe", by=judge)
    at(65)
    assert table_state(pairing).face.remaining == minutes(10)
    other = table_state(round_.pairings.get(table__number=2))
    assert (other.state, other.face.over_by) == ("over-time", minutes(5))


def test_extend_table_with_one_key_is_once(pairing: Pairing, judge: User) -> None:
    first = extend_table(pairing, minutes=10, why="x", by=judge, key="k")
    assert extend_table(pairing, minutes=10, why="x", by=judge, key="k") == first
    assert Extension.objects.count() == 1


@pytest.mark.parametrize(
    ("given", "why", "field"), [(0, "x", "minutes"), (121, "x", "minutes"), (5, " ", "why")]
)
def test_extend_table_refuses(
    pairing: Pairing, judge: User, given: int, why: str, field: str
) -> None:
    with pytest.raises(Refused) as refused:
        extend_table(pairing, minutes=given, why=why, by=judge)
    assert (refused.value.field, Extension.objects.count()) == (field, 0)


def test_extend_table_refused_when_it_is_done(pairing: Pairing, judge: User) -> None:
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=judge)
    with pytest.raises(Refused) as refused:
        extend_table(pairing, minutes=5, why="x", by=judge)
    assert refused.value.code == "table-done"


def test_withdraw_extension_takes_it_back_once(pairing: Pairing, judge: User) -> None:
    extension = extend_table(pairing, minutes=10, why="Forkert bord", by=judge)
    withdraw_extension(extension, by=judge)
    assert Extension.objects.count() == 0
    with pytest.raises(Conflict):
        withdraw_extension(Extension(pk=extension.pk, pairing=pairing), by=judge)
    event = Event.objects.get(verb="table.withdraw-extension")
    assert event.before == {"minutes": 10, "why": "Forkert bord"}
