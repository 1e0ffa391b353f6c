"""Events laid down beforehand in which no two entries meet twice at a table.

Two families cover what is known for the sizes a hall sees:

* *Transversal rounds.* Entries stand in as many columns as a table has seats, one of each column
  at each table: round s, table b seats the entries `s * column + b` of each. Over a finite field
  (or a product of fields) two of different columns meet exactly once. A column of its own may
  then be spread over tables in turn; four columns of four give the affine plane that way.
* *Starters.* One or two base rounds turned round a cycle (`designs_data`, `designs_further`):
  Kirkman's schoolgirls (15, 21, 33 and 39 at tables of 3), nearly Kirkman systems (18, 24, 30),
  28, 40 and 52 at tables of 4. The 32 golfers of 2004 stand with them.

A smaller field leaves points empty so that no table misses more than one: sizes stay as equal as
can be and still nobody meets twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from tournaments.formats.designs_data import STARTERS, Round
from tournaments.formats.designs_fields import ring_of_order
from tournaments.formats.designs_further import FURTHER_STARTERS, HALVES

LARGEST = 400
"""Beyond so many entries nothing is laid down; there the search has room enough."""


@dataclass(frozen=True, slots=True)
class Design:
    """A whole event, in points to which entries are mapped."""

    name: str
    points: int
    """Points are numbered from 0."""
    rounds: tuple[Round, ...]
    """For each round its tables, for each table its points in seat order. Who is at no table
    sits out."""
    empty: frozenset[int] = frozenset()
    """Points nobody is mapped to at the start; who comes late may take them."""

    @property
    def entries(self) -> int:
        return self.points - len(self.empty)

    def tables(self, round_number: int) -> tuple[tuple[int, ...], ...]:
        """The tables of a round (from 1) without the empty points."""
        return tuple(
            tuple(point for point in table if point not in self.empty)
            for table in self.rounds[round_number - 1]
        )

    def first(self, rounds: int) -> Design:
        """The design cut short."""
        return Design(self.name, self.points, self.rounds[:rounds], self.empty)

    def meetings(self) -> dict[tuple[int, int], int]:
        """How often two points sit at one table, over all rounds; pairs lower first."""
        counts: dict[tuple[int, int], int] = {}
        for number in range(1, len(self.rounds) + 1):
            for table in self.tables(number):
                for pair in combinations(sorted(table), 2):
                    counts[pair] = counts.get(pair, 0) + 1
        return counts


@lru_cache(maxsize=256)
def meeting_designs(sizes: tuple[int, ...]) -> tuple[Design, ...]:
    """Events for tables of these sizes in which nobody meets twice, the longest first.

    There are some only where the sizes differ by one at most and no column would be longer than
    half-filled tables allow; the answer may be empty.
    """
    if not sizes or max(sizes) < 2 or min(sizes) < max(sizes) - 1 or sum(sizes) > LARGEST:
        return ()
    size, tables = max(sizes), len(sizes)
    missing = size * tables - sum(sizes)
    found = [*_transversal(size, tables, missing), *_turned(size, tables, missing)]
    return tuple(sorted(found, key=lambda design: (-len(design.rounds), design.name)))


def _transversal(size: int, tables: int, missing: int) -> list[Design]:
    rounds = _transversal_rounds(size, tables)
    if not rounds:
        return []
    first_of_last = (size - 1) * tables
    empty = frozenset(range(first_of_last, first_of_last + missing))
    if not missing:
        rounds += _columns_alone(size, tables)
    return [Design("transversal", size * tables, tuple(rounds), empty)]


def _transversal_rounds(size: int, tables: int) -> list[Round]:
    ring = ring_of_order(tables)
    if ring is None or ring.distinct < size:
        return []
    return [
        tuple(
            tuple(column * tables + ring.line(slope, column, offset) for column in range(size))
            for offset in ring.elements
        )
        for slope in ring.elements
    ]


def _columns_alone(size: int, tables: int) -> list[Round]:
    """Rounds in which each column plays among itself."""
    if tables % size:
        return []
    if tables == size:
        return [_columns(size, [tuple(range(tables))])]
    inner = meeting_designs((size,) * (tables // size))
    if not inner:
        return [_columns(size, [tuple(range(s, s + size)) for s in range(0, tables, size)])]
    return [_columns(size, inner_round) for inner_round in inner[0].rounds]


def _columns(size: int, tables: Sequence[Sequence[int]]) -> Round:
    length = sum(len(table) for table in tables)
    return tuple(
        tuple(column * length + point for point in table)
        for column in range(size)
        for table in tables
    )


def _turned(size: int, tables: int, missing: int) -> list[Design]:
    """From data. Points that never meet may be empty at no cost, one at least; more than those
    share a table of the last round, which is then not played."""
    points = size * tables
    rounds = _data_rounds(points, size)
    if not rounds or missing > size:
        return []
    empty = _strangers(points, rounds, missing)
    if empty is not None:
        return [Design("starter", points, rounds, frozenset(empty))]
    return [Design("starter", points, rounds[:-1], frozenset(rounds[-1][0][:missing]))]


def _data_rounds(points: int, size: int) -> tuple[Round, ...]:
    starter = STARTERS.get((points, size)) or FURTHER_STARTERS.get((points, size))
    if starter is not None:
        return starter.rounds()
    half = points // 2
    return tuple(
        (*tables, *(tuple((point + half) % points for point in table) for table in tables))
        for tables in HALVES.get((points, size), ())
    )


def _strangers(points: int, rounds: Sequence[Round], count: int) -> tuple[int, ...] | None:
    """The last so many points of which no two ever meet, where there are such."""
    met: dict[int, set[int]] = {point: {point} for point in range(points)}
    for tables in rounds:
        for table in tables:
            for point in table:
                met[point].update(table)
    groups = [set(met).difference(met[point]) | {point} for point in reversed(range(points))]
    for group in groups:
        for chosen in combinations(sorted(group, reverse=True), count):
            if all(other not in met[one] for one, other in combinations(chosen, 2)):
                return chosen
    return None
