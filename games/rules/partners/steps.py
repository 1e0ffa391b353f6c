"""Cards that move one piece: forward, backward, or out from home."""

from __future__ import annotations

from games.rules.partners.board import PIECES, Board, Game
from games.rules.partners.cards import Backward, ComeOut, Forward
from games.rules.partners.landing import Legs, arrive
from games.rules.partners.routes import (
    Row,
    backward_row,
    blocked_seats,
    forward_rows,
    lane_mask,
)
from games.rules.partners.rulesets import Rules

Found = dict[bytes, Legs]
"""Resulting cells, and one way to get there."""


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
    blocked = blocked_seats(board, cells)
    for mover in movers(game, cells, seat):
        rows = forward_rows(board, mover, action.steps, rules.lane_must_lock, action.leaps)
        lane = lane_mask(board, cells[PIECES * mover : PIECES * mover + PIECES])
        _walk(found, board, cells, mover, rows[lane], blocked)


def backward(
    found: Found, game: Game, cells: bytes, seat: int, action: Backward, rules: Rules
) -> None:
    """One piece backwards (D1)."""
    board = game.board
    blocked = blocked_seats(board, cells)
    for mover in movers(game, cells, seat):
        row = backward_row(board, mover, action.steps)
        _walk(found, board, cells, mover, row, blocked)


def come_out(
    found: Found, game: Game, cells: bytes, seat: int, action: ComeOut, rules: Rules
) -> None:
    """One piece from home to its start field (B3)."""
    board = game.board
    for mover in movers(game, cells, seat):
        if cells[PIECES * mover + PIECES - 1] == board.home:
            leg = mover, board.home, board.start
            found.setdefault(arrive(board, cells, leg)[0], (leg,))


def _walk(found: Found, board: Board, cells: bytes, seat: int, row: Row, blocked: int) -> None:
    previous = -1
    for code in cells[PIECES * seat : PIECES * seat + PIECES]:
        route = row[code]
        if route is None or code == previous or route[1] & blocked:
            continue
        previous = code
        leg = seat, code, route[0]
        found.setdefault(arrive(board, cells, leg)[0], (leg,))
