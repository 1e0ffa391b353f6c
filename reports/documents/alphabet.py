"""The order of names on paper, as each language's telephone book has it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

#: Letters that come after z, in their order; their German and Swedish sisters with them.
_NORDIC: Final[Mapping[str, str]] = {
    "æ": "z\ue001",
    "ä": "z\ue001",
    "ø": "z\ue002",
    "ö": "z\ue002",
    "å": "z\ue003",
}
_PLAIN: Final[Mapping[str, str]] = {"æ": "ae", "ø": "o", "å": "a"}
_ALWAYS: Final[Mapping[str, str]] = {"ł": "l", "đ": "d", "ð": "d", "þ": "th", "œ": "oe", "ı": "i"}


def name_order(name: str, language: str) -> tuple[str, str]:
    """The key by which `name` is sorted: letters first, then the name itself.

    In Danish and Norwegian æ, ø and å close the alphabet; in English they stand with a and o.
    Other accents do not matter, signs before the first letter neither. "Par 9" is before "Par 10".
    """
    letters = _PLAIN if language == "en" else _NORDIC
    composed = unicodedata.normalize("NFC", name).casefold()
    key = "".join(
        letters.get(letter) or _ALWAYS.get(letter) or unicodedata.normalize("NFD", letter)[0]
        for letter in composed
    )
    key = re.sub(r"\d+", lambda number: number[0].zfill(9), key)
    start = next((i for i, letter in enumerate(key) if letter.isalnum()), 0)
    return key[start:], name
