"""How alike two positions are, whoever sits where: to find the ruling on one like this.

Pure, and quick enough to compare one position with all that were ever ruled on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import hypot
from typing import Any, Final, NamedTuple

Near = Callable[[Any, Any], float]
"""How alike two pieces stand, from 1 (the same) to 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A position, made ready to be compared."""

    board: str
    """What it is played on: positions on different boards have nothing in common."""
    seats: Sequence[Sequence[Any]]
    """For each seat its pieces, sorted."""
    near: Near
    turns: bool = True
    """Whether the same one seat further round is the same case."""


def likeness(one: Case, other: Case) -> float:
    """From 1 (the same, up to who plays what) towards 0 (nothing in common).

    Seats are tried in every turn of the board where the board turns: a blocked start field is the
    same case for red as for blue.
    """
    if one.board != other.board or len(one.seats) != len(other.seats) or not one.seats:
        return 0.0
    seats = len(one.seats)
    best = 0.0
    for turn in range(seats if one.turns else 1):
        alike = pieces = 0.0
        for seat, mine in enumerate(one.seats):
            theirs = other.seats[(seat + turn) % seats]
            pieces += max(len(mine), len(theirs))
            for here, there in zip(mine, theirs, strict=False):
                alike += one.near(here, there)
        best = max(best, alike / pieces)
    return best


# A race round a ring, or along a row -------------------------------------------------------------


def ring_case(board: str, ring: int, seats: Sequence[Sequence[int]], *, turns: bool = True) -> Case:
    """For each seat how far its pieces have come: below 1 where they begin, beyond `ring` where
    they end."""
    return Case(
        board=board,
        seats=[sorted(pieces) for pieces in seats],
        near=partial(_on_ring, ring),
        turns=turns,
    )


def _on_ring(ring: int, here: int, there: int) -> float:
    """A piece counts by how far it stands from where it stands in the other position; beyond a
    quarter of the ring it is simply elsewhere."""
    if here == there:
        return 1.0
    # At home, on the start field, in the lane: being there is the case, not how far it is.
    if min(here, there) < 1 or max(here, there) > ring:
        return 0.5 if min(here, there) > ring else 0.0
    return max(0.0, 0.9 - abs(here - there) / (ring / 4))


# Balls on a course -----------------------------------------------------------------------------


class BallAt(NamedTuple):
    """A ball: what it has reached, where it is, and the middle of its cell there."""

    reached: int
    where: str
    x: float = 0.0
    y: float = 0.0


#: So many cells away a ball simply lies elsewhere.
FAR: Final = 4.0


def course_case(board: str, balls: Sequence[BallAt]) -> Case:
    """One ball for each seat, in the order of play."""
    return Case(board=board, seats=[[ball] for ball in balls], near=_on_course)


def _on_course(here: BallAt, there: BallAt) -> float:
    """Half for the hoops it has behind it, half for where it lies; a hoop apart is another case."""
    hoops = max(0.0, 1 - abs(here.reached - there.reached) / 2)
    if here.where != there.where:
        lies = 0.0
    else:
        lies = max(0.0, 1 - hypot(here.x - there.x, here.y - there.y) / FAR)
    return (hoops + lies) / 2
