"""Long lists in pages that are read from afar, and turn often enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

T = TypeVar("T")

#: Seconds a screen stays when nobody chose, the shortest that can be read, the longest to choose.
SECONDS: Final = 12
SHORTEST: Final = 5
LONGEST: Final = 120
#: Everybody finds themselves on a long list within so many seconds.
ROUND_TRIP: Final = 42


@dataclass(frozen=True, slots=True)
class Grid:
    """How a page of a list is laid out."""

    columns: int
    rows: int

    @property
    def lines(self) -> int:
        return self.columns * self.rows


#: From the largest letters to the smallest that are read from 15 m.
GRIDS: Final = (
    Grid(1, 6),
    Grid(2, 6),
    Grid(2, 8),
    Grid(2, 10),
    Grid(3, 10),
    Grid(3, 12),
    Grid(3, 16),
    Grid(4, 16),
    Grid(4, 21),
)
#: While a list fits a page of this, it stays on one.
ONE_PAGE: Final = Grid(2, 10)


def grid_for(lines: int) -> Grid:
    """The largest letters with which `lines` fit a page, or turn within `ROUND_TRIP`."""
    most = ROUND_TRIP // SECONDS
    for grid in GRIDS:
        pages = -(-lines // grid.lines)
        if pages <= (1 if grid.lines <= ONE_PAGE.lines else most):
            return grid
    return GRIDS[-1]


def paged(lines: Sequence[T], grid: Grid) -> list[Sequence[T]]:
    """The pages, as even as they can be: the last is not left with a line alone."""
    pages = max(1, -(-len(lines) // grid.lines))
    size, rest = divmod(len(lines), pages)
    found: list[Sequence[T]] = []
    start = 0
    for page in range(pages):
        end = start + size + (page < rest)
        found.append(lines[start:end])
        start = end
    return found


def seconds_each(screens: int, chosen: float) -> float:
    """How long each of a source's screens stays: as chosen, but all of them no longer than
    `ROUND_TRIP` where there are several, and none shorter than can be read."""
    if screens < 2:
        return chosen
    return max(min(chosen, SHORTEST), min(chosen, max(ROUND_TRIP, chosen) / screens))
