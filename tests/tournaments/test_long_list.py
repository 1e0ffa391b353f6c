"""A list of thousands: a page at a time, searched as a whole."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.long_list import AT_ONCE, LINES_A_PAGE, Part, part_of

#: How long lists may be that stand under each other.
LENGTHS = st.lists(st.integers(0, 2 * LINES_A_PAGE + 20), min_size=1, max_size=6)


def lists_of(lengths: Sequence[int]) -> list[list[int]]:
    """Keys from 1, in order, one list after another."""
    ends = [sum(lengths[: place + 1]) for place in range(len(lengths))]
    return [
        list(range(end - length + 1, end + 1)) for end, length in zip(ends, lengths, strict=True)
    ]


def every_page(lists: list[list[int]], find: str = "") -> list[Part[int]]:
    first = part_of(lists, str, find=find)
    return [part_of(lists, str, find=find, page=one.number) for one in first.pages]


@given(LENGTHS)
def test_pages_hold_every_line_once_in_order(lengths: list[int]) -> None:
    shown = [key for part in every_page(lists_of(lengths)) for key in sorted(part.keys)]
    assert shown == list(range(1, sum(lengths) + 1))


@given(LENGTHS)
def test_pages_are_no_longer_than_a_page_and_say_where_they_are(lengths: list[int]) -> None:
    parts = every_page(lists_of(lengths))
    if sum(lengths) <= AT_ONCE:
        assert [len(part.keys) for part in parts] == [sum(lengths)]
        return
    assert max(len(part.keys) for part in parts) <= LINES_A_PAGE
    assert [(min(part.keys), max(part.keys)) for part in parts] == [
        (one.first, one.last) for one in parts[0].pages
    ]


@given(LENGTHS)
def test_pages_cut_no_list_that_fits_on_one(lengths: list[int]) -> None:
    lists = lists_of(lengths)
    parts = every_page(lists)
    for keys in lists:
        if 0 < len(keys) <= LINES_A_PAGE:
            assert [bool(part.keys & set(keys)) for part in parts].count(True) == 1


@given(LENGTHS, st.integers(1, 3000))
def test_line_is_on_the_page_that_is_shown_beside_it(lengths: list[int], key: int) -> None:
    part = part_of(lists_of(lengths), str, beside=key)
    assert (key in part.keys) == (key <= sum(lengths))


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("soren", {7}),
        ("SØREN  åkesson", {7}),
        ("akesson soeren", {7}),
        ("sø\0ren", {7}),
        ("nobody", set()),
        ("par 12", {12, *range(112, 913, 100), *range(120, 130)}),
    ],
)
def test_words_are_found_in_any_order_and_spelling(typed: str, found: set[int]) -> None:
    def text(key: int) -> str:
        return "Søren Åkesson" if key == 7 else f"Par {key}"

    part = part_of([list(range(1, 1000))], text, find=typed)
    assert (part.keys, part.found, part.of) == (found, len(found), 999)


def test_nothing_found_has_no_page() -> None:
    part = part_of([list(range(999))], str, find="x", page=3)
    assert (part.pages, part.number, part.keys) == ((), 1, frozenset())


@pytest.mark.parametrize(("page", "number"), [(0, 1), (1, 1), (4, 4), (5, 4), (2**63, 4)])
def test_page_that_is_not_there_is_the_nearest(page: int, number: int) -> None:
    assert part_of([list(range(999))], str, page=page).number == number


def test_short_list_comes_as_a_whole_whatever_is_looked_for() -> None:
    part = part_of([list(range(AT_ONCE))], str, find="7", page=2)
    assert (len(part.keys), part.is_long, part.find) == (AT_ONCE, False, "")
