"""Where things lie on the picture of a backgammon board, in its own units."""

from __future__ import annotations

from html import escape
from typing import Final, Protocol

from games.rules.backgammon.position import BAR, OFF

POINT: Final = 40
RADIUS: Final = 17.5
BAR_WIDTH: Final = 46
TRAY: Final = 56
EDGE: Final = 24
"""Room for the numbers above and below."""
INNER: Final = 400
"""From the upper to the lower edge of the playing field."""
TALL: Final = 5
"""Checkers drawn on a place; more stand as a number on the last."""
LEFT: Final = 48
"""Where the cube lies, left of the field."""
FIELD: Final = 12 * POINT + BAR_WIDTH
WIDTH: Final = LEFT + FIELD + TRAY
HEIGHT: Final = INNER + 2 * EDGE
MIDDLE: Final = EDGE + INNER / 2
SLAB: Final = 9.6
"""A checker that is off, seen from its edge."""

Spot = tuple[float, float]


class Placed(Protocol):
    """Checkers as a picture shows them: those of a position, or as somebody has set them up."""

    @property
    def points(self) -> tuple[int, ...]:
        """24, own checkers positive."""
        ...

    @property
    def bar(self) -> tuple[int, int]:
        """Own, the opponent's."""
        ...

    @property
    def off(self) -> tuple[int, int]:
        """Own, the opponent's."""
        ...


def across(point: int) -> float:
    """The middle of a point: 1 to 12 lie below from right to left, 13 to 24 above."""
    column = 12 - point if point <= 12 else point - 13
    return LEFT + column * POINT + POINT / 2 + (BAR_WIDTH if column >= 6 else 0)


def seat(cell: int, nth: int) -> Spot:
    """Where the ``nth`` checker of a place lies, from the edge; ``-BAR`` is the opponent's bar."""
    if abs(cell) == BAR:
        # One's own checkers on the bar lie in the upper half, where they come in from.
        x = LEFT + 6 * POINT + BAR_WIDTH / 2
        away = 30 + nth * (2 * RADIUS - 4)
        return (x, MIDDLE - away) if cell == BAR else (x, MIDDLE + away)
    step = RADIUS + 1 + nth * 2 * RADIUS
    return across(cell), EDGE + step if cell > 12 else EDGE + INNER - step


def text(x: float, y: float, size: float, words: str, attributes: str = "") -> str:
    """Words on a line; size 0 is that of the group around."""
    tall = f' font-size="{size:g}"' if size else ""
    return f'<text x="{x:g}" y="{y:g}"{tall} {attributes}>{escape(words)}</text>'


def own_at(position: Placed, cell: int) -> int:
    """How many checkers the player on roll has on a cell."""
    if cell == BAR:
        return position.bar[0]
    if cell == OFF:
        return position.off[0]
    return max(0, position.points[cell - 1])
