"""What happens on the place where a piece arrives."""

from __future__ import annotations

from typing import Final

from games.rules.partners.board import PIECES, Board

Leg = tuple[int, int, int]
"""One piece's walk: the seat whose piece it is, the code it leaves, the code it reaches."""

Legs = tuple[Leg, ...]

Found = dict[bytes, Legs]
"""Resulting cells, and one way to get there."""

NOTHING: Final = -1
SENT_HOME: Final = -2

BYTES: Final = tuple(bytes((code,)) for code in range(256))
"""Each code as a piece of cells."""


def arrive(board: Board, cells: bytes, at: int, target: int) -> tuple[bytes, int]:
    """The cells after the piece at index ``at`` has walked to ``target``, and what it did (C5).

    The second part is ``NOTHING``, ``SENT_HOME`` if the mover went home from a foreign stack, or
    the seat whose single piece was sent home.
    """
    if target < board.ring:
        other = cells.find(target)
        if other >= 0 and other // PIECES != at // PIECES:
            if cells.count(target) > 1:
                return replaced(cells, at, board.home), SENT_HOME
            return replaced(without(board, cells, other), at, target), other // PIECES
    return replaced(cells, at, target), NOTHING


def walk_leg(board: Board, cells: bytes, leg: Leg) -> tuple[bytes, int]:
    """``arrive`` for a leg."""
    seat, origin, target = leg
    return arrive(board, cells, cells.index(origin, PIECES * seat), target)


def replaced(cells: bytes, at: int, code: int) -> bytes:
    """The cells with ``code`` for the piece at index ``at``, its colour sorted again."""
    low = at - at % PIECES
    high = low + PIECES
    if (at == low or cells[at - 1] <= code) and (at + 1 == high or code <= cells[at + 1]):
        return cells[:at] + BYTES[code] + cells[at + 1 :]
    codes = bytearray(cells[low:high])
    codes[at - low] = code
    return cells[:low] + bytes(sorted(codes)) + cells[high:]


def without(board: Board, cells: bytes, at: int) -> bytes:
    """The cells after the piece at index ``at`` has been sent home."""
    end = at - at % PIECES + PIECES
    # Home has the highest code: the rest of the colour stays sorted.
    return cells[:at] + cells[at + 1 : end] + BYTES[board.home] + cells[end:]


def keep_shortest(found: Found, cells: bytes, legs: Legs) -> None:
    """Add a way to reach ``cells`` unless one with as few legs is known."""
    known = found.get(cells)
    if known is None or len(legs) < len(known):
        found[cells] = legs
