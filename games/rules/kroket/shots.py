"""What each kind of shot does: the steps of a declared shot, by its ``effect``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from games.rules.kroket.actions import Illegal
from games.rules.kroket.deck import QUIET, QUIET_STEPS, Shot
from games.rules.kroket.geometry import GridKind, relative
from games.rules.kroket.motion import Motion, roll
from games.rules.kroket.setup import Setup

Steps = tuple[tuple[str, bool], ...]
"""Directions on the compass, and whether each step is in the air."""


def steps_of(setup: Setup, card: str, direction: str, path: tuple[str, ...]) -> Steps:
    """The steps of a shot in a direction; ``Illegal`` if ``path`` does not belong to the card."""
    kind = setup.course.kind
    if card == QUIET:
        _no_path(path)
        return straight(direction, QUIET_STEPS)
    shot = setup.deck.shots[card]
    return SHOT_EFFECTS[shot.effect](kind, shot, direction, path)


def straight(direction: str, length: int) -> Steps:
    """Steps straight on along the ground."""
    return ((direction, False),) * length


def free_paths(motion: Motion, seat: int, steps: int) -> tuple[tuple[str, ...], ...]:
    """Paths of a free shot: one for each different end that they can have."""
    ends: dict[tuple[object, ...], tuple[str, ...]] = {}
    level: dict[object, tuple[Motion, tuple[str, ...]]] = {None: (motion, ())}
    for number in range(1, steps + 1):
        following: dict[object, tuple[Motion, tuple[str, ...]]] = {}
        for before, path in level.values():
            for direction in motion.setup.course.kind.directions:
                after = roll(before, seat, straight(direction, 1))
                way = (*path, direction)
                end = (after.balls, after.todo, after.passes)
                moving = not after.todo and after.balls[seat].where == "course"
                if moving and number < steps and not after.next_is_home(seat):
                    following.setdefault(end, (after, way))
                else:
                    ends.setdefault(end, way)
        level = following
    return tuple(ends.values())


def _no_path(path: tuple[str, ...]) -> None:
    if path:
        raise Illegal("path_superfluous", "K12")


def _along(kind: GridKind, shot: Shot, direction: str, path: tuple[str, ...]) -> Steps:
    """The card's own path, turned to the declared direction (K2)."""
    _no_path(path)
    return tuple((relative(kind, direction, one.step), one.airborne) for one in shot.path)


def _free(kind: GridKind, shot: Shot, direction: str, path: tuple[str, ...]) -> Steps:
    """Any path of the card's length, which the player says (K12)."""
    for way in path:
        if way not in kind.vectors:
            raise Illegal("unknown_direction", "K2", direction=way, known=kind.directions)
    if len(path) > shot.steps or not path:
        raise Illegal("path_length", "K12", card=shot.name, steps=shot.steps)
    return tuple((way, False) for way in path)


SHOT_EFFECTS: Final[Mapping[str, Callable[[GridKind, Shot, str, tuple[str, ...]], Steps]]] = {
    "path": _along,
    "free": _free,
}
