"""The cheapest way to give each row a column of its own, proved by its own prices.

The prices of an assignment are a linear programme, so an optimum comes with a number for each row
and each column: no row and column together cost less than their two numbers, and those assigned
cost just that. Each row is first weighed against the columns near its ideal. What was left out is
then held against the numbers: a choice that costs no less cannot better the assignment; one that
does is weighed too, until there is none. The answer is the optimum over all choices, though few
of them were looked at.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush
from math import isqrt
from typing import Protocol


class Prices(Protocol):
    """What `cheapest` asks of the prices: whole numbers, none below nothing."""

    steps: Sequence[int]
    """Where each column stands, rising."""
    ideal: Sequence[int]
    """Where each row would like to stand. A price is never less than the square of the steps
    between."""

    def price(self, row: int, column: int) -> int: ...

    def hints(self, row: int) -> Iterable[int]:
        """Columns to be weighed for the row from the beginning, besides those near its ideal."""
        ...


def cheapest(prices: Prices, reach: int) -> list[int]:
    """A column for each row, for the least sum of prices. `reach` (steps from the ideal that are
    weighed to begin with) changes the time taken, never the sum. There must be as many columns as
    rows."""
    edges: list[dict[int, int]] = [{} for _ in prices.ideal]
    for row, known in enumerate(edges):
        for column in prices.hints(row):
            known[column] = prices.price(row, column)
    widest = prices.steps[-1] - prices.steps[0] + max(map(abs, prices.ideal), default=0) + 2
    _add_near(prices, edges, range(len(edges)), reach)
    while True:
        solution = _Solution(edges, len(prices.steps))
        stuck = solution.solve()
        if stuck:
            reach = min(2 * reach + 1, widest)
            _add_near(prices, edges, stuck, reach)
        elif not _price_out(prices, edges, solution):
            return [solution.column_of[row] for row in range(len(edges))]


def _add_near(prices: Prices, edges: list[dict[int, int]], rows: Iterable[int], reach: int) -> None:
    for row in rows:
        known = edges[row]
        for column in _near(prices, row, reach):
            if column not in known:
                known[column] = prices.price(row, column)


def _near(prices: Prices, row: int, reach: int) -> range:
    ideal = prices.ideal[row]
    return range(
        bisect_left(prices.steps, ideal - reach), bisect_right(prices.steps, ideal + reach)
    )


def _price_out(prices: Prices, edges: list[dict[int, int]], solution: _Solution) -> int:
    """Adds every choice that could better the solution; answers how many. A column's number is
    never above zero, so only columns within the root of the row's own number can."""
    added = 0
    steps = prices.steps
    numbers = [solution.column_number.get(column, 0) for column in range(len(steps))]
    for row, known in enumerate(edges):
        own, ideal = solution.row_number[row], prices.ideal[row]
        for column in _near(prices, row, isqrt(max(own, 0))):
            worth = own + numbers[column]
            if (steps[column] - ideal) ** 2 >= worth or column in known:
                continue
            price = prices.price(row, column)
            if price < worth:
                known[column] = price
                added += 1
    return added


class _Solution:
    """Shortest augmenting paths over the choices known so far."""

    def __init__(self, edges: Sequence[Mapping[int, int]], columns: int) -> None:
        self.edges = edges
        self.columns = columns
        self.row_number = [0] * len(edges)
        self.column_number: dict[int, int] = {}
        """Zero for those not named."""
        self.row_of: dict[int, int] = {}
        self.column_of: dict[int, int] = {}

    def solve(self) -> list[int]:
        """Assigns every row. Answers the rows that share too few columns among them, or none."""
        for row in range(len(self.edges)):
            stuck = self._augment(row)
            if stuck:
                return stuck
        return []

    def _augment(self, start: int) -> list[int]:
        numbers = self.column_number
        distance: dict[int, int] = {}
        before: dict[int, int] = {}
        settled: list[int] = []
        done: set[int] = set()
        heap: list[tuple[int, int]] = []
        row, base = start, 0
        while True:
            offset = base - self.row_number[row]
            for column, price in self.edges[row].items():
                if column in done:
                    continue
                length = offset + price - numbers.get(column, 0)
                if column not in distance or length < distance[column]:
                    distance[column] = length
                    before[column] = row
                    heappush(heap, (length, column))
            while heap and (heap[0][1] in done or heap[0][0] > distance[heap[0][1]]):
                heappop(heap)
            if not heap:
                return [start, *(self.row_of[column] for column in settled)]
            base, column = heappop(heap)
            if column not in self.row_of:
                break
            done.add(column)
            settled.append(column)
            row = self.row_of[column]
        self.row_number[start] += base
        for one in settled:
            slack = base - distance[one]
            numbers[one] = numbers.get(one, 0) - slack
            self.row_number[self.row_of[one]] += slack
        while True:
            row = before[column]
            following = self.column_of.get(row)
            self.row_of[column] = row
            self.column_of[row] = column
            if row == start or following is None:
                return []
            column = following
