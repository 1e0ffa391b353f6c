"""How far a colour or a side is from having all its pieces locked, counted exactly.

Counted are the fields that number cards would have to move its pieces on a board where nobody
else stands, start fields not counted (C1), until all four circles are filled:

- A piece on the ring walks to its start field and on into the lane; one on its start field or at
  home has the whole ring and the lane before it. (The heart that brings it out moves no field.)
- In the lane nobody is jumped (C7), so pieces go in one after the other and only the sum counts:
  which piece ends on which circle does not.
- With ``backwards`` the -4 may be played, too, and each counts as four. A piece on its start
  field or just after it may so go round the short way and into its lane.

Blocks, hits and the hand are left out: ``evaluation`` tells of the first, and playing the game
out many times weighs all three.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from games.rules.partners.board import PIECES, Board
from games.rules.partners.position import Position
from games.rules.partners.state import GameState

BACK: Final = 4
"""Fields of the card that goes backwards."""


def colour_steps(position: Position, colour: str, *, backwards: bool = False) -> int:
    """The least number of fields until all pieces of ``colour`` are locked."""
    board = position.game.board
    seat = position.game.seat(colour)
    ways = _ways(board, seat, backwards)
    last = board.ring + PIECES
    circles = sum(range(last - PIECES + 1, last + 1))
    return circles + sum(ways[code] for code in position.codes(seat))


def side_steps(position: Position, side: int, *, backwards: bool = False) -> int:
    """The least number of fields until all pieces of a side are locked."""
    return sum(
        colour_steps(position, colour, backwards=backwards) for colour in position.game.sides[side]
    )


def leading_side(state: GameState) -> int:
    """The side with the fewest fields to go; among equals the one with more pieces locked."""
    position = state.position
    return min(
        range(len(position.game.sides)),
        key=lambda side: (side_steps(position, side), -position.side_locked(side)),
    )


@cache
def _ways(board: Board, seat: int, backwards: bool) -> tuple[int, ...]:
    """For each code, the fields a piece walks to the origin of the lane's count (may be minus)."""
    return tuple(
        _way(board, board.progress(seat, code), backwards) for code in range(board.home + 1)
    )


def _way(board: Board, progress: int, backwards: bool) -> int:
    at = max(progress, 0)
    forward = -at
    if not backwards or at > board.ring:
        return forward
    # Enough of them to pass the own start field, which does not count: from there a piece stands
    # one to four fields before it.
    cards = max(-(-at // BACK), 1)
    end = at - BACK * cards + board.ring + (at == 0)
    return min(forward, BACK * cards - end)
