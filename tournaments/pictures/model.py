"""What a picture shows, as data. Texts arrive ready to be read, in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How far a match has come."""

    TO_COME = "to_come"
    PLAYING = "playing"
    DECIDED = "decided"
    WALKOVER = "walkover"
    """Decided without play: somebody did not come."""
    BYE = "bye"
    """One side, which goes on unplayed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A line of a match."""

    name: str = ""
    """Empty while nobody is known."""
    seed: int | None = None
    score: str = ""
    """Short: "8", "2½"."""
    won: bool = False
    hint: str = ""
    """Where the side will come from ("Winner of table 4"); shown while there is no name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A box of a bracket: two sides, or more where tables seat more; a bye has one."""

    sides: tuple[Side, ...]
    state: State = State.TO_COME
    table: int | None = None
    """Shown while the match is to come or running."""
    if_needed: bool = False
    """Played only when it comes to it, as a second final."""


@dataclass(frozen=True, slots=True)
class TreeRound:
    """A column of a tree."""

    name: str
    matches: tuple[Match | None, ...]
    """From the top; None where there is no match."""


@dataclass(frozen=True, slots=True)
class Tree:
    """Rounds from the first to the last.

    Where a round has half as many matches as the one before, matches 1 and 2 feed the first,
    3 and 4 the second, and so on; where it has as many, each feeds the one beside it.
    """

    name: str
    """Stands above it; empty for the only tree of a picture."""
    rounds: tuple[TreeRound, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracket:
    """A picture of a knockout or a double elimination."""

    title: str
    main: Tree
    """The knockout's tree, or the winners' bracket."""
    losers: Tree | None = None
    finals: tuple[TreeRound, ...] = ()
    """Of a double elimination: the final, and the second final where there may be one. Each has
    one match; the winner of `main` is its first side."""
    third_place: TreeRound | None = None
    """One match, below the final."""
    consolation: Tree | None = None
    crowned: bool = True
    """The last match decides it all, and its winner gets a plate; False for a part of a tree."""


class Mark(StrEnum):
    """How a cell of a cross table came out. Each looks different without any colour."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    FIRST = "first"
    """First of a table of several."""
    NONE = "none"
    """Not known, or without meaning (a bye)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What one entry did against an opponent, or in a round."""

    text: str
    """The large line: a score, the opponent's number, a place."""
    small: str = ""
    """The line below."""
    mark: Mark = Mark.NONE
    state: State = State.DECIDED
    told: str = ""
    """The cell in words: who the opponent was. Shows under the pointer and is read aloud."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """An entry of a cross table."""

    number: int
    """What cells of others call it: its rank, or its number in the table."""
    name: str
    cells: tuple[tuple[Cell, ...], ...]
    """For each column its cells: none, one, or several (met twice)."""
    totals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTable:
    """Entries down, opponents or rounds across, sums at the end."""

    title: str
    columns: tuple[str, ...]
    """Short heads: "1", "2", …"""
    rows: tuple[Row, ...]
    total_heads: tuple[str, ...] = ()
    column_word: str = ""
    """What the columns are, for those who hear them: "Round", "Against"."""
    own_columns: bool = False
    """Column i is entry i itself (everybody against everybody): its cell is filled."""
