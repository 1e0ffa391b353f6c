"""A round under search: tables and bench, and what each exchange of two entries would change."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.multi_seat_prices import TablePrices


class FlatState:
    """Tables where everybody plays for oneself: a table's price is a sum over pairs, so that
    what an exchange changes is read from sums kept for each table and entry."""

    def __init__(
        self, prices: TablePrices, tables: Sequence[Sequence[int]], bench: Sequence[int]
    ) -> None:
        count = len(prices.facts.scores)
        self.prices = prices
        self.tables = [list(seats) for seats in (*tables, bench)]
        self.bench = len(tables)
        """Index of the bench, the last of the tables."""
        self.where = [-1] * count
        for number, seats in enumerate(self.tables):
            for entry in seats:
                self.where[entry] = number
        self.entries = [entry for entry in range(count) if self.where[entry] >= 0]
        self.pair = prices.apart
        self.contact: list[list[int]] = []
        for number, seats in enumerate(self.tables):
            row = self._own(number, count)
            if number != self.bench:
                for entry in seats:
                    row = [a + b for a, b in zip(row, self.pair[entry], strict=True)]
            self.contact.append(row)
        self.swaps: list[tuple[int, int]] = []
        """Exchanges since the caller last cleared them, for `undo`."""

    def _own(self, number: int, count: int) -> list[int]:
        """What being at that table costs each entry, whoever else is there."""
        weights = self.prices.weights
        if number == self.bench:
            return [weights["bye_rank"] * (count - 1 - entry) for entry in range(count)]
        if len(self.tables[number]) < self.prices.facts.full:
            return [weights["small_again"] * self.prices.small(entry) for entry in range(count)]
        return [0] * count

    def change(self, one: int, other: int) -> int:
        """What exchanging two entries of different tables adds to the price."""
        here, there = self.where[one], self.where[other]
        mine, theirs = self.contact[here], self.contact[there]
        both = (here != self.bench) + (there != self.bench)
        return theirs[one] + mine[other] - mine[one] - theirs[other] - both * self.pair[one][other]

    def swap(self, one: int, other: int) -> None:
        here, there = self.where[one], self.where[other]
        self._replace(here, one, other)
        self._replace(there, other, one)
        self.where[one], self.where[other] = there, here
        self.swaps.append((one, other))

    def _replace(self, number: int, leaving: int, coming: int) -> None:
        seats = self.tables[number]
        seats[seats.index(leaving)] = coming
        if number != self.bench:
            rows = zip(self.contact[number], self.pair[leaving], self.pair[coming], strict=True)
            self.contact[number] = [a - b + c for a, b, c in rows]

    def undo(self) -> None:
        """Takes back all exchanges since `swaps` was cleared."""
        swaps, self.swaps = self.swaps, []
        for one, other in reversed(swaps):
            self.swap(one, other)
        self.swaps = []

    def conflicts(self) -> list[int]:
        """Entries at tables where somebody meets again, or may not meet."""
        limit = self.prices.weights["repeats"]
        return [
            entry
            for number, seats in enumerate(self.tables)
            if number != self.bench and self.table_price(number) >= limit
            for entry in seats
        ]

    def table_price(self, number: int) -> int:
        seats = self.tables[number]
        if number == self.bench:
            return sum(self.contact[number][entry] for entry in seats)
        return self.prices.price(seats)

    def seats(self) -> list[tuple[int, ...]]:
        """The tables, each seated as cheaply as can be."""
        return [self.prices.seated(seats)[1] for seats in self.tables[: self.bench]]


class SidedState(FlatState):
    """Tables with sides of several: the best sides are looked up for each set of members."""

    def __init__(
        self, prices: TablePrices, tables: Sequence[Sequence[int]], bench: Sequence[int]
    ) -> None:
        super().__init__(prices, tables, bench)
        self.known: dict[tuple[int, ...], int] = {}

    def _members(self, members: Sequence[int]) -> int:
        key = tuple(sorted(members))
        price = self.known.get(key)
        if price is None:
            price = self.known[key] = self.prices.seated(key)[0]
        return price

    def table_price(self, number: int) -> int:
        seats = self.tables[number]
        if number == self.bench:
            return sum(self.contact[number][entry] for entry in seats)
        return self._members(seats)

    def change(self, one: int, other: int) -> int:
        total = 0
        for entry, coming in ((one, other), (other, one)):
            number = self.where[entry]
            total -= self.table_price(number)
            seats = [coming if e == entry else e for e in self.tables[number]]
            if number == self.bench:
                total += sum(self.contact[number][e] for e in seats)
            else:
                total += self._members(seats)
        return total

    def _replace(self, number: int, leaving: int, coming: int) -> None:
        seats = self.tables[number]
        seats[seats.index(leaving)] = coming


def state_of(
    prices: TablePrices, tables: Sequence[Sequence[int]], bench: Sequence[int]
) -> FlatState:
    """The kind of state the prices ask for."""
    kind = FlatState if prices.facts.per_side == 1 else SidedState
    return kind(prices, tables, bench)
