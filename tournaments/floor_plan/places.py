"""Where tables stand on the floor plan. Pure: numbers and steps, nothing stored.

The plan is a grid of small steps, counted from the hall's upper left corner. A table covers
`WIDTH` by `HEIGHT` of them from its own upper left corner.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

#: Steps that a table covers.
WIDTH: Final = 4
HEIGHT: Final = 3
#: Steps from one table to the next where nobody has said otherwise: room to walk between them.
PITCH_X: Final = 5
PITCH_Y: Final = 5
#: No table stands further out than this.
FARTHEST: Final = 999
#: A hall is about so many times as wide as it is deep, in tables.
_BREADTH: Final = 1.6


class Place(NamedTuple):
    """A table's upper left corner, in steps."""

    x: int
    y: int

    @property
    def inside(self) -> bool:
        """Whether the plan reaches that far."""
        return 0 <= self.x <= FARTHEST and 0 <= self.y <= FARTHEST


#: Where the first table stands while nobody has put it elsewhere.
CORNER: Final = Place(0, 0)


def touch(one: Place, other: Place) -> bool:
    """Whether two tables would stand on one another."""
    return abs(one.x - other.x) < WIDTH and abs(one.y - other.y) < HEIGHT


class Floor:
    """Tables that stand somewhere; finds quickly what a place would touch."""

    def __init__(self, places: Iterable[tuple[int, Place]] = ()) -> None:
        self._cells: dict[tuple[int, int], list[tuple[int, Place]]] = {}
        self.depth = 0
        """Steps from the upper wall to beneath the lowest table."""
        for number, place in places:
            self.put(number, place)

    def put(self, number: int, place: Place) -> None:
        self._cells.setdefault((place.x // WIDTH, place.y // HEIGHT), []).append((number, place))
        self.depth = max(self.depth, place.y + HEIGHT)

    def at(self, place: Place) -> int | None:
        """The number of a table that `place` would touch; None for none."""
        column, row = place.x // WIDTH, place.y // HEIGHT
        for x in (column - 1, column, column + 1):
            for y in (row - 1, row, row + 1):
                for number, there in self._cells.get((x, y), ()):
                    if touch(place, there):
                        return number
        return None


def first_clash(places: Mapping[int, Place]) -> tuple[int, int] | None:
    """Two tables that stand on one another, the lower number first; None where none do."""
    floor = Floor()
    for number, place in sorted(places.items()):
        other = floor.at(place)
        if other is not None:
            return other, number
        floor.put(number, place)
    return None


def row_length(tables: int) -> int:
    """How many tables stand in a row where nobody has said otherwise."""
    return max(1, math.ceil(math.sqrt(tables * _BREADTH)))


def in_rows(numbers: Sequence[int], per_row: int, start: Place) -> dict[int, Place]:
    """Tables in their order, `per_row` in each row, the first at `start`."""
    return {
        number: Place(start.x + place % per_row * PITCH_X, start.y + place // per_row * PITCH_Y)
        for place, number in enumerate(numbers)
    }


def laid_out(places: Mapping[int, Place], numbers: Sequence[int], per_row: int) -> dict[int, Place]:
    """All `places`, with `numbers` of them in rows: where the first of them stood, or beneath all
    others where there is no room for that."""
    others = {number: place for number, place in places.items() if number not in set(numbers)}
    floor = Floor(others.items())
    moved = [places[number] for number in numbers if number in places]
    corner = Place(
        min((place.x for place in moved), default=0), min((place.y for place in moved), default=0)
    )
    rows = in_rows(numbers, per_row, corner if others else CORNER)
    if any(floor.at(place) is not None or not place.inside for place in rows.values()):
        beneath = floor.depth + PITCH_Y - HEIGHT if others else 0
        rows = in_rows(numbers, per_row, Place(0, beneath))
    return others | rows


def places_of(known: Mapping[int, Place | None]) -> dict[int, Place]:
    """Where every table is shown: where it was put, and for one that never was, beside the table
    with the number before it, or in rows beneath all others. No two of those touch."""
    put = {number: place for number, place in known.items() if place is not None}
    left = sorted(number for number, place in known.items() if place is None)
    if not put:
        return in_rows(left, row_length(len(left)), CORNER)
    floor = Floor(put.items())
    width = max(place.x for place in put.values())
    rest: list[int] = []
    for number in left:
        before = put.get(number - 1)
        beside = Place(before.x + PITCH_X, before.y) if before is not None else None
        if beside is not None and beside.x <= width and floor.at(beside) is None:
            put[number] = beside
            floor.put(number, beside)
        else:
            rest.append(number)
    beneath = Place(0, floor.depth + PITCH_Y - HEIGHT)
    return put | in_rows(rest, max(row_length(len(rest)), width // PITCH_X + 1), beneath)


def size_of(places: Iterable[Place]) -> tuple[int, int]:
    """How wide and deep a plan with these tables is, in steps."""
    corners = list(places)
    return (
        max((place.x for place in corners), default=0) + WIDTH,
        max((place.y for place in corners), default=0) + HEIGHT,
    )
