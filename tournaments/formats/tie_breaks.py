"""The tie-breaks: each a value with the working that leads to it.

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

from tournaments.formats.model import Entrant, EntryId, PairingKind
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
    `adjustment`, `missing_game`, `lot`."""
    counted: bool = True
    """False: shown, but cut or undecided."""
    base: Decimal | None = None
    """Sonneborn-Berger: the opponent's points; score difference: the own score."""
    factor: Decimal | None = None
    """Sonneborn-Berger: own points of the round, which `base` is multiplied with; score
    difference: the score of the others, which is taken from `base`."""


class TieBreakValue(NamedTuple):
    """A number in the standings and how it came about."""

    tie_break: TieBreak
    value: Decimal | None
    """None where the tie-break says nothing about the entry (direct encounter of one that is
    level with nobody, or that has not met those it is level with)."""
    terms: tuple[Term, ...]


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


def _points(facts: RankingFacts, entry: EntryId) -> TieBreakValue:
    terms = [
        Term(record.round, record.opponents, record.points, _line_code(record), record.final)
        for record in facts.records[entry]
    ]
    adjustment = facts.adjustments[entry]
    if adjustment:
        terms.append(Term(0, (), adjustment, "adjustment"))
    return TieBreakValue(TieBreak.POINTS, facts.earned[entry] + adjustment, tuple(terms))


def _count(
    tie_break: TieBreak, holds: Callable[[RoundRecord], bool]
) -> Callable[[RankingFacts, EntryId], TieBreakValue]:
    one = Decimal(1)

    def count(facts: RankingFacts, entry: EntryId) -> TieBreakValue:
        terms = tuple(
            Term(record.round, record.opponents, one, _line_code(record))
            for record in facts.records[entry]
            if holds(record)
        )
        return TieBreakValue(tie_break, Decimal(len(terms)), terms)

    return count


def _buchholz(
    tie_break: TieBreak, lowest: int, highest: int
) -> Callable[[RankingFacts, EntryId], TieBreakValue]:
    """Sum of the opponents' points (C.07 article 8.1) less the `lowest` and `highest` lines.
    Voluntary unplayed rounds are cut before anything else is (16.5)."""

    def buchholz(facts: RankingFacts, entry: EntryId) -> TieBreakValue:
        lines = facts.contributions[entry]
        cut = _cut_lines(lines, lowest, highest) if lowest or highest else frozenset()
        terms = tuple(
            [
                Term(line.round, line.opponents, line.value, line.code, line.round not in cut)
                for line in lines
            ]
        )
        value = sum([line.value for line in lines if line.round not in cut], ZERO)
        return TieBreakValue(tie_break, value, terms)

    return buchholz


def _cut_lines(lines: Sequence[Contribution], lowest: int, highest: int) -> frozenset[int]:
    """Rounds that are cut. Of equal lines the earlier round goes, so the working is stable."""
    by_weight = sorted(lines, key=lambda line: (not line.voluntary, line.value, line.round))
    cut = by_weight[:lowest]
    rest = sorted(by_weight[lowest:], key=attrgetter("value", "round"))
    if highest:
        cut += rest[-highest:]
    return frozenset(line.round for line in cut)


def _sonneborn_berger(facts: RankingFacts, entry: EntryId) -> TieBreakValue:
    """Each opponent's points times the points taken from that round (C.07 article 9.1)."""
    terms = tuple(
        [
            Term(
                line.round,
                line.opponents,
                line.value * line.own_points,
                line.code,
                True,
                line.value,
                line.own_points,
            )
            for line in facts.contributions[entry]
        ]
    )
    value = sum([term.value for term in terms], ZERO)
    return TieBreakValue(TieBreak.SONNEBORN_BERGER, value, terms)


def _opponents_points(facts: RankingFacts, entry: EntryId) -> TieBreakValue:
    """Points of the opponents met at a table, just as they stand: no dummy, no adjustment."""
    earned = facts.earned
    terms = tuple(
        Term(
            record.round,
            record.opponents,
            _mean([earned[opponent] for opponent in record.opponents]),
            "game",
        )
        for record in facts.records[entry]
        if record.played
    )
    value = sum((term.value for term in terms), ZERO)
    return TieBreakValue(TieBreak.OPPONENTS_POINTS, value, terms)


def _score_for(facts: RankingFacts, entry: EntryId) -> TieBreakValue:
    terms = tuple(
        Term(record.round, record.opponents, record.score_for, "game")
        for record in facts.records[entry]
        if record.score_for is not None
    )
    value = sum((term.value for term in terms), ZERO)
    return TieBreakValue(TieBreak.SCORE_FOR, value, terms)


def _score_difference(facts: RankingFacts, entry: EntryId) -> TieBreakValue:
    """A game counts where both scores are known: half a sheet would be no difference."""
    terms = tuple(
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
    )
    value = sum((term.value for term in terms), ZERO)
    return TieBreakValue(TieBreak.SCORE_DIFFERENCE, value, terms)


def _lot(facts: RankingFacts, entry: EntryId) -> TieBreakValue:
    number = Decimal(facts.lots[entry])
    return TieBreakValue(TieBreak.LOT, number, (Term(0, (), number, "lot"),))


ValueOf = Callable[[RankingFacts, EntryId], TieBreakValue]

VALUES: Mapping[TieBreak, ValueOf] = {
    TieBreak.POINTS: _points,
    TieBreak.WINS: _count(TieBreak.WINS, lambda record: record.win),
    TieBreak.GAMES_WON: _count(
        TieBreak.GAMES_WON, lambda record: record.win and record.kind is PairingKind.GAME
    ),
    TieBreak.BUCHHOLZ: _buchholz(TieBreak.BUCHHOLZ, 0, 0),
    TieBreak.BUCHHOLZ_CUT_1: _buchholz(TieBreak.BUCHHOLZ_CUT_1, 1, 0),
    TieBreak.BUCHHOLZ_CUT_2: _buchholz(TieBreak.BUCHHOLZ_CUT_2, 2, 0),
    TieBreak.BUCHHOLZ_MEDIAN: _buchholz(TieBreak.BUCHHOLZ_MEDIAN, 1, 1),
    TieBreak.SONNEBORN_BERGER: _sonneborn_berger,
    TieBreak.SCORE_FOR: _score_for,
    TieBreak.SCORE_DIFFERENCE: _score_difference,
    TieBreak.OPPONENTS_POINTS: _opponents_points,
    TieBreak.LOT: _lot,
}
"""All tie-breaks that need no tied group; `direct_encounter.py` has the one that does."""
