"""Writing SVG: neighbours lie 40 units apart, and no number is longer than it must be."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

UNIT: Final = 40

Point = tuple[float, float]


def num(length: float) -> str:
    """A length or coordinate in units, to a tenth."""
    return f"{round(length * UNIT, 1) + 0:g}"


def xy(point: Point) -> str:
    """A point of a path; y grows to the north and is turned round here."""
    return f"{num(point[0])} {num(-point[1])}"


def line(points: Iterable[Point], *, closed: bool = False) -> str:
    """The data of a path along points."""
    return "M" + "L".join(xy(point) for point in points) + ("Z" if closed else "")


def path(data: str, attributes: str) -> str:
    """A path."""
    return f'<path d="{data}" {attributes}/>'


def circle(middle: Point, radius: float, attributes: str) -> str:
    """A circle."""
    x, y = middle
    return f'<circle cx="{num(x)}" cy="{num(-y)}" r="{num(radius)}" {attributes}/>'


def text(middle: Point, size: float, words: str, attributes: str) -> str:
    """Words centred on a point."""
    x, y = middle
    return (
        f'<text x="{num(x)}" y="{num(-y + size * 0.34)}" font-size="{num(size)}" {attributes}>'
        f"{escape(words)}</text>"
    )
