"""How long lists are cut into pages of the wall."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.wall.pages import (
    GRIDS,
    ROUND_TRIP,
    SECONDS,
    SHORTEST,
    Grid,
    grid_for,
    paged,
    seconds_each,
)


@given(st.integers(0, 1500), st.sampled_from(GRIDS))
def test_pages_hold_every_line_once_and_are_even(lines: int, grid: Grid) -> None:
    pages = paged(range(lines), grid)
    assert [line for page in pages for line in page] == list(range(lines))
    sizes = [len(page) for page in pages]
    assert max(sizes) <= grid.lines
    assert max(sizes) - min(sizes) <= 1
    assert len(pages) == max(1, -(-lines // grid.lines))


@given(st.integers(1, 500))
def test_everybody_of_a_hall_is_seen_within_three_quarters_of_a_minute(lines: int) -> None:
    pages = len(paged(range(lines), grid_for(lines)))
    assert pages * seconds_each(pages, SECONDS) <= 45


@pytest.mark.parametrize(
    ("lines", "grid"),
    [
        (1, Grid(1, 6)),
        (6, Grid(1, 6)),
        (7, Grid(2, 6)),
        (20, Grid(2, 10)),
        (21, Grid(3, 10)),
        (90, Grid(3, 10)),
        (91, Grid(3, 12)),
        (252, Grid(4, 21)),
        (500, Grid(4, 21)),
        (2000, Grid(4, 21)),
    ],
)
def test_letters_are_as_large_as_the_list_lets_them(lines: int, grid: Grid) -> None:
    assert grid_for(lines) == grid


@given(st.integers(1, 60), st.integers(1, 120))
def test_a_screen_stays_as_chosen_or_long_enough_to_be_read(screens: int, chosen: int) -> None:
    each = seconds_each(screens, chosen)
    assert min(chosen, SHORTEST) <= each <= chosen
    if screens == 1:
        assert each == chosen
    if each > SHORTEST:
        assert each * screens <= max(ROUND_TRIP, chosen) + 1e-9 or each == chosen
