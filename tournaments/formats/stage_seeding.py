"""Seeds of a knockout after groups: group mates as far from each other in the tree as can be.

The entries come in tiers: all group winners, then all seconds, and so on. Each tier has its block
of seeds, so winners never meet winners before they must, and the winners keep the order they have.
Within the lower tiers the entries are placed so that, in this order,

1. as few mates as possible can meet in round 1, then in round 2, and so on;
2. everybody is as near as possible to the seed of its strength (sum of squares).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import factorial, prod

import rustworkx

from tournaments.formats.knockout_tree import tree_order, tree_rounds
from tournaments.formats.model import EntryId, Optimality

STARTS = 20
"""Orders the search starts from where three tiers or more meet."""
TRIED = 800
"""Up to so many placements of the tiers between are tried one by one."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry to be seeded."""

    entry: EntryId
    tier: int
    """1 for group winners, 2 for seconds, …; entries of one tier change places with each other."""
    group: str
    """Mates have the same; empty: nobody's mate."""


@dataclass(frozen=True, slots=True)
class TreeSeeding:
    """Who has which seed."""

    entries: tuple[EntryId, ...]
    """Seed 1 first."""
    meetings: tuple[int, ...]
    """Pairs of mates that can meet first in round 1, 2, …, the final."""
    optimality: Optimality
    """COMPLETE or BOUNDED: no placement keeps mates apart longer. STABLE: none was found."""


def seed_tree(candidates: Sequence[Candidate]) -> TreeSeeding:
    """The seeds of those candidates, listed tier by tier and in each the strongest first."""
    ordered = sorted(candidates, key=lambda candidate: candidate.tier)
    placing = _Placing(ordered)
    seats, optimality = placing.best()
    entries: list[EntryId] = [0] * len(ordered)
    for index, seat in enumerate(seats):
        entries[seat] = ordered[index].entry
    return TreeSeeding(tuple(entries), placing.meetings(seats), optimality)


Seats = list[int]
"""For each candidate its seat: its seed less one."""


class _Placing:
    def __init__(self, ordered: Sequence[Candidate]) -> None:
        self.ordered = ordered
        count = len(ordered)
        self.rounds = tree_rounds(count)
        order = tree_order(2**self.rounds)
        self.position = {seed - 1: place for place, seed in enumerate(order)}
        tiers: dict[int, list[int]] = {}
        for index, candidate in enumerate(ordered):
            tiers.setdefault(candidate.tier, []).append(index)
        self.tiers = list(tiers.values())
        self.mates: list[list[int]] = [
            [
                other
                for other, theirs in enumerate(ordered)
                if other != index and theirs.group and theirs.group == candidate.group
            ]
            for index, candidate in enumerate(ordered)
        ]
        pairs = sum(map(len, self.mates)) // 2
        self.far = count**3 + 1
        """More than all distances from the own seed add up to."""
        self.weight = [
            0 if number == self.rounds else self.far * (pairs + 1) ** (self.rounds - 1 - number)
            for number in range(self.rounds + 1)
        ]

    def meets(self, one: int, other: int) -> int:
        """The first round in which two seats can meet."""
        return (self.position[one] ^ self.position[other]).bit_length()

    def meetings(self, seats: Seats) -> tuple[int, ...]:
        first = Counter(
            self.meets(seats[one], seats[other])
            for one, mates in enumerate(self.mates)
            for other in mates
            if one < other
        )
        return tuple(first[number] for number in range(1, self.rounds + 1))

    def cost(self, seats: Seats) -> int:
        apart = sum(
            count * self.weight[number] for number, count in enumerate(self.meetings(seats), 1)
        )
        return apart + sum((seat - index) ** 2 for index, seat in enumerate(seats))

    def best(self) -> tuple[Seats, Optimality]:
        natural = list(range(len(self.ordered)))
        free = [tier for tier in self.tiers[1:] if len(tier) > 1]
        if not free or not any(self.mates):
            return natural, Optimality.COMPLETE
        best = self._improve(natural, free, placed=len(self.tiers[0]))
        if len(free) == 1:
            return best, Optimality.COMPLETE
        dice = random.Random(len(self.ordered))
        for _ in range(STARTS):
            if self.cost(best) < self.far * (self._least() + 1):
                return best, Optimality.BOUNDED
            start = self._shuffled(natural, free, dice)
            best = min(best, self._improve(start, free), key=self.cost)
        if prod(factorial(len(tier)) for tier in free[:-1]) <= TRIED:
            every = (self._place(seats, free[-1]) for seats in self._all(natural, free[:-1]))
            return min(every, key=self.cost), Optimality.COMPLETE
        return best, Optimality.STABLE

    def _least(self) -> int:
        """Cost, in units of `far`, that no placement is below: each group spread as evenly as can
        be over the parts of the tree, whatever their size."""
        sizes = Counter(c.group for c in self.ordered if c.group)
        within = [0]
        for number in range(1, self.rounds + 1):
            parts = 2 ** (self.rounds - number)
            total = 0
            for size in sizes.values():
                each, more = divmod(size, parts)
                total += parts * (each * (each - 1) // 2) + more * each
            within.append(total)
        return sum(
            (within[number] - within[number - 1]) * self.weight[number] // self.far
            for number in range(1, self.rounds + 1)
        )

    def _improve(self, seats: Seats, free: Sequence[list[int]], placed: int = 0) -> Seats:
        """Places tier after tier as well as the others let it, until nothing gets better. With
        `placed`, only so many are there at first, and each tier sees those above it."""
        if placed:
            for tier in free:
                seats = self._place(seats, tier, seen=tier[0])
        while True:
            better = seats
            for tier in free:
                better = self._place(better, tier)
            if self.cost(better) >= self.cost(seats):
                return seats
            seats = better

    def _place(self, seats: Seats, tier: Sequence[int], seen: int | None = None) -> Seats:
        """The best places for a tier within its block, all others staying. Exact: the tier's
        members have their mates elsewhere, so each place has a price of its own."""
        block = sorted(seats[index] for index in tier)
        inside = set(tier)
        graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from([None] * (2 * len(tier)))
        edges = []
        for row, index in enumerate(tier):
            mates = [
                seats[mate]
                for mate in self.mates[index]
                if mate not in inside and (seen is None or mate < seen)
            ]
            for column, seat in enumerate(block):
                price = (seat - index) ** 2
                price += sum(self.weight[self.meets(seat, mate)] for mate in mates)
                edges.append((row, len(tier) + column, price))
        graph.add_edges_from(edges)
        matched = rustworkx.max_weight_matching(
            graph, max_cardinality=True, weight_fn=lambda price: -price
        )
        placed = list(seats)
        for pair in matched:
            placed[tier[min(pair)]] = block[max(pair) - len(tier)]
        return placed

    def _shuffled(self, seats: Seats, free: Sequence[list[int]], dice: random.Random) -> Seats:
        shuffled = list(seats)
        for tier in free:
            block = [seats[index] for index in tier]
            dice.shuffle(block)
            for index, seat in zip(tier, block, strict=True):
                shuffled[index] = seat
        return shuffled

    def _all(self, seats: Seats, free: Sequence[list[int]]) -> Iterator[Seats]:
        for orders in product(*(permutations(tier) for tier in free)):
            placed = list(seats)
            for tier, order in zip(free, orders, strict=True):
                for index, other in zip(tier, order, strict=True):
                    placed[index] = seats[other]
            yield placed
