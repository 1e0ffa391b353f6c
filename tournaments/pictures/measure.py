"""How wide a text is, by the widths of the house's own font, and how it is cut to fit."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from fontTools.ttLib import TTFont

FILES = {400: "SourceSansPro-Regular.ttf", 700: "SourceSansPro-Bold.ttf"}
SAFETY = 0.96
"""A little less room than there is: kerning and fallback fonts differ from what is measured."""
WIDE = 1.35
"""Ems of a character no text font has: an emoji, a Chinese character."""
FOREIGN = 0.8
"""Ems of a letter of another script."""
ASCENT, DESCENT = 0.75, 0.24
"""Ems above and below the base line that letters with accents and tails fill."""
TALL = 0.93
"""Ems above the base line that an emoji fills, and a Chinese character."""
GAP = 0.01
"""Ems between two lines of a name."""
ELLIPSIS = "…"
_UNEVEN = 1.4
"""How much longer the longer line may be before a word is parted."""
RIGHT_TO_LEFT = "\u200f"
"""Takes no room; what stands before it belongs to the text that runs from the right."""
JOINER, SKIN_TONES = "\u200d", range(0x1F3FB, 0x1F400)
_FLAGS = range(0x1F1E6, 0x1F200)
_UNSPEAKABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@cache
def _widths(weight: int) -> dict[int, float]:
    spec = find_spec("font_source_sans_pro")
    if spec is None or spec.origin is None:
        raise RuntimeError("font-source-sans-pro is not installed; see requirements.txt")
    with TTFont(Path(spec.origin).parent / "files" / FILES[weight], lazy=True) as font:
        per_em = font["head"].unitsPerEm
        metrics = font["hmtx"]
        return {code: metrics[glyph][0] / per_em for code, glyph in font.getBestCmap().items()}


def clean(text: str) -> str:
    """The text on one line, composed, without characters that XML cannot hold."""
    return " ".join(_UNSPEAKABLE.sub(" ", unicodedata.normalize("NFC", text)).split())


def _width_of(letter: str, widths: dict[int, float]) -> float:
    known = widths.get(ord(letter))
    if known is not None:
        return known
    category = unicodedata.category(letter)
    if category in ("Mn", "Me", "Cf"):
        return 0.0
    if category in ("So", "Co", "Cn", "Sk") or unicodedata.east_asian_width(letter) in "WF":
        return WIDE
    return FOREIGN


def ascent(text: str) -> float:
    """Ems above the base line that the text fills."""
    widths = _widths(400)
    return TALL if any(_width_of(letter, widths) == WIDE for letter in text) else ASCENT


def line_height(text: str) -> float:
    """Ems that a line of the text fills, and what is between it and the next."""
    return ascent(text) + DESCENT + GAP


def text_width(text: str, size: float, weight: int = 400) -> float:
    """Width on one line, in the unit of `size`; weight is 400 or 700."""
    widths = _widths(weight)
    return size * sum(_width_of(letter, widths) for letter in text)


def clusters(text: str) -> list[str]:
    """What a reader takes for one sign each: a letter with its accents, an emoji with its parts."""
    found: list[str] = []
    for letter in text:
        joins = found and (
            unicodedata.category(letter).startswith("M")
            or letter == JOINER
            or ord(letter) in SKIN_TONES
            or found[-1].endswith(JOINER)
            or (ord(letter) in _FLAGS and len(found[-1]) == 1 and ord(found[-1]) in _FLAGS)
        )
        if joins:
            found[-1] += letter
        else:
            found.append(letter)
    return found


def folded(
    text: str, room: float, high: float, most: float, weight: int = 400
) -> tuple[list[str], float]:
    """The whole text on two lines, and the size, `most` at most, at which both fit a box `room`
    wide and `high`: parted between words where that leaves it well readable, else within one."""
    signs = clusters(clean(text))
    middle = len(signs) // 2
    halves = ["".join(signs[:middle]), "".join(signs[middle:])]
    words = clean(text).split(" ")
    parted = [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]

    def widest(lines: list[str]) -> float:
        return max(text_width(line, 1.0, weight) for line in lines)

    lines = min(parted, key=widest, default=halves)
    if widest(lines) > _UNEVEN * widest(halves):
        lines = halves
    tall = sum(line_height(line) for line in lines)
    return lines, min(most, high / tall, room * SAFETY / max(widest(lines), 1.0))


def shorten(text: str, room: float, size: float, weight: int = 400) -> str:
    """The text, cut with an ellipsis where it is wider than `room`. Never cuts within a sign."""
    text = clean(text)
    room *= SAFETY
    if text_width(text, size, weight) <= room:
        return text
    room -= text_width(ELLIPSIS, size, weight)
    kept = ""
    for sign in clusters(text):
        room -= text_width(sign, size, weight)
        if room < 0:
            break
        kept += sign
    kept = kept.rstrip(" ,;-–")
    # Where the text runs from the right, so does its end.
    turned = kept and unicodedata.bidirectional(kept[-1]) in ("R", "AL")
    return kept + ELLIPSIS + (RIGHT_TO_LEFT if turned else "")
