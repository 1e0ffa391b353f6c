"""What a correction touches: the facts asked about, and the answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.model import EntryId, Reason
from tournaments.formats.stages import Qualifier


class Choice(StrEnum):
    """What can be done about one thing that no longer fits."""

    KEEP = "keep"
    """Leave it: what was drawn and played was so."""
    REDRAW = "redraw"
    """Draw it anew. Offered only where there is no result yet."""
    SWAP = "swap"
    """Put the right entry in the seat; a result there stays with the seat."""


class DependentKind(StrEnum):
    """What sort of fact no longer fits."""

    SEAT = "seat"
    """In a match of a tree sits somebody who should not, or somebody is missing."""
    MATCH = "match"
    """A match of a tree should have been drawn and was not."""
    QUALIFIER = "qualifier"
    """Somebody else would have gone on into a later stage."""
    SEED = "seed"
    """One who went on would have another seed there."""
    ROUND = "round"
    """A round was drawn from results that were others then. It is not wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dependent:
    """One thing that no longer fits, and what can be done."""

    kind: DependentKind
    reasons: tuple[Reason, ...]
    """First what is wrong, then what a swap does with a result."""
    choices: tuple[Choice, ...]
    round: int = 0
    """Round of the stage; 0 for what concerns a later stage."""
    group: str = ""
    slot: int = 0
    table: int | None = None
    wrong: EntryId | None = None
    """Who sits there, or went on; None: nobody does."""
    right: EntryId | None = None
    """Who should; None: nobody, or with `undecided` nobody can tell yet."""
    undecided: bool = False
    entries: tuple[EntryId, ...] = ()
    """Who should meet in a match that was not drawn."""
    played: bool = False
    """There is a result already."""
    seed: int | None = None
    """Seed in the later stage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Onward:
    """A later stage that this one sent entries into: how they were chosen (as `qualifiers` takes
    it), and who went."""

    gone_on: tuple[Qualifier, ...]
    from_rank: int = 1
    to_rank: int | None = None
    per_group: bool = True
    tree: bool = False
    unavailable: frozenset[EntryId] = frozenset()
    prefer: tuple[EntryId, ...] = ()
    played: bool = False
    """It has results."""
