"""What judges do with a call: every verb, in every state, one after the other and at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from games.domain.game_results import Typed
from games.domain.record_result import record_result
from games.domain.run_clock import pause_clock, resume_clock
from games.models import Extension
from judging.domain.answer_call import (
    RULES,
    arrive_at_call,
    hand_over_call,
    lost_minutes,
    resolve_call,
    send_head_judge,
    take_call,
    withdraw_call,
)
from judging.domain.place_call import place_call
from judging.models import Call
from tests.at_once import at_once
from tests.factories import make_user
from tests.judging.conftest import NINE
from tournaments.domain.errors import Refused
from tournaments.models import Event, Pairing, Player, Round, Tournament, User

VERBS: dict[str, Callable[..., Call]] = {
    "call.take": take_call,
    "call.arrive": arrive_at_call,
    "call.resolve": resolve_call,
    "call.hand-over": hand_over_call,
    "call.send-head": send_head_judge,
    "call.withdraw": withdraw_call,
}
TO_STATE: dict[str, tuple[str, ...]] = {
    "waiting": (),
    "taken": ("call.take",),
    "arrived": ("call.take", "call.arrive"),
    "resolved": ("call.take", "call.resolve"),
    "withdrawn": ("call.withdraw",),
}


def code(job: Callable[[], object]) -> str:
    try:
        job()
    except Refused as refused:
        assert str(refused.message)
        return refused.code
    return "done"


@pytest.fixture
def call(pairing: Pairing, desk: User) -> Call:
    return place_call(pairing, by=desk)


@pytest.mark.parametrize("state", TO_STATE)
@pytest.mark.parametrize("verb", VERBS)
def test_verb_follows_only_upon_what_the_table_says(
    call: Call, head: User, verb: str, state: str
) -> None:
    for before in TO_STATE[state]:
        call = VERBS[before](call, by=head)
    outcome = code(lambda: VERBS[verb](call, by=head))
    expected = {
        True: "done",
        False: {
            "waiting": "call-waiting",
            "taken": "call-taken",
            "arrived": "call-taken",
            "resolved": "call-closed",
            "withdrawn": "call-closed",
        }[state],
    }[state in RULES[verb].follows]
    assert outcome == expected


@pytest.mark.parametrize("verb", ["call.arrive", "call.resolve", "call.hand-over"])
def test_verb_of_a_call_that_another_judge_has(
    call: Call, judge: User, second: User, verb: str
) -> None:
    take_call(call, by=judge)
    assert code(lambda: VERBS[verb](call, by=second)) == "call-taken"


def test_take_arrive_resolve_keeps_each_time(
    call: Call, judge: User, at: Callable[[float], None]
) -> None:
    at(2)
    take_call(call, by=judge)
    at(3)
    arrive_at_call(call, by=judge)
    at(5)
    done = resolve_call(call, by=judge)
    assert (done.judge, done.taken_at, done.first_arrived_at, done.closed_at) == (
        judge,
        NINE + timedelta(minutes=2),
        NINE + timedelta(minutes=3),
        NINE + timedelta(minutes=5),
    )
    assert [event.verb for event in Event.objects.order_by("id")] == [
        "call.place",
        "call.take",
        "call.arrive",
        "call.resolve",
    ]


def test_take_call_twice_with_one_key_is_one_event(call: Call, judge: User) -> None:
    take_call(call, by=judge, key="k")
    assert take_call(call, by=judge, key="k").judge == judge
    assert Event.objects.filter(verb="call.take").count() == 1


def test_take_call_of_their_own_game_is_refused(
    tournament: Tournament, call: Call, judge: User
) -> None:
    judge.email = "ANNA2@example.org"
    judge.save()
    assert code(lambda: take_call(call, by=judge)) == "own-game"


def test_take_call_by_one_of_the_same_name_is_refused_unless_the_address_differs(
    call: Call, judge: User
) -> None:
    judge.first_name, judge.last_name = "Bo", "1"
    judge.save()
    assert Player.objects.filter(name="Bo 1").update(email="") == 1
    assert code(lambda: take_call(call, by=judge)) == "own-game"
    Player.objects.filter(name="Bo 1").update(email="bo1@example.org")
    judge.email = "another@example.org"
    judge.save()
    assert code(lambda: take_call(call, by=judge)) == "done"


def test_send_head_judge_leaves_it_to_the_head_judge(call: Call, judge: User, head: User) -> None:
    take_call(call, by=judge)
    sent = send_head_judge(call, by=judge)
    assert (sent.state, sent.for_head, sent.judge) == ("waiting", True, None)
    assert code(lambda: take_call(call, by=judge)) == "head-judge-only"
    assert code(lambda: send_head_judge(call, by=judge)) == "head-sent"
    assert take_call(call, by=head).judge == head


def test_hand_over_call_to_another_judge(call: Call, judge: User, second: User) -> None:
    take_call(call, by=judge)
    arrive_at_call(call, by=judge)
    handed = hand_over_call(call, to=second, by=judge)
    assert (handed.state, handed.judge, handed.arrived_at) == ("taken", second, None)
    assert handed.first_arrived_at is not None


def test_hand_over_call_to_one_who_is_no_judge(call: Call, judge: User, desk: User) -> None:
    take_call(call, by=judge)
    assert code(lambda: hand_over_call(call, to=desk, by=judge)) == "no-judge"
    assert code(lambda: hand_over_call(call, to=judge, by=judge)) == "same-judge"
    assert code(lambda: hand_over_call(call, to=make_user(), by=judge)) == "no-judge"


def test_resolve_call_gives_the_time_back_once(
    started: Round, judge: User, desk: User, at: Callable[[float], None]
) -> None:
    at(20)
    call = place_call(started.pairings.get(table__number=1), by=desk)
    take_call(call, by=judge)
    at(23.5)
    done = resolve_call(call, give_back=True, by=judge)
    assert done.minutes_given == 4
    assert [(row.seconds, row.given_by) for row in Extension.objects.all()] == [(240, judge)]
    assert code(lambda: resolve_call(call, give_back=True, by=judge)) == "call-closed"


def test_lost_minutes_leave_pauses_out(
    started: Round, desk: User, at: Callable[[float], None]
) -> None:
    at(20)
    call = place_call(started.pairings.get(table__number=1), by=desk)
    at(21)
    pause_clock(started, by=desk)
    at(26)
    resume_clock(started, by=desk)
    at(27)
    assert lost_minutes(call, NINE + timedelta(minutes=27)) == 2


def test_lost_minutes_before_the_clock_has_started(
    pairing: Pairing, desk: User, judge: User, at: Callable[[float], None]
) -> None:
    call = place_call(pairing, by=desk)
    at(9)
    assert lost_minutes(call, NINE + timedelta(minutes=9)) == 0
    take_call(call, by=judge)
    assert resolve_call(call, give_back=True, by=judge).minutes_given == 0


def test_resolve_call_with_time_for_a_table_that_is_done_changes_nothing(
    started: Round, judge: User, desk: User, at: Callable[[float], None]
) -> None:
    pairing = started.pairings.get(table__number=1)
    call = take_call(place_call(pairing, by=desk), by=judge)
    at(9)
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=desk)
    assert code(lambda: resolve_call(call, give_back=True, by=judge)) == "table-done"
    call.refresh_from_db()
    assert (call.state, Extension.objects.count()) == ("taken", 0)


def test_withdraw_call_by_the_pair_once_a_judge_is_coming(call: Call, judge: User) -> None:
    take_call(call, by=judge)
    assert code(lambda: withdraw_call(call, by=None)) == "judge-coming"


@pytest.mark.usefixtures("shared_database")
@pytest.mark.parametrize(
    ("before", "verb", "refusal"),
    [
        ((), take_call, "call-taken"),
        ((take_call,), arrive_at_call, "call-taken"),
        ((take_call,), resolve_call, "call-closed"),
        ((take_call, arrive_at_call), resolve_call, "call-closed"),
        ((take_call,), hand_over_call, "call-waiting"),
        ((), send_head_judge, "head-sent"),
        ((), withdraw_call, "call-closed"),
    ],
)
def test_verb_pressed_twice_at_once_happens_once(
    call: Call, head: User, before: Any, verb: Any, refusal: str
) -> None:
    for earlier in before:
        earlier(call, by=head)
    outcomes = at_once(lambda: verb(call, by=head), lambda: verb(call, by=head))
    assert outcomes == sorted([refusal, "done"])


@pytest.mark.usefixtures("shared_database")
def test_two_judges_take_one_call_at_once(call: Call, judge: User, second: User) -> None:
    outcomes = at_once(lambda: take_call(call, by=judge), lambda: take_call(call, by=second))
    assert outcomes == ["call-taken", "done"]
    call.refresh_from_db()
    assert call.judge in {judge, second}
