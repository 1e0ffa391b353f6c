"""What one types to find something: the same words as in `static/js/palette.js`."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_LETTERS: Final = str.maketrans(
    {"æ": "ae", "ø": "o", "ß": "ss", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
_DOUBLES: Final = (("aa", "a"), ("ae", "a"), ("oe", "o"))
_MARKS: Final = re.compile(r"[\u0300-\u036f]")


def fold(text: str) -> str:
    """`text` as it is looked for: "Søren", "soren" and "soeren" are the same."""
    plain = _MARKS.sub("", unicodedata.normalize("NFD", text.lower())).translate(_LETTERS)
    for double, single in _DOUBLES:
        plain = plain.replace(double, single)
    return " ".join(plain.split())


def rank(typed: str, title: str, also: str) -> int | None:
    """How well something called `title`, found by `also` too, fits what was typed, already folded:
    0 is best; None when a word of it is not there."""
    name, words = fold(title), typed.split()
    text = f"{name} {fold(also)}"
    if not all(word in text for word in words):
        return None
    if not typed or name == typed or typed in name.split():
        return 0
    if name.startswith(typed):
        return 1
    if typed in text.split():
        return 2
    return 3 if all(f" {word}" in f" {text}" for word in words) else 4
