"""Who of a finished tournament goes on to a final. Pure: rows in, entries out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

Why = Literal["first", "groups", "percent", "hand", "reserve"]


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the final list there."""

    entry: int
    place: int
    group: str = ""
    out: bool = False
    """Withdrew or was disqualified there: it does not go on by itself."""


@dataclass(frozen=True, slots=True)
class Going:
    entry: int
    place: int
    why: Why


def going(
    rows: Sequence[Standing], rule: Why, number: int, by_hand: Collection[int] = ()
) -> tuple[tuple[Going, ...], tuple[Going, ...]]:
    """Those who go on, the best first and wild cards last; and the reserves in their order.

    `rows` are the final list, best first. `number` is how many ("first"), how many of each group
    ("groups"), or of how many percent of the list, rounded up ("percent"). `by_hand` are entries
    that go on whatever their place.
    """
    playing = [row for row in rows if not row.out]
    chosen = _chosen(playing, rule, number, len(rows))
    wild = [row for row in rows if row.entry in by_hand and row.entry not in chosen]
    found = [Going(row.entry, row.place, rule) for row in playing if row.entry in chosen]
    found += [Going(row.entry, row.place, "hand") for row in wild]
    taken = {one.entry for one in found}
    rest = [Going(row.entry, row.place, "reserve") for row in playing if row.entry not in taken]
    return tuple(found), tuple(rest)


def _chosen(playing: Sequence[Standing], rule: Why, number: int, all_: int) -> set[int]:
    if rule == "hand":
        return set()
    if rule == "groups":
        seen: Counter[str] = Counter()
        found = set()
        for row in playing:
            seen[row.group] += 1
            if seen[row.group] <= number:
                found.add(row.entry)
        return found
    if rule == "percent":
        number = -(-all_ * min(number, 100) // 100)
    return {row.entry for row in playing[:number]}
