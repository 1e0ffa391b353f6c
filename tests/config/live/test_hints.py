"""What a hint tells, and to whom."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.live.hints import PUBLIC_NOUNS, STAFF, Hint, hint_of, merged
from tournaments.models import Event

hints = st.builds(
    Hint,
    tournament=st.just(7),
    event=st.integers(1, 999),
    of=st.frozensets(st.sampled_from(["results", "clock", "rounds", STAFF]), min_size=1),
    pairings=st.frozensets(st.integers(1, 5), max_size=3),
)


def event(verb: str, kind: str = "round", pk: int = 31) -> Event:
    return Event(pk=90, tournament_id=7, verb=verb, subject_kind=kind, subject_id=pk)


@pytest.mark.parametrize(
    ("verb", "kind", "of", "pairings"),
    [
        ("result.record", "pairing", "results", {31}),
        ("clock.start", "round", "clock", set()),
        ("round.publish", "round", "rounds", set()),
        ("round.draw", "round", STAFF, set()),
        ("round.redraw", "round", STAFF, set()),
        ("draft.swap", "round", STAFF, set()),
        ("person.invite", "role", STAFF, set()),
    ],
)
def test_hint_of_an_event_says_its_kind_and_table(
    verb: str, kind: str, of: str, pairings: set[int]
) -> None:
    assert hint_of(event(verb, kind)) == Hint(7, 90, frozenset({of}), frozenset(pairings))


def test_hint_of_a_noun_nobody_listed_is_the_staffs() -> None:
    assert [hint_of(event(f"{noun}.x")).public for noun in (*PUBLIC_NOUNS, "secret")] == [
        *[True] * len(PUBLIC_NOUNS),
        False,
    ]


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
