"""Where a shot can end, whatever is drawn for its reflections: for questions from outside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from games.rules.kroket.actions import Illegal, ball_term
from games.rules.kroket.deck import QUIET, Mark
from games.rules.kroket.motion import (
    COURSE,
    HEDGE,
    HOME,
    READY,
    Ball,
    Motion,
    home,
    reflect,
    roll,
    stay,
    tired,
)
from games.rules.kroket.position import Position, PositionError
from games.rules.kroket.setup import Setup
from games.rules.kroket.shots import free_paths, steps_of

MOST_ENDS: Final = 20_000
"""Ways that a shot can go on, after which no more are looked for."""


class End(NamedTuple):
    """One way that a shot can end: in words, where the balls are then, and how they got there."""

    notation: str
    position: Position
    motion: Motion


def ends(
    position: Position,
    seat: int,
    card: str,
    directions: Sequence[str],
    marks: Sequence[Mark] | None = None,
) -> tuple[End, ...]:
    """Every different position that a shot can lead to, each once with one way to it.

    ``marks`` are what is drawn for the reflections, in order; without them every mark of the deck
    is tried for each. A ball that is not on the course has none. ``PositionError`` where there
    are too many ways to look at.
    """
    setup = position.setup
    if position.balls[seat].where != COURSE:
        return ()
    found: dict[tuple[Ball, ...], End] = {}
    for notation, motion in _set_off(position, seat, card, directions):
        for end in _settled(motion, marks):
            balls = _brought_home(setup, end)
            if balls not in found:
                words = " + ".join([notation, *_bounces(end)])
                found[balls] = End(words, Position(setup, balls), end)
    return tuple(found.values())


def refusal(position: Position, seat: int) -> Illegal | None:
    """Why a ball cannot be shot: it is not on the course."""
    ball = position.balls[seat]
    name = ball_term(position.setup.balls[seat])
    if ball.where == HEDGE:
        return Illegal("fetch_first", "K9", ball=name, cell=ball.cell)
    if ball.where == READY:
        return Illegal("expected_place", "K1")
    return Illegal("is_home", "K1", ball=name) if ball.where == HOME else None


def _set_off(
    position: Position, seat: int, card: str, directions: Sequence[str]
) -> Iterator[tuple[str, Motion]]:
    """The ball on its way in each direction, up to the first thing that it meets."""
    setup = position.setup
    still = Motion(setup, position.balls)
    shot = setup.deck.shots.get(card)
    if shot is not None and shot.effect == "free":
        for path in free_paths(still, seat, shot.steps):
            steps = steps_of(setup, card, path[0], path)
            motion = roll(still, seat, steps)
            yield f"{card} via {' '.join(path)} {_walk(motion, 0)}", motion
        return
    for direction in directions:
        motion = roll(still, seat, steps_of(setup, card, direction, ()))
        yield f"{card} {direction} {_walk(motion, 0)}", motion


def _settled(motion: Motion, marks: Sequence[Mark] | None) -> Iterator[Motion]:
    """Where everything lies once all reflections are taken."""
    every = tuple(dict.fromkeys(motion.setup.deck.marks))
    level, looked_at = [motion], 0
    drawn = list(marks or ())
    while level:
        following: dict[object, Motion] = {}
        mark = drawn.pop(0) if drawn else None
        for one in level:
            if not one.todo:
                yield one
                continue
            choices = every if marks is None else (mark,) if mark is not None else ()
            for after in _after(one, choices):
                following.setdefault((after.balls, after.todo), after)
        looked_at += len(following)
        if looked_at > MOST_ENDS:
            raise PositionError("too_many_ends", most=MOST_ENDS)
        level = list(following.values())


def _after(motion: Motion, choices: Sequence[Mark]) -> Iterator[Motion]:
    if tired(motion) or not choices:
        yield stay(motion)
        return
    taken = [after for mark in choices if (after := reflect(motion, mark)) is not None]
    # A mark that the tree does not let through is followed by the next that was drawn.
    yield from taken or [motion if len(choices) == 1 else stay(motion)]


def _brought_home(setup: Setup, motion: Motion) -> tuple[Ball, ...]:
    return tuple(
        Ball(HOME, "", ball.reached) if home(setup, seat, ball) else ball
        for seat, ball in enumerate(motion.balls)
    )


def _walk(motion: Motion, number: int) -> str:
    """Where a ball went: "d3-d8", "d3-hedge"."""
    seat, way = motion.ways[number]
    later = [one for one, _ in motion.ways[number + 1 :]]
    out = motion.balls[seat].where == HEDGE and seat not in later
    return f"{way[0]}-hedge" if out else f"{way[0]}-{way[-1]}"


def _bounces(motion: Motion) -> Iterator[str]:
    """The reflections taken: "red NE2 d8-f9"."""
    balls = motion.setup.balls
    for number, (seat, mark, _) in enumerate(motion.reflected, 1):
        yield f"{balls[seat]} {mark} {_walk(motion, number)}"


def is_shot(setup: Setup, card: object) -> bool:
    """Whether a text is a shot of the deck, or the one that needs no card."""
    return isinstance(card, str) and (card in setup.deck.shots or card == QUIET)
