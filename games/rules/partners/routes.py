"""Where a single piece gets to: every walk of a board, worked out once.

A walk depends on the piece's place, the steps, and which circles of its own lane are filled;
whether it is blocked depends on which foreign start fields it crosses. Both are in a table, so
that asking for a move is a lookup and a comparison of two bit masks.

Lane masks: bit i is the i-th circle from outside, ``board.goals[i]``. Seat masks: bit i is seat i.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from games.rules.partners.board import PIECES, Board

Route = tuple[int, int]
"""The code where a walk ends, and the mask of seats whose start fields it crosses."""

Row = tuple[Route | None, ...]
"""A route for each code, None where the walk does not exist."""

LANES: Final = 1 << PIECES
"""How many ways a lane can be filled."""


def lane_mask(board: Board, codes: bytes) -> int:
    """Which circles of its lane a colour's pieces fill."""
    return sum(codes.translate(board.lane_bits))


def blocked_seats(board: Board, cells: bytes) -> int:
    """The mask of seats with a piece on their start field: all others are blocked there (C2)."""
    mask = 0
    at = cells.find(board.start)
    while at >= 0:
        seat = at // PIECES
        mask |= 1 << seat
        at = cells.find(board.start, PIECES * (seat + 1))
    return mask


def is_locked(lane: int, circle: int) -> bool:
    """Whether every circle further in than ``circle`` (0 outermost) is filled."""
    inner = LANES - (2 << circle)
    return lane & inner == inner


def walk_end(board: Board, progress: int, steps: int, lane: int) -> int | None:
    """The progress at which a piece ends that goes ``steps`` forward, None if it cannot.

    ``lane`` are the circles filled by the colour's other pieces. The piece turns into its lane
    (C6), turns round before a filled circle or at the innermost one (C7), and, going backwards
    in the lane, turns again before a filled circle (C8). It needs a free circle to turn on: one
    that it has stepped into on this walk.
    """
    outermost = board.ring + 1

    def free(place: int) -> bool:
        return outermost <= place < outermost + PIECES and not lane >> (place - outermost) & 1

    direction = 1
    on_free_circle = False
    for _ in range(steps):
        if direction == 1 and progress >= board.ring and not free(progress + 1):
            if not on_free_circle:
                return None
            direction = -1
        elif direction == -1 and progress > outermost and not free(progress - 1):
            direction = 1
        progress += direction
        on_free_circle = on_free_circle or progress >= outermost
    return progress


def lane_walk(board: Board, progress: int, steps: int, lane: int, must_lock: bool) -> int | None:
    """``walk_end`` for a piece that may itself stand in the lane and be part of ``lane``.

    None also for a locked piece (C10), and with ``must_lock`` for one that would begin and end in
    the lane without being locked (C9).
    """
    circle = progress - board.ring - 1
    if circle >= 0:
        if is_locked(lane, circle):
            return None
        lane &= ~(1 << circle)
    end = walk_end(board, progress, steps, lane)
    if end is None or not must_lock or circle < 0 or end <= board.ring:
        return end
    return end if is_locked(lane, end - board.ring - 1) else None


def crossed_seats(board: Board, seat: int, lower: int, upper: int) -> int:
    """The seats whose start fields lie between two fields, given as progress of ``seat``."""
    first, last = -(-lower // board.fields), (upper - 1) // board.fields
    mask = 0
    for turn in range(max(first, 1), last + 1):
        mask |= 1 << (seat + turn) % len(board.colours)
    return mask


@cache
def forward_rows(
    board: Board, seat: int, steps: int, must_lock: bool = False, leaps: bool = False
) -> tuple[Row, ...]:
    """The routes of ``steps`` forward for ``seat``: one row for each filling of its lane.

    The filling includes the moving piece itself. With ``leaps`` no start field blocks (P2).
    """
    plain: list[Route | None] = [None] * len(board.places)
    by_lane: list[int] = []
    for progress in range(board.ring + PIECES + 1):
        if progress + steps > board.ring:
            by_lane.append(progress)
            continue
        end = progress + steps
        crossed = 0 if leaps else crossed_seats(board, seat, progress, end)
        plain[board.code_at(seat, progress)] = board.code_at(seat, end), crossed
    rows = []
    for lane in range(LANES):
        row = plain.copy()
        for progress in by_lane:
            lane_end = lane_walk(board, progress, steps, lane, must_lock)
            if lane_end is not None:
                # A walk back out of the lane is too short to reach a foreign start field.
                crossed = 0 if leaps else crossed_seats(board, seat, progress, board.ring)
                row[board.code_at(seat, progress)] = board.code_at(seat, lane_end), crossed
        rows.append(tuple(row))
    return tuple(rows)


@cache
def backward_row(board: Board, seat: int, steps: int) -> Row:
    """The routes of ``steps`` backwards for ``seat`` (D1-D3), from the ring and its start field."""
    row: list[Route | None] = [None] * len(board.places)
    for progress in range(board.ring + 1):
        end = progress - steps
        if end >= 1:
            crossed = crossed_seats(board, seat, end, progress)
        else:
            # Past its own start field, which does not count: to the field before it and on.
            end += board.ring + (progress == 0)
            crossed = crossed_seats(board, seat, end, board.ring)
        row[board.code_at(seat, progress)] = board.code_at(seat, end), crossed
    return tuple(row)


@cache
def share_row(board: Board, seat: int, steps: int) -> tuple[tuple[Route, ...] | None, ...]:
    """For each code, the routes of 1 to ``steps`` forward; None where they could reach the lane.

    These are the pieces whose legs in a 7 do not depend on where the colour's other pieces are.
    """
    row: list[tuple[Route, ...] | None] = [None] * len(board.places)
    rows = [forward_rows(board, seat, part)[0] for part in range(1, steps + 1)]
    for progress in range(board.ring - steps + 1):
        code = board.code_at(seat, progress)
        row[code] = tuple(route for part in rows if (route := part[code]) is not None)
    return tuple(row)
