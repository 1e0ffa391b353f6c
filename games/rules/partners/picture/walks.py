"""How the pieces of a move went: the turns of each walk, told from where it began and ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.rules.partners.board import PIECES, Board
from games.rules.partners.cards import Backward, Card, Forward, Share
from games.rules.partners.landing import NOTHING, SENT_HOME, Leg, walk_leg
from games.rules.partners.moves import Move
from games.rules.partners.routes import lane_mask, walk_end


class Walk(NamedTuple):
    """One piece's way in a move.

    ``progress`` are the places where it set out, turned and arrived, as the progress of ``seat``
    (below 0: fields before its own start field, counted backwards); empty if the piece did not
    walk: it came out from home. ``from_home`` and ``sent_to`` number the circles of a home that a
    piece left, or was sent to; ``sent`` is the seat it belongs to.
    """

    seat: int
    origin: int
    target: int
    progress: tuple[int, ...]
    from_home: int | None
    sent: int | None
    sent_to: int


def walks_of(move: Move) -> tuple[Walk, ...]:
    """The walks of a move in order; none for a swap."""
    if move.is_swap:
        return ()
    board = move.game.board
    cells = move.before
    walks = []
    paths = _paths(move)
    for leg, path in zip(move.legs, paths, strict=True):
        seat, origin, target = leg
        after, effect = walk_leg(board, cells, leg)
        sent = None if effect == NOTHING else seat if effect == SENT_HOME else effect
        walks.append(
            Walk(
                seat,
                origin,
                target,
                _turns(path),
                _at_home(board, cells, seat) - 1 if origin == board.home else None,
                sent,
                -1 if sent is None else _at_home(board, after, sent) - 1,
            )
        )
        cells = after
    return tuple(walks)


def _at_home(board: Board, cells: bytes, seat: int) -> int:
    return cells[PIECES * seat : PIECES * seat + PIECES].count(board.home)


def _turns(path: Sequence[int]) -> tuple[int, ...]:
    """The ends of a path, and the places where it turns round."""
    return tuple(
        place
        for at, place in enumerate(path)
        if at in (0, len(path) - 1) or (path[at + 1] > place) != (place > path[at - 1])
    )


def _paths(move: Move) -> list[tuple[int, ...]]:
    """The places that each leg stepped on."""
    board = move.game.board
    card = move.game.cards[move.card]
    ways: list[list[tuple[int, ...]]] = []
    cells = move.before
    for leg in move.legs:
        ways.append(list(_ways(board, cells, leg, card)))
        cells, _ = walk_leg(board, cells, leg)
    shares = [action.steps for action in card.actions if isinstance(action, Share)]
    spent = _spending(ways, shares[0]) if shares else None
    return spent or [way[0] for way in ways]


def _spending(
    ways: Sequence[Sequence[tuple[int, ...]]], steps: int
) -> list[tuple[int, ...]] | None:
    """One way for each leg so that together they take ``steps``; None if there is none."""
    if not ways:
        return None if steps else []
    for way in ways[0]:
        rest = _spending(ways[1:], steps - len(way) + 1)
        if rest is not None:
            return [way, *rest]
    return None


def _ways(board: Board, cells: bytes, leg: Leg, card: Card) -> Iterator[tuple[int, ...]]:
    """The ways in which ``card`` can have brought a piece from one place to the other."""
    seat, origin, target = leg
    start = board.progress(seat, origin)
    if origin == board.home:
        yield ()
        return
    end = board.progress(seat, target)
    lane = lane_mask(board, cells[PIECES * seat : PIECES * seat + PIECES])
    if start > board.ring:
        lane &= ~(1 << (start - board.ring - 1))
    for action in card.actions:
        if isinstance(action, Backward):
            # Past its own start field, which is 0 and does not count: -1, -2 …
            yield start, start - action.steps - (start - action.steps <= 0 < start)
        if isinstance(action, Forward | Share):
            least = 1 if isinstance(action, Share) else action.steps
            for steps in range(least, action.steps + 1):
                places = [walk_end(board, start, taken, lane) for taken in range(steps + 1)]
                if places[-1] == end:
                    yield tuple(place for place in places if place is not None)
