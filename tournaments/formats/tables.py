"""Which pairing sits at which table: one assignment, the best there is.

Wishes in tiers, strongest first, a lower one never buying a higher:

1. Entries with a fixed table sit at it. Where two of them meet, or two want one table, the one
   with the better seed has it.
2. Nobody sits at a table it has sat at before.
3. Pairings stand in the order given: the first at the lowest number that is nobody's fixed table.

The assignment is a matching of pairings to tables. Each pairing is first weighed against tables
near its place in the order. The least each pairing can pay anywhere adds up to a bound; a choice
whose surplus over its pairing's least is more than the gap between the assignment found and that
bound is in no better assignment. What is not excluded this way is weighed too, until nothing is
left.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isqrt

import rustworkx

from tournaments.formats.model import (
    Entrant,
    EntryId,
    PlayedPairing,
    Reason,
    Table,
    TooFewTablesError,
)

FIRST_REACH = 16
"""Steps either side of a pairing's ideal table that are weighed to begin with. From one table to
the next are two steps, to a kept one beside it one."""


@dataclass(frozen=True, slots=True)
class TableChoice:
    """The table of one pairing, and what is to be said about it."""

    number: int
    reasons: tuple[Reason, ...] = ()


def assign_tables(
    pairings: Sequence[Sequence[EntryId]],
    entrants: Sequence[Entrant],
    tables: Sequence[Table],
    history: Sequence[PlayedPairing] = (),
    first_reach: int = FIRST_REACH,
) -> list[TableChoice]:
    """A table for each pairing (its entries), in the order given.

    `history` says who sat where before. `first_reach` (steps, see `FIRST_REACH`) changes the time
    taken, never the price. Raises `TooFewTablesError` with both numbers when the tables in service
    do not suffice.
    """
    numbers = sorted({table.number for table in tables if table.in_service})
    if len(numbers) < len(pairings):
        raise TooFewTablesError("too_few_tables", pairings=len(pairings), tables=len(numbers))
    wishes = _Wishes(pairings, entrants, numbers, history)
    chosen = _Assignment(wishes).best(first_reach)
    return [
        TableChoice(numbers[index], wishes.reasons(place, numbers[index]))
        for place, index in enumerate(chosen)
    ]


class _Wishes:
    """Price of each pairing at each table. Tables are indices into the sorted numbers."""

    def __init__(
        self,
        pairings: Sequence[Sequence[EntryId]],
        entrants: Sequence[Entrant],
        numbers: Sequence[int],
        history: Sequence[PlayedPairing],
    ) -> None:
        self.pairings = pairings
        self.numbers = numbers
        self.index = {number: index for index, number in enumerate(numbers)}
        self.used = _tables_used(history)
        drawn = {entry for pairing in pairings for entry in pairing}
        holders = sorted(
            (e for e in entrants if e.fixed_table is not None and e.id in drawn),
            key=lambda e: (e.seed, e.id),
        )
        self.wanted: dict[EntryId, int] = {
            e.id: e.fixed_table for e in holders if e.fixed_table is not None
        }
        self.precedence = {e.id: len(holders) - place for place, e in enumerate(holders)}
        self.again_weight = len(pairings) * (2 * len(numbers)) ** 2 + 1
        again = sum(sum(rounds.values()) for rounds in self.used.values())
        self.seed_weight = self.again_weight * (again + 1)
        self.fixed_weight = self.seed_weight * (sum(self.precedence.values()) + 1)
        self.holders = {
            place: held
            for place, pairing in enumerate(pairings)
            if (held := [entry for entry in pairing if self.wanted.get(entry) in self.index])
        }

        kept = self._kept()
        self.steps = self._steps(frozenset(kept.values()))
        free = (step for step in self.steps if step % 2 == 0)
        self.ideal = [
            self.steps[kept[place]] if place in kept else next(free, self.steps[-1])
            for place in range(len(pairings))
        ]

    def _kept(self) -> dict[int, int]:
        """Which place gets which fixed table if everybody asks in order of seed."""
        kept: dict[int, int] = {}
        place_of = {entry: place for place, held in self.holders.items() for entry in held}
        for entry, number in self.wanted.items():
            place = place_of.get(entry)
            if place is not None and place not in kept:
                index = self.index[number]
                if index not in kept.values():
                    kept[place] = index
        return kept

    def _steps(self, kept: frozenset[int]) -> list[int]:
        """Where each table stands in the order: even for free ones, odd for kept ones, rising."""
        steps: list[int] = []
        free = 0
        for index in range(len(self.numbers)):
            steps.append(2 * free - 1 if index in kept else 2 * free)
            free += index not in kept
        return steps

    def price(self, place: int, index: int) -> int:
        number = self.numbers[index]
        price = (self.steps[index] - self.ideal[place]) ** 2
        for entry in self.pairings[place]:
            used = self.used.get(entry)
            if used:
                price += used.get(number, 0) * self.again_weight
        for entry in self.holders.get(place, ()):
            if self.wanted[entry] != number:
                price += self.fixed_weight + self.precedence[entry] * self.seed_weight
            else:
                # Back at one's own table is what the entry asked for, not a repetition.
                price -= self.used.get(entry, {}).get(number, 0) * self.again_weight
        return price

    def own_tables(self, place: int) -> list[int]:
        """Table indices the pairing's holders of fixed tables want."""
        return [self.index[self.wanted[entry]] for entry in self.holders.get(place, ())]

    def reasons(self, place: int, number: int) -> tuple[Reason, ...]:
        reasons: list[Reason] = []
        for entry in self.pairings[place]:
            wanted = self.wanted.get(entry)
            if wanted == number:
                reasons.append(Reason("fixed_table", {"entry": entry, "table": number}))
                continue
            if wanted is not None:
                code = "fixed_table_given_way" if wanted in self.index else "fixed_table_closed"
                reasons.append(Reason(code, {"entry": entry, "wanted": wanted, "table": number}))
            times = self.used.get(entry, {}).get(number, 0)
            if times:
                params = {"entry": entry, "table": number, "times": times}
                reasons.append(Reason("same_table_again", params))
        return tuple(reasons)


def _tables_used(history: Sequence[PlayedPairing]) -> Mapping[EntryId, dict[int, int]]:
    used: dict[EntryId, dict[int, int]] = {}
    for pairing in history:
        if pairing.table is not None:
            for seat in pairing.seats:
                counts = used.setdefault(seat.entry, {})
                counts[pairing.table] = counts.get(pairing.table, 0) + 1
    return used


class _Assignment:
    def __init__(self, wishes: _Wishes) -> None:
        self.wishes = wishes
        self.places = len(wishes.pairings)
        self.tables = len(wishes.numbers)
        self.widest = 2 * self.tables
        self.present: set[tuple[int, int]] = set()
        self.graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
        self.graph.add_nodes_from([None] * (self.places + self.tables))

    def best(self, reach: int) -> list[int]:
        """The cheapest table index for each place."""
        floor = {
            place: min(self.wishes.price(place, index) for index in range(self.tables))
            for place in self.wishes.holders
        }
        bound = sum(floor.values())
        while True:
            self._add_near(reach)
            chosen = self._solve()
            if reach >= self.widest and chosen is not None:
                return chosen
            needed = self.widest
            if chosen is not None:
                gap = sum(self.wishes.price(p, index) for p, index in enumerate(chosen)) - bound
                needed = self._reach(gap)
                if needed <= reach and not self._add_holders(floor, gap):
                    return chosen
            reach = max(reach, min(needed, 2 * reach))

    def _reach(self, gap: int) -> int:
        """How many steps from its ideal a pairing could sit in anything better."""
        if gap >= self.wishes.again_weight:
            return self.widest
        return min(self.widest, isqrt(gap))

    def _add_near(self, reach: int) -> int:
        steps = self.wishes.steps
        return self._add(
            (place, index)
            for place, ideal in enumerate(self.wishes.ideal)
            for index in (
                *range(bisect_left(steps, ideal - reach), bisect_right(steps, ideal + reach)),
                *self.wishes.own_tables(place),
            )
        )

    def _add_holders(self, floor: Mapping[int, int], gap: int) -> int:
        return self._add(
            (place, index)
            for place, least in floor.items()
            for index in range(self.tables)
            if self.wishes.price(place, index) - least <= gap
        )

    def _add(self, choices: Iterable[tuple[int, int]]) -> int:
        fresh = [choice for choice in dict.fromkeys(choices) if choice not in self.present]
        self.present.update(fresh)
        self.graph.add_edges_from(
            [
                (place, self.places + index, self.wishes.price(place, index))
                for place, index in fresh
            ]
        )
        return len(fresh)

    def _solve(self) -> list[int] | None:
        matched = rustworkx.max_weight_matching(
            self.graph, max_cardinality=True, weight_fn=lambda price: -price
        )
        if len(matched) != self.places:
            return None
        ordered = sorted((min(pair), max(pair)) for pair in matched)
        return [node - self.places for _, node in ordered]
