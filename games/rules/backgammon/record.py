"""A match in writing, as a `.mat` file has it: what was thrown, played, doubled and won (G12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.rules.backgammon.rules import MatchRules, Penalty
from games.rules.messages import Param


class Stop(NamedTuple):
    """A place that a written move names (0 off, 25 bar), and whether it says that it hit there."""

    cell: int
    hit: bool = False


WrittenMove = tuple[Stop, ...]
"""One checker's way as written: where from, and every stop."""


NO_DICE: Final = (0, 0)
"""A throw whose dice cannot be read."""


class Throw(NamedTuple):
    """A throw and its play. ``moves`` is None when the dice or the play cannot be read.

    No moves at all say that none was legal; ``cannot`` is whether words say so, too.
    """

    dice: tuple[int, int]
    moves: tuple[WrittenMove, ...] | None
    cannot: bool = False


class Double(NamedTuple):
    """The cube offered; ``value`` is what it would show then. A beaver is a double in answer."""

    value: int


class Answer(NamedTuple):
    """A double taken or dropped."""

    takes: bool


class Entry(NamedTuple):
    """What one side (0 or 1) did, with the line of the file (from 1) and its text."""

    line: int
    side: int
    text: str
    action: Throw | Double | Answer


class Wins(NamedTuple):
    """The line that says what a game was worth.

    ``side`` is whose column it stands in, if that can be told.
    """

    line: int
    text: str
    side: int | None
    points: int
    match: bool


class Fault(NamedTuple):
    """What is wrong with a record, and where; ``rule`` is "" where the fault is one of form."""

    line: int
    text: str
    code: str
    rule: str
    params: Mapping[str, Param]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game: the score before it, what happened, and what it was worth.

    ``line`` is that of the players and the score. What is not written is None. ``gaps`` are the
    lines of rows before which, by their numbers, others are missing. ``penalties`` were given
    since the game before.
    """

    line: int
    number: int
    names: tuple[str, str]
    score: tuple[int, int] | None
    entries: tuple[Entry, ...]
    wins: Wins | None
    gaps: frozenset[int] = frozenset()
    penalties: tuple[Penalty, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match or a money session, and the faults of its form. ``penalties`` were given after the
    last game."""

    rules: MatchRules
    games: tuple[GameRecord, ...]
    headers: Mapping[str, str] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()
    penalties: tuple[Penalty, ...] = ()
