"""What table states say, and when pages about the clock have something new."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from games.domain.extend_table import extend_table
from games.domain.game_results import Typed
from games.domain.record_result import correct_result, record_result, remove_result
from games.domain.run_clock import pause_clock, start_clock
from games.queries import clock_stamp, shown_round, table_state, table_states
from tests import factories
from tests.results import make_round
from tournaments.models import Pairing, Round, User


def test_table_states_by_table_without_byes(round_: Round) -> None:
    states = table_states(round_)
    assert [(s.number, [e.number for side in s.sides for e in side.entries]) for s in states] == [
        (1, [1, 2]),
        (2, [3, 4]),
        (3, [5, 6]),
    ]
    assert {state.state for state in states} == {"waiting"}


def test_table_states_know_result_and_opponents(pairing: Pairing, desk: User) -> None:
    record_result(pairing, Typed(scores=(5, 8)), seen=0, by=desk)
    state = table_states(pairing.round)[0]
    assert [(side.won, side.score) for side in state.sides] == [(False, 5), (True, 8)]
    assert (state.state, state.version, state.result and state.result.entered_by) == (
        "done",
        1,
        desk,
    )
    (mine,) = state.sides[0].entries
    assert [entry.number for entry in state.opponents_of(mine)] == [2]


def test_table_state_a_correction_does_not_move_the_finish(
    pairing: Pairing, desk: User, time_machine: Any
) -> None:
    time_machine.move_to("2027-03-13 09:00:00Z", tick=False)
    start_clock(pairing.round, by=desk)
    time_machine.move_to("2027-03-13 09:40:00Z", tick=False)
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=desk)
    time_machine.move_to("2027-03-13 09:55:00Z", tick=False)
    correct_result(pairing, Typed(scores=(5, 8)), seen=1, why="x", by=desk)
    assert table_state(pairing).face.minutes == 40
    remove_result(pairing, seen=2, why="x", by=desk)
    assert (table_state(pairing).state, table_state(pairing).face.minutes) == ("playing", 55)


def test_shown_round_is_never_a_draft(round_: Round) -> None:
    assert shown_round(round_.tournament) == round_
    Round.objects.update(state=Round.State.DRAFT)
    assert shown_round(round_.tournament) is None


def test_clock_stamp_changes_when_something_happens_and_when_time_is_up(
    pairing: Pairing, desk: User, time_machine: Any
) -> None:
    round_, tournament = pairing.round, pairing.round.tournament
    stamps = [clock_stamp(tournament, round_)]

    def note() -> None:
        stamps.append(clock_stamp(tournament, round_))

    time_machine.move_to("2027-03-13 09:00:00Z", tick=False)
    start_clock(round_, by=desk)
    note()
    extend_table(pairing, minutes=5, why="x", by=desk)
    note()
    time_machine.move_to("2027-03-13 09:59:59Z", tick=False)
    assert clock_stamp(tournament, round_) == stamps[-1]
    time_machine.move_to("2027-03-13 10:00:00Z", tick=False)
    note()
    time_machine.move_to("2027-03-13 10:05:00Z", tick=False)
    note()
    pause_clock(round_, by=desk)
    note()
    assert len(set(stamps)) == len(stamps)


@pytest.mark.parametrize("games", [2, 20])
def test_table_states_takes_six_queries(
    db: None, django_assert_num_queries: DjangoAssertNumQueries, games: int
) -> None:
    tournament = factories.make_tournament(tables=20)
    entries = factories.make_entries(tournament, games * 2)
    round_ = make_round(tournament, 1, [entries[i : i + 2] for i in range(0, games * 2, 2)])
    start_clock(round_, by=None)
    for pairing in list(round_.pairings.all())[: games // 2]:
        record_result(pairing, Typed(scores=(8, 5)), seen=0, by=None)
    round_.tournament = tournament
    with django_assert_num_queries(6):
        states = table_states(round_)
    assert len([state.version for state in states]) == games
