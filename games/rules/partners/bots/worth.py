"""What the sensible bot thinks a position is worth to a side, in fields.

A colour's worth is a sum over its own four pieces and is kept for each arrangement of them; what
the colours do to each other (a piece that may be hit, a start field that blocks) is added for each
position. The numbers are judgement, tuned by letting pairs play each other.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from games.rules.partners.board import PIECES, Board, Game
from games.rules.partners.routes import is_locked, lane_mask

AT_HOME: Final = -14.0
"""A piece that a heart has yet to bring out, beside one on its start field."""

LOCKED: Final = 18.0
"""A locked piece, beside one that stands unlocked in the lane."""

TOGETHER: Final = 4.0
"""Each piece that stands on a numbered field with another of its colour: nobody can hit it."""

NEAR: Final = 6.0
"""A piece close enough before its lane for most cards to take it in."""

SHORT_WAY: Final = 3.0
"""A piece that a -4 would bring round to the lane."""

BLOCKS: Final = 5.0
"""An opponent's piece that stands close behind an own occupied start field."""

OTHERS: Final = 0.8
"""What an opponent's field counts beside an own."""

ALL_LOCKED: Final = 12.0
"""A colour whose pieces are all locked: from then on two play the partner's."""

WON: Final = 10_000.0

# How likely an opponent is to hold and use a card that hits a piece so many fields ahead of it.
HITS: Final = {1: 0.09, 2: 0.08, 3: 0.08, 4: 0.05, 5: 0.08, 6: 0.08, 7: 0.05} | {
    8: 0.07, 9: 0.06, 10: 0.06, 12: 0.06, 13: 0.05, 14: 0.05
}  # fmt: skip
HIT_BACK: Final = 0.05


class Worth:
    """The worth of positions of one game, seen by one side."""

    def __init__(self, game: Game, side: int) -> None:
        board = game.board
        self._board = board
        self._others = OTHERS / (len(game.sides) - 1)
        self._own = tuple(
            (PIECES * seat, _colour_worths(board, seat), _exposed(board, seat), board.starts[seat])
            for seat in game.side_seats[side]
        )
        self._opponents = tuple(
            (PIECES * seat, _colour_worths(board, seat), _threats(board, seat))
            for seat in range(len(board.colours))
            if game.side_of[seat] != side
        )

    def __call__(self, cells: bytes) -> float:
        """What ``cells`` are worth: more is better for this side."""
        theirs = 0.0
        threats = []
        for low, worths, threat_of in self._opponents:
            codes = cells[low : low + PIECES]
            theirs += worths[codes]
            threats.append(threat_of[codes])
        start = self._board.start
        worth = -self._others * theirs
        finished = 0
        for low, worths, exposed, first in self._own:
            codes = cells[low : low + PIECES]
            worth += worths[codes]
            for code, loss in exposed[codes]:
                for threat in threats:
                    worth -= threat[code] * loss
            if start in codes:
                worth += BLOCKS * self._waiting(cells, first)
            finished += codes == self._board.all_locked
        return worth + WON if finished == len(self._own) else worth

    def _waiting(self, cells: bytes, first: int) -> int:
        """Opponents' pieces in the ten fields before an own start field."""
        ring = self._board.ring
        waiting = 0
        for low, _, _ in self._opponents:
            for code in cells[low : low + PIECES]:
                if code < ring and (first - 1 - code) % ring < 10:
                    waiting += 1
        return waiting


@cache
def worth_for(game: Game, side: int) -> Worth:
    """The judgement of a side, made once."""
    return Worth(game, side)


class _ColourWorths(dict[bytes, float]):
    """The worth of each arrangement of a colour's pieces, worked out when first asked for."""

    def __init__(self, board: Board, seat: int) -> None:
        self._board = board
        self._pieces = [self._piece(board.progress(seat, code)) for code in range(board.home + 1)]

    def _piece(self, progress: int) -> float:
        ring = self._board.ring
        if progress < 0:
            return AT_HOME
        worth = float(progress)
        if progress <= 4:
            worth += SHORT_WAY
        elif ring - 12 <= progress <= ring:
            worth += NEAR
        return worth

    def __missing__(self, codes: bytes) -> float:
        board = self._board
        worth = ALL_LOCKED if codes == board.all_locked else 0.0
        lane = lane_mask(board, codes)
        for code in codes:
            worth += self._pieces[code]
            if code < board.ring and codes.count(code) > 1:
                worth += TOGETHER
            elif board.start < code < board.home:
                circle = code - board.goals[0]
                # Unlocked, it stands in the way of the others; the further out the more.
                worth += LOCKED if is_locked(lane, circle) else NEAR - (PIECES - circle)
        self[codes] = worth
        return worth


class _Exposed(dict[bytes, tuple[tuple[int, float], ...]]):
    """The pieces of an arrangement that can be hit: where each stands, and what would be lost."""

    def __init__(self, board: Board, seat: int) -> None:
        self._board = board
        self._seat = seat

    def __missing__(self, codes: bytes) -> tuple[tuple[int, float], ...]:
        board = self._board
        exposed = tuple(
            (code, board.progress(self._seat, code) - AT_HOME)
            for code in codes
            if code < board.ring and codes.count(code) == 1
        )
        self[codes] = exposed
        return exposed


class _Threats(dict[bytes, tuple[float, ...]]):
    """How likely the pieces of an arrangement are to hit each numbered field."""

    def __init__(self, board: Board, seat: int) -> None:
        self._board = board
        self._first = board.starts[seat]

    def __missing__(self, codes: bytes) -> tuple[float, ...]:
        ring = self._board.ring
        threat = [0.0] * ring
        for code in codes:
            if code <= ring:
                at = self._first - 1 if code == self._board.start else code
                for steps, likely in HITS.items():
                    threat[(at + steps) % ring] += likely
                threat[(at - 4) % ring] += HIT_BACK
        self[codes] = tuple(threat)
        return self[codes]


_colour_worths = cache(_ColourWorths)
_exposed = cache(_Exposed)
_threats = cache(_Threats)
