"""What pieces are worth where, and what each card makes of it, as tables: for bots in a hurry.

The numbers are those of `worth`. There a colour's worth is worked out for its four pieces
together; here it is taken apart into the pieces and the filling of the lane, so that a move costs
a few look-ups: in which lane, with which card, from which place.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from games.rules.partners.board import PIECES, Board, Game
from games.rules.partners.bots.sensible import KEEP
from games.rules.partners.bots.worth import (
    ALL_LOCKED,
    AT_HOME,
    HIT_BACK,
    HITS,
    LOCKED,
    NEAR,
    OTHERS,
    SHORT_WAY,
)
from games.rules.partners.cards import Backward, ComeOut, ComeOutTwice, Forward, Share, Swap
from games.rules.partners.routes import LANES, Row, backward_row, forward_rows, is_locked
from games.rules.partners.rulesets import Rules

Step = tuple[int, int, float]
"""Where a piece ends, the mask of seats whose start fields it crosses, and what that gains."""

Steps = tuple[tuple[Step, ...], ...]
"""The steps of a card from each code."""

KEPT: Final = 50_000
"""Arrangements of a colour that are kept; then all are forgotten, which costs time and no more."""


class Tables(NamedTuple):
    """What a side looks things up in.

    ``piece[seat][code]`` is what a piece of that colour is worth there, lanes aside, and
    ``weight[seat]`` what the colour counts to the side: 1 for its own, less than 0 for others.
    ``lane[mask]`` is the worth of a filling. ``foes`` are the opponents: where their cells begin,
    and by their codes how likely they are to hit each numbered field. ``waits[seat]`` are the ten
    fields before a start field. ``steps[seat][mask]`` are the steps
    with each card while the lane is so filled, ``own`` the side's seats, ``other_kinds`` the cards
    that do more than move one piece, each with that action.
    """

    piece: tuple[tuple[float, ...], ...]
    weight: tuple[float, ...]
    lane: tuple[float, ...]
    foes: tuple[tuple[int, Threats], ...]
    waits: tuple[frozenset[int], ...]
    steps: tuple[LaneSteps, ...]
    own: tuple[int, ...]
    other_kinds: Mapping[str, Share | Swap | ComeOutTwice]


@cache
def tables_for(game: Game, rules: Rules, side: int) -> Tables:
    """The tables of a side, made once."""
    board = game.board
    seats = range(len(board.colours))
    others = OTHERS / (len(game.sides) - 1)
    return Tables(
        piece=tuple(pieces_of(board, seat) for seat in seats),
        weight=tuple(1.0 if game.side_of[seat] == side else -others for seat in seats),
        lane=LANE,
        foes=tuple(
            (PIECES * seat, _threats(board, seat)) for seat in seats if game.side_of[seat] != side
        ),
        waits=tuple(
            frozenset((board.starts[seat] - back) % board.ring for back in range(1, 11))
            for seat in seats
        ),
        steps=tuple(_lane_steps(game, rules, seat) for seat in seats),
        own=game.side_seats[side],
        other_kinds={
            name: action
            for name, card in game.cards.items()
            for action in card.actions
            if isinstance(action, Share | Swap | ComeOutTwice)
        },
    )


@cache
def pieces_of(board: Board, seat: int) -> tuple[float, ...]:
    """What a piece of ``seat`` is worth on each code."""
    return tuple(piece_worth(board, board.progress(seat, code)) for code in range(board.home + 1))


def piece_worth(board: Board, progress: int) -> float:
    """A piece by how far it has come; in the lane that alone, the rest is its filling's."""
    if progress < 0:
        return AT_HOME
    if progress <= 4:
        return progress + SHORT_WAY
    return progress + (NEAR if board.ring - 12 <= progress <= board.ring else 0.0)


def lane_worth(mask: int) -> float:
    """A filling of a lane, beside what its pieces are worth for having come so far."""
    worth = ALL_LOCKED if mask == LANES - 1 else 0.0
    for circle in range(PIECES):
        if mask >> circle & 1:
            worth += LOCKED if is_locked(mask, circle) else NEAR - (PIECES - circle)
    return worth


LANE: Final = tuple(lane_worth(mask) for mask in range(LANES))
"""The worth of each filling."""


def _reach(board: Board, seat: int) -> tuple[tuple[float, ...], ...]:
    ring = board.ring
    rows = []
    for code in range(board.home + 1):
        row = [0.0] * ring
        if code <= board.start:
            at = board.starts[seat] - 1 if code == board.start else code
            for steps, likely in HITS.items():
                row[(at + steps) % ring] += likely
            row[(at - 4) % ring] += HIT_BACK
        rows.append(tuple(row))
    return tuple(rows)


class Threats(dict[bytes, tuple[float, ...]]):
    """By the codes of a colour's pieces, how likely they are to hit each numbered field."""

    def __init__(self, board: Board, seat: int) -> None:
        self._nothing = (0.0,) * board.ring
        self._start = board.start
        self._reach = _reach(board, seat)

    def __missing__(self, codes: bytes) -> tuple[float, ...]:
        if len(self) >= KEPT:
            self.clear()
        rows = [self._reach[code] for code in codes if code <= self._start]
        self[codes] = tuple(map(sum, zip(*rows, strict=True))) if rows else self._nothing
        return self[codes]


_threats = cache(Threats)


class LaneSteps(dict[int, dict[str, Steps]]):
    """By the filling of a colour's lane and the card, the steps; made when first asked for."""

    def __init__(self, game: Game, rules: Rules, seat: int) -> None:
        self._made_for = game, rules, seat

    def __missing__(self, mask: int) -> dict[str, Steps]:
        self[mask] = _steps(*self._made_for, mask)
        return self[mask]


_lane_steps = cache(LaneSteps)


def _steps(game: Game, rules: Rules, seat: int, mask: int) -> dict[str, Steps]:
    """For each card, what one piece can do with it from each code while the lane is so filled."""
    board = game.board
    bits = board.lane_bits
    piece = pieces_of(board, seat)
    found: dict[str, Steps] = {}
    for name, card in game.cards.items():
        rows: list[Row] = []
        comes_out = False
        for action in card.actions:
            if isinstance(action, Forward):
                must_lock = rules.lane_must_lock
                rows.append(forward_rows(board, seat, action.steps, must_lock, action.leaps)[mask])
            elif isinstance(action, Backward):
                rows.append(backward_row(board, seat, action.steps))
            comes_out |= isinstance(action, ComeOut)
        less = LANE[mask] + KEEP.get(name, 0.0)
        by_code: list[tuple[Step, ...]] = []
        for code in range(board.home + 1):
            routes = [route for row in rows if (route := row[code]) is not None]
            if comes_out and code == board.home:
                routes.append((board.start, 0))
            left = mask & ~bits[code]
            by_code.append(
                tuple(
                    [
                        (end, crossed, piece[end] - piece[code] + LANE[left | bits[end]] - less)
                        for end, crossed in routes
                    ]
                )
            )
        if any(by_code):
            found[name] = tuple(by_code)
    return found
