"""How alike two positions are, whoever sits where: to find the ruling on one like this.

Pure, and quick enough to compare one position with all that were ever ruled on.
"""

from __future__ import annotations

from collections.abc import Sequence

Places = Sequence[Sequence[int]]
"""For each seat clockwise how far its four pieces have come, sorted (see `Board.progress`)."""


def likeness(one: Places, other: Places, *, ring: int) -> float:
    """From 1 (the same, up to who plays which colour) towards 0 (nothing in common).

    Colours are tried in every turn of the board: a blocked start field is the same case for red
    as for blue. A piece counts by how far it stands from where it stands in the other position;
    beyond a quarter of the ring it is simply elsewhere. 0 for boards of different size.
    """
    if len(one) != len(other) or not one:
        return 0.0
    seats = len(one)
    far = ring / 4
    best = 0.0
    for turn in range(seats):
        alike = 0.0
        for seat in range(seats):
            for here, there in zip(one[seat], other[(seat + turn) % seats], strict=True):
                alike += _piece(here, there, ring, far)
        best = max(best, alike / (4 * seats))
    return best


def _piece(here: int, there: int, ring: int, far: float) -> float:
    if here == there:
        return 1.0
    # At home, on the start field, in the lane: being there is the case, not how far it is.
    if min(here, there) < 1 or max(here, there) > ring:
        return 0.5 if min(here, there) > ring else 0.0
    return max(0.0, 0.9 - abs(here - there) / far)
