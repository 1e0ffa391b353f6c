"""The tie-breaks: each a value, and the working that leads to it.

Where FIDE's tie-break regulations (Handbook C.07) define a name, it means here what it means
there; the article stands with the function. What an unplayed round counts is the stage's
`UnplayedRule`. A round against several opponents (a side of two single players, a table of
three pairs) counts their mean, so every round weighs the same. Points added or taken by a ruling
move the entry itself and never its opponents' tie-breaks.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from tournaments.formats.model import EntryId
from tournaments.formats.records import RoundRecord, outcome_points, score_points, time_points
from tournaments.formats.scoring import PenaltyRule, PointsScheme, TieBreak
from tournaments.formats.tie_breaks_facts import (
    Definition,
    RankingFacts,
    Term,
    draw_lots,
    gather_facts,
    line_code,
)
from tournaments.formats.tie_breaks_opponents import (
    OPPONENTS_POINTS,
    buchholz,
    sonneborn_berger,
)
from tournaments.formats.tie_breaks_own import (
    AVERAGE_PLACE,
    GAMES_IN_TIME,
    GAMES_WON,
    LOT,
    PROGRESSIVE,
    SCORE_DIFFERENCE,
    SCORE_FOR,
    STEPS_DIFFERENCE,
    WINS,
)

__all__ = [
    "DEFINITIONS",
    "LOWER_IS_BETTER",
    "Definition",
    "RankingFacts",
    "Term",
    "draw_lots",
    "gather_facts",
]

LOWER_IS_BETTER = frozenset({TieBreak.LOT, TieBreak.STEPS_DIFFERENCE, TieBreak.AVERAGE_PLACE})


def _points(facts: RankingFacts, entry: EntryId) -> Decimal:
    return facts.points(entry)


def _points_working(facts: RankingFacts, entry: EntryId) -> tuple[Term, ...]:
    terms = [
        Term(
            record.round,
            record.opponents,
            record.points,
            line_code(record),
            record.final,
            parts=_parts(record, facts.scheme),
        )
        for record in facts.records[entry]
    ]
    adjustment = facts.adjustments[entry]
    if adjustment:
        counted = facts.penalties is PenaltyRule.POINTS
        terms.append(Term(0, (), adjustment, "adjustment", counted))
    return tuple(terms)


def _penalties(facts: RankingFacts, entry: EntryId) -> Decimal:
    return facts.adjustments[entry]


def _penalties_working(facts: RankingFacts, entry: EntryId) -> tuple[Term, ...]:
    adjustment = facts.adjustments[entry]
    return (Term(0, (), adjustment, "adjustment"),) if adjustment else ()


def _parts(record: RoundRecord, scheme: PointsScheme) -> tuple[tuple[str, Decimal], ...]:
    """What the points of a game are made of by the scheme; nothing where there is one part, or
    where the points were set otherwise."""
    if not record.played:
        return ()
    score = score_points(record.score_for, scheme)
    in_time = time_points(record.win, record.in_time, scheme)
    result = record.points - score - in_time
    if record.outcome is not None and result != outcome_points(record.outcome, scheme):
        return ()
    parts = (("result", result), ("score", score), ("in_time", in_time))
    told = tuple((name, value) for name, value in parts if value)
    return told if len(told) > 1 else ()


DEFINITIONS: Mapping[TieBreak, Definition] = {
    TieBreak.POINTS: Definition(_points, _points_working),
    TieBreak.WINS: WINS,
    TieBreak.GAMES_WON: GAMES_WON,
    TieBreak.BUCHHOLZ: buchholz(0, 0),
    TieBreak.BUCHHOLZ_CUT_1: buchholz(1, 0),
    TieBreak.BUCHHOLZ_CUT_2: buchholz(2, 0),
    TieBreak.BUCHHOLZ_MEDIAN: buchholz(1, 1),
    TieBreak.SONNEBORN_BERGER: sonneborn_berger(0),
    TieBreak.SONNEBORN_BERGER_CUT_1: sonneborn_berger(1),
    TieBreak.PROGRESSIVE: PROGRESSIVE,
    TieBreak.SCORE_FOR: SCORE_FOR,
    TieBreak.SCORE_DIFFERENCE: SCORE_DIFFERENCE,
    TieBreak.STEPS_DIFFERENCE: STEPS_DIFFERENCE,
    TieBreak.AVERAGE_PLACE: AVERAGE_PLACE,
    TieBreak.GAMES_IN_TIME: GAMES_IN_TIME,
    TieBreak.OPPONENTS_POINTS: OPPONENTS_POINTS,
    TieBreak.PENALTIES: Definition(_penalties, _penalties_working),
    TieBreak.LOT: LOT,
}
"""All tie-breaks that need no tied group; `direct_encounter.py` has the one that does."""
