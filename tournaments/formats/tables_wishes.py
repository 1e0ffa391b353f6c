"""What each pairing would pay at each table, and what is to be said about where it sits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tournaments.formats.model import Entrant, EntryId, PlayedPairing, Reason, Table

Ranges = Sequence[tuple[str, Sequence[int]]]
"""Table numbers kept for a group or bracket."""


def tables_used(history: Iterable[PlayedPairing]) -> dict[EntryId, dict[int, int]]:
    """How often each entry has sat at each table."""
    used: dict[EntryId, dict[int, int]] = {}
    for pairing in history:
        if pairing.table is not None:
            for seat in pairing.seats:
                counts = used.setdefault(seat.entry, {})
                counts[pairing.table] = counts.get(pairing.table, 0) + 1
    return used


class RangeRule:
    """Which tables are for which group."""

    def __init__(self, ranges: Ranges, numbers: Iterable[int]) -> None:
        kept: dict[str, set[int]] = {}
        for group, listed in ranges:
            kept.setdefault(group, set()).update(listed)
        self.own = {group: frozenset(listed) for group, listed in kept.items()}
        reserved = frozenset().union(*self.own.values()) if kept else frozenset[int]()
        self.free = frozenset(numbers) - reserved

    def tables(self, group: str) -> frozenset[int] | None:
        """Tables meant for the group; None where any will do: nothing is kept for anybody, or
        everything is kept for others."""
        if group in self.own:
            return self.own[group]
        return self.free if self.own and self.free else None

    def reason(self, group: str, number: int) -> Reason | None:
        """What is to be said of the group at that table, if anything."""
        tables = self.tables(group)
        if tables is None or number in tables:
            return None
        if group in self.own:
            return Reason("outside_table_range", {"group": group, "table": number})
        return Reason("table_kept_for_others", {"table": number})


class Wishes:
    """Prices in tiers; a lower one never buys a higher. Rows are pairings in the order given,
    columns indices into the sorted numbers of the tables in service (see `tables.py`)."""

    def __init__(
        self,
        pairings: Sequence[Sequence[EntryId]],
        entrants: Sequence[Entrant],
        tables: Sequence[Table],
        history: Sequence[PlayedPairing],
        ranges: Ranges,
        groups: Sequence[str],
    ) -> None:
        in_service = sorted((t for t in tables if t.in_service), key=lambda table: table.number)
        self.pairings = pairings
        self.groups = groups
        self.numbers = [table.number for table in in_service]
        self.index = {number: index for index, number in enumerate(self.numbers)}
        self.accessible = frozenset(i for i, table in enumerate(in_service) if table.accessible)
        self.range_rule = RangeRule(ranges, self.numbers)
        self.used = tables_used(history)
        drawn = {entry for pairing in pairings for entry in pairing}
        holders = sorted(
            (e for e in entrants if e.fixed_table is not None and e.id in drawn),
            key=lambda e: (e.seed, e.id),
        )
        self.wanted = {e.id: e.fixed_table for e in holders if e.fixed_table is not None}
        self.needing = frozenset(e.id for e in entrants if e.needs_access)
        self._weigh(len(holders))
        self._prepare(holders)
        kept = self._kept()
        self.steps: Sequence[int] = self._steps(frozenset(kept.values()))
        self.ideal: Sequence[int] = self._ideal(kept)

    def _weigh(self, holders: int) -> None:
        """What one miss in each tier costs: more than everything below it together."""
        pairings, tables = len(self.pairings), len(self.numbers)
        times = sum(sum(self.used.get(e, {}).values()) for p in self.pairings for e in p)
        self.again_weight = pairings * (2 * tables + 2) ** 2 + 1
        self.range_weight = self.again_weight * (times + 1)
        self.seed_weight = self.range_weight * (pairings + 1)
        self.fixed_weight = self.seed_weight * (holders * (holders + 1) // 2 + 1)
        self.access_weight = self.fixed_weight * (holders + 1)

    def _prepare(self, holders: Sequence[Entrant]) -> None:
        """Of each pairing: what it pays everywhere, what it pays besides at some tables, which
        tables are meant for it, and what it pays where there are steps."""
        precedence = {e.id: len(holders) - place for place, e in enumerate(holders)}
        self.everywhere = [0] * len(self.pairings)
        self.besides: list[dict[int, int]] = [{} for _ in self.pairings]
        self.own: list[list[int]] = [[] for _ in self.pairings]
        self.meant: list[frozenset[int] | None] = []
        self.stairs: list[int] = []
        by_group: dict[str, frozenset[int] | None] = {}
        for row, pairing in enumerate(self.pairings):
            besides = self.besides[row]
            for entry in pairing:
                wanted = self.index.get(self.wanted.get(entry, -1))
                for number, times in self.used.get(entry, {}).items():
                    index = self.index.get(number)
                    # Back at one's own table is what the entry asked for, not a repetition.
                    if index is not None and index != wanted:
                        besides[index] = besides.get(index, 0) + times * self.again_weight
                if wanted is not None:
                    miss = self.fixed_weight + precedence[entry] * self.seed_weight
                    self.everywhere[row] += miss
                    besides[wanted] = besides.get(wanted, 0) - miss
                    self.own[row].append(wanted)
            group = self.groups[row]
            if group not in by_group:
                tables = self.range_rule.tables(group)
                by_group[group] = (
                    None
                    if tables is None
                    else frozenset(self.index[n] for n in tables if n in self.index)
                )
            meant = by_group[group]
            self.meant.append(meant if meant is None else meant | frozenset(self.own[row]))
            self.stairs.append(
                self.access_weight * sum(1 for entry in pairing if entry in self.needing)
            )

    def _kept(self) -> dict[int, int]:
        """Which row gets which fixed table if everybody asks in order of seed; then, in order,
        who needs one gets the nearest accessible table that is left."""
        kept: dict[int, int] = {}
        taken: set[int] = set()
        row_of = {entry: row for row, pairing in enumerate(self.pairings) for entry in pairing}
        for entry, number in self.wanted.items():
            row, index = row_of[entry], self.index.get(number)
            if index is None or row in kept or index in taken:
                continue
            if not self.stairs[row] or index in self.accessible:
                kept[row] = index
                taken.add(index)
        for row, stairs in enumerate(self.stairs):
            left = self.accessible - taken
            meant = self.meant[row]
            if stairs and row not in kept and left:
                within = left if meant is None else (left & meant or left)
                kept[row] = min(within, key=lambda index: (abs(index - row), index))
                taken.add(kept[row])
        return kept

    def _steps(self, kept: frozenset[int]) -> list[int]:
        """Where each table stands in the order: even for free ones, odd for kept ones, rising."""
        steps: list[int] = []
        free = 0
        for index in range(len(self.numbers)):
            steps.append(2 * free - 1 if index in kept else 2 * free)
            free += index not in kept
        return steps

    def _ideal(self, kept: Mapping[int, int]) -> list[int]:
        """Where each row would stand: the kept at their tables, the others in order at the lowest
        tables that are meant for them; who finds none there at the lowest that are left."""
        taken = set(kept.values())
        places = dict(kept)
        queues: dict[frozenset[int] | None, list[int]] = {}
        for meant_for in (self.meant, [None] * len(self.pairings)):
            for row, meant in enumerate(meant_for):
                if row in places:
                    continue
                if meant not in queues:
                    wide = range(len(self.numbers)) if meant is None else sorted(meant)
                    queues[meant] = list(reversed(wide))
                queue = queues[meant]
                while queue and queue[-1] in taken:
                    queue.pop()
                if queue:
                    places[row] = queue.pop()
                    taken.add(places[row])
        return [self.steps[places[row]] for row in range(len(self.pairings))]

    def price(self, row: int, column: int) -> int:
        price = (self.steps[column] - self.ideal[row]) ** 2 + self.everywhere[row]
        besides = self.besides[row]
        if besides:
            price += besides.get(column, 0)
        meant = self.meant[row]
        if meant is not None and column not in meant:
            price += self.range_weight
        stairs = self.stairs[row]
        if stairs and column not in self.accessible:
            price += stairs
        return price

    def hints(self, row: int) -> Iterable[int]:
        """Own tables, and the accessible ones for who needs them."""
        return [*self.own[row], *sorted(self.accessible)] if self.stairs[row] else self.own[row]

    def reasons(self, row: int, number: int) -> tuple[Reason, ...]:
        """What is to be said of the pairing at that table."""
        reasons: list[Reason] = []
        at_own = False
        for entry in self.pairings[row]:
            if entry in self.needing:
                code = (
                    "accessible_table"
                    if self.index[number] in self.accessible
                    else "table_not_accessible"
                )
                reasons.append(Reason(code, {"entry": entry, "table": number}))
            wanted = self.wanted.get(entry)
            if wanted == number:
                at_own = True
                reasons.append(Reason("fixed_table", {"entry": entry, "table": number}))
                continue
            if wanted is not None:
                code = "fixed_table_given_way" if wanted in self.index else "fixed_table_closed"
                reasons.append(Reason(code, {"entry": entry, "wanted": wanted, "table": number}))
            times = self.used.get(entry, {}).get(number, 0)
            if times:
                params = {"entry": entry, "table": number, "times": times}
                reasons.append(Reason("same_table_again", params))
        outside = self.range_rule.reason(self.groups[row], number)
        if outside is not None and not at_own:
            reasons.append(outside)
        return tuple(reasons)
