"""Calls that wait and games that last too long, as needs."""

from __future__ import annotations

from collections.abc import Callable

from django.utils import timezone

from games.domain.game_results import Typed
from games.domain.record_result import record_result
from judging.domain.answer_call import take_call
from judging.domain.long_game import take_step
from judging.domain.place_call import place_call
from judging.escalation import Step
from judging.needs import judge_needs, table_words
from tournaments.access import Action
from tournaments.control.needs import Asked, Kind
from tournaments.marks import Weight
from tournaments.models import Pairing, Round, User
from tournaments.queries.day import day_of


def told(round_: Round) -> list[tuple[str, str, int | None]]:
    asked = Asked(
        tournament=round_.tournament,
        day=day_of(round_.tournament),
        now=timezone.now(),
        actions=frozenset(Action),
    )
    return [(one.kind, one.weight, one.table) for one in judge_needs(None, asked)]


def test_call_is_urgent_until_a_judge_has_it(started: Round, pairing: Pairing, judge: User) -> None:
    assert told(started) == []
    call = place_call(pairing, by=None)
    assert told(started) == [(Kind.CALL, Weight.URGENT, 1)]
    assert table_words(None, started, timezone.now()) == {pairing.pk: "judge-called"}
    take_call(call, by=judge)
    assert told(started) == [(Kind.CALL, Weight.ACTIVE, 1)]


def test_tables_over_time_are_told_but_those_done_and_those_that_called(
    started: Round, pairing: Pairing, judge: User, at: Callable[[float], None]
) -> None:
    two = started.pairings.get(table__number=2)
    record_result(two, Typed(scores=(8, 5)), seen=0, by=judge)
    at(59)
    assert told(started) == []
    at(61)
    place_call(pairing, by=None)
    assert told(started) == [(Kind.CALL, Weight.URGENT, 1), (Kind.LATE, Weight.URGENT, 3)]


def test_step_that_was_taken_is_told_with_what_it_is(
    started: Round, pairing: Pairing, judge: User, at: Callable[[float], None]
) -> None:
    at(10)
    for version, step in enumerate((Step.OVER_TIME, Step.TEN_MINUTES)):
        take_step(pairing, step, seen=version, by=judge)
    assert told(started) == [(Kind.LATE, Weight.ACTIVE, 1)]
    at(20)
    assert told(started) == [(Kind.LATE, Weight.URGENT, 1)]


def test_between_rounds_no_judge_is_needed(started: Round, pairing: Pairing) -> None:
    place_call(pairing, by=None)
    Round.objects.filter(pk=started.pk).update(state=Round.State.CLOSED)
    assert told(started) == []
