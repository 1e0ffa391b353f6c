"""Where each place of a board lies in a picture.

Lengths are distances between two fields; x grows to the right, y downwards, the middle of the
board is the origin. The ring is a polygon with rounded corners, one side a colour, the start field
in the middle of its side. Counting is clockwise.

The way of a colour is a line with one coordinate, ``along``: 0 is its start field, one turn of the
ring later comes its start field again, and from there on the lane.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import cos, hypot, pi, sin, tan
from typing import Final, NamedTuple

from games.rules.partners.board import Board

Point = tuple[float, float]

CORNER: Final = 1.6
FIELD: Final = 0.44
START: Final = 0.68
_START_GAP: Final = 1.2
"""From a start field to the fields beside it."""
_MARGIN: Final = 0.98
"""From the middle of the outermost fields to the edge: room for numbers outside the ring."""


class Spot(NamedTuple):
    """A place that can hold pieces: its middle and its radius."""

    middle: Point
    radius: float


class Layout:
    """The places of ``board`` with the side of seat ``bottom`` lowest.

    ``spots`` maps the name of each place (see ``spot_name``) to where it lies, homes apart:
    ``homes[seat]`` are the circles of a home, the first to be filled first.
    """

    def __init__(self, board: Board, bottom: int) -> None:
        self.board = board
        self.sides = len(board.colours)
        self.bottom = bottom
        #: How much larger lanes and homes are than the ring; six sides leave more room inside.
        self.scale = 1.15 if self.sides <= 4 else 1.5
        self.side = 2 * _START_GAP + board.fields - 1
        self.turn = self.sides * self.side
        half = tan(pi / self.sides)
        self.apothem = CORNER + (self.turn - 2 * pi * CORNER) / (2 * self.sides * half)
        self._straight = (self.apothem - CORNER) * half
        self._first_goal = START + 0.12 + 0.46 * self.scale
        self.spots = dict(self._spots())
        self.homes = tuple(tuple(self._home(seat)) for seat in range(self.sides))

    def turned(self, seat: int, across: float, out: float) -> Point:
        """The point ``out`` from the middle towards the side of ``seat``, ``across`` clockwise."""
        angle = 2 * pi * (seat - self.bottom) / self.sides
        # Unturned, the side lies below: clockwise on it is to the left.
        return (
            -across * cos(angle) - out * sin(angle),
            -across * sin(angle) + out * cos(angle),
        )

    def at(self, seat: int, along: float, aside: float = 0.0) -> Point:
        """The point of the way of ``seat`` at ``along``, ``aside`` to the right of the walker."""
        if along > self.turn:
            return self.turned(seat, -aside, self.apothem - (along - self.turn))
        side, across = divmod(along + self.side / 2, self.side)
        seat, across = seat + int(side), across - self.side / 2
        if abs(across) <= self._straight:
            return self.turned(seat, across, self.apothem - aside)
        bend = (abs(across) - self._straight) / CORNER
        reach = self._straight + (CORNER - aside) * sin(bend)
        out = self.apothem - CORNER + (CORNER - aside) * cos(bend)
        return self.turned(seat, reach if across > 0 else -reach, out)

    def mouth(self, seat: int, aside: float) -> Point:
        """Where a walker who keeps ``aside`` turns from the ring into the lane of ``seat``."""
        return self.turned(seat, -aside, self.apothem - aside)

    def bends(self, low: float, high: float) -> list[float]:
        """Where the ring changes between straight and round from ``low`` to ``high``."""
        sides = range(int(low // self.side) - 1, int(high // self.side) + 2)
        found = [
            side * self.side + end for side in sides for end in (-self._straight, self._straight)
        ]
        return [along for along in found if low < along < high]

    def is_round(self, along: float) -> bool:
        """Whether the ring is round at ``along``."""
        across = (along + self.side / 2) % self.side - self.side / 2
        return abs(across) > self._straight

    def along(self, progress: int) -> float:
        """How far along its way a piece is that has come to ``progress`` (see ``Board``)."""
        if progress <= 0:
            return 0.0
        ring = self.board.ring
        if progress > ring:
            return self.turn + self._first_goal + 1.06 * self.scale * (progress - ring - 1)
        side, number = divmod(progress - 1, self.board.fields)
        return side * self.side + _START_GAP + number

    def outside(self, code: int, distance: float) -> Point:
        """The point ``distance`` outside the numbered field ``code``."""
        return self.at(0, self.along(code + 1), -distance)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the picture."""
        points = [self.at(0, self.along(code + 1)) for code in range(self.board.ring)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        left, top = min(xs) - _MARGIN, min(ys) - _MARGIN
        return left, top, max(xs) + _MARGIN - left, max(ys) + _MARGIN - top

    def _spots(self) -> Iterator[tuple[str, Spot]]:
        board = self.board
        for seat in range(self.sides):
            yield spot_name(board, seat, board.start), Spot(self.at(seat, 0), START)
            for number in range(1, board.fields + 1):
                code = seat * board.fields + number - 1
                yield board.places[code], Spot(self.at(seat, self.along(number)), FIELD)
            for circle, code in enumerate(board.goals):
                middle = self.at(seat, self.along(board.ring + 1 + circle))
                yield spot_name(board, seat, code), Spot(middle, 0.45 * self.scale)

    def _home(self, seat: int) -> Iterator[Spot]:
        across, out = self.home_middle
        half = 0.54 * self.scale
        for back in (half, -half):
            for aside in (half, -half):
                middle = self.turned(seat, across + aside, out + back)
                yield Spot(middle, 0.45 * self.scale)

    @property
    def home_middle(self) -> Point:
        """The middle of a home, as ``turned`` takes it: to the right of who sits at the side."""
        return -2.15 * self.scale, self.apothem - 0.95 - 1.25 * self.scale


def spot_name(board: Board, seat: int, code: int) -> str:
    """The name of a place on the whole board: "red5", but "red:start", "red:goal1", "red:home"."""
    place = board.places[code]
    return place if code < board.ring else f"{board.colours[seat]}:{place}"


@cache
def layout_of(board: Board, bottom: int) -> Layout:
    """The layout, worked out once."""
    return Layout(board, bottom)


def distance(one: Point, other: Point) -> float:
    """How far two points are from each other."""
    return hypot(one[0] - other[0], one[1] - other[1])


def towards(one: Point, other: Point, length: float) -> Point:
    """The point ``length`` from ``one`` on the way to ``other``."""
    share = length / (distance(one, other) or 1)
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share
