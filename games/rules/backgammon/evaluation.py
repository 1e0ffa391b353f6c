"""What a position is worth after a play, by rules of thumb; in pips, for the one who has played.

The race counts as it is. What else counts while the sides can still meet: points held (in front
of the opponent's rearmost checkers, best in a row), blots by how many throws hit them and how much
is lost then, an anchor in the opponent's home, checkers of the opponent on the bar against a home
board that is closed point by point, and checkers piled up where they do nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.rules.backgammon.position import (
    BAR,
    EMPTY,
    HOME,
    OFF,
    POINTS,
    THEIR_BAR,
    mirrored,
    pips,
)

POINT: Final = (0.0, 1.0, 2.0, 3.5, 5.0, 6.0, 5.5, 5.0, 3.0, 2.0, 1.5, 1.0, 0.5)
"""What holding a point is worth, from 0 to 12, while opponents are behind it."""

IN_A_ROW: Final = (0.0, 0.0, 1.0, 3.0, 7.0, 13.0, 20.0)
"""What so many points in a row are worth besides."""

ANCHOR: Final = {24: 1.5, 23: 2.0, 22: 3.0, 21: 5.0, 20: 6.0, 19: 4.5, 18: 3.0}
PILED: Final = 0.8
"""Taken off for each checker on a point beyond the third."""

BLOT_RISK: Final = 1.0
"""How much of the pips that a hit would cost is taken off, by the chance of the hit."""

AT_BAR: Final = 3.0
"""For each opponent on the bar, and as much again for each point held at home."""

LEFT_OFF: Final = 4.0
"""In pips, what a checker borne off is worth besides: waste is less."""


def value(after: bytes) -> float:
    """The worth of a position that the mover has just played to; the opponent throws next."""
    lead = pips(mirrored(after)) - pips(after) + LEFT_OFF * (after[OFF] - after[BAR + 2])
    rearmost = _their_rearmost(after)
    if _passed(after, rearmost):
        return lead
    return lead + _points_held(after, rearmost) + _anchors(after) - _blots(after)


def in_contact(cells: bytes) -> bool:
    """Whether the two sides can still hit or block each other."""
    return not _passed(cells, _their_rearmost(cells))


def _their_rearmost(cells: bytes) -> int:
    """The lowest point with an opponent: the one with furthest to go; 0 is their bar."""
    if cells[THEIR_BAR]:
        return 0
    return next((point for point in POINTS if cells[point] < EMPTY), BAR)


def _passed(cells: bytes, rearmost: int) -> bool:
    """Whether all of the mover's checkers are past all of the opponent's."""
    if cells[BAR]:
        return False
    return all(cells[point] <= EMPTY for point in range(24, max(rearmost, 0), -1))


def _points_held(cells: bytes, rearmost: int) -> float:
    total = 0.0
    row = best = at_home = 0
    for point in range(1, len(POINT)):
        count = cells[point] - EMPTY
        if count >= 2:
            row += 1
            if point > rearmost:
                total += POINT[point]
                best = max(best, row)
            if point <= HOME:
                at_home += 1
        else:
            row = 0
        if count > 3:
            total -= PILED * (count - 3)
    total += IN_A_ROW[min(best, len(IN_A_ROW) - 1)]
    return total + cells[THEIR_BAR] * AT_BAR * (1 + at_home)


def _anchors(cells: bytes) -> float:
    return max((worth for point, worth in ANCHOR.items() if cells[point] > EMPTY + 1), default=0.0)


def _blots(cells: bytes) -> float:
    """What blots cost: the chance of a hit, times what is lost then."""
    theirs = sum(1 for point in range(19, 25) if cells[point] < EMPTY - 1)
    total = 0.0
    for point in POINTS:
        if cells[point] != EMPTY + 1:
            continue
        away = frozenset(
            point - source
            for source in range(point)
            if (cells[source] < EMPTY if source else cells[THEIR_BAR] > 0)
        )
        if away:
            lost = BAR - point + 2.5 * theirs + 2
            total += BLOT_RISK * lost * _hit_chance(frozenset(d for d in away if d <= 24))
    return total


@lru_cache(maxsize=20_000)
def _hit_chance(distances: frozenset[int]) -> float:
    """How likely a throw is that goes one of the distances, blocks on the way left out."""
    hits = 0
    for one in range(1, 7):
        for two in range(1, 7):
            reached = {one, 2 * one, 3 * one, 4 * one} if one == two else {one, two, one + two}
            hits += not distances.isdisjoint(reached)
    return hits / 36
