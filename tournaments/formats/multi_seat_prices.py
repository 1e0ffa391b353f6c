"""What a table costs, in tiers that never buy each other.

Entries are indices in rank order; the seats of a table fill its sides in order. Who sits out is
priced too: the bench is a table at which nobody meets anybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import combinations


@dataclass(frozen=True, slots=True)
class Costs:
    """What a round or a table costs in each tier, strongest first."""

    forbidden: int = 0
    """Entries at one table that may not meet."""
    partner: int = 0
    """Times two were partners before that are so again, squared."""
    repeats: int = 0
    """Times two at one table met before, as opponents or as partners, squared."""
    bye_rank: int = 0
    """Entries ranked below those who sit out."""
    small_again: int = 0
    """Entries at a smaller table that were at one before, counted by how often."""
    spread: int = 0
    """Squared differences in points within tables."""
    balance: int = 0
    """Squared difference in rank between the sides of a table; sides of one entry have none."""

    def __add__(self, other: Costs) -> Costs:
        return Costs(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFacts:
    """What the prices are made of, by index."""

    scores: Sequence[int]
    met: Sequence[Mapping[int, int]]
    """Earlier meetings at a table, as opponents."""
    partnered: Sequence[Mapping[int, int]]
    """Earlier meetings on one side."""
    small_before: Sequence[int]
    """Times at a table smaller than a full one."""
    forbidden: frozenset[tuple[int, int]] = frozenset()
    """Lower first."""
    full: int
    per_side: int

    def times(self, one: int, other: int) -> int:
        """Earlier meetings of any kind."""
        return self.met[one].get(other, 0) + self.partnered[one].get(other, 0)


class TablePrices:
    """Prices of tables as single numbers: the tiers' costs, each times a weight that no sum of
    lower ones reaches."""

    def __init__(self, facts: TableFacts) -> None:
        self.facts = facts
        count = len(facts.scores)
        top = max(facts.scores, default=0)
        most = max(
            (times for row in (*facts.met, *facts.partnered) for times in row.values()), default=0
        )
        pairs = count * facts.full + 1
        highest = {
            "balance": count * (facts.per_side * count) ** 2 * facts.full,
            "spread": pairs * top * top,
            "small_again": sum(facts.small_before),
            "bye_rank": count * count,
            "repeats": pairs * 4 * most * most,
            "partner": pairs * most * most,
            "forbidden": pairs,
        }
        self.weights: dict[str, int] = {}
        weight = 1
        for tier, limit in highest.items():
            self.weights[tier] = weight
            weight *= limit + 1
        self.apart, self.together = self._pair_prices()

    def _pair_prices(self) -> tuple[list[list[int]], list[list[int]]]:
        """Prices of two as opponents at a table, and as partners."""
        facts, weights = self.facts, self.weights
        spread, scores = weights["spread"], facts.scores
        apart = [[spread * (s - t) * (s - t) for t in scores] for s in scores]
        for one, met in enumerate(facts.met):
            for other in {**met, **facts.partnered[one]}:
                apart[one][other] += weights["repeats"] * facts.times(one, other) ** 2
        for one, other in facts.forbidden:
            apart[one][other] += weights["forbidden"]
            apart[other][one] += weights["forbidden"]
        if facts.per_side == 1:
            return apart, apart
        together = [list(row) for row in apart]
        for one, partners in enumerate(facts.partnered):
            for other, times in partners.items():
                together[one][other] += weights["partner"] * times * times
        return apart, together

    def costs(self, seats: Sequence[int]) -> Costs:
        """Costs of one table with the entries seated in that order."""
        facts = self.facts
        forbidden = partner = repeats = spread = 0
        for place, one in enumerate(seats):
            for further in range(place + 1, len(seats)):
                other = seats[further]
                if place // facts.per_side == further // facts.per_side:
                    partner += facts.partnered[one].get(other, 0) ** 2
                repeats += facts.times(one, other) ** 2
                spread += (facts.scores[one] - facts.scores[other]) ** 2
                forbidden += (min(one, other), max(one, other)) in facts.forbidden
        small = sum(map(self.small, seats)) if len(seats) < facts.full else 0
        return Costs(forbidden, partner, repeats, 0, small, spread, self._balance(seats))

    def bench_costs(self, bench: Sequence[int]) -> Costs:
        """Costs of sitting out."""
        return Costs(bye_rank=sum(len(self.facts.scores) - 1 - entry for entry in bench))

    def small(self, entry: int) -> int:
        return self.facts.small_before[entry]

    def _balance(self, seats: Sequence[int]) -> int:
        side = self.facts.per_side
        if side == 1:
            return 0
        sums = [sum(seats[start : start + side]) for start in range(0, len(seats), side)]
        return sum((one - other) ** 2 for one, other in combinations(sums, 2))

    def value(self, costs: Costs) -> int:
        """A price for the costs."""
        return sum(weight * int(getattr(costs, tier)) for tier, weight in self.weights.items())

    def price(self, seats: Sequence[int]) -> int:
        """As `value(costs(seats))`, faster."""
        side = self.facts.per_side
        total = self._balance(seats)
        for place, one in enumerate(seats):
            apart, together = self.apart[one], self.together[one]
            own = place // side
            for further in range(place + 1, len(seats)):
                row = together if further // side == own else apart
                total += row[seats[further]]
        if len(seats) < self.facts.full:
            total += self.weights["small_again"] * sum(map(self.small, seats))
        return total

    def seated(self, members: Sequence[int]) -> tuple[int, tuple[int, ...]]:
        """The cheapest way to seat these at one table, with its price."""
        ordered = sorted(members)
        side = self.facts.per_side
        if side == 1:
            return self.price(ordered), tuple(ordered)
        ways = (tuple(ordered[i] for i in order) for order in orders(len(ordered), side))
        return min((self.price(seats), seats) for seats in ways)


def repeats_in(facts: TableFacts, tables: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Pairs at one table that met before; among them partners who are so again."""
    repeats = partners = 0
    for seats in tables:
        for place, one in enumerate(seats):
            for further in range(place + 1, len(seats)):
                other = seats[further]
                repeats += facts.times(one, other) > 0
                together = place // facts.per_side == further // facts.per_side
                partners += together and other in facts.partnered[one]
    return repeats, partners


@lru_cache(maxsize=32)
def orders(size: int, per_side: int) -> tuple[tuple[int, ...], ...]:
    """The ways to form sides of that many out of a table of that size, as seat orders."""
    return tuple(splits(range(size), per_side))


def splits(members: Sequence[int], per_side: int) -> Iterator[tuple[int, ...]]:
    """Every way to form sides of so many, each once: of four in twos there are three."""
    if per_side == 1 or not members:
        yield tuple(members)
        return
    first, *others = members
    for partners in combinations(others, per_side - 1):
        rest = [member for member in others if member not in partners]
        for tail in splits(rest, per_side):
            yield (first, *partners, *tail)
