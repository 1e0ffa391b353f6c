"""Every position that a throw can lead to, fast.

A position is one whole number here, its cells as bytes of it, and a step is a number to add: hops
that do not disturb each other are added in any combination, without a board being copied. Where
they can disturb each other (on the bar, when bearing off may begin) the few ways are walked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.rules.backgammon.position import BAR, EMPTY, HOME, OFF, SIZE, THEIR_BAR
from games.rules.backgammon.steps import BLOT, highest, over, steps

_CELL: Final = tuple(1 << (8 * cell) for cell in range(SIZE))

_HOP: Final = tuple(
    tuple(_CELL[max(source - die, OFF)] - _CELL[source] for source in range(BAR + 1))
    for die in range(7)
)
"""What a hop by a die from a cell adds to a position."""

_HIT: Final = tuple(_CELL[target] + _CELL[THEIR_BAR] for target in range(BAR))
"""What hitting on a point adds to it."""


def results(cells: bytes, first: int, second: int) -> list[bytes]:
    """The cells of each different position after a legal play, in no particular order.

    The point of view stays the mover's. Nothing if there is no legal move (G5).
    """
    if over(cells):
        return []
    if first == second:
        found: Iterable[int] = _doubles(cells, first)
    elif cells[BAR]:
        found = _entering(cells, first, second)
    elif _may_bear_off(cells, max(first, second), 1):
        found = _in_order(cells, first, second)
    else:
        found = _running(cells, first, second)
    return [number.to_bytes(SIZE, "little") for number in found]


def _may_bear_off(cells: bytes, die: int, hops: int) -> bool:
    """Whether all could be home after so many hops by the die."""
    for point in range(24, HOME, -1):
        if cells[point] > EMPTY:
            hops -= (cells[point] - EMPTY) * -((HOME - point) // die)
            if hops < 0:
                return False
    return True


# Two different dice ----------------------------------------------------------------------------


def _running(cells: bytes, first: int, second: int) -> set[int] | list[int]:
    """Nothing on the bar, nothing to bear off: each die's hops are free of the other's."""
    board = int.from_bytes(cells, "little")
    first_hops, second_hops = _HOP[first], _HOP[second]
    by_first: list[tuple[int, int]] = []
    by_second: list[tuple[int, int]] = []
    first_hits: list[int] = []
    found: set[int] = set()
    for point in range(24, 0, -1):
        if cells[point] <= EMPTY:
            continue
        target = point - first
        if target > 0 and cells[target] >= BLOT:
            hop = first_hops[point]
            if cells[target] == BLOT:
                hop += _HIT[target]
                first_hits.append(target)
            by_first.append((point, hop))
            # On with the same checker. If the mover holds the point on the way, one of those
            # going on instead comes to the same.
            onward = target - second
            if onward > 0 and cells[target] <= EMPTY and cells[onward] >= BLOT:
                way = board + hop + second_hops[target]
                found.add(way + _HIT[onward] if cells[onward] == BLOT else way)
        target = point - second
        if target > 0 and cells[target] >= BLOT:
            hop = second_hops[point]
            if cells[target] == BLOT:
                hop += _HIT[target]
            by_second.append((point, hop))
            onward = target - first
            if onward > 0 and cells[target] <= EMPTY and cells[onward] >= BLOT:
                way = board + hop + first_hops[target]
                found.add(way + _HIT[onward] if cells[onward] == BLOT else way)
    lone = {point for point, _ in by_first if cells[point] == EMPTY + 1}
    second_sums = [(point, board + hop) for point, hop in by_second]
    for point, hop in by_first:
        if point in lone:
            found.update([hop + half for other, half in second_sums if other != point])
        else:
            found.update([hop + half for _, half in second_sums])
    for target in first_hits:
        one, two = target + first, target + second
        if two < BAR and cells[two] > EMPTY:
            # Both land on the same blot: it is hit once.
            twice = board + first_hops[one] + second_hops[two] + 2 * _HIT[target]
            found.discard(twice)
            found.add(twice - _HIT[target])
    if found:
        return found
    single = (by_first or by_second) if first > second else (by_second or by_first)
    return [board + hop for _, hop in single]


def _entering(cells: bytes, first: int, second: int) -> set[int] | list[int]:
    """Checkers on the bar: they come in first (G7). Bearing off is out of reach."""
    board = int.from_bytes(cells, "little")
    high, low = max(first, second), min(first, second)
    entries = [
        (die, other, target, _HOP[die][BAR] + (_HIT[target] if cells[target] == BLOT else 0))
        for die, other in ((high, low), (low, high))
        if cells[target := BAR - die] >= BLOT
    ]
    if not entries:
        return []
    if cells[BAR] > 1:
        return [board + sum([hop for _, _, _, hop in entries])]
    found: set[int] = set()
    for _, other, entered, hop in entries:
        after = board + hop
        hops = _HOP[other]
        for point in range(24, 0, -1):
            if cells[point] > EMPTY or point == entered:
                target = point - other
                if target > 0 and (there := cells[target]) >= BLOT:
                    hit = there == BLOT and target != entered
                    found.add(after + hops[point] + _HIT[target] if hit else after + hops[point])
    return found or [board + entries[0][3]]


def _in_order(cells: bytes, first: int, second: int) -> set[int] | list[int]:
    """Bearing off may begin or go on: each die after the other, both ways."""
    high, low = max(first, second), min(first, second)
    found: set[int] = set()
    by_high = _after(cells, high)
    by_low = _after(cells, low)
    for halfway in by_high:
        found.update(_after(halfway.to_bytes(SIZE, "little"), low))
    for halfway in by_low:
        found.update(_after(halfway.to_bytes(SIZE, "little"), high))
    return found or by_high or by_low


def _after(cells: bytes, die: int) -> list[int]:
    board = int.from_bytes(cells, "little")
    hops = _HOP[die]
    return [
        board + hops[source] + _HIT[target] if hit else board + hops[source]
        for source, target, hit in steps(cells, die)
    ]


# Doubles ---------------------------------------------------------------------------------------
#
# Steps by the same die can always be made from the highest point down, and each choice of how
# many leave which point is a position of its own: nothing is found twice.


def _doubles(cells: bytes, die: int) -> list[int]:
    board = int.from_bytes(cells, "little")
    left = 4
    if cells[BAR]:
        target = BAR - die
        if cells[target] < BLOT:
            return []
        entered = min(left, cells[BAR])
        left -= entered
        board += entered * _HOP[die][BAR]
        if cells[target] == BLOT:
            board += _HIT[target]
        cells = board.to_bytes(SIZE, "little")
        if not left or cells[BAR]:
            return [board]
    elif _may_bear_off(cells, die, 3):
        return _bearing_off(cells, die)
    by_count: list[list[int]] = [[board], [], [], [], []]
    for top in range(24, 24 - die, -1):
        chain = _chain(cells, die, top, left)
        if chain:
            by_count = _combined(by_count, chain, left)
    for count in range(left, 0, -1):
        if by_count[count]:
            return by_count[count]
    return by_count[0] if left < 4 else []


def _combined(
    some: list[list[int]], others: list[tuple[int, list[int]]], left: int
) -> list[list[int]]:
    """Every sum of one of some and one of the others, by how many steps they are together."""
    together = [list(sums) for sums in some]
    for count, sums in others:
        for before in range(left - count + 1):
            if some[before]:
                together[before + count] += [one + two for one in some[before] for two in sums]
    return together


def _chain(cells: bytes, die: int, top: int, left: int) -> list[tuple[int, list[int]]]:
    """What the checkers on every die-th point from ``top`` down can do, by how many steps.

    Walked from the highest point down. ``resting`` are the ways in which nothing has just come
    to the point, ``arriving`` those in which some have, by (steps used, how many have come).
    """
    hops = _HOP[die]
    resting: dict[int, list[int]] = {0: [0]}
    arriving: dict[tuple[int, int], list[int]] = {}
    for point in range(top, 0, -die):
        own = cells[point] - EMPTY
        if own <= 0:
            if not arriving:
                continue
            own = 0
        target = point - die
        is_open = target > 0 and cells[target] >= BLOT
        hop = hops[point]
        hit = _HIT[target] if is_open and cells[target] == BLOT else 0
        onward: dict[tuple[int, int], list[int]] = {}
        if is_open:
            ways = [(used, own, sums) for used, sums in resting.items()] if own else []
            ways += [(used, own + come, sums) for (used, come), sums in arriving.items()]
            for used, there, sums in ways:
                adding = hit
                for moved in range(1, min(there, left - used) + 1):
                    adding += hop
                    key = (used + moved, moved)
                    moves = [way + adding for way in sums]
                    if key in onward:
                        onward[key] += moves
                    else:
                        onward[key] = moves
        for (used, _), sums in arriving.items():
            if used in resting:
                resting[used] += sums
            else:
                resting[used] = sums
        arriving = onward
    for (used, _), sums in arriving.items():
        if used in resting:
            resting[used] += sums
        else:
            resting[used] = sums
    del resting[0]
    return list(resting.items())


def _bearing_off(cells: bytes, die: int) -> list[int]:
    """Doubles when all could be home before the fourth step."""
    board = int.from_bytes(cells, "little")
    own = [max(0, count - EMPTY) for count in cells[:BAR]]
    hops = _HOP[die]
    best = 0
    found: list[int] = []

    def walk(point: int, way: int, left: int, above: int) -> None:
        """Choose how many leave each point from ``point`` down; ``above`` stay higher up."""
        nonlocal best, found
        while point and not own[point]:
            point -= 1
        if not point or not left:
            used = 4 - left
            if used > best:
                best, found = used, []
            if used == best and used:
                found.append(way)
            return
        there = own[point]
        most = min(there, left)
        target = point - die
        adding = 0
        if target > 0:
            if cells[target] < BLOT:
                most = 0
            elif cells[target] == BLOT:
                adding = _HIT[target]
        else:
            # G8: all home, and with a higher die than needed nothing higher up.
            blocked = above if target < 0 else sum(own[HOME + 1 :])
            most = 0 if blocked else most
        walk(point - 1, way, left, above + there)
        for moved in range(1, most + 1):
            adding += hops[point]
            own[point] = there - moved
            if target > 0:
                own[target] += moved
            walk(point - 1, way + adding, left - moved, above + there - moved)
            if target > 0:
                own[target] -= moved
        own[point] = there

    walk(highest(cells), board, 4, 0)
    return found
