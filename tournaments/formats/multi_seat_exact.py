"""Exact answers for rounds at larger tables: small fields tried out whole, and the search for a
round in which nobody meets again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, factorial, prod

from tournaments.formats.multi_seat_prices import TableFacts, TablePrices

STEPS = 60_000
"""Steps of the backtracking search before it gives up."""

Arrangement = list[tuple[int, ...]]


def ways(sizes: Sequence[int], flexible: int = 0, bench: int = 0) -> int:
    """In how many ways entries can be spread over tables of these sizes, when so many of the
    flexible sit out."""
    alike = prod(factorial(count) for count in Counter(sizes).values())
    spreads = factorial(sum(sizes)) // prod(factorial(size) for size in sizes) // alike
    return spreads * comb(flexible, bench)


@dataclass(frozen=True, slots=True)
class Tried:
    """What comes out of trying every round."""

    tables: Arrangement
    bench: tuple[int, ...]
    price: int
    least: int
    """Fewest pairs that met before in any round, were nothing else asked for."""


def try_all(
    prices: TablePrices,
    seated: Sequence[int],
    flexible: Sequence[int],
    bench: int,
    sizes: Sequence[int],
) -> Tried:
    """The cheapest round of all."""
    known: dict[tuple[int, ...], tuple[int, tuple[int, ...], int]] = {}

    def table(members: tuple[int, ...]) -> tuple[int, tuple[int, ...], int]:
        if members not in known:
            again = sum(prices.facts.times(*pair) > 0 for pair in combinations(members, 2))
            known[members] = (*prices.seated(members), again)
        return known[members]

    best: tuple[int, Arrangement, tuple[int, ...]] | None = None
    least = -1
    for out in combinations(flexible, bench):
        inside = tuple(sorted(e for e in (*seated, *flexible) if e not in out))
        cost = prices.value(prices.bench_costs(out))
        for spread in _all_spreads(inside, tuple(sizes)):
            tables = [table(members) for members in spread]
            again = sum(t[2] for t in tables)
            least = again if least < 0 else min(least, again)
            offer = cost + sum(t[0] for t in tables), [t[1] for t in tables], out
            if best is None or offer < best:
                best = offer
    if best is None:
        raise ValueError("no table can be filled")
    return Tried(best[1], best[2], best[0], least)


def _all_spreads(left: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[Arrangement]:
    if not left:
        yield []
        return
    first, *others = left
    for size in sorted(set(sizes)):
        rest_sizes = list(sizes)
        rest_sizes.remove(size)
        for company in combinations(others, size - 1):
            rest = tuple(entry for entry in others if entry not in company)
            for further in _all_spreads(rest, tuple(rest_sizes)):
                yield [(first, *company), *further]


class FewestRepeats:
    """Looks for a round with no more than so many repeated meetings, table by table, beginning
    each time with the entry that has the fewest left to meet."""

    def __init__(self, facts: TableFacts, entries: Sequence[int], sizes: Sequence[int]) -> None:
        self.sizes = sorted(sizes)
        self.allowed = {
            one: {
                other
                for other in entries
                if other != one and (min(one, other), max(one, other)) not in facts.forbidden
            }
            for one in entries
        }
        self.strangers = {
            one: {other for other in allowed if not facts.times(one, other)}
            for one, allowed in self.allowed.items()
        }
        self.steps = STEPS

    @property
    def exhausted(self) -> bool:
        """The search ended by itself: what it did not find does not exist."""
        return self.steps >= 0

    def find(self, repeats: int) -> Arrangement | None:
        """A round with at most so many repeats; None where there is none, or where the steps
        have run out (see `exhausted`)."""
        return self._tables(set(self.strangers), self.sizes, repeats)

    def _tables(self, left: set[int], sizes: list[int], repeats: int) -> Arrangement | None:
        if not left:
            return []
        ranked = sorted((len(self.strangers[entry] & left), entry) for entry in left)
        lacking = sum(max(0, sizes[0] - 1 - strangers) for strangers, _ in ranked)
        if lacking > 2 * repeats:
            return None
        first = ranked[0][1]
        for size in sorted(set(sizes), reverse=True):
            rest = list(sizes)
            rest.remove(size)
            for members, spent in self._fill((first,), left - {first}, size, repeats):
                found = self._tables(left.difference(members), rest, repeats - spent)
                if found is not None:
                    return [members, *found]
                if self.steps < 0:
                    return None
        return None

    def _fill(
        self, members: tuple[int, ...], left: set[int], size: int, repeats: int
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """All tables of that size with the members and some of those left, and the repeats
        they spend. Each member that joins narrows who may follow."""
        self.steps -= 1
        if self.steps < 0:
            return
        if len(members) == size:
            yield members, 0
            return
        pool = left & (self.allowed if repeats else self.strangers)[members[-1]]
        if len(pool) < size - len(members):
            return
        waiting = set(pool)
        costs = {e: sum(e not in self.strangers[m] for m in members) for e in pool}
        for entry in sorted(pool, key=lambda e: (costs[e], len(self.strangers[e] & pool), e)):
            waiting.discard(entry)
            if costs[entry] <= repeats:
                further = self._fill((*members, entry), waiting, size, repeats - costs[entry])
                for table, spent in further:
                    yield table, spent + costs[entry]
