"""Pairings of a large field that are worth weighing first."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.formats.swiss_field import Field, ScoreGroup
from tournaments.formats.swiss_options import Placement

Pair = tuple[int, int]

END = 64
"""So many at the top and at the bottom of the field are weighed each against each: there the
score groups are small and most of their members have met."""

CHAIN = 3
"""Everybody is weighed against so many next in rank, which keeps the graph connected."""


def near_pairs(field: Field, window: int) -> Iterator[Pair]:
    """Pairs around each ideal opponent, around each border between score groups, at both ends
    of the field, and with the bye. Pairs may repeat."""
    count = len(field.contenders)
    for group in field.groups:
        yield from ideal_pairs(field, group, window)
        if group.end < count:
            reach = window + 2
            for upper in range(max(0, group.end - reach), group.end):
                for lower in range(group.end, min(count, group.end + reach)):
                    yield upper, lower
    for one in range(count):
        for other in range(one + 1, min(count, one + 1 + CHAIN)):
            yield one, other
    for start, end in ((0, min(END, count)), (max(0, count - END), count)):
        for one in range(start, end):
            for other in range(one + 1, end):
                yield one, other
    yield from bye_pairs(field)


def ideal_pairs(field: Field, group: ScoreGroup, reach: int) -> Iterator[Pair]:
    """All pairs within a group whose places miss the ideal by no more than `reach`."""
    for one in range(group.start, group.end):
        position = one - group.start
        if field.placement is Placement.FOLD:
            ideal = group.size - 1 - group.leaves + group.enters - position
        elif field.placement is Placement.NEIGHBOURS:
            ideal = position + 1
        else:
            ideal = position + group.middle
        first = max(one + 1, group.start + ideal - reach)
        last = min(group.end - 1, group.start + ideal + reach)
        for other in range(first, last + 1):
            yield one, other


def bye_pairs(field: Field) -> Iterator[Pair]:
    """Everybody with the bye; nothing in an even field."""
    node = field.bye_node
    if node is not None:
        for one in range(node):
            yield one, node
