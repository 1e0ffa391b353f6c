"""What a hand may do to a draft: laws that hold after any run of changes."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.domain.draft import (
    Draft,
    Slot,
    changed_places,
    move_to_bye,
    move_to_table,
    put_in,
    slot_from_json,
    swap_entries,
    take_out,
)
from tournaments.domain.errors import Refused

TABLES = tuple(range(1, 9))


def draft_of(entries: int) -> Draft:
    """Entries 1, 2 against each other at table 1, and so on; the odd one has the bye."""
    games: Draft = {
        place: Slot(seats=((2 * place - 1, 0), (2 * place, 1)), table=place)
        for place in range(1, entries // 2 + 1)
    }
    if entries % 2:
        games[entries // 2 + 1] = Slot(seats=((entries, 0),), table=None)
    return games


def entries_in(draft: Draft) -> Counter[int]:
    return Counter(entry for slot in draft.values() for entry in slot.entries)


CHANGES = st.one_of(
    st.tuples(st.just("swap"), st.integers(1, 12), st.integers(1, 12)),
    st.tuples(st.just("bye"), st.integers(1, 12), st.just(0)),
    st.tuples(st.just("table"), st.integers(1, 7), st.sampled_from(TABLES)),
    st.tuples(st.just("out"), st.integers(1, 12), st.just(0)),
    st.tuples(st.just("in"), st.integers(1, 12), st.just(0)),
)


def change(draft: Draft, what: str, first: int, second: int) -> Draft:
    if what == "swap":
        return swap_entries(draft, first, second)
    if what == "bye":
        return move_to_bye(draft, first)
    if what == "table":
        return move_to_table(draft, first, second)
    if what == "out":
        return take_out(draft, first)
    return put_in(draft, first, TABLES)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 11), st.lists(CHANGES, max_size=12))
def test_draft_stays_a_round_whatever_hands_do(
    entries: int, changes: list[tuple[str, int, int]]
) -> None:
    draft = draft_of(entries)
    there = set(entries_in(draft))
    for what, first, second in changes:
        try:
            draft = change(draft, what, first, second)
        except Refused:
            continue
        there = there - {first} if what == "out" else there | {first} if what == "in" else there
        assert entries_in(draft) == Counter(there)
        tables = [slot.table for slot in draft.values() if slot.table is not None]
        assert len(tables) == len(set(tables))
        assert all((slot.table is None) == slot.bye for slot in draft.values())
        assert all(len({side for _e, side in slot.seats}) in (1, 2) for slot in draft.values())
        assert sum(slot.bye for slot in draft.values()) == len(there) % 2


@given(st.integers(4, 11), st.data())
def test_swap_done_twice_changes_only_the_mark(entries: int, data: st.DataObject) -> None:
    draft = draft_of(entries)
    one, other = data.draw(st.lists(st.integers(1, entries), min_size=2, max_size=2, unique=True))
    twice = swap_entries(swap_entries(draft, one, other), one, other)
    assert {place: (slot.seats, slot.table) for place, slot in twice.items()} == {
        place: (slot.seats, slot.table) for place, slot in draft.items()
    }


def test_swap_takes_over_table_side_and_opponent() -> None:
    draft = swap_entries(draft_of(4), 1, 4)
    assert draft == {
        1: Slot(seats=((4, 0), (2, 1)), table=1, by_hand=True),
        2: Slot(seats=((3, 0), (1, 1)), table=2, by_hand=True),
    }


def test_swap_with_itself_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        swap_entries(draft_of(4), 1, 1)
    assert refused.value.code == "against-itself"


def test_swap_with_somebody_outside_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        swap_entries(draft_of(4), 1, 9)
    assert refused.value.code == "not-in-draft"


def test_bye_in_an_even_round_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        move_to_bye(draft_of(4), 1)
    assert refused.value.code == "no-bye"


def test_bye_moves_to_another_one() -> None:
    draft = move_to_bye(draft_of(5), 2)
    assert (draft[1].seats, draft[3].seats) == (((1, 0), (5, 1)), ((2, 0),))


def test_table_taken_makes_two_games_change_places() -> None:
    draft = move_to_table(draft_of(4), 1, 2)
    assert (draft[1].table, draft[2].table, draft[2].by_hand) == (2, 1, True)


def test_table_free_moves_one_game_and_keeps_its_reasons() -> None:
    before = draft_of(4)
    before[1] = Slot(seats=before[1].seats, table=1, reasons=({"code": "x", "params": {}},))
    draft = move_to_table(before, 1, 7)
    assert (draft[1].table, draft[1].reasons, draft[2]) == (7, before[1].reasons, before[2])


def test_take_out_gives_the_lonely_one_the_bye_or_the_one_who_had_it() -> None:
    assert take_out(draft_of(4), 1)[1] == Slot(seats=((2, 0),), table=None, by_hand=True)
    draft = take_out(draft_of(5), 1)
    assert draft == {
        1: Slot(seats=((2, 0), (5, 1)), table=1, by_hand=True),
        2: draft_of(5)[2],
    }


def test_put_in_without_a_free_table_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        put_in(draft_of(5), 6, (1, 2))
    assert refused.value.code == "too-few-tables"


def test_put_in_twice_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        put_in(draft_of(5), 3, TABLES)
    assert refused.value.code == "twice"


def test_slot_survives_the_log() -> None:
    slot = Slot(seats=((1, 0), (2, 1)), table=4, by_hand=True, reasons=({"code": "x"},))
    assert slot_from_json(slot.to_json(3)) == (3, slot)


def test_changed_places_names_what_differs() -> None:
    before = draft_of(6)
    assert changed_places(before, take_out(before, 6)) == [3]
    assert changed_places(before, before) == []
