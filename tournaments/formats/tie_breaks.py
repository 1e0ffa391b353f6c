"""The tie-breaks: each a value, and the working that leads to it.

Where FIDE's tie-break regulations (Handbook C.07) define a name, it means here what it means
there; the article stands with the function. What an unplayed round counts is the stage's
`UnplayedRule`. A round against several opponents (a side of two single players, a table of
three pairs) counts their mean, so every round weighs the same. Points added or taken by a ruling
move the entry itself and never its opponents' tie-breaks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from operator import attrgetter
from typing import NamedTuple

from tournaments.formats.model import Entrant, EntryId
from tournaments.formats.records import Records, RoundRecord
from tournaments.formats.scoring import ZERO, StandingsSettings, TieBreak, UnplayedRule


class Term(NamedTuple):
    """One line of the working behind a number."""

    round: int
    """0 where the line belongs to no round (an adjustment, a lot)."""
    opponents: tuple[EntryId, ...]
    value: Decimal
    """What the line adds, when it counts."""
    code: str
    """What sort of line: `game`, `bye`, `requested_bye`, `walkover`, `absent`, `open`, `dummy`,
    `adjustment`, `missing_games` (whose value is how many), `lot`."""
    counted: bool = True
    """False: shown, but cut or undecided."""
    base: Decimal | None = None
    """Sonneborn-Berger: the opponent's points; score difference: the own score."""
    factor: Decimal | None = None
    """Sonneborn-Berger: own points of the round, which `base` is multiplied with; score
    difference: the score of the others, which is taken from `base`."""


LOWER_IS_BETTER = frozenset({TieBreak.LOT})


class Contribution(NamedTuple):
    """What one round adds to Buchholz, before cuts."""

    round: int
    opponents: tuple[EntryId, ...]
    value: Decimal
    code: str
    voluntary: bool
    own_points: Decimal


@dataclass(frozen=True, slots=True)
class RankingFacts:
    """What the tie-breaks read, computed once for all entries."""

    records: Records
    adjustments: Mapping[EntryId, Decimal]
    earned: Mapping[EntryId, Decimal]
    """Points from rounds, without adjustments."""
    contributions: Mapping[EntryId, tuple[Contribution, ...]]
    lots: Mapping[EntryId, int]


Working = Callable[[RankingFacts, EntryId], tuple[Term, ...]]


class Definition(NamedTuple):
    """A tie-break: its value, and the terms it is the sum of. The two always agree; the value
    alone is what ranking 2,000 entries needs, the terms are what one tap asks for."""

    value: Callable[[RankingFacts, EntryId], Decimal]
    working: Working


def gather_facts(
    entrants: Sequence[Entrant], records: Records, settings: StandingsSettings, rounds: int
) -> RankingFacts:
    """Computes what the tie-breaks share. `rounds` is the number of rounds counted."""
    earned = {
        entry: sum((record.points for record in rows), ZERO) for entry, rows in records.items()
    }
    seen_by_opponents = {
        entry: _adjusted_points(rows, earned[entry], settings) for entry, rows in records.items()
    }
    cap = settings.points.draw * rounds
    return RankingFacts(
        records=records,
        adjustments={entrant.id: entrant.adjustment for entrant in entrants},
        earned=earned,
        contributions={
            entry: tuple(_contributions(rows, earned[entry], seen_by_opponents, cap, settings))
            for entry, rows in records.items()
        },
        lots=draw_lots(records, settings.lot_seed),
    )


def draw_lots(entries: Iterable[EntryId], seed: str) -> dict[EntryId, int]:
    """Lot numbers 1, 2, … The order of two entries depends on the seed and those two alone, so
    an entry that comes or goes never turns a lot between others."""

    def ticket(entry: EntryId) -> bytes:
        return hashlib.blake2b(f"{seed}\x00{entry}".encode(), digest_size=16).digest()

    ordered = sorted(entries, key=lambda entry: (ticket(entry), entry))
    return {entry: number for number, entry in enumerate(ordered, start=1)}


def _adjusted_points(
    rows: tuple[RoundRecord, ...], earned: Decimal, settings: StandingsSettings
) -> Decimal:
    """Points as opponents' tie-breaks see them (C.07 article 16.3 for the FIDE rules)."""
    rule = settings.unplayed
    if rule is UnplayedRule.AS_SCORED:
        return earned
    if rule is UnplayedRule.PLAYED_ONLY:
        return sum((record.points for record in rows if record.played), ZERO)
    adjusted = earned
    for record in reversed(rows):
        if not record.voluntary:
            break
        if record.requested:
            adjusted += settings.points.draw - record.points
    return adjusted


def _contributions(
    rows: tuple[RoundRecord, ...],
    earned: Decimal,
    seen: Mapping[EntryId, Decimal],
    cap: Decimal,
    settings: StandingsSettings,
) -> Iterable[Contribution]:
    """A Buchholz line a round: the opponent met, or (C.07 article 16.4) the dummy."""
    rule = settings.unplayed
    for record in rows:
        opponents = record.opponents
        if record.played:
            if len(opponents) == 1:
                value = seen[opponents[0]]
            else:
                value = _mean([seen[opponent] for opponent in opponents])
            yield Contribution(record.round, opponents, value, "game", False, record.points)
        elif record.final and rule in (UnplayedRule.FIDE_2024, UnplayedRule.FIDE_2026):
            value = earned
            if rule is UnplayedRule.FIDE_2026:
                limit = _mean([seen[other] for other in opponents]) if opponents else cap
                value = min(value, limit)
            yield Contribution(
                record.round, opponents, value, "dummy", record.voluntary, record.points
            )


def _mean(values: Sequence[Decimal]) -> Decimal:
    return sum(values, ZERO) / len(values) if values else ZERO


def _line_code(record: RoundRecord) -> str:
    if not record.final:
        return "open"
    return record.kind.value if record.kind is not None else "absent"


def _total(terms: Iterable[Term]) -> Decimal:
    return sum([term.value for term in terms if term.counted], ZERO)


def _points(facts: RankingFacts, entry: EntryId) -> Decimal:
    return facts.earned[entry] + facts.adjustments[entry]


def _points_working(facts: RankingFacts, entry: EntryId) -> tuple[Term, ...]:
    terms = [
        Term(record.round, record.opponents, record.points, _line_code(record), record.final)
        for record in facts.records[entry]
    ]
    adjustment = facts.adjustments[entry]
    if adjustment:
        terms.append(Term(0, (), adjustment, "adjustment"))
    return tuple(terms)


def _count(holds: Callable[[RoundRecord], bool]) -> Definition:
    one = Decimal(1)

    def value(facts: RankingFacts, entry: EntryId) -> Decimal:
        return Decimal(sum([holds(record) for record in facts.records[entry]]))

    def working(facts: RankingFacts, entry: EntryId) -> tuple[Term, ...]:
        return tuple(
            Term(record.round, record.opponents, one, _line_code(record))
            for record in facts.records[entry]
            if holds(record)
        )

    return Definition(value, working)


def _buchholz(lowest: int, highest: int) -> Definition:
    """Sum of the opponents' points (C.07 article 8.1) less the `lowest` and `highest` lines.
    Voluntary unplayed rounds are cut before anything else is (16.5)."""

    def value(facts: RankingFacts, entry: EntryId) -> Decimal:
        lines = facts.contributions[entry]
        cut = _cut_lines(lines, lowest, highest)
        return sum([line.value for line in lines if line.round not in cut], ZERO)

    def working(facts: RankingFacts, entry: EntryId) -> tuple[Term, ...]:
        lines = facts.contributions[entry]
        cut = _cut_lines(lines, lowest, highest)
        return tuple(
            Term(line.round, line.opponents, line.value, line.code, line.round not in cut)
            for line in lines
        )

    return Definition(value, working)


def _cut_lines(lines: Sequence[Contribution], lowest: int, highest: int) -> frozenset[int]:
    """Rounds that are cut. Of equal lines the earlier round goes, so the working is stable."""
    if not lowest and not highest:
        return frozenset()
    by_weight = sorted(lines, key=lambda line: (not line.voluntary, line.value, line.round))
    cut = by_weight[:lowest]
    if highest:
        cut += sorted(by_weight[lowest:], key=attrgetter("value", "round"))[-highest:]
    return frozenset([line.round for line in cut])


def _sonneborn_berger(facts: RankingFacts, entry: EntryId) -> Decimal:
    """Each opponent's points times the points taken from that round (C.07 article 9.1)."""
    return sum([line.value * line.own_points for line in facts.contributions[entry]], ZERO)


def _sonneborn_berger_working(facts: RankingFacts, entry: EntryId) -> tuple[Term, ...]:
    return tuple(
        Term(
            line.round,
            line.opponents,
            line.value * line.own_points,
            line.code,
            base=line.value,
            factor=line.own_points,
        )
        for line in facts.contributions[entry]
    )


def _summed(working: Working) -> Definition:
    """A tie-break that is no more than the sum of its working."""
    return Definition(lambda facts, entry: _total(working(facts, entry)), working)


def _opponents_points(facts: RankingFacts, entry: EntryId) -> tuple[Term, ...]:
    """Points of the opponents met at a table, just as they stand: no dummy, no adjustment."""
    earned = facts.earned
    return tuple(
        [
            Term(
                record.round,
                record.opponents,
                _mean([earned[opponent] for opponent in record.opponents]),
                "game",
            )
            for record in facts.records[entry]
            if record.played
        ]
    )


def _score_for(facts: RankingFacts, entry: EntryId) -> tuple[Term, ...]:
    return tuple(
        [
            Term(record.round, record.opponents, record.score_for, "game")
            for record in facts.records[entry]
            if record.score_for is not None
        ]
    )


def _score_difference(facts: RankingFacts, entry: EntryId) -> tuple[Term, ...]:
    """A game counts where both scores are known: half a sheet would be no difference."""
    return tuple(
        [
            Term(
                record.round,
                record.opponents,
                record.score_for - record.score_against,
                "game",
                True,
                record.score_for,
                record.score_against,
            )
            for record in facts.records[entry]
            if record.score_for is not None and record.score_against is not None
        ]
    )


def _lot(facts: RankingFacts, entry: EntryId) -> tuple[Term, ...]:
    return (Term(0, (), Decimal(facts.lots[entry]), "lot"),)


DEFINITIONS: Mapping[TieBreak, Definition] = {
    TieBreak.POINTS: Definition(_points, _points_working),
    TieBreak.WINS: _count(lambda record: record.win),
    TieBreak.GAMES_WON: _count(lambda record: record.win and record.played),
    TieBreak.BUCHHOLZ: _buchholz(0, 0),
    TieBreak.BUCHHOLZ_CUT_1: _buchholz(1, 0),
    TieBreak.BUCHHOLZ_CUT_2: _buchholz(2, 0),
    TieBreak.BUCHHOLZ_MEDIAN: _buchholz(1, 1),
    TieBreak.SONNEBORN_BERGER: Definition(_sonneborn_berger, _sonneborn_berger_working),
    TieBreak.SCORE_FOR: _summed(_score_for),
    TieBreak.SCORE_DIFFERENCE: _summed(_score_difference),
    TieBreak.OPPONENTS_POINTS: _summed(_opponents_points),
    TieBreak.LOT: _summed(_lot),
}
"""All tie-breaks that need no tied group; `direct_encounter.py` has the one that does."""
