"""Who goes on, by each rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.qualifiers.rules import Standing, Why, going

LIST = [Standing(n, n) for n in range(1, 9)]
GROUPS = [Standing(n, (n + 1) // 2, "AB"[(n + 1) % 2]) for n in range(1, 9)]


def entries(rows: object) -> list[int]:
    return [one.entry for one in rows]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("rule", "number", "found"),
    [
        ("first", 3, [1, 2, 3]),
        ("first", 99, [1, 2, 3, 4, 5, 6, 7, 8]),
        ("percent", 25, [1, 2]),
        ("percent", 26, [1, 2, 3]),
        ("percent", 1, [1]),
        ("percent", 100, [1, 2, 3, 4, 5, 6, 7, 8]),
        ("hand", 3, []),
    ],
)
def test_rule_takes_from_the_top(rule: Why, number: int, found: list[int]) -> None:
    goes, reserves = going(LIST, rule, number)
    assert entries(goes) == found
    assert entries(reserves) == [n for n in range(1, 9) if n not in found]


def test_first_of_each_group_go_on_and_reserves_follow_by_place() -> None:
    goes, reserves = going(GROUPS, "groups", 1)
    assert (entries(goes), entries(reserves)) == ([1, 2], [3, 4, 5, 6, 7, 8])


def test_who_is_out_does_not_go_on_and_the_next_does() -> None:
    rows = [Standing(1, 1, out=True), *LIST[1:]]
    goes, reserves = going(rows, "first", 2)
    assert (entries(goes), entries(reserves)[0]) == ([2, 3], 4)


def test_wild_card_goes_on_whatever_its_place_and_takes_nobodys() -> None:
    goes, _reserves = going(LIST, "first", 2, by_hand={1, 7})
    assert [(one.entry, one.why) for one in goes] == [(1, "first"), (2, "first"), (7, "hand")]


@given(
    st.lists(st.booleans(), max_size=12),
    st.sampled_from(["first", "groups", "percent", "hand"]),
    st.integers(1, 100),
    st.sets(st.integers(1, 12), max_size=3),
)
def test_everybody_is_on_one_list_at_most_in_order_of_place(
    outs: list[bool], rule: Why, number: int, wild: set[int]
) -> None:
    rows = [Standing(n, n, "AB"[n % 2], out) for n, out in enumerate(outs, start=1)]
    goes, reserves = going(rows, rule, number, wild)
    there = [*entries(goes), *entries(reserves)]
    assert len(set(there)) == len(there)
    assert {row.entry for row in rows if not row.out} <= set(there)
    assert entries(reserves) == sorted(entries(reserves))
    assert {one.entry for one in goes if one.why == "hand"} <= wild
