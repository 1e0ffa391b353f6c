"""The plays of backgammon once more, as simply as can be, and slowly: the engine's check.

Written from the rules, not from the engine. A board is a dictionary of the mover's checkers, one of
the opponent's, both by the mover's points: 25 the mover's bar, 0 off; the opponent's bar is 0 and
their off 25. Every order of the dice is tried and every checker with each die; what uses the most
dice counts, and of single dice the higher.
"""

from collections.abc import Iterator
from typing import Any

Board = tuple[tuple[int, ...], tuple[int, ...]]
"""Checkers at 0 to 25: the mover's, the opponent's."""


def board_of(position: dict[str, Any]) -> Board:
    """The board in a position as requests have it."""
    points, bar, off = position["points"], position["bar"], position["off"]
    mine = (off[0], *(max(0, count) for count in points), bar[0])
    theirs = (bar[1], *(max(0, -count) for count in points), off[1])
    return mine, theirs


def single_moves(board: Board, die: int) -> Iterator[Board]:
    """Every way to move one checker by one die."""
    mine, theirs = board
    for source in range(1, 26):
        if not mine[source] or (mine[25] and source != 25):
            continue
        target = source - die
        if target > 0 and theirs[target] >= 2:
            continue
        if target <= 0:
            if any(mine[7:]):
                continue
            if target < 0 and any(mine[source + 1 :]):
                continue
            target = 0
        after, struck = list(mine), list(theirs)
        after[source] -= 1
        after[target] += 1
        if target and struck[target]:
            struck[target] -= 1
            struck[0] += 1
        yield tuple(after), tuple(struck)


def orders(first: int, second: int) -> list[tuple[int, ...]]:
    return [(first,) * 4] if first == second else [(first, second), (second, first)]


def simple_results(board: Board, first: int, second: int) -> set[Board]:
    """Every board that a throw can lead to; none if no checker can move."""
    if board[0][0] == 15 or board[1][25] == 15:
        return set()
    reached: dict[tuple[int, int], set[Board]] = {}
    for dice in orders(first, second):
        level = {board}
        for count, die in enumerate(dice, 1):
            level = {after for before in level for after in single_moves(before, die)}
            # More dice first, then the higher one of a single die.
            reached.setdefault((count, die if count == 1 else 0), set()).update(level)
    best = max((key for key, boards in reached.items() if boards), default=None)
    return reached[best] if best else set()
