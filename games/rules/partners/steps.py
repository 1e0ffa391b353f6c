"""Cards that move one piece: forward, backward, or out from home."""

from __future__ import annotations

from games.rules.partners.board import PIECES, Board, Game
from games.rules.partners.cards import Backward, ComeOut, Forward
from games.rules.partners.landing import Found, arrive, replaced
from games.rules.partners.routes import (
    Row,
    backward_row,
    blocked_seats,
    forward_rows,
    lane_mask,
)
from games.rules.partners.rulesets import Rules


def movers(game: Game, cells: bytes, seat: int) -> tuple[int, ...]:
    """Whose pieces ``seat`` moves: its own, or when all those are locked its partners' (G1)."""
    low = PIECES * seat
    if cells[low : low + PIECES] == game.board.all_locked:
        return game.partners[seat]
    return (seat,)


def forward(
    found: Found, game: Game, cells: bytes, seat: int, action: Forward, rules: Rules
) -> None:
    """One piece forward (B1)."""
    board = game.board
    for mover in movers(game, cells, seat):
        rows = forward_rows(board, mover, action.steps, rules.lane_must_lock, action.leaps)
        lane = lane_mask(board, cells[PIECES * mover : PIECES * mover + PIECES])
        _walk(found, board, cells, mover, rows[lane])


def backward(
    found: Found, game: Game, cells: bytes, seat: int, action: Backward, rules: Rules
) -> None:
    """One piece backwards (D1)."""
    for mover in movers(game, cells, seat):
        _walk(found, game.board, cells, mover, backward_row(game.board, mover, action.steps))


def come_out(
    found: Found, game: Game, cells: bytes, seat: int, action: ComeOut, rules: Rules
) -> None:
    """One piece from home to its start field (B3)."""
    board = game.board
    for mover in movers(game, cells, seat):
        last = PIECES * mover + PIECES - 1
        if cells[last] == board.home:
            found.setdefault(
                replaced(cells, last, board.start), ((mover, board.home, board.start),)
            )


def _walk(found: Found, board: Board, cells: bytes, seat: int, row: Row) -> None:
    """Add the walk of each piece of ``seat`` that has one in ``row`` and is not blocked."""
    ring = board.ring
    blocked = previous = -1
    low = PIECES * seat
    at = low - 1
    for code in cells[low : low + PIECES]:
        at += 1
        route = row[code]
        if route is None or code == previous:
            continue
        previous = code
        target, crossed = route
        if crossed:
            if blocked < 0:
                blocked = blocked_seats(board, cells)
            if crossed & blocked:
                continue
        if target < ring and target in cells:
            after, _ = arrive(board, cells, at, target)
        else:
            after = replaced(cells, at, target)
        if after not in found:
            found[after] = ((seat, code, target),)
