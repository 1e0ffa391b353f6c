"""What a hint tells, and to whom."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.live.hints import ALL, STAFF, Ending, Hint, hint_of, mark_of, merged
from tournaments.models import Event

hints = st.builds(
    Hint,
    tournament=st.just(7),
    event=st.integers(1, 999),
    of=st.frozensets(st.sampled_from(["results", "clock", "rounds", STAFF]), min_size=1),
    pairings=st.frozensets(st.integers(1, 5), max_size=3),
)


def event(verb: str, kind: str = "round", pk: int = 31) -> Event:
    at = dt.datetime(2027, 3, 13, 9, tzinfo=dt.UTC)
    return Event(pk=90, tournament_id=7, at=at, verb=verb, subject_kind=kind, subject_id=pk)


@pytest.mark.parametrize(
    ("verb", "kind", "of", "pairings"),
    [
        ("result.record", "pairing", "results", {31}),
        ("clock.start", "round", "clock", set()),
        ("round.publish", "round", "rounds", set()),
        ("round.draw", "round", STAFF, set()),
        ("round.redraw", "round", STAFF, set()),
        ("draft.swap", "round", STAFF, set()),
        ("role.give", "role", STAFF, set()),
        ("privacy.initials", "player", ALL, set()),
        ("nothing.known", "thing", STAFF, set()),
    ],
)
def test_hint_of_an_event_says_its_kind_and_table(
    verb: str, kind: str, of: str, pairings: set[int]
) -> None:
    assert hint_of(event(verb, kind)) == Hint(7, 90, frozenset({of}), frozenset(pairings))


@pytest.mark.parametrize("where", ["before", "after"])
def test_hint_of_a_correction_that_moved_seats_is_everybodys(where: str) -> None:
    corrected = event("result.correct", "pairing")
    setattr(corrected, where, {"corrected": {"redrawn": [3]}})
    assert hint_of(corrected) == Hint(7, 90, frozenset({"rounds", "results"}))


def test_only_what_the_staff_does_among_itself_is_kept_from_the_public() -> None:
    assert [hint_of(event(verb)).public for verb in ("round.draw", "mail.again", "role.take")] == [
        False,
        False,
        False,
    ]
    assert hint_of(event("entry.check-in")).public


@given(hints)
def test_hint_travels_as_text_unchanged(hint: Hint) -> None:
    assert Hint.from_json(hint.to_json()) == hint


@pytest.mark.parametrize("text", ["", "{}", "[1]", "[1,2,3,4,5]", '["x",1,[],[]]'])
def test_hint_that_is_none_is_refused(text: str) -> None:
    with pytest.raises((ValueError, TypeError)):
        Hint.from_json(text)


@given(st.lists(hints, min_size=1, max_size=5))
def test_merged_hints_say_all_that_each_says(several: list[Hint]) -> None:
    one = merged(several)
    for hint in several:
        assert hint.of <= one.of
        # No table named means every table.
        assert not one.pairings or (hint.pairings and hint.pairings <= one.pairings)


@given(st.lists(hints, min_size=1, max_size=4), hints)
def test_merged_in_steps_is_merged_at_once(several: list[Hint], last: Hint) -> None:
    assert merged([merged(several), last]) == merged([*several, last])


@given(
    st.integers(1, 10**9),
    st.none() | st.integers(1, 10**9),
    st.frozensets(st.text("0af", max_size=9)),
)
def test_ending_travels_whole_and_is_no_hint(
    user: int, tournament: int | None, marks: frozenset[str]
) -> None:
    ending = Ending(user, tournament, marks)
    assert Ending.from_json(ending.to_json()) == ending
    with pytest.raises(ValueError):
        Hint.from_json(ending.to_json())


def test_session_key_does_not_travel() -> None:
    assert (len(mark_of("abc")), mark_of("abc") == mark_of("abd"), mark_of("")) == (20, False, "")
