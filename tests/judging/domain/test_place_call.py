"""A table calls a judge."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from games.domain.game_results import Typed
from games.domain.record_result import record_result
from judging.domain.answer_call import withdraw_call
from judging.domain.place_call import answer_clock, place_call
from judging.models import Call
from tests.at_once import at_once
from tests.judging.conftest import NINE
from tournaments.domain.errors import Refused
from tournaments.models import Entry, Event, Pairing, Round, Tournament, User


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        call()
    assert str(caught.value.message)
    return caught.value.code


def from_phone(pairing: Pairing, entry: Entry, key: str = "") -> Call:
    return place_call(pairing, source="pair", entry=entry, by=None, key=key)


def test_place_call_from_a_phone_waits(pairing: Pairing, at: Callable[[float], None]) -> None:
    entry = Entry.objects.get(number=1)
    call = place_call(
        pairing, source="pair", entry=entry, reason="rule", note=" 7 \0", language="en", by=None
    )
    assert (call.state, call.entry, call.reason, call.note, call.language, call.placed_at) == (
        "waiting",
        entry,
        "rule",
        "7",
        "en",
        NINE,
    )
    event = Event.objects.get()
    assert (event.verb, event.subject_id, event.why) == ("call.place", call.pk, "7")


def test_place_call_twice_with_one_key_is_one_call(pairing: Pairing) -> None:
    entry = Entry.objects.get(number=1)
    assert from_phone(pairing, entry, "k") == from_phone(pairing, entry, "k")
    assert (Call.objects.count(), Event.objects.count()) == (1, 1)


def test_place_call_while_one_is_open_is_a_conflict(pairing: Pairing, desk: User) -> None:
    place_call(pairing, by=desk)
    assert refused(lambda: from_phone(pairing, Entry.objects.get(number=2))) == "call-open"


def test_place_call_by_a_pair_that_sits_elsewhere(pairing: Pairing) -> None:
    assert refused(lambda: from_phone(pairing, Entry.objects.get(number=3))) == "not-seated"


def test_place_call_too_often_is_refused_until_a_while_has_passed(
    pairing: Pairing, at: Callable[[float], None]
) -> None:
    entry = Entry.objects.get(number=1)
    for _again in range(3):
        withdraw_call(from_phone(pairing, entry), by=None)
    assert refused(lambda: from_phone(pairing, entry)) == "too-many-calls"
    at(10.1)
    assert from_phone(pairing, entry).state == "waiting"


@pytest.mark.parametrize("state", ["draft", "closed"])
def test_place_call_in_a_round_that_nobody_plays(pairing: Pairing, desk: User, state: str) -> None:
    Round.objects.update(state=state)
    assert refused(lambda: place_call(pairing, by=desk)) == "round-not-running"


def test_place_call_at_a_table_that_is_done(pairing: Pairing, desk: User) -> None:
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=desk)
    assert refused(lambda: place_call(pairing, by=desk)) == "table-done"


def test_place_call_for_a_bye(round_: Round, desk: User) -> None:
    assert refused(lambda: place_call(round_.pairings.get(kind="bye"), by=desk)) == "bye"


def test_place_call_with_a_reason_that_does_not_exist(pairing: Pairing, desk: User) -> None:
    assert refused(lambda: place_call(pairing, reason="x", by=desk)) == "reason-unknown"


def test_answer_clock_counts_from_when_the_time_was_up(
    started: Round, judge: User, at: Callable[[float], None]
) -> None:
    at(67)
    call = answer_clock(started.pairings.get(table__number=2), by=judge)
    assert (call.state, call.judge, call.source, call.placed_at, call.taken_at) == (
        "taken",
        judge,
        "clock",
        NINE + timedelta(minutes=60),
        NINE + timedelta(minutes=67),
    )


def test_answer_clock_while_there_is_time_left(
    started: Round, judge: User, at: Callable[[float], None]
) -> None:
    at(59)
    pairing = started.pairings.get(table__number=2)
    assert refused(lambda: answer_clock(pairing, by=judge)) == "not-over-time"


@pytest.mark.usefixtures("shared_database")
def test_both_sides_call_at_once_is_one_call(tournament: Tournament, pairing: Pairing) -> None:
    entries = Entry.objects.filter(number__in=[1, 2]).order_by("number")
    one, other = entries
    outcomes = at_once(lambda: from_phone(pairing, one), lambda: from_phone(pairing, other))
    assert outcomes == ["call-open", "done"]
    assert Call.objects.count() == 1
