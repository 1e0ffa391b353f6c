"""A move in writing, and the legal move that it means.

A record need not write a move as the engine would: the legs of a 7 may stand in any order that
can be played, and where several splits lead to one position any of them will do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from games.rules.partners.board import PIECES, Game
from games.rules.partners.cards import Backward, Card, ComeOut, ComeOutTwice, Forward, Share, Swap
from games.rules.partners.conduct import Setup
from games.rules.partners.landing import Leg, Legs, replaced, walk_leg
from games.rules.partners.moves import Move, results
from games.rules.partners.pairs import swappable, swappable_with_start
from games.rules.partners.routes import backward_row, blocked_seats, forward_rows, lane_mask
from games.rules.partners.rulesets import Rules
from games.rules.partners.shares import Share as Split
from games.rules.partners.shares import begin, is_complete, next_legs
from games.rules.partners.steps import movers

_PIECE: Final = r"(?:([a-z]+):)?([a-z]+[0-9]*)"
_LEG: Final = re.compile(_PIECE + r"([-x])([a-z]+[0-9]*)(\*?)")
_SWAP: Final = re.compile(_PIECE + "<>" + _PIECE)


class WrittenMove(NamedTuple):
    """The legs of a move as written, and each leg's marks: "x" if it hits, "*" if it is lost."""

    legs: Legs
    marks: tuple[str, ...]
    is_swap: bool


@lru_cache(maxsize=20_000)
def read_move(game: Game, player: str, written: str) -> WrittenMove | None:
    """The move written as the engine writes it; None if it cannot be read.

    A piece that is not ``player``'s is named by its colour.
    """
    board = game.board
    swap = _SWAP.fullmatch(written)
    if swap is not None:
        one, here, other, there = swap.groups()
        parts = [(one, here, "-", there, ""), (other, there, "-", here, "")]
    else:
        matches = [_LEG.fullmatch(part) for part in written.split(" + ")]
        parts = []
        for match in matches:
            if match is None:
                return None
            colour, origin, dash, target, star = match.groups()
            parts.append((colour, origin, dash, target, star))
    legs = []
    for colour, origin, _, target, _ in parts:
        seat = board.seats.get(colour or player)
        if seat is None or origin not in board.codes or target not in board.codes:
            return None
        legs.append((seat, board.codes[origin], board.codes[target]))
    marks = tuple(dash.strip("-") + star for _, _, dash, _, star in parts)
    return WrittenMove(tuple(legs), marks, swap is not None)


def meant_move(
    setup: Setup, cells: bytes, seat: int, card: str, written: WrittenMove
) -> Move | None:
    """The legal move that the legs describe, None if there is none. Marks are not compared."""
    game, kind = setup.game, setup.game.cards[card]
    if written.is_swap != kind.swaps:
        return None
    found = results(game, cells, seat, kind, setup.rules)
    asked = written.legs
    for after, legs in found.items():
        if legs == asked:
            return Move(game, cells, after, seat, card, asked)
    for after in _reached(setup, cells, seat, kind, asked):
        if after in found:
            return Move(game, cells, after, seat, card, asked)
    return None


def _reached(setup: Setup, cells: bytes, seat: int, kind: Card, legs: Legs) -> Iterator[bytes]:
    """The cells after these very legs, for each action of the card that allows them."""
    game = setup.game
    for action in kind.actions:
        if isinstance(action, Share):
            begun = begin(game, cells, (seat, *game.partners[seat]), action.steps)
            yield from _follow(game, seat, begun, legs, setup.rules)
        elif isinstance(action, Swap):
            yield from _swapped(setup, cells, action, legs)
        elif isinstance(action, ComeOutTwice):
            yield from _brought_out(game, cells, seat, legs)
        elif len(legs) == 1 and _is_walk(setup, cells, seat, action, legs[0]):
            yield walk_leg(game.board, cells, legs[0])[0]


def _is_walk(
    setup: Setup, cells: bytes, seat: int, action: Forward | Backward | ComeOut, leg: Leg
) -> bool:
    """Whether the action takes a piece where the leg says."""
    game = setup.game
    board = game.board
    mover, origin, target = leg
    codes = cells[PIECES * mover : PIECES * mover + PIECES]
    if mover not in movers(game, cells, seat) or origin not in codes:
        return False
    if isinstance(action, ComeOut):
        return (origin, target) == (board.home, board.start)
    if isinstance(action, Backward):
        route = backward_row(board, mover, action.steps)[origin]
    else:
        must_lock = setup.rules.lane_must_lock
        rows = forward_rows(board, mover, action.steps, must_lock, action.leaps)
        route = rows[lane_mask(board, codes)][origin]
    return route is not None and route[0] == target and not route[1] & blocked_seats(board, cells)


def _follow(game: Game, seat: int, begun: Split, legs: Legs, rules: Rules) -> Iterator[bytes]:
    """The cells after a 7 played leg by leg; a leg that turns may take several step counts."""
    if not legs:
        if is_complete(game, seat, begun, rules):
            yield begun.cells
        return
    if begun.left:
        for leg, after in next_legs(game, seat, begun, rules):
            if leg == legs[0]:
                yield from _follow(game, seat, after, legs[1:], rules)


def _swapped(setup: Setup, cells: bytes, action: Swap, legs: Legs) -> Iterator[bytes]:
    (one, here, there), (other, _, _) = legs
    board = setup.game.board
    pieces = swappable(board, cells)
    if one == other and board.start in (here, there):
        at = here if there == board.start else there
        if (one, at) in swappable_with_start(board, cells, action, setup.rules):
            yield cells
        return
    if (one, here) in pieces and (other, there) in pieces and here != there:
        # Neither field holds a second piece, so the order of the two does not matter.
        left = replaced(cells, cells.index(here), there)
        if one == other:
            yield cells
        else:
            yield replaced(left, cells.index(there, PIECES * other), here)


def _brought_out(game: Game, cells: bytes, seat: int, legs: Legs) -> Iterator[bytes]:
    board = game.board
    for mover, origin, target in legs:
        last = PIECES * mover + PIECES - 1
        if (origin, target) != (board.home, board.start) or cells[last] != board.home:
            return
        cells = replaced(cells, last, board.start)
    yield cells
