"""The line typed at the desk."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.domain.game_results import Typed
from games.parsing import QuickLine, quick_line
from tournaments.domain.errors import Refused


@pytest.mark.parametrize(
    ("line", "table", "typed"),
    [
        ("12 8-5", 12, Typed(scores=(8, 5))),
        ("12 85", 12, Typed(scores=(8, 5))),
        ("  12:  8 – 5 ", 12, Typed(scores=(8, 5))),
        ("12 8 5", 12, Typed(scores=(8, 5))),
        ("12 8-5 57 min", 12, Typed(scores=(8, 5), minutes=57)),
        ("12 8-5 57m", 12, Typed(scores=(8, 5), minutes=57)),
        ("12 6-7 d1", 12, Typed(scores=(6, 7), winner=0, ended="adjudicated")),
        ("12 6-7 D2 61’", 12, Typed(scores=(6, 7), winner=1, ended="adjudicated", minutes=61)),
        ("7 t2 3-4", 7, Typed(scores=(3, 4), winner=1, ended="timeout")),
        ("250 w1", 250, Typed(winner=0, ended="walkover")),
        ("250 u", 250, Typed(ended="walkover")),
        ("12", 12, None),
    ],
)
def test_quick_line(line: str, table: int, typed: Typed | None) -> None:
    assert quick_line(line) == QuickLine(table, typed)


def test_quick_line_of_three_sides_has_no_short_form() -> None:
    assert quick_line("3 8-5-7", short=False).typed == Typed(scores=(8, 5, 7))
    assert quick_line("3 12 5", short=False).typed == Typed(scores=(12, 5))


@pytest.mark.parametrize("line", ["", "bord 12", "12 8-5 x1", "12 otte-fem", "12345 8-5", "12 855"])
def test_quick_line_unreadable(line: str) -> None:
    with pytest.raises(Refused) as refused:
        quick_line(line)
    assert (refused.value.code, refused.value.field) == ("line-unreadable", "line")


@given(
    st.integers(1, 9999),
    st.integers(0, 8),
    st.integers(0, 8),
    st.sampled_from(["-", " ", "–", " - ", ":", ","]),
)
def test_quick_line_reads_what_the_desk_writes(table: int, a: int, b: int, between: str) -> None:
    assert quick_line(f"{table} {a}{between}{b}") == QuickLine(table, Typed(scores=(a, b)))
    assert quick_line(f"{table} {a}{b}") == QuickLine(table, Typed(scores=(a, b)))


@given(st.text(max_size=40))
def test_quick_line_is_read_or_refused_and_never_breaks(text: str) -> None:
    try:
        read = quick_line(text)
    except Refused:
        return
    assert 0 <= read.table <= 9999
