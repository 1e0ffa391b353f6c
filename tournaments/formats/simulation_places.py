"""Where everybody ended in a virtual event, and how near that is to the true order."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from tournaments.formats.model import Entrant, EntryId, Outcome, PlayedPairing
from tournaments.formats.scoring import StandingsSettings
from tournaments.formats.simulation_checks import losses
from tournaments.formats.simulation_model import FormatFacts
from tournaments.formats.standings import Standings, compute_standings


@dataclass(frozen=True, slots=True)
class Ranks:
    """Final places."""

    overall: Mapping[EntryId, float]
    """1 for the best; level entries at the mean of the places they fill."""
    firsts: frozenset[EntryId]
    """Who is first alone; in groups, first alone of a group."""

    def first_alone(self, entry: EntryId) -> bool:
        return entry in self.firsts


def final_ranks(
    entrants: Sequence[Entrant],
    history: Sequence[PlayedPairing],
    standings: Standings,
    settings: StandingsSettings,
    facts: FormatFacts,
) -> Ranks:
    """Places as the format means them: by the standings; in a tree by how far one came; in groups
    by the place in the group."""
    if facts.out_after is not None:
        keys: dict[EntryId, Any] = _ways(entrants, history, facts)
    elif facts.grouped:
        return _by_group(entrants, history, settings)
    else:
        keys = {row.entry: row.rank for row in standings}
    firsts = [entry for entry, key in keys.items() if key == min(keys.values())]
    return Ranks(mean_ranks(keys), frozenset(firsts) if len(firsts) == 1 else frozenset())


def _by_group(
    entrants: Sequence[Entrant], history: Sequence[PlayedPairing], settings: StandingsSettings
) -> Ranks:
    group_of = {seat.entry: p.group for p in history for seat in p.seats}
    keys = {entrant.id: len(entrants) for entrant in entrants}
    firsts: set[EntryId] = set()
    for group in set(group_of.values()):
        table = compute_standings(
            [entrant for entrant in entrants if group_of.get(entrant.id) == group],
            [pairing for pairing in history if pairing.group == group],
            settings,
        )
        keys.update((row.entry, row.rank) for row in table)
        best = [row.entry for row in table if row.rank == 1]
        firsts.update(best if len(best) == 1 else ())
    return Ranks(mean_ranks(keys), frozenset(firsts))


def _ways(
    entrants: Sequence[Entrant], history: Sequence[PlayedPairing], facts: FormatFacts
) -> dict[EntryId, tuple[bool, int, int, int]]:
    """How far each came, the smaller the better: still in; the last round played; its losses
    there; then the match for a place."""
    lost = losses(history, facts)
    assert facts.out_after is not None, "a tree puts entries out"
    ways = {e.id: (lost[e.id] >= facts.out_after, 0, 0, 0) for e in entrants}
    for pairing in sorted(history, key=lambda p: p.round):
        for seat in pairing.seats:
            beaten = int(seat.outcome is Outcome.LOSS)
            out, last, how, place = ways[seat.entry]
            if pairing.group in facts.placement_groups:
                ways[seat.entry] = (out, last, how, beaten)
            else:
                ways[seat.entry] = (out, -pairing.round, beaten, place)
    return ways


def mean_ranks(keys: Mapping[EntryId, Any]) -> dict[EntryId, float]:
    """Ranks by key, the smallest first; equal ones share the mean of their ranks."""
    sizes: Counter[Hashable] = Counter(keys.values())
    start: dict[Hashable, int] = {}
    before = 0
    for key in sorted(sizes):  # type: ignore[type-var]  # any keys that compare
        start[key] = before
        before += sizes[key]
    return {entry: start[key] + (sizes[key] + 1) / 2 for entry, key in keys.items()}


def spearman(one: Mapping[EntryId, float], other: Mapping[EntryId, float]) -> float:
    """Spearman's rho: the correlation of the ranks, ties at mean ranks; 0 where all are level."""
    first, second = mean_ranks(one), mean_ranks(other)
    middle = (len(first) + 1) / 2
    product = sum((first[e] - middle) * (second[e] - middle) for e in first)
    spread = math.sqrt(
        sum((rank - middle) ** 2 for rank in first.values())
        * sum((rank - middle) ** 2 for rank in second.values())
    )
    return product / spread if spread else 0.0


def kendall(one: Mapping[EntryId, float], other: Mapping[EntryId, float]) -> float:
    """Kendall's tau-b: pairs in the same order less pairs in opposite order, over the geometric
    mean of the pairs each side tells apart; 0 where all are level."""
    score = told_one = told_other = 0
    for a, b in combinations(one, 2):
        first = (one[a] > one[b]) - (one[a] < one[b])
        second = (other[a] > other[b]) - (other[a] < other[b])
        score += first * second
        told_one += abs(first)
        told_other += abs(second)
    pairs = math.sqrt(told_one * told_other)
    return score / pairs if pairs else 0.0
