"""A number no draw of a large field can beat, and how far each pairing lies above it.

*The bye.* In an odd field the bye costs most. As long as the best draw known is cheaper than the
second cheapest bye is on its own, every better draw gives the bye to the same entry; that entry and
the bye are then set aside, and what follows is about the others.

Take any complete draw. Its price is the sum of its pairings' prices, and is bounded from below in
parts that charge no pairing twice.

*Borders.* Where the number of entries above a border between two score groups of the middle of the
field is odd, at least one pairing crosses it. So `z`, the price of crossing just that border (the
squared difference in points), may be charged once, and in exchange be taken off the price of every
pairing that crosses it. What is left, the *reduced price*, is never negative: the square of a sum
is at least the sum of the squares.

*Ends.* At the top and at the bottom the groups are small and their members have often met, so
counting odd groups promises too little. The head (the first groups, at most `END` entries) is
solved exactly on its own: each member is paired within the head at its price, or leaves at the
smallest reduced price it could have outside. Any draw's pairings that touch the head cost at least
as much as that solution. The tail likewise. A pairing of head with tail is charged by both; the
bound is only used after checking that each such pairing costs at least what is charged for it.

*The rest.* Pairings inside the middle cost at least nothing after reduction.

The surplus of a pairing is its reduced price less what the bound already charged for those in it.
A draw that contains the pairing costs at least the bound plus the surplus. Once the gap between the
best known draw and the bound is less than one unit of the wishes above placement, pairings with a
surplus up to the gap can be listed without looking at all: those inside a score group near each
other's ideal, those next to an odd border, and those of the ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import isqrt

import rustworkx

from tournaments.formats.swiss_candidates import END, Pair, ideal_pairs
from tournaments.formats.swiss_costs import Prices
from tournaments.formats.swiss_field import Field
from tournaments.formats.swiss_options import Tier

LISTED_AT_MOST = 150
"""Give up listing pairings beyond so many for each contender."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A lower bound on the price of every draw, with the surplus of what could matter."""

    field: Field
    prices: Prices
    value: int
    middle: range
    """Indices of the score groups between head and tail."""
    surpluses: dict[Pair, int]
    """Of the pairings that touch an end, as far as they can matter at all."""
    other_bye: int | None
    """Price of the cheapest bye for anybody but the expected entry; None for an even field."""

    @classmethod
    def of(cls, field: Field, prices: Prices) -> Bound | None:
        """The bound of a field, or None where the charges cannot be shown to hold."""
        return _Builder(field, prices).build()

    def undecided(self, price: int) -> list[Pair] | None:
        """With a draw of that price known: all pairings a better draw could contain. None where
        the gap is too wide to list them."""
        if self.other_bye is not None and price >= self.other_bye:
            return None
        gap = price - self.value
        assert gap >= 0, "a draw below its own lower bound"
        weight = self.prices.weights.by_tier
        if gap >= weight[Tier.APART]:
            return None
        reach = isqrt(gap // weight[Tier.PLACEMENT])
        limit = LISTED_AT_MOST * len(self.field.contenders)
        listed = [pair for pair, surplus in self.surpluses.items() if surplus <= gap]
        for pair in self._middle_pairs(reach):
            listed.append(pair)
            if len(listed) > limit:
                return None
        return listed

    def _middle_pairs(self, reach: int) -> Iterator[Pair]:
        groups = self.field.groups
        for number in self.middle:
            group = groups[number]
            yield from ideal_pairs(self.field, group, reach)
            if number + 1 in self.middle and group.leaves:
                below = groups[number + 1]
                for upper in range(max(group.start, group.end - reach - 2), group.end):
                    for lower in range(below.start, min(below.end, below.start + reach + 2)):
                        yield upper, lower


class _Builder:
    def __init__(self, field: Field, prices: Prices) -> None:
        self.field = field
        self.prices = prices
        self.weight = prices.weights.by_tier
        groups = field.groups
        count = len(field.contenders)
        first = 0
        while first < len(groups) and groups[first].end <= END:
            first += 1
        last = len(groups)
        while last > first and count - groups[last - 1].start <= END:
            last -= 1
        self.middle = range(first, last)
        middle_start = groups[first].start if first < len(groups) else count
        middle_end = groups[last - 1].end if last else 0
        self.head = self._without_bye(range(middle_start))
        self.tail = self._without_bye(range(middle_end, count))
        self.charged = self._border_charges()
        self.surpluses: dict[Pair, int] = {}

    def _without_bye(self, indices: Iterable[int]) -> list[int]:
        return [index for index in indices if index != self.field.expected_bye]

    def _border_charges(self) -> list[int]:
        """For each group the sum of `z` over the odd borders of the middle above it."""
        charges = [0] * len(self.field.groups)
        total = 0
        for number, group in enumerate(self.field.groups):
            charges[number] = total
            if number in self.middle and number + 1 in self.middle and group.leaves:
                drop = group.score - self.field.groups[number + 1].score
                total += drop * drop * self.weight[Tier.SCORE]
        return charges

    def reduced(self, one: int, other: int) -> int:
        """Price less the borders crossed."""
        rows = self.field.contenders
        crossed = self.charged[rows[other].group] - self.charged[rows[one].group]
        return self.prices.price(one, other) - crossed

    def build(self) -> Bound | None:
        if not self.middle:
            return None
        across = {
            (one, other): self.reduced(one, other)
            for one in self.head
            for other in self.tail
            if self.prices.allowed(one, other)
        }
        rows: dict[int, dict[Pair, int]] = {}
        for end, inward in ((self.head, 1), (self.tail, -1)):
            outside = self._outside(inward)
            for member in end:
                rows[member] = {
                    pair: self.reduced(*pair)
                    for pair in ((min(member, u), max(member, u)) for u in outside)
                    if self.prices.allowed(*pair)
                }
        leaving = self._leaving(rows, across)
        if leaving is None:
            return None
        value = self.charged[self.middle[-1]]
        for end in (self.head, self.tail):
            solved = self._solve_end(end, leaving)
            if solved is None:
                return None
            value += solved
        for pair, reduced in across.items():
            surplus = reduced - leaving[pair[0]] - leaving[pair[1]]
            if surplus < 0:
                return None
            self.surpluses[pair] = surplus
        for member, row in rows.items():
            for pair, reduced in row.items():
                self.surpluses[pair] = reduced - leaving[member]
        expected, node = self.field.expected_bye, self.field.bye_node
        other_bye: int | None = None
        if expected is not None and node is not None:
            value += self.prices.price(expected, node)
            other_bye = min(self.prices.price(i, node) for i in self._without_bye(range(node)))
        return Bound(self.field, self.prices, value, self.middle, self.surpluses, other_bye)

    def _outside(self, inward: int) -> list[int]:
        """Contenders of the middle groups next to an end: enough groups that everybody has
        somebody there not met before, so that no one further away is cheaper."""
        outside: list[int] = []
        for number in self.middle[::inward]:
            if len(outside) > END:
                break
            group = self.field.groups[number]
            outside += self._without_bye(range(group.start, group.end))
        return outside

    def _leaving(
        self, rows: dict[int, dict[Pair, int]], across: dict[Pair, int]
    ) -> dict[int, int] | None:
        """The least each member of an end pays outside it. None where that would be a rematch:
        then somebody further away might be cheaper."""
        leaving: dict[int, int] = {}
        head = frozenset(self.head)
        for member, row in rows.items():
            if member in head:
                far = [across[pair] for t in self.tail if (pair := (member, t)) in across]
            else:
                far = [across[pair] for h in self.head if (pair := (h, member)) in across]
            least = min([*row.values(), *far], default=None)
            if least is None or least >= self.weight[Tier.BYE_RANK]:
                return None
            leaving[member] = least
        return leaving

    def _solve_end(self, end: list[int], leaving: dict[int, int]) -> int | None:
        """Exact price of an end whose members pair among themselves or leave."""
        size = len(end)
        if not size:
            return 0
        graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from([None] * (2 * size))
        edges = [(place, place + size, leaving[member]) for place, member in enumerate(end)]
        for place in range(size):
            for other in range(place + 1, size):
                edges.append((place + size, other + size, 0))
                if self.prices.allowed(end[place], end[other]):
                    edges.append((place, other, self.prices.price(end[place], end[other])))
        graph.add_edges_from(edges)
        matched = rustworkx.max_weight_matching(
            graph, max_cardinality=True, weight_fn=lambda price: -price
        )
        if len(matched) != size:
            return None
        return sum(graph.get_edge_data(one, other) for one, other in matched)
