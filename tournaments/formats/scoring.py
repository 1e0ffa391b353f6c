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
    """Points for each way a round can end for an entry. Exact decimals, all of them."""

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
    """The entry itself did not come, and somebody else did."""
    both_absent: Decimal = ZERO
    """Nobody of the pairing came."""
    walkover_score_win: Decimal = ZERO
    walkover_score_loss: Decimal = ZERO
    """The score (pieces) a walkover counts in the tie-breaks of scores, for who came and who did
    not. Both zero: a walkover has no score. They give no points: `walkover_win` is the whole."""
    absent: Decimal = ZERO
    """A round the entry was not in at all (late, absent, withdrawn)."""
    per_score: Decimal = ZERO
    """For each unit of the own score at the table, won or lost: a piece brought home in
    Partners, a point in backgammon. Comes on top of win, draw, loss and place."""
    win_in_time: Decimal = ZERO
    """On top of a win that was played out within its time."""
    by_place: tuple[tuple[Decimal, ...], ...] = ()
    """For tables of three sides or more: one row a number of sides, points for place 1, 2, …
    A table without a row of its length gives one point for each side beaten. Sides that share
    a place share the points of the places they fill."""

    @property
    def level(self) -> Decimal:
        """What neither winning nor losing is worth: a draw, or, where points come piece by
        piece, the middle of what a walkover gives the two. Tie-breaks that take an unplayed
        round for a draw take it for this."""
        if not self.per_score:
            return self.draw
        return max(self.draw, (self.walkover_win + self.walkover_loss) / 2)

    @property
    def best(self) -> Decimal:
        """The most a game can give; infinite where points grow with the score."""
        if self.per_score:
            return Decimal("Infinity")
        top = max(self.win + self.win_in_time, self.draw, self.loss)
        return max([top, *(value for row in self.by_place for value in row)])


POINTS_SCHEMES: dict[str, PointsScheme] = {
    "one": PointsScheme(
        win=ONE, draw=HALF, bye=ONE, walkover_win=ONE, by_place=((ONE, HALF, ZERO),)
    ),
    "two": PointsScheme(win=Decimal(2), draw=ONE, bye=Decimal(2), walkover_win=Decimal(2)),
    "three": PointsScheme(win=Decimal(3), draw=ONE, bye=Decimal(3), walkover_win=Decimal(3)),
    "pieces_in_time": PointsScheme(
        win=ZERO,
        draw=ZERO,
        per_score=Decimal(2),
        win_in_time=Decimal(10),
        bye=Decimal(8),
        walkover_win=Decimal(8),
        walkover_loss=Decimal(4),
    ),
    "gammon": PointsScheme(
        win=ZERO, draw=ZERO, per_score=ONE, bye=ONE, walkover_win=ONE, walkover_loss=ZERO
    ),
    "places": PointsScheme(
        win=Decimal(6),
        draw=Decimal(3),
        bye=Decimal(6),
        walkover_win=Decimal(6),
        by_place=(
            (Decimal(6), ZERO),
            (Decimal(6), Decimal(3), ZERO),
            (Decimal(6), Decimal(4), Decimal(2), ZERO),
        ),
    ),
}
"""Presets by stable key. `one` (1-0) is the default of a Partners tournament; `two` is 2-1-0,
with the piece difference as first tie-break; `pieces_in_time` gives 2 points a piece and 10 for
a win within time, 8-4 when a pair is absent; `gammon` gives what was scored at the board;
`places` is for tables of two, three and four, where the first always gets the same and the mean
of a table is the same."""


class TieBreak(StrEnum):
    """What can order entries; the `tie_break` modules define each. Points come first of themselves
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
    SONNEBORN_BERGER_CUT_1 = "sonneborn_berger_cut_1"
    PROGRESSIVE = "progressive"
    """The points after each round, added up: who had them early is ahead."""
    SCORE_DIFFERENCE = "score_difference"
    """Own score less the opponents' score: the piece difference of Partners."""
    SCORE_FOR = "score_for"
    """Own score: the pieces locked of Partners."""
    STEPS_DIFFERENCE = "steps_difference"
    """Own steps still to go when the game ended less the opponents': fewer is better."""
    AVERAGE_PLACE = "average_place"
    """Mean place at the table, of games alone: lower is better."""
    GAMES_IN_TIME = "games_in_time"
    """Games played out within their time, won or lost."""
    OPPONENTS_POINTS = "opponents_points"
    PENALTIES = "penalties"
    """Points taken by rulings, below 0: who lost fewer is ahead."""
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
    AS_PLAYED = "as_played"
    """FIDE's rule for round robins (article 15): a walkover counts as a game against the one who
    was drawn, in the direct encounter too; byes and absences add nothing."""


class StruckRule(StrEnum):
    """What those get who met an entry whose results are struck. Either way the game itself is
    no game: it reaches no tie-break of theirs but as said here."""

    BYE = "bye"
    """The round counts as a bye (Swiss: nobody is a round short)."""
    NOTHING = "nothing"
    """The round gives nothing and counts nowhere (round robin: nobody's game with it counts)."""


class PenaltyRule(StrEnum):
    """Where the points count that rulings took. Wherever it is, they are shown in the working."""

    POINTS = "points"
    """They are taken from the points, and so from the score groups of the draw."""
    TIE_BREAK = "tie_break"
    """The points stay; among those level on them, whoever lost fewer is ahead. That tie-break
    comes first where the list does not name it."""
    LISTED = "listed"
    """They count for nothing; the rulings list them."""


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
    struck: StruckRule = StruckRule.BYE
    """What those get who met an entry whose results are struck."""
    penalties: PenaltyRule = PenaltyRule.POINTS
    """Where the points count that rulings took."""
    lot_seed: str = ""
    """Text that decides the lot; drawn once for the stage and recorded."""
    rounds: int | None = None
    """Rounds counted: 1 to this number. None: up to the last round with a final result."""


PRESET_TIE_BREAKS: dict[str, tuple[TieBreak, ...]] = {
    "one": StandingsSettings().tie_breaks[1:],
    "two": (
        TieBreak.SCORE_DIFFERENCE,
        TieBreak.SCORE_FOR,
        TieBreak.DIRECT_ENCOUNTER,
        TieBreak.LOT,
    ),
    "three": StandingsSettings().tie_breaks[1:],
    "pieces_in_time": (
        TieBreak.SCORE_DIFFERENCE,
        TieBreak.STEPS_DIFFERENCE,
        TieBreak.GAMES_IN_TIME,
        TieBreak.DIRECT_ENCOUNTER,
        TieBreak.LOT,
    ),
    "gammon": (
        TieBreak.GAMES_WON,
        TieBreak.SCORE_DIFFERENCE,
        TieBreak.DIRECT_ENCOUNTER,
        TieBreak.LOT,
    ),
    "places": (
        TieBreak.AVERAGE_PLACE,
        TieBreak.SCORE_DIFFERENCE,
        TieBreak.DIRECT_ENCOUNTER,
        TieBreak.LOT,
    ),
}
"""The tie-breaks that go with each preset, after the points: a proposal, not a rule."""
