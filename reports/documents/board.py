"""The board of a game, drawn as vector for paper."""

from __future__ import annotations

from math import cos, pi, sin, tan

from games.rules.partners.board import GAMES, PIECES, Board
from reports.documents.style import FAMILIES, PAPER_COLOURS
from tournaments.marks import SIDES

Point = tuple[float, float]

# Lengths are in distances between two fields.
_FIELD, _START, _GOAL, _HOME = 0.44, 0.54, 0.45, 0.46
_CORNER = 1.6
_INK = "#1d1a16"
#: How much of a colour is left in the ground of its fields; strong enough for a grey copy.
_TINT = 0.28


def board_svg(game: str) -> str:
    """An SVG drawing of the empty board, square, without a size of its own.

    Empty for a game without a board of fields. `game` is a value of `tournaments.Game`.
    """
    found = GAMES.get(game)
    return _draw(found.board) if found else ""


class _Ring:
    """Places at equal distances round a polygon with rounded corners, one side a colour.

    The first colour's start field is in the middle of the lowest side; counting is clockwise.
    """

    def __init__(self, board: Board) -> None:
        self.sides = len(board.colours)
        self.a_side = board.fields + 1
        rest = self.sides * self.a_side - 2 * pi * _CORNER
        #: From the middle of the board to the middle of a side.
        self.apothem = _CORNER + rest / (2 * self.sides * tan(pi / self.sides))
        self.straight = (self.apothem - _CORNER) * tan(pi / self.sides)

    def turned(self, seat: int, across: float, out: float) -> Point:
        """The point `out` from the middle towards the side of `seat`, `across` clockwise of it."""
        angle = 2 * pi * seat / self.sides
        # Unturned, the side lies below: clockwise on it is to the left.
        x, y = -across, out
        return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)

    def place(self, seat: int, step: int) -> Point:
        """The place `step` after the start field of `seat`, up to a side's length."""
        along = float(step)
        if step > self.a_side / 2:
            seat, along = seat + 1, along - self.a_side
        if abs(along) <= self.straight:
            return self.turned(seat, along, self.apothem)
        bend = (abs(along) - self.straight) / _CORNER
        across = self.straight + _CORNER * sin(bend)
        out = self.apothem - _CORNER + _CORNER * cos(bend)
        return self.turned(seat, across if along > 0 else -across, out)

    @property
    def reach(self) -> float:
        """From the middle to the edge of the drawing."""
        points = [self.place(s, n) for s in range(self.sides) for n in range(self.a_side)]
        return max(max(abs(x), abs(y)) for x, y in points) + _START + 0.1


def _draw(board: Board) -> str:
    ring = _Ring(board)
    reach = ring.reach
    parts = [
        f'<svg class="board" xmlns="http://www.w3.org/2000/svg" viewBox="'
        f'{-reach:.2f} {-reach:.2f} {2 * reach:.2f} {2 * reach:.2f}" text-anchor="middle" '
        f"font-family='{FAMILIES}' stroke-width=\"0.05\">"
    ]
    for seat, colour in enumerate(board.colours):
        parts += _colour(ring, board, seat, colour)
    return "".join([*parts, "</svg>"])


def _colour(ring: _Ring, board: Board, seat: int, colour: str) -> list[str]:
    """Everything that belongs to one colour."""
    strong, tint = PAPER_COLOURS[colour], _tint(PAPER_COLOURS[colour])
    top = ring.apothem
    parts = []
    for number in range(1, board.fields + 1):
        parts.append(_circle(ring.place(seat, number), _FIELD, tint, str(number)))
    start = ring.place(seat, 0)
    parts += [_circle(start, _START, strong, stroke=0.12), _mark(colour, start, 0.6, "#fff")]
    for goal in range(PIECES, 0, -1):
        at = ring.turned(seat, 0, top - 1.16 - 1.06 * (PIECES - goal))
        parts.append(_circle(at, _GOAL, tint, str(goal), stroke=0.11))
    for across in (2.15, 3.25):
        for out in (2.1, 3.2):
            at = ring.turned(seat, across, top - out)
            parts += [_circle(at, _HOME, "#fff"), _mark(colour, at, 0.5, tint)]
    parts.append(_mark(colour, ring.turned(seat, -2.7, top - 2.65), 1.9, strong))
    return parts


def _circle(at: Point, radius: float, fill: str, text: str = "", stroke: float = 0.05) -> str:
    x, y = at
    drawn = (
        f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{radius}" fill="{fill}" stroke="{_INK}" '
        f'stroke-width="{stroke}"/>'
    )
    if text:
        drawn += (
            f'<text x="{x:.3f}" y="{y + 0.17:.3f}" font-size="0.48" fill="{_INK}">{text}</text>'
        )
    return drawn


def _mark(colour: str, at: Point, size: float, fill: str) -> str:
    """The shape of a side, upright, `size` wide."""
    scale = size / 24
    x, y = at[0] - size / 2, at[1] - size / 2
    return (
        f'<g transform="translate({x:.3f} {y:.3f}) scale({scale:.5f})" fill="{fill}" '
        f'stroke="{_INK}" stroke-width="1.4">{SIDES[colour].outline}</g>'
    )


def _tint(colour: str) -> str:
    """`colour` mixed with paper."""
    channels = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(255 - (255 - channel) * _TINT):02x}" for channel in channels)
