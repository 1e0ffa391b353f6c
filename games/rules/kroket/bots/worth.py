"""What a ball's place is worth: hoops passed, and how far it is to the next."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import cache
from typing import Final

from games.rules.kroket.course import Course, Target
from games.rules.kroket.flow import set_off
from games.rules.kroket.motion import HEDGE, HOME, LEG, READY, Ball, Motion
from games.rules.kroket.setup import Setup
from games.rules.kroket.state import Flight, GameState

HOOP: Final = 30.0
"""What a hoop is worth, in cells of way."""
_HEDGE: Final = 8.0
"""What it costs to lie in the hedge: a shot."""
_DONE: Final = 100.0
_STUCK: Final = 25.0
_LUCK: Final = 7.0
"""What a reflection off the own next hoop is worth, from its south side."""
_BUMP: Final = -1.5
"""What it is worth to meet something else and go nobody knows where."""


@cache
def way_to(course: Course, target: Target) -> Mapping[str, int]:
    """For each cell how many steps it is to a target along the ground, past what stops a ball."""
    if target.hoop < 0:
        goal = course.stakes[target.stake]
        first = {goal: 0}
    else:
        mouth = course.hoops[target.hoop].cell
        back = course.kind.opposite
        before = (course.neighbours[mouth][back(way)] for way in target.ways)
        first = {cell: 1 for cell in before if cell and not course.obstacle(cell)}
    found = dict(first)
    queue = deque(first)
    while queue:
        cell = queue.popleft()
        for beside in course.neighbours[cell].values():
            if beside and beside not in found and not course.obstacle(beside):
                found[beside] = found[cell] + 1
                queue.append(beside)
    return found


def worth(setup: Setup, seat: int, ball: Ball) -> float:
    """What a ball's place is worth to its player, in cells of way."""
    targets = setup.targets[seat]
    if ball.where == HOME or ball.reached >= len(targets):
        return HOOP * len(targets) + _DONE
    value = HOOP * ball.reached
    if ball.where == READY:
        return value - _STUCK
    value -= way_to(setup.course, targets[ball.reached]).get(ball.cell, _STUCK)
    return value - _HEDGE if ball.where == HEDGE else value


def rolled_worth(motion: Motion, seat: int) -> float:
    """What a ball's place is worth after a shot, what it met and may yet become of it included."""
    value = worth(motion.setup, seat, motion.balls[seat])
    for bounce in motion.todo:
        if bounce.seat != seat:
            continue
        value += _BUMP
        if bounce.off == LEG:
            hoop, _ = motion.setup.course.legs[motion.balls[seat].cell]
            targets = motion.setup.targets[seat]
            if motion.next_hoop(seat) == hoop:
                ways = targets[motion.balls[seat].reached].ways
                value += _LUCK if bounce.came in ways else 0
    return value


def gain(state: GameState, flight: Flight) -> float:
    """What a shot brings the player whose ball it moves."""
    if flight.void:
        return 0.0
    before = worth(state.setup, flight.ball, state.balls[flight.ball])
    return rolled_worth(set_off(state, flight), flight.ball) - before
