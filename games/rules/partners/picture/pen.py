"""Writing SVG: one distance between fields is 20 units, and no number is longer than it must be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from games.rules.partners.picture.layout import CORNER, Layout, Point

UNIT: Final = 20


def num(length: float) -> str:
    """A length or coordinate in units, to a tenth."""
    return f"{round(length * UNIT, 1) + 0:g}"


def xy(point: Point) -> str:
    """A point of a path."""
    return f"{num(point[0])} {num(point[1])}"


def circle(middle: Point, radius: float, attributes: str = "") -> str:
    """A circle."""
    x, y = middle
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}"{_more(attributes)}/>'


def discs(middles: Iterable[Point], radius: float, paint: str) -> str:
    """Discs without an edge, as one path: dots of a broad round pen."""
    data = "".join(f"M{xy(middle)}h.1" for middle in middles)
    attributes = f'fill="none" stroke="{paint}" stroke-width="{num(2 * radius)}"'
    return path(data, f'{attributes} stroke-linecap="round"')


def text(middle: Point, size: float, words: str, attributes: str = "") -> str:
    """Words around a point, capitals and digits centred on it, also from top to bottom.

    ``size`` is not written down: a group tells it to many, or ``attributes`` to one.
    """
    x, y = middle
    # The height of a capital is two thirds of the size.
    return f'<text x="{num(x)}" y="{num(y + size * 0.33)}"{_more(attributes)}>{words}</text>'


def font(size: float) -> str:
    """The attribute of a size of letters."""
    return f'font-size="{num(size)}"'


def path(data: str, attributes: str = "") -> str:
    """A path."""
    return f'<path d="{data}"{_more(attributes)}/>'


def group(attributes: str, parts: Sequence[str]) -> str:
    """Parts that share attributes; nothing if there are none."""
    return f"<g {attributes}>{''.join(parts)}</g>" if parts else ""


def way(layout: Layout, seat: int, start: float, end: float, aside: float) -> str:
    """Path commands that follow the way of ``seat``, a move to its first point left out.

    ``start`` and ``end`` are as ``Layout.along`` tells them, ``aside`` to the right of who walks
    clockwise, whichever way this goes.
    """
    ahead = end > start
    low, high = min(start, end), max(start, end)
    stops = layout.bends(low, min(high, layout.turn))
    if low < layout.turn < high:
        stops.append(layout.turn)
    if not ahead:
        stops.reverse()
    commands = []
    here = start
    for at in [*stops, end]:
        corner = at == layout.turn and at != end
        point = layout.mouth(seat, aside) if corner else layout.at(seat, at, aside)
        middle = (here + at) / 2
        if middle < layout.turn and layout.is_round(middle):
            radius = num(CORNER - aside)
            commands.append(f"A{radius} {radius} 0 0 {int(ahead)} {xy(point)}")
        else:
            commands.append(f"L{xy(point)}")
        here = at
    return "".join(commands)


def _more(attributes: str) -> str:
    return f" {attributes}" if attributes else ""
