"""One checker, one die (G3, G6, G7, G8), and the whole plays that such steps add up to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from games.rules.backgammon.position import (
    BAR,
    CHECKERS,
    EMPTY,
    HOME,
    OFF,
    POINTS,
    THEIR_BAR,
    THEIR_OFF,
)

BLOT: Final = EMPTY - 1
"""What the cell of a point holds where the opponent has a single checker."""


class Step(NamedTuple):
    """A checker moved by one die: from a point or the bar (25) to a point or off (0)."""

    source: int
    target: int
    hit: bool


Steps = tuple[Step, ...]


def highest(cells: bytes) -> int:
    """The mover's highest occupied point, 25 for the bar, 0 when all are off."""
    if cells[BAR]:
        return BAR
    return next((point for point in reversed(POINTS) if cells[point] > EMPTY), OFF)


def steps(cells: bytes, die: int) -> list[Step]:
    """Every way to move one checker with one die, from the highest point down."""
    top = highest(cells)
    if top == BAR:
        target = BAR - die
        return [Step(BAR, target, cells[target] == BLOT)] if cells[target] >= BLOT else []
    found = []
    for source in range(top, 0, -1):
        if cells[source] <= EMPTY:
            continue
        target = source - die
        if target > 0:
            if cells[target] >= BLOT:
                found.append(Step(source, target, cells[target] == BLOT))
        elif top <= HOME and (target == 0 or source == top):
            found.append(Step(source, OFF, False))
    return found


def stepped(cells: bytes, step: Step) -> bytes:
    """The position after a step."""
    after = bytearray(cells)
    after[step.source] -= 1
    after[step.target] += 1
    if step.hit:
        after[step.target] += 1
        after[THEIR_BAR] += 1
    return bytes(after)


def over(cells: bytes) -> bool:
    """Whether somebody has borne everything off (G9)."""
    return CHECKERS in (cells[OFF], cells[THEIR_OFF])


def plays(cells: bytes, first: int, second: int) -> Mapping[bytes, Steps]:
    """Each position that a throw can lead to, and one way of steps that leads there (G4, G5).

    ``results`` finds the same positions much faster, without the steps. A player who cannot move
    has no plays.
    """
    if over(cells):
        return {}
    if first == second:
        return _longest(cells, (first,) * 4)[1]
    high, low = max(first, second), min(first, second)
    used, found = _longest(cells, (high, low))
    used_other, other = _longest(cells, (low, high))
    if used == used_other == 1:
        return found  # G5: only one can be played, and the higher can
    if used != used_other:
        return found if used > used_other else other
    return {**other, **found}


def _longest(cells: bytes, dice: tuple[int, ...]) -> tuple[int, Mapping[bytes, Steps]]:
    """The positions after as many of the dice as can be played in this order, and how many."""
    level: dict[bytes, Steps] = {cells: ()}
    for used, die in enumerate(dice):
        following: dict[bytes, Steps] = {}
        for before, way in level.items():
            for step in steps(before, die):
                following.setdefault(stepped(before, step), (*way, step))
        if not following:
            return used, level if used else {}
        level = following
    return len(dice), level
