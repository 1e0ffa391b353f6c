"""The cells of a row of a `.mat` file: throws with their plays, cube actions, what was won."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from games.rules.backgammon.position import BAR, OFF
from games.rules.backgammon.record import NO_DICE, Answer, Double, Stop, Throw, WrittenMove

_CELL: Final = re.compile(
    r"(?P<dice>\b\d+)\s*:"
    r"|\b(?:Doubles|Redoubles|Beavers|Raccoons)\s*=>\s*(?P<value>\d{1,9})\b"
    r"|\b(?P<takes>Takes)\b"
    r"|\b(?P<drops>Drops|Passes)\b"
    r"|\bWins\s+(?P<points>\d{1,9})\s+points?\b(?P<match>\s+and\s+the\s+match)?",
    re.IGNORECASE,
)
_PLACE: Final = r"(?:\d{1,2}|bar|off)"
_MOVE: Final = re.compile(rf"({_PLACE}(?:\*?/{_PLACE})+\*?)(?:\((\d)\))?(\*?)", re.IGNORECASE)
_DICE: Final = re.compile(r"[1-6][1-6]")
_CANNOT: Final = re.compile(
    r"\(?(?:cannot|can't|no)\s*(?:legal\s*)?(?:move|play)s?\)?\.?", re.IGNORECASE
)
_WORDS: Final = {"bar": BAR, "off": OFF}


class Won(NamedTuple):
    """A "Wins" cell."""

    points: int
    match: bool


class Cell(NamedTuple):
    """One cell: where in the line it begins, its text, what it says, and what is wrong with it.

    ``faults`` are codes, each with the text it is about. ``says`` is None for text that means
    nothing.
    """

    start: int
    text: str
    says: Throw | Double | Answer | Won | None
    faults: tuple[tuple[str, str], ...] = ()


def read_cells(row: str) -> Iterator[Cell]:
    """The cells of a row, found by what they say and not by where they stand.

    Text that belongs to no cell comes as a cell that says nothing.
    """
    matches = list(_CELL.finditer(row))
    before = row[: matches[0].start()] if matches else row
    if before.strip():
        yield _nothing(row.index(before.strip()), before.strip())
    for index, match in enumerate(matches):
        end = matches[index + 1].start() if index + 1 < len(matches) else len(row)
        rest = row[match.end() : end].strip()
        text = row[match.start() : end].strip()
        if match["dice"] is not None:
            yield _throw(match.start(), text, match["dice"], rest)
            continue
        if match["value"] is not None:
            yield Cell(match.start(), match[0], Double(int(match["value"])))
        elif match["points"] is not None:
            won = Won(int(match["points"]), match["match"] is not None)
            yield Cell(match.start(), match[0], won)
        else:
            yield Cell(match.start(), match[0], Answer(match["takes"] is not None))
        if rest.strip("."):
            yield _nothing(match.end(), rest)


def read_play(text: str) -> tuple[tuple[WrittenMove, ...] | None, tuple[tuple[str, str], ...]]:
    """The moves of a play in any of the dialects, and what is wrong with how they are written.

    "24/18 13/11", "24/16", "6/5*(2)", "bar/20* 6/off". None if it cannot be read.
    """
    moves: list[WrittenMove] = []
    faults: list[tuple[str, str]] = []
    for word in text.split():
        found = list(_MOVE.finditer(word))
        if not found or "".join(match[0] for match in found) != word:
            return None, (("unreadable_play", word),)
        if len(found) > 1:
            faults.append(("run_together", word))
        for match in found:
            once = _stops(match[1] + match[3])
            if once is None:
                return None, (("unreadable_play", word),)
            again = tuple(Stop(stop.cell) for stop in once)
            moves += [once, *[again] * (int(match[2] or 1) - 1)]
    return tuple(moves), tuple(faults)


def _throw(start: int, text: str, dice: str, play: str) -> Cell:
    if not _DICE.fullmatch(dice):
        return Cell(start, text, Throw(NO_DICE, None), (("unreadable_dice", dice),))
    pair = (int(dice[0]), int(dice[1]))
    if _CANNOT.fullmatch(play):
        return Cell(start, text, Throw(pair, (), cannot=True))
    moves, faults = read_play(play)
    return Cell(start, text, Throw(pair, moves), faults)


def _nothing(start: int, text: str) -> Cell:
    return Cell(start, text, None, (("unreadable_text", text),))


def _stops(move: str) -> WrittenMove | None:
    stops = []
    for part in move.split("/"):
        name = part.rstrip("*").lower()
        cell = _WORDS[name] if name in _WORDS else int(name)
        if cell > BAR:
            return None
        stops.append(Stop(cell, part.endswith("*")))
    return tuple(stops)
