"""Points and tie-breaks as data: what a stage's settings hold and the standings read."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

ZERO = Decimal(0)
HALF = Decimal("0.5")
ONE = Decimal(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsScheme:
    """Points for each way a round can end for an entry. Exact decimals."""

    win: Decimal
    draw: Decimal
    loss: Decimal = ZERO
    bye: Decimal
    """The draw had nobody left for the entry."""
    requested_bye: Decimal = ZERO
    """The entry asked to sit out."""
    walkover_win: Decimal
    """The others did not come."""
    walkover_loss: Decimal = ZERO
    """The entry itself did not come."""
    absent: Decimal = ZERO
    """A round the entry was not in at all (late, absent, withdrawn)."""
    by_place: tuple[tuple[Decimal, ...], ...] = ()
    """For tables of three sides or more: one row a number of sides, points for place 1, 2, …
    A table without a row of its length gives one point for each side beaten. Sides that share
    a place share the points of the places they fill."""


POINTS_SCHEMES: dict[str, PointsScheme] = {
    "one": PointsScheme(
        win=ONE, draw=HALF, bye=ONE, walkover_win=ONE, by_place=((ONE, HALF, ZERO),)
    ),
    "two": PointsScheme(win=Decimal(2), draw=ONE, bye=Decimal(2), walkover_win=Decimal(2)),
    "three": PointsScheme(win=Decimal(3), draw=ONE, bye=Decimal(3), walkover_win=Decimal(3)),
}
"""Presets: what a win is worth. `one` is the default of a Partners tournament."""


class TieBreak(StrEnum):
    """What can order entries; `tie_breaks.py` defines each. Points come first of themselves
    where the list does not say otherwise."""

    POINTS = "points"
    DIRECT_ENCOUNTER = "direct_encounter"
    WINS = "wins"
    """Rounds worth as many points as a win, byes and walkovers among them."""
    GAMES_WON = "games_won"
    """Games won at a table."""
    BUCHHOLZ = "buchholz"
    BUCHHOLZ_CUT_1 = "buchholz_cut_1"
    BUCHHOLZ_CUT_2 = "buchholz_cut_2"
    BUCHHOLZ_MEDIAN = "buchholz_median"
    SONNEBORN_BERGER = "sonneborn_berger"
    SCORE_DIFFERENCE = "score_difference"
    """Own score less the opponents' score: the piece difference of Partners."""
    SCORE_FOR = "score_for"
    """Own score: the pieces locked of Partners."""
    OPPONENTS_POINTS = "opponents_points"
    LOT = "lot"


class UnplayedRule(StrEnum):
    """What a round that was not played counts in Buchholz and Sonneborn-Berger."""

    FIDE_2026 = "fide_2026"
    """FIDE's tie-break regulations, article 16, as in force from March 2026. An opponent's asked
    for bye or absence after which only voluntary unplayed rounds follow counts as a draw. The
    entry's own unplayed round counts as a game against a dummy with the entry's own points, but
    no more than the absent opponent's (walkovers) or a draw in every round (all others)."""
    FIDE_2024 = "fide_2024"
    """As above without the two caps."""
    AS_SCORED = "as_scored"
    """Opponents count the points they have; the entry's own unplayed rounds add nothing."""
    PLAYED_ONLY = "played_only"
    """Opponents count only points won at a table; own unplayed rounds add nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsSettings:
    """Everything the standings depend on besides the facts."""

    points: PointsScheme = POINTS_SCHEMES["one"]
    tie_breaks: tuple[TieBreak, ...] = (
        TieBreak.POINTS,
        TieBreak.DIRECT_ENCOUNTER,
        TieBreak.BUCHHOLZ_CUT_1,
        TieBreak.BUCHHOLZ,
        TieBreak.SCORE_DIFFERENCE,
        TieBreak.LOT,
    )
    """In order; the first that differs decides."""
    unplayed: UnplayedRule = UnplayedRule.FIDE_2026
    lot_seed: str = ""
    """Text that decides the lot; drawn once for the stage and recorded."""
    rounds: int | None = None
    """Rounds counted: 1 to this number. None: up to the last round with a final result."""
