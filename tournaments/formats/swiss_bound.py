"""A number no draw of a large field can beat, and how far each pairing lies above it.

Take any complete draw. Its price is the sum of its pairings' prices, and is bounded from below in
four parts that charge no pairing twice.

*Borders.* Between two neighbouring score groups of the middle of the field, count those above
(the bye counts as above when the entry expected to get it is). When the number is odd, at least
one pairing crosses that border. So `z`, the price of crossing just that border (the squared
difference in points), may be charged once, and in exchange be taken off the price of every pairing
that crosses it. What is left, the *reduced price*, is never negative: the square of a sum is at
least the sum of the squares, and the bye's dearer tiers outweigh all borders together.

*Ends.* At the top and at the bottom the groups are small and their members have often met, so
counting odd groups promises too little. The head (the first groups, at most `END` entries) is
solved exactly on its own: each member is paired within the head at its price, or leaves at the
smallest reduced price it could have outside. Any draw's pairings that touch the head cost at least
as much as that solution. The tail likewise. A pairing of head with tail is charged by both, a
pairing of an end with the bye by the end and the bye; the bound is only used after checking that
each such pairing costs at least what is charged for it.

*The bye.* Somebody gets it: at least the cheapest bye.

*The rest.* Pairings inside the middle cost at least nothing after reduction.

The surplus of a pairing is its reduced price less what the bound already charged for those in it.
A draw that contains the pairing costs at least the bound plus the surplus. The units above
placement are never traded away, so once the gap between the best known draw and the bound is less
than one unit of them, pairings with a surplus up to the gap can be listed without looking at all:
those inside a score group near each other's ideal, those next to an odd border, and those of the
ends.
"""

from __future__ import annotations

from collections.abc import Iterator
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

    @classmethod
    def of(cls, field: Field, prices: Prices) -> Bound | None:
        """The bound of a field, or None where the charges cannot be shown to hold."""
        return _Builder(field, prices).build()

    def undecided(self, price: int) -> list[Pair] | None:
        """With a draw of that price known: pairings a better draw could contain, among them all
        that were never weighed. None where the gap is too wide to list them."""
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
        self.head = range(groups[first].start if first < len(groups) else count)
        self.tail = range(groups[last - 1].end if last else 0, count)
        self.charged = self._border_charges()
        self.surpluses: dict[Pair, int] = {}

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
        """Price less the borders crossed; of the bye, as seen from the expected entry."""
        rows = self.field.contenders
        upper = rows[one].group
        lower = rows[self._place(other)].group
        return self.prices.price(one, other) - abs(self.charged[lower] - self.charged[upper])

    def _place(self, index: int) -> int:
        expected = self.field.expected_bye
        if index == len(self.field.contenders) and expected is not None:
            return expected
        return index

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
        bye = self._bye_charge(leaving)
        if bye is None:
            return None
        return Bound(self.field, self.prices, value + bye, self.middle, self.surpluses)

    def _outside(self, inward: int) -> list[int]:
        """Contenders of the middle groups next to an end: enough groups that everybody has
        somebody there not met before, so that no one further away is cheaper."""
        outside: list[int] = []
        for number in self.middle[::inward]:
            if len(outside) > END:
                break
            group = self.field.groups[number]
            outside += range(group.start, group.end)
        return outside

    def _leaving(
        self, rows: dict[int, dict[Pair, int]], across: dict[Pair, int]
    ) -> dict[int, int] | None:
        """The least each member of an end pays outside it. The one expected to get the bye may
        leave for nothing, its bye being charged on its own."""
        leaving: dict[int, int] = {}
        for member, row in rows.items():
            if member == self.field.expected_bye:
                leaving[member] = 0
                continue
            if member in self.head:
                far = [across[pair] for t in self.tail if (pair := (member, t)) in across]
            else:
                far = [across[pair] for h in self.head if (pair := (h, member)) in across]
            least = min([*row.values(), *far], default=None)
            if least is None or least >= self.weight[Tier.BYE_RANK]:
                return None
            leaving[member] = least
        return leaving

    def _solve_end(self, end: range, leaving: dict[int, int]) -> int | None:
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

    def _bye_charge(self, leaving: dict[int, int]) -> int | None:
        """Price of the expected bye, after checking that no other bye undercuts the charges."""
        expected = self.field.expected_bye
        node = self.field.bye_node
        if expected is None or node is None:
            return 0
        charge = self.prices.price(expected, node)
        for member in range(node):
            if member != expected and self.reduced(member, node) < charge + leaving.get(member, 0):
                return None
        return charge
