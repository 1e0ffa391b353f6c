"""What a simulated event is made from, and what comes out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.model import EntryId, FormatOptions


class Seeding(StrEnum):
    """How well the seeds know the strengths."""

    TRUE = "true"
    """The strongest is seed 1, the next seed 2, and so on."""
    ROUGH = "rough"
    """Strengths seen through a noise as wide as their own spread."""
    LOT = "lot"
    """Seeds say nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One kind of event. Shares are between 0 and 1."""

    format: str
    """Code of a registered format."""
    entries: int
    rounds: int | None = None
    """None: as many as the format plans, or enough for a clear winner where it plans none."""
    drops: float = 0.0
    """Share of entries that withdraw, each after a round of its own."""
    lates: float = 0.0
    """Share of entries that come in the second or third round. Formats that close their list
    with round 1 have none."""
    draws: float = 0.0
    """Share of games of two sides without a winner. Formats that need one have none."""
    no_shows: float = 0.0
    """Share of games for which somebody does not come; of these one in ten has nobody."""
    spread: float = 1.0
    """Standard deviation of the strengths in logits: at 1, the better of two random entries wins
    about 71 games of 100."""
    seeding: Seeding = Seeding.ROUGH
    tables: bool = False
    """Games are drawn at numbered tables, of which there are enough."""
    options: FormatOptions | None = None
    """The format's own options; None for its defaults."""
    then: Scenario | None = None
    """The stage that those who go on play after it; how many that are follows from `to_rank`."""
    to_rank: int | None = None
    """The last rank that goes on, of each group where there are groups; None: all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatFacts:
    """What a format promises: which checks apply to it. The defaults promise nothing special."""

    seats_all: bool = False
    """Each available entry is in exactly one pairing of every round."""
    fair_byes: bool = False
    """Nobody has a second bye while somebody there has had none, and fewer byes than a table has
    seats."""
    avoids_rematches: bool = False
    """Two do not meet again in a round in which a theorem says that nobody had to."""
    out_after: int | None = None
    """Losses that put an entry out; None where nobody goes out."""
    placement_groups: frozenset[str] = frozenset()
    """Groups of pairings that are played for a place by entries that are out."""
    meets_all: bool = False
    """At the end each two have met equally often, when everybody stayed."""
    grouped: bool = False
    """Pairings have a group, and places count within it."""
    takes_lates: bool = False
    """Entries may come after round 1."""
    fixed_length: bool = True
    """Ends by itself after the planned rounds."""
    sides: int = 2
    """Sides of a table, where the options do not say."""


_TREE = frozenset({"third_place", "fifth_place", "consolation"})

FACTS: Mapping[str, FormatFacts] = {
    "swiss": FormatFacts(
        seats_all=True, fair_byes=True, avoids_rematches=True, takes_lates=True, fixed_length=False
    ),
    "multi_seat": FormatFacts(
        seats_all=True, fair_byes=True, takes_lates=True, fixed_length=False, sides=3
    ),
    "round_robin": FormatFacts(seats_all=True, meets_all=True, takes_lates=True),
    "groups": FormatFacts(grouped=True),
    "knockout": FormatFacts(out_after=1, placement_groups=_TREE),
    "double_elimination": FormatFacts(out_after=2, placement_groups=_TREE),
    "individual": FormatFacts(seats_all=True, fair_byes=True, takes_lates=True, fixed_length=False),
    "schedule": FormatFacts(takes_lates=True),
}
"""By code. A format that is not listed is held to what holds for all (`FormatFacts()`)."""


def facts_of(code: str) -> FormatFacts:
    """What is promised under a code."""
    return FACTS.get(code, FormatFacts())


@dataclass(frozen=True, slots=True)
class Fault:
    """A check that did not hold."""

    check: str
    """Name of the check, see `simulation_checks.CHECKS`."""
    round: int
    detail: str
    """What was seen, for a developer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventResult:
    """One event, played to its end."""

    scenario: Scenario
    seed: str
    rounds: int
    """Rounds played."""
    spearman: float
    """Rank correlation of the final places with the true strengths, 1 for the same order."""
    kendall: float
    """The same as Kendall's tau-b: what the chance of two in order exceeds that of two turned."""
    strongest_won: bool
    """The strongest is first alone; in groups, first of its group."""
    games: int
    repeats: int
    """Meetings beyond the first, over all pairs of entries."""
    byes: int
    walkovers: int
    faults: tuple[Fault, ...]
    ranks: Mapping[EntryId, float]
    """Final place of each entry, level ones at the mean of the places they fill."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Means over the events of a scenario."""

    scenario: Scenario
    events: int
    spearman: float
    kendall: float
    strongest_won: float
    """Share of the events."""
    rounds: float
    minutes: float
    """Rounds times the minutes of one."""
    games: float
    repeats: float
    byes: float
    walkovers: float
    faults: tuple[tuple[str, Fault], ...]
    """Every check that did not hold, with the seed of its event."""
