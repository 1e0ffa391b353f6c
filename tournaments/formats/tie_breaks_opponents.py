"""Tie-breaks of the opponents' strength (C.07 articles 8 and 9)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from operator import attrgetter

from tournaments.formats.model import EntryId
from tournaments.formats.scoring import ZERO
from tournaments.formats.tie_breaks_facts import (
    Contribution,
    Definition,
    RankingFacts,
    Term,
    mean,
)


def buchholz(lowest: int, highest: int) -> Definition:
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


def sonneborn_berger(cut: int) -> Definition:
    """Each opponent's points times the points taken from that round (C.07 article 9.1), less
    `cut` lines."""

    def value(facts: RankingFacts, entry: EntryId) -> Decimal:
        lines = facts.contributions[entry]
        out = _cut_products(lines, cut)
        return sum([_product(line) for line in lines if line.round not in out], ZERO)

    def working(facts: RankingFacts, entry: EntryId) -> tuple[Term, ...]:
        lines = facts.contributions[entry]
        out = _cut_products(lines, cut)
        return tuple(
            Term(
                line.round,
                line.opponents,
                _product(line),
                line.code,
                line.round not in out,
                line.value,
                line.own_points,
            )
            for line in lines
        )

    return Definition(value, working)


def _product(line: Contribution) -> Decimal:
    return line.value * line.own_points


def _cut_products(lines: Sequence[Contribution], cut: int) -> frozenset[int]:
    """Rounds that are cut: each time the opponent with the fewest points, or the least line of
    the voluntary unplayed rounds where that is worth more (C.07 articles 14.1 and 16.5)."""
    left = list(lines)
    out: list[int] = []
    for _ in range(min(cut, len(left))):
        least = min(left, key=lambda line: (line.value, _product(line), line.round))
        voluntary = [line for line in left if line.voluntary]
        if voluntary:
            own = min(voluntary, key=lambda line: (_product(line), line.round))
            if _product(own) >= _product(least):
                least = own
        left.remove(least)
        out.append(least.round)
    return frozenset(out)


def _opponents_points(facts: RankingFacts, entry: EntryId) -> tuple[Term, ...]:
    """Points of the opponents met at a table, just as they stand: no dummy, no adjustment."""
    earned = facts.earned
    return tuple(
        [
            Term(
                record.round,
                record.opponents,
                mean([earned[opponent] for opponent in record.opponents]),
                "game",
            )
            for record in facts.records[entry]
            if record.played
        ]
    )


def _sum_of_opponents(facts: RankingFacts, entry: EntryId) -> Decimal:
    earned = facts.earned
    result = ZERO
    for record in facts.records[entry]:
        if record.played:
            opponents = record.opponents
            if len(opponents) == 1:
                result += earned[opponents[0]]
            else:
                result += mean([earned[opponent] for opponent in opponents])
    return result


OPPONENTS_POINTS = Definition(_sum_of_opponents, _opponents_points)
