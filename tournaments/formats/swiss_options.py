"""What an organiser can choose about a Swiss (Monrad) draw, and the tiers it weighs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.model import FormatOptions


class Placement(StrEnum):
    """Who meets whom among entries with equal points."""

    SLIDE = "slide"
    """Top half against bottom half, in order: of eight, 1 meets 5, 2 meets 6."""
    FOLD = "fold"
    """First against last: of eight, 1 meets 8, 2 meets 7."""
    NEIGHBOURS = "neighbours"
    """Next to each other: 1 meets 2, 3 meets 4 (the classic Monrad)."""
    RANDOM = "random"
    """Order within the group by lot, then as `slide`."""


class RankBy(StrEnum):
    """Order within a score group."""

    SEED = "seed"
    STANDING = "standing"


@dataclass(frozen=True, slots=True, kw_only=True)
class SwissOptions(FormatOptions):
    """Options of a Swiss stage."""

    placement: Placement = Placement.SLIDE
    first_round: Placement | None = None
    """Placement in round 1; None: as in the others."""
    rank_by: RankBy = RankBy.SEED
    clubs_apart: bool = False
    """Keep entries of one club apart where nothing above the wish suffers."""
    cities_apart: bool = False
    rounds: int | None = None
    """Planned number of rounds; None leaves it to the organiser."""


class Tier(StrEnum):
    """What the draw weighs, strongest first. No sum of lower wishes outweighs one higher."""

    BYE_REPEAT = "bye_repeat"
    """A bye for one who had one (counts 2 for each) or has a win without play (counts 1)."""
    REMATCH = "rematch"
    """Earlier meetings of the two, squared: a third meeting is worse than two second ones."""
    BYE_RANK = "bye_rank"
    """Entries ranked below the one with the bye."""
    SCORE = "score"
    """Difference in points, in the smallest step that occurs, squared."""
    FLOAT = "float"
    """Floating the same way again: 2 after last round, 1 after the round before."""
    APART = "apart"
    """Same club, same city, as far as the options ask for it."""
    PLACEMENT = "placement"
    """Distance from the ideal opponent within the score group, squared."""
    CHANCE = "chance"
    """The seeded lot between draws that are equal in everything else."""


TIERS: tuple[Tier, ...] = tuple(Tier)
