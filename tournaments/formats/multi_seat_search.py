"""Spreading entries over tables of more than two: prices, and the search for a cheap round.

Small fields are tried out whole. For others no exact method answers in the time a hall waits, so
the search climbs from the standings' order by swapping two entries of different tables, with
seeded kicks. Meetings again get more: where the climb leaves one, a backtracking search looks for
a round without any, so that a perfect round is not missed by an unlucky start.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import factorial, prod

from tournaments.formats.model import Optimality

TRIED_WHOLE = 6000
"""So many ways to spread a field are simply all tried."""

NEAR_TABLES = 6
"""Tables either side that a swap is tried with; a table where two meet again tries all."""

KICKS = 60
"""Seeded disturbances after the first climb."""

STEPS = 100_000
"""Steps of the backtracking search before it gives up."""

Arrangement = list[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Costs:
    """What a round costs in each tier, strongest first."""

    repeats: int
    """Earlier meetings at a table, as opponents or as partners again, squared."""
    small_again: int
    """Entries at a smaller table that were at one before, counted by how often."""
    spread: int
    """Squared differences in points within tables."""
    balance: int
    """Squared difference in rank between the sides of a table; sides of one entry have none."""


class TablePrices:
    """Prices of tables. Entries are indices in rank order; seats fill the sides in order."""

    def __init__(
        self,
        scores: Sequence[int],
        met: Sequence[Mapping[int, int]],
        partnered: Sequence[Mapping[int, int]],
        small_before: Sequence[int],
        full: int,
        per_side: int,
    ) -> None:
        self.scores = scores
        self.met = met
        self.partnered = partnered
        self.small_before = small_before
        self.full = full
        self.per_side = per_side
        count = len(scores)
        top = max(scores, default=0)
        self.spread_weight = count * (per_side * count) ** 2 + 1
        self.small_weight = self.spread_weight * (count * full * top * top + 1)
        self.repeat_weight = self.small_weight * (sum(small_before) + 1)

    def costs(self, seats: Sequence[int]) -> Costs:
        """Costs of one table with the entries seated in that order."""
        repeats = spread = 0
        for place, one in enumerate(seats):
            for further in range(place + 1, len(seats)):
                other = seats[further]
                together = place // self.per_side == further // self.per_side
                times = (self.partnered if together else self.met)[one].get(other, 0)
                repeats += times * times
                spread += (self.scores[one] - self.scores[other]) ** 2
        small = sum(self.small_before[entry] for entry in seats) if len(seats) < self.full else 0
        return Costs(repeats, small, spread, self._balance(seats))

    def _balance(self, seats: Sequence[int]) -> int:
        if self.per_side == 1:
            return 0
        sums = [
            sum(seats[start : start + self.per_side])
            for start in range(0, len(seats), self.per_side)
        ]
        return sum((one - other) ** 2 for one, other in combinations(sums, 2))

    def price(self, seats: Sequence[int]) -> int:
        costs = self.costs(seats)
        return (
            costs.repeats * self.repeat_weight
            + costs.small_again * self.small_weight
            + costs.spread * self.spread_weight
            + costs.balance
        )

    def seated(self, members: Sequence[int]) -> tuple[int, tuple[int, ...]]:
        """The cheapest way to seat these at one table, with its price."""
        members = sorted(members)
        return min((self.price(seats), seats) for seats in splits(members, self.per_side))

    def total(self, arrangement: Arrangement) -> int:
        return sum(self.price(seats) for seats in arrangement)


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


def ways(sizes: Sequence[int]) -> int:
    """In how many ways entries can be spread over tables of these sizes."""
    alike = prod(factorial(count) for count in Counter(sizes).values())
    return factorial(sum(sizes)) // prod(factorial(size) for size in sizes) // alike


def find_tables(
    prices: TablePrices, order: Sequence[int], sizes: Sequence[int], dice: random.Random
) -> tuple[Arrangement, Optimality]:
    """A cheap round for the entries in rank order, and what is known about it: COMPLETE where
    every round was tried, STABLE otherwise."""
    if ways(sizes) <= TRIED_WHOLE:
        tried = (
            [prices.seated(members)[1] for members in spread]
            for spread in _all_spreads(tuple(order), tuple(sizes))
        )
        return min(tried, key=lambda spread: (prices.total(spread), spread)), Optimality.COMPLETE
    climb = _Climb(prices, dice)
    best = climb.run(_in_order(order, sizes))
    if _repeats(prices, best):
        perfect = _Perfect(prices, order, sizes).find()
        if perfect is not None:
            best = min(best, climb.run(perfect), key=prices.total)
    for _ in range(KICKS):
        best = min(best, climb.kicked(best), key=prices.total)
    return best, Optimality.STABLE


def _in_order(order: Sequence[int], sizes: Sequence[int]) -> Arrangement:
    arrangement: Arrangement = []
    start = 0
    for size in sizes:
        arrangement.append(tuple(order[start : start + size]))
        start += size
    return arrangement


def _all_spreads(left: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    if not left:
        yield []
        return
    first, *others = left
    for size in sorted(set(sizes)):
        rest_sizes = list(sizes)
        rest_sizes.remove(size)
        for company in combinations(others, size - 1):
            rest = tuple(entry for entry in others if entry not in company)
            for spread in _all_spreads(rest, tuple(rest_sizes)):
                yield [(first, *company), *spread]


def _repeats(prices: TablePrices, arrangement: Arrangement) -> int:
    return sum(prices.costs(seats).repeats for seats in arrangement)


class _Climb:
    def __init__(self, prices: TablePrices, dice: random.Random) -> None:
        self.prices = prices
        self.dice = dice

    def run(self, arrangement: Arrangement) -> Arrangement:
        """Swaps as long as a swap helps, beginning with any table."""
        tables = [self.prices.seated(seats)[1] for seats in arrangement]
        return self._settle(tables, list(range(len(tables))))

    def _settle(self, tables: Arrangement, waiting: list[int]) -> Arrangement:
        """Swaps that help, of the waiting tables and of those they change."""
        price = [self.prices.price(seats) for seats in tables]
        while waiting:
            table = waiting.pop(0)
            for other in self._partners(tables, table):
                while self._swap(tables, price, table, other):
                    waiting += [t for t in (table, other) if t not in waiting]
        return tables

    def _partners(self, tables: Arrangement, table: int) -> list[int]:
        if self.prices.costs(tables[table]).repeats:
            return [other for other in range(len(tables)) if other != table]
        first, last = max(0, table - NEAR_TABLES), min(len(tables), table + NEAR_TABLES + 1)
        return [other for other in range(first, last) if other != table]

    def _swap(self, tables: Arrangement, price: list[int], one: int, other: int) -> bool:
        before = price[one] + price[other]
        if not before:
            return False
        for here in tables[one]:
            for there in tables[other]:
                mine = self.prices.seated([there if e == here else e for e in tables[one]])
                if mine[0] >= before:
                    continue
                theirs = self.prices.seated([here if e == there else e for e in tables[other]])
                if mine[0] + theirs[0] < before:
                    (price[one], tables[one]), (price[other], tables[other]) = mine, theirs
                    return True
        return False

    def kicked(self, arrangement: Arrangement) -> Arrangement:
        """A few entries of neighbouring tables exchanged, then swaps from there."""
        tables = [list(seats) for seats in arrangement]
        costly = [t for t, seats in enumerate(arrangement) if self.prices.costs(seats).repeats]
        touched: list[int] = []
        for _ in range(3):
            one = self.dice.choice(costly) if costly else self.dice.randrange(len(tables))
            step = self.dice.choice((-2, -1, 1, 2))
            other = (one + step) % len(tables)
            here = self.dice.randrange(len(tables[one]))
            there = self.dice.randrange(len(tables[other]))
            tables[one][here], tables[other][there] = tables[other][there], tables[one][here]
            touched += [one, other]
        seated = [
            self.prices.seated(seats)[1] if table in touched else tuple(seats)
            for table, seats in enumerate(tables)
        ]
        return self._settle(seated, sorted(set(touched)))


class _Perfect:
    """Looks for a round in which nobody meets again, table by table."""

    def __init__(self, prices: TablePrices, order: Sequence[int], sizes: Sequence[int]) -> None:
        self.prices = prices
        self.order = order
        self.sizes = sizes
        self.steps = STEPS

    def find(self) -> Arrangement | None:
        return self._tables(tuple(self.order), 0)

    def _tables(self, left: tuple[int, ...], done: int) -> Arrangement | None:
        if not left:
            return []
        for members in self._fill(left[:1], left[1:], self.sizes[done]):
            rest = tuple(entry for entry in left if entry not in members)
            found = self._tables(rest, done + 1)
            if found is not None:
                return [members, *found]
        return None

    def _fill(
        self, members: tuple[int, ...], left: tuple[int, ...], size: int
    ) -> Iterator[tuple[int, ...]]:
        self.steps -= 1
        if self.steps < 0:
            return
        if len(members) == size:
            seats = self.prices.seated(members)[1]
            if not self.prices.costs(seats).repeats:
                yield seats
            return
        for place, entry in enumerate(left):
            if all(self._fits(entry, member) for member in members):
                yield from self._fill((*members, entry), left[place + 1 :], size)

    def _fits(self, one: int, other: int) -> bool:
        if not self.prices.met[one].get(other):
            return True
        return self.prices.per_side > 1 and not self.prices.partnered[one].get(other)
