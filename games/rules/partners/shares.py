"""The 7 played leg by leg: the same rules as ``seven``, told one step at a time.

``seven`` takes short cuts that need one colour. This module takes none: it serves a team that
helps two partners at once, whose legs meet, and it can say which pieces take part in any split.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.rules.partners.board import PIECES, Game
from games.rules.partners.landing import Found, Leg, Legs, keep_shortest, walk_leg
from games.rules.partners.routes import blocked_seats, forward_rows, lane_mask
from games.rules.partners.rulesets import Rules

Piece = tuple[int, int]
"""Seat and code."""

Waiting = frozenset[tuple[int, int, int]]
"""Seat, code and number of the pieces in play that have not moved yet."""


class Share(NamedTuple):
    """A 7 on its way: the board, who may still move, the steps left.

    ``own_moved`` tells that the card was begun with own pieces, ``served`` which partner's piece
    moved last (-1: none); the latter is kept only under rules that ask for it.
    """

    cells: bytes
    waiting: Waiting
    left: int
    served: int = -1
    own_moved: bool = False


def begin(game: Game, cells: bytes, seats: tuple[int, ...], steps: int) -> Share:
    """A 7 before its first leg, when the pieces of ``seats`` may come to move."""
    counts: dict[Piece, int] = {}
    for seat in seats:
        for code in cells[PIECES * seat : PIECES * seat + PIECES]:
            if code != game.board.home:
                counts[seat, code] = counts.get((seat, code), 0) + 1
    return Share(cells, frozenset((*piece, count) for piece, count in counts.items()), steps)


def is_complete(game: Game, seat: int, share: Share, rules: Rules) -> bool:
    """Whether the card may end here: every step spent, or short because the side is done (F3)."""
    if share.left == 0:
        return True
    return rules.seven_may_end_short and not _unfinished(game, seat, share.cells)


def next_legs(game: Game, seat: int, share: Share, rules: Rules) -> Iterator[tuple[Leg, Share]]:
    """Each leg that may come next in the 7 of ``seat``, and the card after it."""
    board = game.board
    movers = _movers(game, seat, share, rules)
    asks_whom = rules.seven_rest_on_one_piece or not rules.seven_may_serve_both
    blocked = blocked_seats(board, share.cells)
    for piece in share.waiting:
        mover, code, count = piece
        if mover not in movers:
            continue
        lane = lane_mask(board, share.cells[PIECES * mover : PIECES * mover + PIECES])
        waiting = share.waiting - {piece}
        if count > 1:
            waiting |= {(mover, code, count - 1)}
        for steps in range(1, share.left + 1):
            route = forward_rows(board, mover, steps, rules.lane_must_lock)[lane][code]
            if route is None or route[1] & blocked:
                continue
            leg: Leg = mover, code, route[0]
            cells, hit = walk_leg(board, share.cells, leg)
            yield (
                leg,
                Share(
                    cells,
                    waiting - {(hit, route[0], 1)} if hit >= 0 else waiting,
                    share.left - steps,
                    mover if asks_whom and mover != seat else -1,
                    share.own_moved or mover == seat,
                ),
            )


def _movers(game: Game, seat: int, share: Share, rules: Rules) -> tuple[int, ...]:
    """Whose pieces the next leg may move (F3, P8); nobody's when the side is done."""
    unfinished = _unfinished(game, seat, share.cells)
    if seat in unfinished:
        return (seat,)
    if share.served < 0:
        return unfinished
    if share.own_moved and rules.seven_rest_on_one_piece:
        return ()
    if not rules.seven_may_serve_both and share.served in unfinished:
        return (share.served,)
    return unfinished


def _unfinished(game: Game, seat: int, cells: bytes) -> tuple[int, ...]:
    """The seats of the side that have pieces to lock, ``seat`` first."""
    return tuple(
        other
        for other in (seat, *game.partners[seat])
        if cells[PIECES * other : PIECES * other + PIECES] != game.board.all_locked
    )


def splits(game: Game, seat: int, share: Share, rules: Rules, legs: Legs = ()) -> Found:
    """Every position that the rest of a 7 can lead to, after ``legs``, each with all its legs."""
    found: Found = {}
    seen: set[Share] = set()

    def explore(share: Share, legs: Legs) -> None:
        if share in seen:
            return
        seen.add(share)
        if is_complete(game, seat, share, rules):
            keep_shortest(found, share.cells, legs)
            return
        for leg, after in next_legs(game, seat, share, rules):
            explore(after, (*legs, leg))

    explore(share, legs)
    return found


def participants(game: Game, seat: int, share: Share, rules: Rules) -> frozenset[Piece]:
    """The pieces that move in at least one complete split, by where they stand before the 7."""
    known: dict[Share, frozenset[Piece] | None] = {}

    def explore(share: Share) -> frozenset[Piece] | None:
        """Who takes part from here on, None if the card cannot be completed."""
        if share in known:
            return known[share]
        complete = is_complete(game, seat, share, rules)
        pieces: set[Piece] = set()
        if not complete:
            for (mover, code, _), after in next_legs(game, seat, share, rules):
                rest = explore(after)
                if rest is not None:
                    complete = True
                    pieces |= rest
                    pieces.add((mover, code))
        known[share] = frozenset(pieces) if complete else None
        return known[share]

    return explore(share) or frozenset()
