"""The largest type in which a name fits its box, measured with the font's own widths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil

from fontTools.ttLib import TTFont

from reports.fonts import WEIGHTS, font_directory
from reports.press.parts import POINTS_PER_MM

#: A little less than there is: kerning and fallback fonts differ from what is measured.
SAFETY = 0.96
#: What a letter counts that the font has not (an emoji, a far script), in ems.
UNKNOWN_WIDTH = 1.35


@cache
def _widths(weight: int) -> dict[int, float]:
    """Advance width in ems of each character the font has."""
    file = next(name for name, its in WEIGHTS.items() if its == weight)
    with TTFont(font_directory() / file, lazy=True) as font:
        per_em = font["head"].unitsPerEm
        metrics = font["hmtx"]
        return {code: metrics[glyph][0] / per_em for code, glyph in font.getBestCmap().items()}


def width(text: str, size: float, weight: int = 400) -> float:
    """How wide `text` is on one line, in the unit of `size`."""
    widths = _widths(weight)
    return size * sum(widths.get(ord(letter), UNKNOWN_WIDTH) for letter in text)


def lines(text: str, size: float, room: float, weight: int = 400) -> int:
    """How many lines `text` takes in a box `room` wide; a word too long for a line is broken."""
    room *= SAFETY
    count, used = 1, 0.0
    space = width(" ", size, weight)
    for number, word in enumerate(text.split()):
        long = width(word, size, weight)
        if number and used + space + long <= room:
            used += space + long
            continue
        if number:
            count += 1
        if long > room:
            # Broken anywhere, a line of it holds at least the room less one wide letter, and in
            # a box narrower than that one letter, which then stands out of it.
            held, most = room - size * UNKNOWN_WIDTH, len(word) - 1
            broken = min(ceil((long - room) / held), most) if held > 0 else most
            count += broken
            long = min(long - broken * held, room) if held > 0 else room
        used = long
    return count


def fit(
    texts: str | Sequence[str], room: float, sizes: Sequence[tuple[float, int]], weight: int = 400
) -> float:
    """The first of `sizes`, each (points, lines allowed), in which `texts` fit; else the last.

    `room` is the width of the box in points. Of several texts each begins a line of its own.
    """
    paragraphs = [texts] if isinstance(texts, str) else texts
    for size, allowed in sizes:
        if sum(lines(text, size, room, weight) for text in paragraphs) <= allowed:
            return size
    return sizes[-1][0]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a list: how wide its text may be, in millimetres, and in which sizes."""

    room: float
    sizes: tuple[tuple[float, int], ...]
    weight: int = 600

    def size_of(self, text: str) -> float:
        return fit(text, self.room * POINTS_PER_MM, self.sizes, self.weight)
