"""What happens on the place where a piece arrives."""

from __future__ import annotations

from typing import Final

from games.rules.partners.board import PIECES, Board

Leg = tuple[int, int, int]
"""One piece's walk: the seat whose piece it is, the code it leaves, the code it reaches."""

Legs = tuple[Leg, ...]

NOTHING: Final = -1
SENT_HOME: Final = -2


def arrive(board: Board, cells: bytes, leg: Leg) -> tuple[bytes, int]:
    """The cells after a leg, and what it did (C5).

    The second part is ``NOTHING``, ``SENT_HOME`` if the mover went home from a foreign stack, or
    the seat whose single piece was sent home.
    """
    seat, origin, target = leg
    effect = NOTHING
    if target < board.ring:
        at = cells.find(target)
        if at >= 0 and at // PIECES != seat:
            if cells.count(target) > 1:
                effect = SENT_HOME
                target = board.home
            else:
                effect = at // PIECES
                cells = without(board, cells, at)
    low = PIECES * seat
    codes = list(cells[low : low + PIECES])
    codes[codes.index(origin)] = target
    codes.sort()
    return cells[:low] + bytes(codes) + cells[low + PIECES :], effect


def without(board: Board, cells: bytes, at: int) -> bytes:
    """The cells after the piece at index ``at`` has been sent home."""
    end = at - at % PIECES + PIECES
    # Home has the highest code: the rest of the colour stays sorted.
    return cells[:at] + cells[at + 1 : end] + bytes((board.home,)) + cells[end:]
