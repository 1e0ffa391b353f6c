"""How many repeated meetings no round, and no event, can do without: counting arguments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import nlargest

from tournaments.formats.model import EntryId
from tournaments.formats.multi_seat_prices import TableFacts

COVERED = 128
"""Fields up to this size have their circles of acquaintance looked for."""


def least_in_round(
    facts: TableFacts,
    entries: Sequence[int],
    sizes: Sequence[int],
    bench: int,
    past: Iterable[Sequence[Sequence[int]]],
) -> int:
    """A number of repeated meetings (pairs at one table that met before) below which no round
    of these entries at tables of these sizes comes, `bench` of them sitting out. `past` is the
    tables of each earlier round.

    Three arguments, the strongest counts. Whoever has fewer strangers left than seats beside
    meets somebody again. Who sat together and does not fit one to a table sits together again,
    and so does any circle in which everybody has met everybody.
    """
    strangers = _strangers(facts, entries)
    best = _by_strangers(strangers, min(sizes) - 1, bench)
    tables = len(sizes)
    circles: list[Sequence[Sequence[int]]] = list(past)
    if len(entries) <= COVERED:
        circles.append(_circles(strangers, entries))
    here = set(entries)
    for round_tables in circles:
        counts = [len(here.intersection(table)) for table in round_tables]
        best = max(best, _by_circles(counts, tables, bench))
    return best


def least_in_event(entries: int, sizes: Sequence[int], byes: int, rounds: int) -> int:
    """The same for a whole event of so many rounds, by the seats everybody takes in all: two
    meeting a second time counts one, a third time two."""
    seats = rounds * sum(size * (size - 1) for size in sizes) // 2
    by_seats = max(0, seats - entries * (entries - 1) // 2)
    if rounds < 2:
        return by_seats
    by_tables = (rounds - 1) * _by_circles(list(sizes), len(sizes), byes)
    return max(by_seats, by_tables)


def _strangers(facts: TableFacts, entries: Sequence[int]) -> dict[EntryId, set[int]]:
    here = set(entries)
    return {one: here.difference(facts.met[one], facts.partnered[one], (one,)) for one in entries}


def _by_strangers(strangers: dict[EntryId, set[int]], others: int, bench: int) -> int:
    lacking = [max(0, others - len(unmet)) for unmet in strangers.values()]
    total = sum(lacking) - sum(nlargest(bench, lacking))
    return -(-total // 2)


def _by_circles(counts: Sequence[int], tables: int, bench: int) -> int:
    """Pairs that stay together when circles of so many spread over the tables as evenly as can
    be, whoever is best left out sitting out."""
    left = list(counts)
    for _ in range(bench):
        largest = max(range(len(left)), key=left.__getitem__, default=None)
        if largest is not None and left[largest]:
            left[largest] -= 1
    total = 0
    for count in left:
        each, more = divmod(count, tables)
        total += more * (each + 1) * each // 2 + (tables - more) * each * (each - 1) // 2
    return total


def _circles(strangers: dict[EntryId, set[int]], entries: Sequence[int]) -> list[list[int]]:
    """Entries parted into circles in which everybody has met everybody, large ones first."""
    left = set(entries)
    circles: list[list[int]] = []
    while left:
        circle: list[int] = []
        around = set(left)
        while around:
            known = {e: len(around) - len(strangers[e] & around) for e in around}
            nearest = max(sorted(around), key=known.__getitem__)
            circle.append(nearest)
            around -= strangers[nearest]
            around.discard(nearest)
        circles.append(circle)
        left.difference_update(circle)
    return circles
