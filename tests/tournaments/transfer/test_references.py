"""Keys of rows within JSON."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.transfer.references import depth_of, translate


def tenfold(kind: str, key: int) -> int:
    return key * 10 if kind == "entries" else key * 100


@pytest.mark.parametrize(
    ("value", "way", "found"),
    [
        ({"a": 1, "b": 2}, "a", {"a": 10, "b": 2}),
        ({"a": [1, 2]}, "a.*", {"a": [10, 20]}),
        ({"a": 3}, "a.*", {"a": 3}),
        ([[1, 2], [3, 4]], "*.0", [[10, 2], [30, 4]]),
        ([[1]], "*.5", [[1]]),
        ({"1": "x", "A": 2}, "#", {"10": "x", "A": 2}),
        ({"a": 1, "b": 2, "c": 3}, "a|b", {"a": 10, "b": 20, "c": 3}),
        ({"a": {"x": 1}, "b": {"x": 2}}, "*.x", {"a": {"x": 10}, "b": {"x": 20}}),
        ({"a": True}, "a", {"a": True}),
        ({"a": None}, "a", {"a": None}),
        ("text", "a.b", "text"),
    ],
)
def test_key_is_changed_where_the_way_leads_and_nowhere_else(
    value: Any, way: str, found: Any
) -> None:
    assert translate(value, {way: "entries"}, tenfold) == found


def test_each_way_has_its_kind() -> None:
    ways = {"a": "entries", "b": "stages"}
    assert translate({"a": 1, "b": 1}, ways, tenfold) == {"a": 10, "b": 100}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab1"), inner),
    max_leaves=12,
)


@given(JSON, st.sampled_from(["a", "*.a", "a.*", "#", "a|b.0", "*.*.*"]))
def test_there_and_back_is_the_same_and_the_value_is_left_alone(value: Any, way: str) -> None:
    text = repr(value)
    there = translate(value, {way: "entries"}, lambda _kind, key: key + 100)
    assert translate(there, {way: "entries"}, lambda _kind, key: key - 100) == value
    assert repr(value) == text


@pytest.mark.parametrize(("value", "depth"), [(1, 1), ([], 1), ([1], 2), ({"a": [[]]}, 3)])
def test_depth_is_counted(value: Any, depth: int) -> None:
    assert depth_of(value, 40) == depth


def test_depth_is_counted_no_further_than_asked() -> None:
    value: Any = []
    for _ in range(100_000):
        value = [value]
    assert depth_of(value, 40) == 41
