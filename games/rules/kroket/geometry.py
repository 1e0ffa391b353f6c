"""The two kinds of grid: squares with eight directions, flat-topped hexagons with six.

A cell is called by its column and its row, "c4": columns from the west, rows from the south. On
hexagons every second column (b, d, f, …) lies half a cell further north.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import sqrt
from typing import Final, NamedTuple

Vector = tuple[int, int]

_MIRROR: Final = str.maketrans("NS", "SN")

NORTHWARD: Final = ("N", "NE", "NW")
SOUTHWARD: Final = ("S", "SE", "SW")


class _Kind(NamedTuple):
    name: str
    vectors: Mapping[str, Vector]
    hexagons: bool


class GridKind(_Kind):
    """A kind of grid. ``vectors`` name the directions clockwise from north."""

    @cached_property
    def directions(self) -> tuple[str, ...]:
        """The directions, clockwise from north."""
        return tuple(self.vectors)

    def turned(self, direction: str, notches: int) -> str:
        """The direction ``notches`` further clockwise; a negative number turns the other way."""
        ways = self.directions
        return ways[(ways.index(direction) + notches) % len(ways)]

    def opposite(self, direction: str) -> str:
        """The direction the other way."""
        return self.turned(direction, len(self.vectors) // 2)

    def angle(self, one: str, other: str) -> int:
        """The angle between two directions in degrees, 0 to 180."""
        ways = self.directions
        apart = abs(ways.index(one) - ways.index(other))
        return min(apart, len(ways) - apart) * 360 // len(ways)

    def next_cell(self, cell: str, direction: str) -> str:
        """The name of the cell one step on, "" if there is none that has a name."""
        column, row = self._coordinates(cell)
        east, north = self.vectors[direction]
        return self._name(column + east, row + north)

    def middle(self, cell: str) -> tuple[float, float]:
        """Where a cell lies, x to the east and y to the north; neighbours are 1 apart.

        On squares a neighbour across a corner is further away.
        """
        column, number = ord(cell[0]) - ord("a"), int(cell[1:]) - 1
        if self.hexagons:
            return column * sqrt(3) / 2, number + (column % 2) / 2
        return float(column), float(number)

    def _coordinates(self, cell: str) -> Vector:
        column, row = ord(cell[0]) - ord("a"), int(cell[1:]) - 1
        return column, row - column // 2 if self.hexagons else row

    def _name(self, column: int, row: int) -> str:
        if self.hexagons:
            row += column // 2
        inside = 0 <= column < 26 and 0 <= row < 99
        return f"{chr(ord('a') + column)}{row + 1}" if inside else ""


HEX6: Final = GridKind(
    "hex6",
    {"N": (0, 1), "NE": (1, 0), "SE": (1, -1), "S": (0, -1), "SW": (-1, 0), "NW": (-1, 1)},
    True,
)
SQUARE8: Final = GridKind(
    "square8",
    {
        "N": (0, 1),
        "NE": (1, 1),
        "E": (1, 0),
        "SE": (1, -1),
        "S": (0, -1),
        "SW": (-1, -1),
        "W": (-1, 0),
        "NW": (-1, 1),
    },
    False,
)
KINDS: Final = {kind.name: kind for kind in (HEX6, SQUARE8)}

#: A step of a shot's path as it stands to the declared direction, in notches clockwise. A notch
#: is 60 degrees on hexagons and 45 on squares; "back" is the other way on both.
TURNS: Final = {"ahead": 0, "right": 1, "sharp-right": 2, "left": -1, "sharp-left": -2}
BACK: Final = "back"


def relative(kind: GridKind, direction: str, step: str) -> str:
    """The direction of a path's step when ``direction`` was declared."""
    return kind.opposite(direction) if step == BACK else kind.turned(direction, TURNS[step])


def cell_key(cell: str) -> tuple[str, int]:
    """What cells are sorted by: column, then row."""
    return cell[0], int(cell[1:])


def mirrored(direction: str) -> str:
    """A direction with north and south exchanged."""
    return direction.translate(_MIRROR)
