"""The ranking of a stage as a whole, from its tables.

A stage has one table, or one a group. Over groups those of the same place in their groups share
theirs. Read again, group by group, it says who goes on (`Ranked`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from tournaments.formats.model import EntryId, Reason
from tournaments.formats.stages import Ranked
from tournaments.formats.standings import Standings


@dataclass(frozen=True)
class GroupTable:
    """A table of a stage: that of a group, or (name "") of all who play in it."""

    name: str
    standings: Standings


@dataclass(frozen=True)
class Rank:
    """A line of a ranking as a whole."""

    entry: EntryId
    place: int
    """1 for the best; those who share a place share the best of those they fill."""
    last: int
    """The last of the places shared."""
    group: str = ""
    decided: bool = True
    """False in a tree while the entry can still come to stand elsewhere."""
    reason: Reason | None = None
    """Why it stands there, in a tree."""


def shared(rows: Sequence[tuple[EntryId, int]], group: str = "") -> list[Rank]:
    """Lines with their places, best first; the last place of those who share one filled in."""
    last: dict[int, int] = {}
    for _entry, place in rows:
        last[place] = last.get(place, place - 1) + 1
    return [Rank(entry, place, last[place], group) for entry, place in rows]


def over_groups(tables: Iterable[GroupTable]) -> list[Rank]:
    """All groups as one ranking: the firsts, the seconds, … each sharing their places, those with
    more points a round first."""
    by_place: dict[int, list[tuple[Fraction, EntryId, str]]] = {}
    for table in tables:
        for row in table.standings:
            strength = per_round(row.points, table.standings.rounds)
            by_place.setdefault(row.rank, []).append((strength, row.entry, table.name))
    ranks: list[Rank] = []
    for _place, level in sorted(by_place.items()):
        first = len(ranks) + 1
        last = len(ranks) + len(level)
        level.sort(key=lambda line: -line[0])
        ranks += [Rank(entry, first, last, group) for _strength, entry, group in level]
    return ranks


def per_round(points: Decimal, rounds: int) -> Fraction:
    """What entries of groups of different size are compared by."""
    return Fraction(points) / rounds if rounds else Fraction(0)


def ranked_in(tables: Sequence[GroupTable], ranks: Sequence[Rank]) -> tuple[Ranked, ...]:
    """The ranking as it is read where it is decided who goes on: `ranks` as they are, or where
    the stage has groups the lines of each group's table."""
    if not any(table.name for table in tables):
        return tuple(
            Ranked(entry=rank.entry, rank=rank.place, overall=rank.place) for rank in ranks
        )
    overall = {rank.entry: rank.place for rank in ranks}
    return tuple(
        Ranked(
            entry=row.entry,
            rank=row.rank,
            group=table.name,
            strength=per_round(row.points, table.standings.rounds),
            overall=overall[row.entry],
        )
        for table in tables
        for row in table.standings
    )
