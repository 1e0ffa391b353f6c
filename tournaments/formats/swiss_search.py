"""The cheapest draw of a field: exact, also where not every pairing can be weighed.

Small fields are solved over all pairings. For large ones that takes too long (2,000 entries have
two million pairings), so the matching sees a part of them and a bound proves that the rest does
not matter, or names the pairings that might and they are added:

    `Bound` gives a number no draw at all can beat, and for every pairing that is left out how
    much more than that number a draw with it must cost. With the cheapest draw found so far
    costing `gap` more than the bound, a pairing whose surplus is larger than `gap` is in no
    better draw. Once every pairing with a smaller surplus has been weighed, the draw is optimal.

How the bound is made, and why it holds, stands in `swiss_bound.py`. Where it proves nothing (an
unusual field: many small score groups in the middle, or rematches that cannot be avoided there), a
field of moderate size is solved over all pairings after all; a larger one with ever more
candidates until two runs agree, which the answer then says: `Optimality.STABLE` is no proof.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import rustworkx

from tournaments.formats.model import NoDrawError, Optimality
from tournaments.formats.swiss_bound import Bound
from tournaments.formats.swiss_candidates import Pair, bye_pairs, near_pairs
from tournaments.formats.swiss_costs import Prices
from tournaments.formats.swiss_field import Field

COMPLETE_UP_TO = 160
"""Fields up to this size are solved over all pairings at once."""

COMPLETE_AT_MOST = 700
"""Fields up to this size are solved over all pairings where the bound proves nothing."""

FIRST_WINDOW = 6
"""Candidates either side of the ideal opponent to begin with."""

PROOF_WINDOWS = (6, 18)
"""Candidates either side with which a proof is tried before a moderate field is solved whole."""


@dataclass(frozen=True, slots=True)
class Found:
    """A draw as index pairs, better ranked first; the bye node stands second in its pair."""

    pairs: tuple[Pair, ...]
    price: int
    optimality: Optimality


def find_pairs(field: Field, prices: Prices) -> Found:
    """The cheapest complete set of pairs. Raises `NoDrawError` where what is forbidden leaves
    none."""
    count = len(field.contenders)
    if count <= COMPLETE_UP_TO:
        return solve_complete(field, prices)
    proven = solve_bounded(field, prices)
    if proven is not None:
        return proven
    if count <= COMPLETE_AT_MOST:
        return solve_complete(field, prices)
    return solve_stable(field, prices)


def solve_complete(field: Field, prices: Prices) -> Found:
    """The cheapest draw, every possible pairing weighed."""
    count = len(field.contenders)
    graph = _Graph(field, prices)
    graph.add((one, other) for one in range(count) for other in range(one + 1, count))
    graph.add(bye_pairs(field))
    found = graph.solve(Optimality.COMPLETE)
    if found is None:
        raise NoDrawError("forbidden_pairs_leave_no_draw", entries=count)
    return found


def solve_bounded(field: Field, prices: Prices) -> Found | None:
    """An optimal draw with its proof, or None where the bound gives none."""
    bound = Bound.of(field, prices)
    if bound is None:
        return None
    graph = _Graph(field, prices)
    for window in PROOF_WINDOWS:
        graph.add(near_pairs(field, window))
        found = graph.solve(Optimality.BOUNDED)
        while found is not None:
            undecided = bound.undecided(found.price)
            if undecided is None:
                break
            if not graph.add(undecided):
                return found
            found = graph.solve(Optimality.BOUNDED)
    return None


def solve_stable(field: Field, prices: Prices) -> Found:
    """Widens until two runs agree, at the last over all pairings."""
    graph = _Graph(field, prices)
    window = FIRST_WINDOW
    before: Found | None = None
    while window < len(field.contenders):
        graph.add(near_pairs(field, window))
        found = graph.solve(Optimality.STABLE)
        if found is not None and before is not None and found.price == before.price:
            return found
        before = found
        window *= 2
    return solve_complete(field, prices)


class _Graph:
    """The pairings weighed so far."""

    def __init__(self, field: Field, prices: Prices) -> None:
        self._prices = prices
        self._nodes = len(field.contenders) + len(field.contenders) % 2
        self._present: set[Pair] = set()
        self._graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
        self._graph.add_nodes_from([None] * self._nodes)

    def add(self, pairs: Iterable[Pair]) -> int:
        """Adds those not there yet and not forbidden; answers how many."""
        present = self._present
        fresh = [
            pair
            for pair in dict.fromkeys(pairs)
            if pair not in present and self._prices.allowed(*pair)
        ]
        present.update(fresh)
        price = self._prices.price
        self._graph.add_edges_from([(one, other, price(one, other)) for one, other in fresh])
        return len(fresh)

    def solve(self, optimality: Optimality) -> Found | None:
        """The cheapest complete set of pairs, or None where there is none in this graph."""
        matched = rustworkx.max_weight_matching(
            self._graph, max_cardinality=True, weight_fn=lambda price: -price
        )
        if 2 * len(matched) != self._nodes:
            return None
        pairs = sorted((min(pair), max(pair)) for pair in matched)
        total = sum(self._prices.price(one, other) for one, other in pairs)
        return Found(tuple(pairs), total, optimality)
