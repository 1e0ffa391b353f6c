"""A long game's steps: every path that the guide knows, and no other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from enum import StrEnum

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from games.domain.game_results import Typed
from games.domain.record_result import record_result, remove_result
from judging.domain.give_ruling import give_ruling
from judging.domain.long_game import (
    record_willingness,
    set_position,
    take_step,
    take_step_back,
)
from judging.escalation import BEFORE, TRANSITIONS, Step
from judging.escalation_words import STEPS
from judging.forms import version_of
from judging.models import LongGame, LongGameStep, Ruling
from tests.at_once import at_once
from tests.judging.conftest import NINE
from tests.judging.domain.test_give_ruling import decide
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


class Press(StrEnum):
    """What is pressed beside the steps themselves."""

    BACK = "back"
    NAME_WINNER = "name-winner"
    AMEND = "amend"
    TAKE_RESULT_AWAY = "take-result-away"


class Walk:
    """A table's way through the steps: what should follow upon each press, and what does."""

    def __init__(self, pairing: Pairing, head: User) -> None:
        self.pairing, self.head = pairing, head
        self.at, self.version = Step.RUNNING, 0
        self.ruling: Ruling | None = None
        self.result = False

    def expected(self, press: Step | Press) -> Step | None:
        """Where the table is after it; None where it is refused."""
        if press is Press.BACK:
            free = not self.result and self.ruling is None
            return BEFORE.get(self.at) if free else None
        if press is Press.NAME_WINNER:
            # A game that was decided stays so when the head judge names the winner anew.
            decided = self.at is Step.ADJUDICATED and self.ruling is None and not self.result
            return Step.ADJUDICATED if self.at is Step.LOCKED_AGAIN or decided else None
        if press is Press.AMEND:
            return self.at if self.ruling is not None and not self.result else None
        if press is Press.TAKE_RESULT_AWAY:
            return self.at if self.result else None
        following = TRANSITIONS.get(self.at)
        possible = following is not None and following.target is press and not following.ruled
        return press if possible and not self.result else None

    def press(self, press: Step | Press) -> str:
        outcome = code(lambda: self._do(press))
        if outcome == "done":
            self.version = LongGame.objects.get(pairing=self.pairing).version
        return outcome

    def _do(self, press: Step | Press) -> None:
        tournament = self.pairing.round.tournament
        if press is Press.BACK:
            back(self.pairing, self.head, self.version)
        elif press is Press.NAME_WINNER:
            facts = replace(decide(self.pairing), seen=version_of(self.pairing))
            self.ruling = give_ruling(tournament, facts, by=self.head)
            self.result = True
        elif press is Press.AMEND:
            if self.ruling is None:
                raise Refused("nothing-to-amend", "-")
            changed = replace(
                decide(self.pairing), consequence="none", winner=None, amends=self.ruling
            )
            give_ruling(tournament, changed, by=self.head)
            self.ruling = None
        elif press is Press.TAKE_RESULT_AWAY:
            if not self.result:
                raise Refused("no-result", "-")
            seen = version_of(self.pairing)
            remove_result(self.pairing, seen=seen, why="Forkert bord.", by=self.head)
            self.result = False
        else:
            step(self.pairing, press, self.head, self.version)


#: Half of the presses are what would follow, so that walks come to the end and back.
presses = st.lists(st.sampled_from([*Step, *Press, "on", "on", "on", "undo", "undo"]), max_size=18)


def next_press(walk: Walk, press: str) -> Step | Press:
    """What "on" and "undo" mean where the table is."""
    if press == "on":
        following = TRANSITIONS.get(walk.at)
        if following is None or following.ruled:
            return Press.NAME_WINNER
        return following.target
    if press == "undo":
        if walk.result:
            return Press.TAKE_RESULT_AWAY
        return Press.AMEND if walk.ruling is not None else Press.BACK
    return Step(press) if press in set(Step) else Press(press)


@given(presses=presses)
@example(presses=["on"] * 5 + ["back", "amend", "undo", "back", "undo", "undo", "on"])
@example(presses=["on"] * 5 + ["undo"] * 8 + ["on"] * 5)
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_any_presses_lead_where_the_table_says(
    pairing: Pairing, head: User, presses: list[str]
) -> None:
    """Steps, taking back, naming the winner, and what has to go before a decided game goes back.
    After each press the table is where the data say, or unmoved."""
    walk = Walk(pairing, head)
    undone = transaction.savepoint()
    try:
        for one in presses:
            press = next_press(walk, one)
            expected = walk.expected(press)
            outcome = walk.press(press)
            assert (outcome == "done") == (expected is not None), (press, outcome)
            walk.at = expected or walk.at
        game = LongGame.objects.filter(pairing=pairing).first()
        assert (game.step, game.version) == (walk.at, walk.version) if game else walk.version == 0
        rows = list(LongGameStep.objects.filter(long_game=game).order_by("version"))
        assert len(rows) == walk.version
        assert all(row.by == head and row.at and row.why for row in rows)
        assert [row.origin for row in rows[1:]] == [row.target for row in rows[:-1]]
        for row in rows:
            lower, upper = (row.target, row.origin) if row.takes_back else (row.origin, row.target)
            assert BEFORE[Step(upper)] == lower
    finally:
        transaction.savepoint_rollback(undone)


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


def test_every_step_has_a_reason_the_usual_one_where_none_is_written(
    pairing: Pairing, judge: User
) -> None:
    take_step(pairing, Step.OVER_TIME, seen=0, by=judge)
    take_step(pairing, Step.TEN_MINUTES, seen=1, why="De har lukket hinanden inde.", by=judge)
    take_step(pairing, Step.OPENING, seen=2, why="Rød flytter ud.", by=judge)
    take_step(pairing, Step.LOCKED_AGAIN, seen=3, why="  ", by=judge)
    whys = list(LongGameStep.objects.order_by("version").values_list("why", flat=True))
    assert whys == [
        str(STEPS[Step.OVER_TIME].why),
        "De har lukket hinanden inde.",
        "Rød flytter ud.",
        str(STEPS[Step.LOCKED_AGAIN].why),
    ]
    assert all(whys)
    told = Event.objects.filter(verb="escalation.step").order_by("id")
    assert list(told.values_list("why", flat=True)) == whys


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
