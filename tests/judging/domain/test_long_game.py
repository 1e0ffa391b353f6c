"""A long game's steps: every path that the guide knows, and no other."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.domain.game_results import Typed
from games.domain.record_result import record_result
from judging.domain.long_game import (
    record_willingness,
    set_position,
    take_step,
    take_step_back,
)
from judging.escalation import BEFORE, TRANSITIONS, Step
from judging.models import LongGame, LongGameStep
from tests.judging.at_once import at_once
from tests.judging.conftest import NINE
from tournaments.domain.errors import Refused
from tournaments.models import Event, Pairing, User

#: The chain up to where only a ruling goes on.
CHAIN = [Step.OVER_TIME, Step.TEN_MINUTES, Step.OPENING, Step.LOCKED_AGAIN]


def code(job: Callable[[], object]) -> str:
    try:
        job()
    except Refused as refused:
        assert str(refused.message)
        return refused.code
    return "done"


def step(pairing: Pairing, target: str, by: User, seen: int | None = None) -> LongGame:
    there = LongGame.objects.filter(pairing=pairing).first()
    version = (there.version if there else 0) if seen is None else seen
    return take_step(pairing, target, seen=version, why="Rød flytter ud.", by=by)


def back(pairing: Pairing, by: User, seen: int) -> LongGame:
    return take_step_back(pairing, seen=seen, why="Forkert bord.", by=by)


def test_steps_are_one_chain_and_the_last_needs_a_ruling() -> None:
    assert [step.target for step in TRANSITIONS.values()] == [*CHAIN, Step.ADJUDICATED]
    assert [step.origin for step in TRANSITIONS.values() if step.ruled] == [Step.LOCKED_AGAIN]
    assert [step.rule for step in TRANSITIONS.values()] == ["H1", "H2", "H3", "H4", "H4"]


@given(presses=st.lists(st.sampled_from([*Step, None]), max_size=14))
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_any_presses_lead_where_the_table_says(
    pairing: Pairing, head: User, presses: list[Step | None]
) -> None:
    """None presses "take back". After each press the table is where the data say, or unmoved."""
    LongGameStep.objects.all().delete()
    LongGame.objects.all().delete()
    at, version = Step.RUNNING, 0
    for target in presses:
        if target is None:
            expected = BEFORE.get(at)
            outcome = code(lambda seen=version: back(pairing, head, seen))
        else:
            allowed = TRANSITIONS.get(at)
            possible = allowed is not None and allowed.target is target and not allowed.ruled
            expected = target if possible else None
            outcome = code(lambda target=target, seen=version: step(pairing, target, head, seen))
        assert (outcome == "done") == (expected is not None)
        if expected is not None:
            at, version = expected, version + 1
    game = LongGame.objects.filter(pairing=pairing).first()
    assert (game.step, game.version) == (at, version) if game else version == 0
    rows = list(LongGameStep.objects.filter(long_game=game).order_by("version"))
    assert len(rows) == version
    assert all(row.by == head and row.at and (row.why or not row.takes_back) for row in rows)
    assert [row.origin for row in rows[1:]] == [row.target for row in rows[:-1]]


def test_take_step_ten_minutes_end_ten_minutes_later(
    pairing: Pairing, judge: User, at: Callable[[float], None]
) -> None:
    step(pairing, Step.OVER_TIME, judge)
    at(63)
    game = step(pairing, Step.TEN_MINUTES, judge)
    assert (game.since, game.until) == (
        NINE + timedelta(minutes=63),
        NINE + timedelta(minutes=73),
    )
    events = Event.objects.order_by("id")
    assert [event.verb for event in events] == ["escalation.step"] * 2
    assert events[1].before != events[1].after


def test_take_step_of_the_opening_without_saying_what(pairing: Pairing, judge: User) -> None:
    step(pairing, Step.OVER_TIME, judge)
    step(pairing, Step.TEN_MINUTES, judge)
    opening = code(lambda: take_step(pairing, Step.OPENING, seen=2, why=" ", by=judge))
    assert opening == "why-missing"


def test_take_step_twice_with_one_key_is_one_step(pairing: Pairing, judge: User) -> None:
    for _again in range(2):
        take_step(pairing, Step.OVER_TIME, seen=0, by=judge, key="k")
    assert LongGameStep.objects.count() == 1


def test_take_step_seen_before_another_judge_took_it(
    pairing: Pairing, judge: User, second: User
) -> None:
    step(pairing, Step.OVER_TIME, judge, seen=0)
    assert code(lambda: step(pairing, Step.OVER_TIME, second, seen=0)) == "step-taken"


def test_take_step_at_a_table_that_is_done(pairing: Pairing, judge: User, desk: User) -> None:
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=desk)
    assert code(lambda: step(pairing, Step.OVER_TIME, judge)) == "table-done"


def test_take_step_in_their_own_game(pairing: Pairing, judge: User) -> None:
    judge.email = "bo2@example.org"
    judge.save()
    assert code(lambda: step(pairing, Step.OVER_TIME, judge)) == "own-game"
    assert code(lambda: set_position(pairing, {}, by=judge)) == "own-game"


def test_take_step_back_is_for_the_head_judge_with_a_reason(
    pairing: Pairing, judge: User, head: User
) -> None:
    step(pairing, Step.OVER_TIME, judge)
    assert code(lambda: back(pairing, judge, 1)) == "head-judge-only"
    assert code(lambda: take_step_back(pairing, seen=1, why=" ", by=head)) == "why-missing"
    assert back(pairing, head, 1).step == Step.RUNNING
    assert code(lambda: back(pairing, head, 2)) == "nothing-to-take-back"


def test_record_willingness_keeps_every_word(pairing: Pairing, judge: User, head: User) -> None:
    record_willingness(pairing, side=0, grade="opened", by=judge)
    record_willingness(pairing, side=0, grade="some", note="Kun én gang.", by=head)
    game = LongGame.objects.get(pairing=pairing)
    assert [(row.grade, row.by) for row in game.willingness.all()] == [
        ("opened", judge),
        ("some", head),
    ]
    assert code(lambda: record_willingness(pairing, side=7, grade="some", by=head)) == (
        "no-such-side"
    )
    assert code(lambda: record_willingness(pairing, side=0, grade="x", by=head)) == "grade-unknown"


def test_set_position_takes_no_step(pairing: Pairing, judge: User) -> None:
    set_position(pairing, {"yellow": ["home"] * 4}, by=judge)
    game = LongGame.objects.get(pairing=pairing)
    assert (game.step, game.version, game.position) == ("running", 0, {"yellow": ["home"] * 4})


@pytest.mark.usefixtures("shared_database")
@pytest.mark.parametrize("count", range(len(CHAIN)))
def test_two_judges_take_one_step_at_once(
    pairing: Pairing, judge: User, second: User, count: int
) -> None:
    for target in CHAIN[:count]:
        step(pairing, target, judge)
    outcomes = at_once(
        lambda: step(pairing, CHAIN[count], judge, count),
        lambda: step(pairing, CHAIN[count], second, count),
    )
    assert outcomes == ["done", "step-taken"]
    assert LongGame.objects.get(pairing=pairing).version == count + 1


@pytest.mark.usefixtures("shared_database")
@pytest.mark.parametrize("count", range(1, len(CHAIN)))
def test_step_and_the_taking_back_of_the_one_before_at_once(
    pairing: Pairing, judge: User, head: User, count: int
) -> None:
    for target in CHAIN[:count]:
        step(pairing, target, judge)
    outcomes = at_once(
        lambda: step(pairing, CHAIN[count], judge, count),
        lambda: back(pairing, head, count),
    )
    assert outcomes == ["done", "step-taken"]
