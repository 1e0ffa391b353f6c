"""Balls in motion: what a way across the course meets, and what a reflection does.

A ``Motion`` is everything between a shot and its end. ``roll`` and ``reflect`` answer the next
one; neither draws a card, so that what may happen can be asked for any mark.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.rules.kroket.deck import Mark
from games.rules.kroket.setup import Setup

READY, COURSE, HEDGE, HOME = "start", "course", "hedge", "home"
"""Where a ball is: not yet placed, on the course, out in the hedge, done."""
PLACES: Final = (READY, COURSE, HEDGE, HOME)

MOST_BOUNCES: Final = 24
"""Reflections after which a ball stays where it is, so that every shot ends."""

MOST_DRAWS: Final = 200
"""Cards drawn against the tree after which a ball stays at it."""

BALL, LEG, STAKE, TREE = "ball", "leg", "stake", "tree"


class Ball(NamedTuple):
    """A ball: where it is, its cell (in the hedge: where it left), the targets it has reached."""

    where: str
    cell: str = ""
    reached: int = 0


class Bounce(NamedTuple):
    """A reflection to come: whose, off what, the way it came, "" if not rolling."""

    seat: int
    off: str
    came: str


class Reflected(NamedTuple):
    """A reflection that was taken."""

    seat: int
    mark: Mark
    origin: str


class Motion(NamedTuple):
    """What moves and what has moved since a shot began.

    ``passes`` are the targets reached, each a seat and an index, ``touches`` the hoops that a
    ball flew over or reflected on, ``hits`` the pairs of a ball and one that it met, ``ways`` the
    cells that each went over, the first the one it began on.
    """

    setup: Setup
    balls: tuple[Ball, ...]
    todo: tuple[Bounce, ...] = ()
    passes: tuple[tuple[int, int], ...] = ()
    touches: tuple[tuple[int, int], ...] = ()
    hits: tuple[tuple[int, int], ...] = ()
    ways: tuple[tuple[int, tuple[str, ...]], ...] = ()
    reflected: tuple[Reflected, ...] = ()
    fruitless: int = 0
    """Cards that were drawn in vain, since the tree was in their way."""

    def next_hoop(self, seat: int) -> int:
        """The hoop that a ball has to pass next, -1 if none or a stake comes first."""
        targets = self.setup.targets[seat]
        reached = self.balls[seat].reached
        return targets[reached].hoop if reached < len(targets) else -1

    def next_is_home(self, seat: int) -> bool:
        """Whether a ball has nothing left to reach."""
        return home(self.setup, seat, self.balls[seat])

    @property
    def touched(self) -> tuple[int, ...]:
        """The seats whose ball touched its next hoop without passing it."""
        found = (seat for seat, hoop in self.touches if self.next_hoop(seat) == hoop)
        return tuple(dict.fromkeys(found))


def roll(
    motion: Motion,
    seat: int,
    steps: Sequence[tuple[str, bool]],
    *,
    skip: int = -1,
    hole: bool = False,
) -> Motion:
    """Move a ball along steps, each a direction and whether it is in the air, to what it meets.

    ``skip`` is a hoop whose mouth does not count, since it has been judged (K7). ``hole``: the
    last step ends in a hole, in which a ball meets and passes nothing.
    """
    setup = motion.setup
    course = setup.course
    cell = motion.balls[seat].cell
    way = [cell]
    where, came = COURSE, ""
    for number, (direction, airborne) in enumerate(steps, 1):
        beyond = course.neighbours[cell][direction]
        if not beyond:
            where = HEDGE  # K9
            break
        cell, came = beyond, direction
        way.append(cell)
        if hole and number == len(steps):
            break
        if airborne:  # K5
            if cell in course.parts:
                motion = motion._replace(touches=(*motion.touches, (seat, course.parts[cell])))
            continue
        if cell in course.mouths and course.mouths[cell] != skip:
            motion = _through_mouth(motion, seat, course.mouths[cell], direction)
        met = _ball_at(motion, seat, cell)
        if met >= 0:  # K8: one reflection for the own ball, then one for the other
            bounces = (Bounce(seat, BALL, came), Bounce(met, BALL, ""))
            motion = motion._replace(todo=bounces + motion.todo, hits=(*motion.hits, (seat, met)))
            break
        if course.obstacle(cell):
            motion = _stopped(motion, seat, cell, came, flew=_flew(way, steps))
            break
    balls = list(motion.balls)
    balls[seat] = Ball(where, cell, balls[seat].reached)
    ways = (*motion.ways, (seat, tuple(way)))
    return _trimmed(motion._replace(balls=tuple(balls), ways=ways))


def reflect(motion: Motion, mark: Mark) -> Motion | None:
    """Take the next reflection with a mark; None if the tree is in its way (K6)."""
    bounce = motion.todo[0]
    setup = motion.setup
    course = setup.course
    seat = bounce.seat
    cell = motion.balls[seat].cell
    if bounce.off == TREE and not tree_lets(motion, mark):
        return None
    taken = Reflected(seat, mark, cell)
    motion = motion._replace(todo=motion.todo[1:], reflected=(*motion.reflected, taken))
    skip = -1
    if bounce.off == LEG:
        skip, leg = course.legs[cell]
        targets = setup.targets[seat]
        if motion.next_hoop(seat) == skip:
            target = targets[motion.balls[seat].reached]
            if bounce.came in target.ways and mark.direction in target.through(leg):
                motion = _reach(motion, seat)  # K7
    return roll(motion, seat, [(mark.direction, False)] * mark.distance, skip=skip)


def tree_lets(motion: Motion, mark: Mark) -> bool:
    """Whether a reflection off the tree can go the way of a mark: along it, not through (K6)."""
    bounce = motion.todo[0]
    course = motion.setup.course
    if not bounce.came:
        return True  # It came down on the trunk and may skip off any way.
    beyond = course.neighbours[motion.balls[bounce.seat].cell][mark.direction]
    return beyond not in course.tree and course.kind.angle(bounce.came, mark.direction) >= 60


def stay(motion: Motion) -> Motion:
    """Leave the next reflection out: the ball stays where it met something."""
    return _trimmed(motion._replace(todo=motion.todo[1:]))


def tired(motion: Motion) -> bool:
    """Whether the next reflection is one too many."""
    return len(motion.reflected) >= MOST_BOUNCES or motion.fruitless >= MOST_DRAWS


def home(setup: Setup, seat: int, ball: Ball) -> bool:
    """Whether a ball has reached all that it has to."""
    return ball.reached >= len(setup.targets[seat])


def _trimmed(motion: Motion) -> Motion:
    """Without the next reflections of balls that are off the course or done by now."""
    while motion.todo:
        seat = motion.todo[0].seat
        ball = motion.balls[seat]
        if ball.where == COURSE and not home(motion.setup, seat, ball):
            return motion
        motion = motion._replace(todo=motion.todo[1:])
    return motion


def _flew(way: list[str], steps: Sequence[tuple[str, bool]]) -> bool:
    """Whether the step that ended a way came down from the air."""
    flights = [airborne for _, airborne in steps][: len(way) - 1]
    return len(flights) > 1 and flights[-2]


def _reach(motion: Motion, seat: int) -> Motion:
    balls = list(motion.balls)
    reached = balls[seat].reached
    balls[seat] = balls[seat]._replace(reached=reached + 1)
    return motion._replace(balls=tuple(balls), passes=(*motion.passes, (seat, reached)))


def _through_mouth(motion: Motion, seat: int, hoop: int, direction: str) -> Motion:
    """A ball that rolls into a mouth has passed its next hoop if it goes the right way (K1)."""
    if motion.next_hoop(seat) != hoop:
        return motion
    target = motion.setup.targets[seat][motion.balls[seat].reached]
    return _reach(motion, seat) if direction in target.ways else motion


def _ball_at(motion: Motion, seat: int, cell: str) -> int:
    for other, ball in enumerate(motion.balls):
        lies_here = ball.cell == cell and ball.where == COURSE and other != seat
        # A ball that lies on its last stake is done and is met by nobody.
        if lies_here and not home(motion.setup, other, ball):
            return other
    return -1


def _stopped(motion: Motion, seat: int, cell: str, came: str, *, flew: bool) -> Motion:
    """What stops a ball on a cell: a leg, a stake or the tree (K6)."""
    course = motion.setup.course
    targets = motion.setup.targets[seat]
    reached = motion.balls[seat].reached
    if cell in course.stake_at:
        stake = course.stake_at[cell]
        if reached < len(targets) and targets[reached].stake == stake:
            motion = _reach(motion, seat)
            if home(motion.setup, seat, motion.balls[seat]):
                return motion
        return motion._replace(todo=(Bounce(seat, STAKE, came), *motion.todo))
    if cell in course.legs:
        hoop, _ = course.legs[cell]
        touches = (*motion.touches, (seat, hoop))
        return motion._replace(todo=(Bounce(seat, LEG, came), *motion.todo), touches=touches)
    return motion._replace(todo=(Bounce(seat, TREE, "" if flew else came), *motion.todo))
