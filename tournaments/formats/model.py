"""What every format of play reads and answers: entrants, played pairings, a draw and its reasons.

Frozen dataclasses without behaviour worth the name. The shell fills them from its rows, a format
turns a `DrawRequest` into a `Draw`, and nothing here or below touches a database, a clock or a
global random generator.

The shape serves all formats: a pairing is a tuple of seats; a seat names an entry and the side it
sits on; a table has two sides or more, a side has one entry or, where single players are partners
for one round, several.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import TypeAlias

from tournaments.formats.scoring import StandingsSettings

EntryId: TypeAlias = int
"""The key of an entry (a pair, a team or a single player): whatever is ranked."""

ParamValue: TypeAlias = int | str | Decimal | bool | tuple[int, ...]
"""What a message may carry: numbers, short texts and entry keys, never a sentence."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One statement of why, as data: the shell turns `code` and `params` into a sentence.

    `code` is stable and lower case with underscores. Parameters called `entry`, `entries`,
    `opponent` or `opponents` hold entry keys; all others are plain values.
    """

    code: str
    params: Mapping[str, ParamValue] = field(default_factory=dict)


class EntrantStatus(StrEnum):
    """Whether an entry can be drawn in the round that is asked for."""

    ACTIVE = "active"
    ABSENT = "absent"
    """Sits out this round (not checked in, or excused); may return."""
    WITHDRAWN = "withdrawn"
    """Has left; its results stay, it is never drawn again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """An entry as draw and standings see it."""

    id: EntryId
    seed: int
    """Order of strength or of entry, 1 first. Two with the same seed are ordered by `id`."""
    status: EntrantStatus = EntrantStatus.ACTIVE
    available_from_round: int = 1
    """First round a late entry can be drawn in. Earlier rounds count as absence."""
    fixed_table: int | None = None
    """Table number of an entry that cannot move about; None for everybody else."""
    club: str = ""
    """Free text; entries of the same non-empty club may be kept apart (a soft wish)."""
    city: str = ""
    """Free text; as `club`."""
    adjustment: Decimal = Decimal(0)
    """Points added by a ruling, or taken (negative). Stands beside the results, never in them."""
    missed_points: Decimal | None = None
    """Points for each round before `available_from_round` that it was not in; None: what the
    points scheme gives for an absence."""
    struck: bool = False
    """Withdrawn or disqualified with its results struck: its games count for nobody. What its
    opponents get for them is `StandingsSettings.struck`."""
    needs_access: bool = False
    """Must sit at a table that can be reached without steps (`Table.accessible`)."""
    lot: int | None = None
    """What its lots are drawn with; None: its `id`. An entry that has another id than when it was
    drawn keeps its lots by it."""

    @property
    def lot_key(self) -> int:
        return self.id if self.lot is None else self.lot

    def available(self, round_number: int) -> bool:
        """True when this entry is to be drawn in that round."""
        return (
            self.status is EntrantStatus.ACTIVE
            and not self.struck
            and self.available_from_round <= round_number
        )


class PairingKind(StrEnum):
    """What sort of fact a pairing is. Kind and points are two facts: a bye may be worth
    anything, and stays a bye."""

    GAME = "game"
    """Played at a table (or to be played)."""
    BYE = "bye"
    """One seat: the draw had nobody left for this entry."""
    REQUESTED_BYE = "requested_bye"
    """One seat: the entry asked beforehand to sit out."""
    WALKOVER = "walkover"
    """Drawn but not played: somebody did not come. Outcomes say who; all may have lost."""


class Outcome(StrEnum):
    """How a seat's side came out of a pairing of two sides. Byes have none."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Seat:
    """An entry's place in a pairing. Seats with the same `side` play together."""

    entry: EntryId
    side: int
    """1, 2, … in the order the table is set. Side 1 is called first on lists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedSeat:
    """A seat with its result."""

    entry: EntryId
    side: int
    outcome: Outcome | None = None
    """Set for two sides; None for byes, unfinished games, and tables ranked by `place`."""
    place: int | None = None
    """1 for the side that won the table; equal places are shared. For three sides or more."""
    points: Decimal | None = None
    """Points this entry got, as they were stored with the result. None: the points scheme decides
    from kind, outcome and place."""
    score: Decimal | None = None
    """What the side scored at the table: pieces locked in Partners, points in backgammon."""
    steps: int | None = None
    """Steps the side's pieces still had to go when the game ended; None where nobody counted."""
    in_time: bool | None = None
    """Whether the game was played out within its time; None where that is not known."""
    absent: bool = False
    """Did not come to a table at which two sides or more did, and played: lost by walkover, while
    the others have a game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedPairing:
    """A pairing of an earlier (or the running) round."""

    round: int
    seats: tuple[PlayedSeat, ...]
    final: bool
    """True when the result is confirmed. Until then the pairing counts as a meeting and as
    nothing else: its points reach neither standings nor draw."""
    kind: PairingKind = PairingKind.GAME
    table: int | None = None
    group: str = ""
    """Name of the group or bracket in formats that have them."""
    slot: int | None = None
    """Number of the match within its round in formats with a tree; 1 at the top."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table in the hall."""

    number: int
    in_service: bool = True
    accessible: bool = False
    """Can be reached without steps, with room for a wheelchair."""


class FormatOptions:
    """Base of each format's own options (a frozen dataclass beside the format)."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRequest:
    """All that a draw depends on. The same request gives the same draw, in whatever order
    entrants, history and tables are listed."""

    round: int
    """Number of the round to draw, from 1."""
    entrants: tuple[Entrant, ...]
    """Everybody who is or was in the stage, the withdrawn included."""
    seed: str
    """Text that decides what chance decides. Recorded with the draw."""
    history: tuple[PlayedPairing, ...] = ()
    """Pairings of the stage's earlier rounds. Those not final count as meetings only."""
    standings: StandingsSettings = field(default_factory=StandingsSettings)
    """Points scheme and tie-breaks; the draw ranks by the same function as the page."""
    tables: tuple[Table, ...] = ()
    """Tables of the hall. Empty: the draw leaves table numbers open."""
    table_ranges: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Table numbers kept for a group or bracket, by `DrawnPairing.group`. A group that is not
    named sits at the tables that are kept for nobody."""
    forbidden: frozenset[frozenset[EntryId]] = frozenset()
    """Sets of two entries that may not meet in this round (relatives, a judge's order)."""
    options: FormatOptions | None = None
    """The format's own options; None for its defaults."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnPairing:
    """A pairing of the new round. A bye is a pairing of kind BYE with one seat."""

    seats: tuple[Seat, ...]
    kind: PairingKind = PairingKind.GAME
    table: int | None = None
    reasons: tuple[Reason, ...] = ()
    group: str = ""
    slot: int | None = None

    @property
    def entries(self) -> tuple[EntryId, ...]:
        return tuple(seat.entry for seat in self.seats)


@dataclass(frozen=True, slots=True)
class TierCost:
    """What the draw cost in one tier of wishes, strongest tier first."""

    tier: str
    cost: int
    """0 means the wish is met everywhere. Units differ by tier; only 0 and less compare."""


class Optimality(StrEnum):
    """How it is known that no better draw exists."""

    COMPLETE = "complete"
    """Every possible pairing was weighed."""
    BOUNDED = "bounded"
    """Pairings left out were shown to be in no better draw."""
    STABLE = "stable"
    """Twice as many candidates changed nothing; a better draw is unlikely, not excluded."""
    CONSTRUCTED = "constructed"
    """The format lays the draw down (a round robin's table, a tree): nothing is weighed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """A whole round, or the rounds' part a format can lay down."""

    round: int
    pairings: tuple[DrawnPairing, ...]
    """In table order, the bye last. Each available entry is in exactly one of them."""
    seed: str
    engine_version: str
    """Changes whenever the same request could give another draw."""
    optimality: Optimality
    reasons: tuple[Reason, ...] = ()
    """About the draw as a whole."""
    warnings: tuple[Reason, ...] = ()
    """What the organiser should see before publishing; none of it forbids the draw."""
    costs: tuple[TierCost, ...] = ()

    @property
    def byes(self) -> tuple[EntryId, ...]:
        return tuple(
            pairing.seats[0].entry for pairing in self.pairings if pairing.kind is PairingKind.BYE
        )

    @property
    def bye(self) -> EntryId | None:
        """The one who sits out, in formats with at most one bye a round."""
        byes = self.byes
        return byes[0] if len(byes) == 1 else None


class DrawError(Exception):
    """No draw was made, and nothing was changed. `reason` says why, as data."""

    def __init__(self, code: str, **params: ParamValue) -> None:
        super().__init__(code, params)
        self.reason = Reason(code, params)


class InvalidRequestError(DrawError):
    """The request contradicts itself: the same entry twice, an unknown entry, …"""


class NoDrawError(DrawError):
    """The request is sound, but no round meets what is forbidden."""


class TooFewTablesError(DrawError):
    """More pairings than tables in service; params `pairings` and `tables`."""
