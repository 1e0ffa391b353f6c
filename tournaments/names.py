"""How names are compared. What is stored keeps every letter, space and emoji it came with."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache


def tidy(text: str) -> str:
    """`text` composed (NFC), without spaces at its ends, runs of white space as one space."""
    return " ".join(unicodedata.normalize("NFC", text).split())


# An import compares each name with itself and others a dozen times.
@lru_cache(maxsize=16_384)
def name_key(name: str) -> str:
    """The key under which two names count as the same: case and width of letters do not matter.

    Accents do matter: "Åse" and "Ase" are two people.
    """
    return unicodedata.normalize("NFKC", tidy(name)).casefold()


def person_key(name: str, email: str) -> str:
    """The key under which two players of a tournament are one person.

    A couple may share an e-mail address, and two people may share a name, so both count.
    """
    return f"{name_key(name)}|{email.strip().casefold()}"


def players_beside(name: str, players: Sequence[str], between: str = " · ") -> str:
    """Who plays in the entry called `name`, to stand beside it; "" where it is called as its only
    player is."""
    return "" if [name] == list(players) else between.join(players)


def initials_of(name: str) -> str:
    """ "Anna-Marie Holm" as "A. M. H.": what stands in public for somebody who asked for it."""
    parts = [part for part in re.split(r"[\s\-‐–]+", tidy(name)) if part[:1].isalnum()]
    return " ".join(f"{part[0].upper()}." for part in parts) or "–"


_NUMBER = re.compile(r"[0-9]+")
#: Where Danish and Norwegian put their own letters: after z, in the order æ, ø, å.
_AFTER_Z = str.maketrans(
    {"æ": "{a", "ä": "{a", "ø": "{b", "ö": "{b", "å": "{c", "ð": "d", "þ": "th"}
)


def sort_key(name: str) -> str:
    """The key lists of names are ordered by: Danish order, accents and case left aside.

    Marks at the front (quotes, emoji) are skipped, so that "🔥 Ild" stands under I; numbers
    count as numbers, so that "Par 11" stands before "Par 108".
    """
    letters = tidy(name).casefold().translate(_AFTER_Z)
    plain = "".join(
        letter
        for letter in unicodedata.normalize("NFKD", letters)
        if not unicodedata.combining(letter)
    )
    plain = _NUMBER.sub(lambda number: number.group().zfill(9), plain)
    begin = next((i for i, letter in enumerate(plain) if letter.isalnum() or letter == "{"), 0)
    return plain[begin:]
