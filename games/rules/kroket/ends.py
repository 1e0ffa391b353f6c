"""Where a shot leads, with what is drawn for its reflections: for questions from outside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

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
)
from games.rules.kroket.position import Position
from games.rules.kroket.setup import Setup
from games.rules.kroket.shots import free_paths, steps_of


class End(NamedTuple):
    """One way that a shot can end: in words, where the balls are then, and how they got there.

    Where cards are still to be drawn, ``motion.todo`` says for which reflections.
    """

    notation: str
    position: Position
    motion: Motion


def ends(
    position: Position,
    seat: int,
    card: str,
    directions: Sequence[str],
    marks: Sequence[Mark] = (),
) -> tuple[End, ...]:
    """Every different position that a shot can lead to, each once with one way to it.

    Chance is no choice: ``marks`` are what is drawn for the reflections, in order, and where they
    run out the balls lie where they met something. A ball that is not on the course has no shot.
    """
    setup = position.setup
    if position.balls[seat].where != COURSE:
        return ()
    found: dict[object, End] = {}
    for notation, motion in _set_off(position, seat, card, directions):
        end = _settled(motion, marks)
        balls = _brought_home(setup, end)
        to_reflect = tuple(bounce.seat for bounce in end.todo)
        if (balls, to_reflect) not in found:
            words = " + ".join([notation, *_bounces(end)])
            found[balls, to_reflect] = End(words, Position(setup, balls), end)
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


def _settled(motion: Motion, marks: Sequence[Mark]) -> Motion:
    """The motion after the reflections that the marks give, in order."""
    for mark in marks:
        if not motion.todo:
            break
        # A mark that the tree does not let through is followed by the next that was drawn.
        motion = reflect(motion, mark) or motion
    return motion


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
