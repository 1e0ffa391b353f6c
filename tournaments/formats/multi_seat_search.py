"""Spreading entries over tables of more than two: the search for a cheap round.

Small fields are tried out whole. For others no exact method answers in the time a hall waits.
The search starts from the standings' order and from a greedy filling of the tables, goes down by
exchanging two entries, and, where somebody meets again, walks on with a memory of what it just
did (tabu search) on meetings alone. Where a field is not too large a backtracking search follows
and either finds the round without any, or shows that there is none. Seeded kicks finish. All
limits are counts of steps, never of time: the same request gives the same round anywhere.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.formats.model import Optimality
from tournaments.formats.multi_seat_exact import Arrangement, FewestRepeats, try_all, ways
from tournaments.formats.multi_seat_prices import TablePrices, repeats_in
from tournaments.formats.multi_seat_state import FlatState, state_of

TRIED_WHOLE = 6000
"""So many ways to spread a field are simply all tried."""

NEAR = 48
"""Places in the standings either side that an exchange is tried with in a large field. Where two
meet again everybody is tried."""

LOOKS = {False: 1_200_000, True: 60_000}
"""Exchanges looked at by the tabu search: entries alone, and with sides to be sorted out."""

KICKS = {False: 60, True: 20}
"""Seeded disturbances at the end."""

BACKTRACKED = 64
"""Fields up to this size are backtracked."""


@dataclass(frozen=True, slots=True)
class Task:
    """A round to be found."""

    prices: TablePrices
    seated: tuple[int, ...]
    """Who is at a table in any case, in rank order."""
    flexible: tuple[int, ...]
    """Who may sit out as fairly as one another, in rank order."""
    bench: int
    """How many of the flexible sit out."""
    sizes: tuple[int, ...]
    least: int
    """No round has fewer repeated meetings than this."""


@dataclass(frozen=True, slots=True)
class FoundTables:
    """A round, and what is known about it."""

    tables: Arrangement
    bench: tuple[int, ...]
    optimality: Optimality
    least: int
    """No round has fewer repeated meetings than this."""
    known: bool
    """Some round has as few as that."""


def find_tables(task: Task, dice: random.Random) -> FoundTables:
    """A cheap round: COMPLETE where every round was tried, STABLE otherwise."""
    prices = task.prices
    if ways(task.sizes, len(task.flexible), task.bench) <= TRIED_WHOLE:
        tried = try_all(prices, task.seated, task.flexible, task.bench, task.sizes)
        return FoundTables(tried.tables, tried.bench, Optimality.COMPLETE, tried.least, True)
    best = _Best(task, dice)
    ranked = sorted((*task.seated, *task.flexible))
    out = task.flexible[len(task.flexible) - task.bench :]
    inside = [entry for entry in ranked if entry not in out]
    best.offer(_in_order(inside, task.sizes), out)
    best.offer(greedy(prices, inside, task.sizes), out)
    least = task.least
    if best.repeats > least:
        best.offer(*_tabu(task, best.tables, best.bench, dice))
    if best.repeats > least and len(ranked) <= BACKTRACKED:
        least = _backtrack(best, inside, out, least)
    best.kick(KICKS[prices.facts.per_side > 1])
    repeats = best.repeats
    return FoundTables(
        best.tables, best.bench, Optimality.STABLE, min(least, repeats), repeats <= least
    )


def _backtrack(best: _Best, inside: list[int], out: tuple[int, ...], least: int) -> int:
    """Offers a round with fewer repeats where there is one; answers the fewest there can be,
    as far as the steps allow to say."""
    task = best.task
    exact = FewestRepeats(task.prices.facts, inside, task.sizes)
    for repeats in range(least, best.repeats):
        tables = exact.find(repeats)
        if tables is not None:
            best.offer(tables, out)
            return least
        if task.bench or not exact.exhausted:
            return least
        least = repeats + 1
    return least


class _Best:
    """The cheapest round so far."""

    def __init__(self, task: Task, dice: random.Random) -> None:
        self.task = task
        self.dice = dice
        self.price = -1
        self.tables: Arrangement = []
        self.bench: tuple[int, ...] = ()
        self.flexible = frozenset(task.flexible)

    @property
    def repeats(self) -> int:
        """Pairs that meet again."""
        return repeats_in(self.task.prices.facts, self.tables)[0]

    def offer(self, tables: Sequence[Sequence[int]], bench: Sequence[int]) -> None:
        """Goes down from there, and keeps what comes out when it is cheaper."""
        state = state_of(self.task.prices, tables, bench)
        _descend(state, self.flexible, state.entries)
        self._keep(state)

    def _keep(self, state: FlatState) -> None:
        price = sum(state.table_price(number) for number in range(len(state.tables)))
        if self.price < 0 or price < self.price:
            self.price = price
            self.tables = state.seats()
            self.bench = tuple(sorted(state.tables[state.bench]))

    def kick(self, times: int) -> None:
        """Exchanges a few entries of neighbouring rank and goes down from there."""
        state = state_of(self.task.prices, self.tables, self.bench)
        entries = sorted(state.entries)
        for _ in range(times):
            state.swaps = []
            price = 0
            conflicts = state.conflicts()
            touched: set[int] = set()
            for _ in range(3):
                one = self.dice.choice(conflicts or entries)
                place = entries.index(one) + self.dice.choice((-5, -3, -2, -1, 1, 2, 3, 5))
                other = entries[place % len(entries)]
                if _may_swap(state, one, other, self.flexible):
                    price += state.change(one, other)
                    state.swap(one, other)
                    touched |= {state.where[one], state.where[other]}
            start = [entry for number in sorted(touched) for entry in state.tables[number]]
            price += _descend(state, self.flexible, start)
            if price > 0:
                state.undo()
        self._keep(state)


def _may_swap(state: FlatState, one: int, other: int, flexible: frozenset[int]) -> bool:
    here, there = state.where[one], state.where[other]
    if here == there:
        return False
    if state.bench in (here, there):
        return one in flexible and other in flexible
    return True


def _descend(state: FlatState, flexible: frozenset[int], start: Sequence[int]) -> int:
    """Exchanges that make the round cheaper, until there is none; answers what they changed."""
    everybody = sorted(state.entries)
    place = {entry: number for number, entry in enumerate(everybody)}
    wide = len(everybody) <= 2 * NEAR
    limit = state.prices.weights["repeats"]
    waiting, queued = list(start), set(start)
    saved = 0
    while waiting:
        one = waiting.pop()
        queued.discard(one)
        here = state.where[one]
        price = state.table_price(here)
        if not price:
            continue
        if wide or price >= limit:
            company = everybody
        else:
            company = everybody[max(0, place[one] - NEAR) : place[one] + NEAR + 1]
        gain, partner = 0, -1
        for other in company:
            if state.where[other] != here:
                change = state.change(one, other)
                if change < gain and _may_swap(state, one, other, flexible):
                    gain, partner = change, other
        if partner >= 0:
            there = state.where[partner]
            state.swap(one, partner)
            saved += gain
            for number in (here, there):
                for entry in state.tables[number]:
                    if entry not in queued:
                        queued.add(entry)
                        waiting.append(entry)
    return saved


def _tabu(
    task: Task, tables: Arrangement, bench: tuple[int, ...], dice: random.Random
) -> tuple[Arrangement, tuple[int, ...]]:
    """Exchanges of entries in conflict, the best one each time even where it costs, none taken
    back soon. Only meetings and partners count."""
    facts = task.prices.facts
    plain = [0] * len(facts.scores)
    prices = TablePrices(replace(facts, scores=plain, small_before=plain))
    state = state_of(prices, tables, bench)
    flexible = frozenset(task.flexible)
    everybody = sorted(state.entries)
    limit = prices.weights["repeats"] * (task.least + 1)
    price = best = sum(state.table_price(number) for number in range(len(state.tables)))
    best_tables, best_bench = tables, bench
    until: dict[tuple[int, int], int] = {}
    looks, step = LOOKS[facts.per_side > 1], 0
    while looks > 0 and best >= limit:
        step += 1
        conflicts = state.conflicts()
        found: list[tuple[int, int]] = []
        least: int | None = None
        for one in conflicts:
            here = state.where[one]
            for other in everybody:
                there = state.where[other]
                if there == here:
                    continue
                change = state.change(one, other)
                if least is not None and change > least:
                    continue
                held = until.get((one, there), 0) > step or until.get((other, here), 0) > step
                if held and price + change >= best:
                    continue
                if not _may_swap(state, one, other, flexible):
                    continue
                if least is None or change < least:
                    least, found = change, []
                found.append((one, other))
        looks -= len(conflicts) * len(everybody)
        if least is None:
            until.clear()
            continue
        one, other = dice.choice(found)
        pause = step + 4 + dice.randrange(8)
        until[one, state.where[one]] = until[other, state.where[other]] = pause
        state.swap(one, other)
        state.swaps = []
        price += least
        if price < best:
            best = price
            best_tables, best_bench = state.seats(), tuple(state.tables[state.bench])
    return best_tables, best_bench


def _in_order(order: Sequence[int], sizes: Sequence[int]) -> Arrangement:
    arrangement: Arrangement = []
    start = 0
    for size in sizes:
        arrangement.append(tuple(order[start : start + size]))
        start += size
    return arrangement


def greedy(prices: TablePrices, order: Sequence[int], sizes: Sequence[int]) -> Arrangement:
    """Each table in turn: the first left, then whoever of the others costs least with those
    there already. What a hasty organiser does by hand."""
    left = list(order)
    tables: Arrangement = []
    for size in sizes:
        seats = [left.pop(0)]
        while len(seats) < size:
            cheapest = min(left, key=lambda e: sum(prices.apart[e][s] for s in seats))
            left.remove(cheapest)
            seats.append(cheapest)
        tables.append(prices.seated(seats)[1])
    return tables
