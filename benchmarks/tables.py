"""How long it takes to give every pairing the best table.

    python -m benchmarks.tables

Halls of 250 and 1,000 tables after nine rounds, with fixed tables, entries that need access, and
groups that have tables of their own, some of them too few. Times are seconds of processor.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from benchmarks.row import Row
from tournaments.formats.model import Entrant, PlayedPairing, PlayedSeat, Table
from tournaments.formats.tables import assign_tables

ROUNDS = 9


def _order(ids: list[int], dice: random.Random) -> list[int]:
    """The stronger tend to sit at the first tables, round after round."""
    return sorted(ids, key=lambda number: number + dice.gauss(0, 10))


def measure(tables: int, *, groups: int = 0, short: int = 0) -> float:
    """`short` tables too few in each group's range; seconds."""
    dice = random.Random(tables)
    spare = tables // 50
    pairings = tables - spare
    entrants = [Entrant(id=number, seed=number) for number in range(1, 2 * pairings + 1)]
    for place in dice.sample(range(len(entrants)), 10):
        entrants[place] = replace(entrants[place], fixed_table=dice.randint(1, tables))
    for place in dice.sample(range(len(entrants)), 20):
        entrants[place] = replace(entrants[place], needs_access=True)
    accessible = set(dice.sample(range(1, tables + 1), 25))
    hall = [Table(number, accessible=number in accessible) for number in range(1, tables + 1)]
    ids = [entrant.id for entrant in entrants]
    history: list[PlayedPairing] = []
    for number in range(1, ROUNDS + 1):
        order = _order(ids, dice)
        for table in range(1, pairings + 1):
            seats = (
                PlayedSeat(entry=order[2 * table - 2], side=1),
                PlayedSeat(entry=order[2 * table - 1], side=2),
            )
            history.append(PlayedPairing(round=number, final=True, table=table, seats=seats))
    order = _order(ids, dice)
    seated = list(zip(order[::2], order[1::2], strict=True))
    size = pairings // groups if groups else 0
    ranges = [
        (str(group), tuple(range(group * size + 1, (group + 1) * size + 1 - short)))
        for group in range(groups)
    ]
    named = [str(min(place // size, groups - 1)) for place in range(pairings)] if groups else ()
    start = time.process_time()
    choices = assign_tables(seated, entrants, hall, history, ranges=ranges, groups=named)
    taken = time.process_time() - start
    told = Counter(reason.code for choice in choices for reason in choice.reasons)
    print(f"{pairings:4} pairings, {tables:4} tables, {groups} groups: {taken:.3f} s; {dict(told)}")
    return taken


def rows() -> Iterator[Row]:
    yield Row(what="250 tables after nine rounds", value=measure(250), unit="s")
    yield Row(
        what="1,000 tables, eight groups, one too few in each",
        value=measure(1000, groups=8, short=1),
        unit="s",
    )


def main() -> None:
    measure(250)
    measure(250, groups=4, short=1)
    measure(1000)
    measure(1000, groups=8, short=1)


if __name__ == "__main__":
    main()
