"""Type that fits its box."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from reports.documents.fitting import fit, lines, width

SIZES = ((20.0, 1), (14.0, 2), (9.0, 3), (5.0, 5))
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=120)


@given(NAMES, st.floats(60, 400))
def test_size_chosen_is_the_largest_that_fits(name: str, room: float) -> None:
    chosen = fit(name, room, SIZES)
    fitting = [size for size, allowed in SIZES if lines(name, size, room) <= allowed]
    assert chosen == (fitting[0] if fitting else SIZES[-1][0])


@given(NAMES, NAMES)
def test_width_grows_with_the_text(one: str, two: str) -> None:
    assert width(one + two, 10) >= max(width(one, 10), width(two, 10))


def test_width_is_the_sum_of_the_advances_of_the_font() -> None:
    assert round(width("Partners", 1000), 3) == 3564.0


def test_word_longer_than_a_line_takes_several() -> None:
    assert lines("W" * 40, 10, 100) == 4


def test_texts_that_begin_lines_of_their_own_are_counted_together() -> None:
    assert fit(["Anna", "Bo"], 400, SIZES) == 14.0


def test_box_narrower_than_a_letter_has_a_line_for_each() -> None:
    assert [lines("Anna Bo", 40, room) for room in (0.0, 1.0, 5.0)] == [6, 6, 6]


@given(NAMES, st.floats(0, 60))
def test_lines_of_a_narrow_box_end_and_hold_a_letter_at_least(name: str, room: float) -> None:
    letters = sum(map(len, name.split()))
    assert len(name.split()[:1]) <= lines(name, 20, room) <= max(letters, 1)
