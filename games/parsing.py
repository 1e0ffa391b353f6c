"""One line typed at the desk, as a result: "12 8-5", "12 85", "12 6-7 t1", "12 4x-4-2-1 #1243"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.domain.game_results import FORFEIT, JUDGED, NOBODY, PLAYED, WALKOVER, Typed
from tournaments.domain.errors import Refused

#: Letters for how a game ended, and then who won: 1 the side named first.
ENDING_LETTERS: Final = {
    "p": PLAYED,
    "s": PLAYED,  # spillet
    "d": JUDGED,  # dommer
    "a": JUDGED,  # afgjort, adjudicated
    "t": "timeout",  # tid, time
    "w": WALKOVER,
    "u": WALKOVER,  # udeblevet
    "f": FORFEIT,
    "o": FORFEIT,  # opgivet
    "n": NOBODY,  # nobody, ingen af dem
}

_WORD = re.compile(
    r"""\s*(?:
        (?P<minutes>\d{1,3})\s*(?:min\.?|m|['’′])(?=\s|$)
      | (?P<letter>[a-z])(?P<winner>[1-9])?(?=\s|$)
      | \#(?P<places>[1-9]{2,9})(?=\s|$)
      | (?P<number>\d{1,2})(?P<stake>[x×*])?(?=[\s:;,.\-–—/]|$)
    )[\s:;,.\-–—/]*""",
    re.VERBOSE,
)
_TABLE = re.compile(r"\s*(?P<table>\d{1,4})(?:[\s:;,.]+|$)")


@dataclass(frozen=True, slots=True)
class QuickLine:
    """The table, and the result; None when only a table was typed: go there."""

    table: int
    typed: Typed | None


def quick_line(text: str, *, short: bool = True) -> QuickLine:
    """What a line means. Refused (field "line") when it means nothing.

    With `short` (two sides that score nine at most), "85" is 8-5. After the scores may follow how
    it ended with who won (t1: time, the first side won; w1; d1 where a ruling says so), the place
    of each side (#132) and minutes ("57 min"). "4x" is a ball with four hoops at the stake.
    """
    found = _TABLE.match(text.casefold())
    if found is None:
        raise _unreadable(text)
    table, rest = int(found["table"]), text.casefold()[found.end() :]
    if not rest.strip():
        return QuickLine(table, None)
    if short:
        rest = re.sub(r"^(\d)(\d)(?=\s|$)", r"\1-\2", rest)
    scores: list[int | None] = []
    stakes: list[bool] = []
    places: tuple[int, ...] = ()
    winner: int | None = None
    ended, minutes = PLAYED, None
    position = 0
    while position < len(rest):
        word = _WORD.match(rest, position)
        if word is None:
            raise _unreadable(text)
        if word["minutes"]:
            minutes = int(word["minutes"])
        elif word["places"]:
            places = tuple(map(int, word["places"]))
        elif word["letter"]:
            if word["letter"] not in ENDING_LETTERS:
                raise _unreadable(text)
            ended = ENDING_LETTERS[word["letter"]]
            winner = int(word["winner"]) - 1 if word["winner"] else winner
        else:
            scores.append(int(word["number"]))
            stakes.append(bool(word["stake"]))
        position = word.end()
    typed = Typed(
        scores=tuple(scores),
        winner=winner,
        ended=ended,
        minutes=minutes,
        places=places,
        stakes=tuple(stakes) if any(stakes) else (),
    )
    return QuickLine(table, typed)


def _unreadable(text: str) -> Refused:
    return Refused(
        "line-unreadable",
        _("“%(text)s” cannot be read. Type the table and the result, such as 12 8-5.")
        % {"text": text.strip()[:40]},
        field="line",
    )
