"""Where all the checkers stand, as the player on roll sees it.

A position is 28 bytes, its *cells*. Cell 0 counts the mover's checkers borne off, cell 25 those on
the bar; cells 1 to 24 are the points, ``EMPTY`` plus the mover's checkers or less the opponent's;
cells 26 and 27 are the opponent's bar and the opponent's checkers off. So a checker always goes
from a higher cell to a lower one, from the bar (25) to off (0), and equal positions have equal
cells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from games.rules.errors import RulesError
from games.rules.messages import Term

CATALOGUE_PATH: Final = Path(__file__).with_name("messages.json")

CHECKERS: Final = 15
POINTS: Final = range(1, 25)
HOME: Final = 6
"""The highest point of the home board."""

OFF: Final = 0
BAR: Final = 25
THEIR_BAR: Final = 26
THEIR_OFF: Final = 27
SIZE: Final = 28
EMPTY: Final = 15
"""What the cell of an empty point holds."""

_MIRROR: Final = bytes(2 * EMPTY - count if count <= 2 * EMPTY else 0 for count in range(256))
_MINE: Final = bytes(max(0, count - EMPTY) for count in range(256))


class PositionError(RulesError):
    """A position that cannot exist, or dice that cannot be thrown."""

    catalogue_path = CATALOGUE_PATH


def mirrored(cells: bytes) -> bytes:
    """The same position as the opponent sees it."""
    points = cells[BAR - 1 : OFF : -1].translate(_MIRROR)
    return (
        cells[THEIR_OFF : THEIR_OFF + 1]
        + points
        + bytes((cells[THEIR_BAR], cells[BAR], cells[OFF]))
    )


def own_points(cells: bytes) -> bytes:
    """How many checkers the mover has on each cell from 0 (off) to 25 (bar)."""
    return cells[:1] + cells[1:BAR].translate(_MINE) + cells[BAR : BAR + 1]


def pips(cells: bytes) -> int:
    """How many pips the mover needs to bear everything off (the bar is 25)."""
    own = own_points(cells)
    return sum([point * own[point] for point in range(1, BAR + 1)])


class Position(NamedTuple):
    """A position; ``cells`` are described above.

    Build one with ``start`` or ``parse``; the constructor does not check.
    """

    cells: bytes

    @classmethod
    def start(cls) -> Position:
        """The position before the first roll (G1)."""
        return START

    @classmethod
    def parse(cls, written: object) -> Position:
        """The position written as ``{"points": [24], "bar": [2], "off": [2]}``.

        ``points[i]`` is the mover's (i+1)-point, positive the mover's checkers, negative the
        opponent's; the pairs are mover, opponent. ``PositionError`` if it cannot exist.
        """
        if not isinstance(written, Mapping):
            raise PositionError("position_not_object")
        for name in written:
            if name not in ("points", "bar", "off"):
                raise PositionError("position_field", field=str(name))
        points = _numbers(written, "points", len(POINTS), -CHECKERS)
        bar = _numbers(written, "bar", 2, 0)
        off = _numbers(written, "off", 2, 0)
        mine = sum(count for count in points if count > 0) + bar[0] + off[0]
        theirs = -sum(count for count in points if count < 0) + bar[1] + off[1]
        for side, count in (("mover", mine), ("opponent", theirs)):
            if count != CHECKERS:
                raise PositionError("checker_count", side=Term(side), count=count)
        if off == [CHECKERS, CHECKERS]:
            raise PositionError("both_finished")
        return cls(bytes([off[0], *(EMPTY + count for count in points), *bar, off[1]]))

    @property
    def points(self) -> tuple[int, ...]:
        """The 24 points from the mover's 1-point on, the opponent's checkers negative."""
        return tuple([count - EMPTY for count in self.cells[1:BAR]])

    @property
    def bar(self) -> tuple[int, int]:
        """Checkers on the bar: the mover's, the opponent's."""
        return self.cells[BAR], self.cells[THEIR_BAR]

    @property
    def off(self) -> tuple[int, int]:
        """Checkers borne off: the mover's, the opponent's."""
        return self.cells[OFF], self.cells[THEIR_OFF]

    @property
    def over(self) -> bool:
        """Whether somebody has borne everything off (G9)."""
        return CHECKERS in self.off

    def mirrored(self) -> Position:
        """The same position as the opponent sees it."""
        return Position(mirrored(self.cells))

    def as_json(self) -> dict[str, list[int]]:
        """The position as ``parse`` reads it."""
        return {"points": list(self.points), "bar": list(self.bar), "off": list(self.off)}


def parse_dice(written: object) -> tuple[int, int]:
    """Two dice written as ``[a, b]``; ``PositionError`` if they cannot be thrown."""
    if not isinstance(written, Sequence) or isinstance(written, str) or len(written) != 2:
        raise PositionError("dice")
    for die in written:
        if not _is_int(die) or not 1 <= die <= 6:
            raise PositionError("dice")
    return written[0], written[1]


def _numbers(written: Mapping[object, object], name: str, length: int, least: int) -> list[int]:
    numbers = written.get(name)
    if not isinstance(numbers, list | tuple) or len(numbers) != length:
        raise PositionError("position_list", field=name, length=length)
    for number in numbers:
        if not _is_int(number) or not least <= number <= CHECKERS:
            raise PositionError("position_number", field=name, least=least, most=CHECKERS)
    return list(numbers)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _start() -> Position:
    """G1: two on the 24-point, five on the 13-point, three on the 8-point, five on the 6-point."""
    points = [0] * len(POINTS)
    for point, count in {24: 2, 13: 5, 8: 3, 6: 5}.items():
        points[point - 1] += count
        points[BAR - point - 1] -= count
    return Position.parse({"points": points, "bar": [0, 0], "off": [0, 0]})


START: Final = _start()
