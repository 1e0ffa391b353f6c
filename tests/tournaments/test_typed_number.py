"""Whole numbers that people send."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.typed_number import LARGEST, whole


@pytest.mark.parametrize(
    "text", [None, "", " ", "-1", "1.5", "x", "²", "٣", "9" * 5000, "9223372036854775808"]
)
def test_whole_number_that_is_none(text: str | None) -> None:
    assert whole(text) is None


def test_whole_number_has_its_own_bound() -> None:
    assert [whole(" 12 ", 12), whole("13", 12), whole("007", 9)] == [12, None, 7]


def test_whole_number_is_what_a_database_can_hold() -> None:
    assert whole(str(LARGEST)) == 2**63 - 1


@given(st.text(max_size=30))
def test_whole_number_of_any_text_is_small_or_none(text: str) -> None:
    number = whole(text, 50)
    assert number is None or 0 <= number <= 50
