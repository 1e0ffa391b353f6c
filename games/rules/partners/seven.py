"""The 7: steps shared among several pieces, each moved once (F1-F4).

Most pieces do not touch each other. A piece too far from its lane to reach it with the steps of
the card walks the same way whatever the colour's other pieces do, so the order of such legs means
nothing; only the pieces in and near the lane have to be tried in every order. Those are few and
their walks depend on nothing else on the board, so their splits are worked out once for each
arrangement and kept. A foreign piece that is landed on changes no other walk either: what a field
held before the card decides what happens to everyone who ends there.

In a team with all own pieces locked the legs of two colours do meet (they block each other's way
and land on each other): there ``shares`` tries every order.
"""

from __future__ import annotations

from functools import lru_cache

from games.rules.partners.board import PIECES, Board, Game
from games.rules.partners.cards import Share
from games.rules.partners.landing import Found, Legs, keep_shortest, without
from games.rules.partners.routes import blocked_seats, lane_walk, share_row
from games.rules.partners.rulesets import Rules
from games.rules.partners.shares import begin, splits

LaneSplit = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]
"""Where the pieces in and near the lane end (as progress), and their legs in order."""

Partial = tuple[tuple[int, ...], int, Legs]
"""Codes that moved and unmoved pieces end on, a mask of the cells sent home, and the legs."""

Finish = tuple[int, bytes, Legs]
"""Steps left when a colour's last piece is locked, the cells then, and the legs so far."""


def share(found: Found, game: Game, cells: bytes, seat: int, action: Share, rules: Rules) -> None:
    """All splits of the steps over own pieces, and over partners' when the own are locked (F3)."""
    board = game.board
    if cells[PIECES * seat : PIECES * seat + PIECES] == board.all_locked:
        _share_with_partners(found, game, cells, seat, action.steps, (), rules)
        return
    finishes = split_one_colour(found, board, cells, seat, action.steps, (), rules)
    for left, after, legs in finishes:
        rest: Found = {}
        _share_with_partners(rest, game, after, seat, left, legs, rules)
        for result, its_legs in rest.items():
            if not rules.seven_rest_on_one_piece or len(its_legs) <= len(legs) + 1:
                keep_shortest(found, result, its_legs)


def _share_with_partners(
    found: Found, game: Game, cells: bytes, seat: int, steps: int, legs: Legs, rules: Rules
) -> None:
    """``steps`` over the partners' pieces, after ``legs`` on the own (F3, G1, P8, P9)."""
    board = game.board
    waiting = tuple(
        partner
        for partner in game.partners[seat]
        if cells[PIECES * partner : PIECES * partner + PIECES] != board.all_locked
    )
    if not waiting:
        if rules.seven_may_end_short:
            keep_shortest(found, cells, legs)
    elif len(waiting) > 1 and rules.seven_may_serve_both:
        begun = begin(game, cells, waiting, steps)._replace(own_moved=bool(legs))
        for result, its_legs in splits(game, seat, begun, rules, legs).items():
            keep_shortest(found, result, its_legs)
    else:
        for partner in waiting:
            finishes = split_one_colour(found, board, cells, partner, steps, legs, rules)
            for left, after, so_far in finishes:
                _share_with_partners(found, game, after, seat, left, so_far, rules)


def split_one_colour(
    found: Found, board: Board, cells: bytes, seat: int, steps: int, legs: Legs, rules: Rules
) -> list[Finish]:
    """Add every split of exactly ``steps`` over the pieces of ``seat``, after ``legs``.

    The answer are the splits that lock the colour's last piece with steps to spare.
    """
    codes = cells[PIECES * seat : PIECES * seat + PIECES]
    runs = share_row(board, seat, steps)
    free = [code for code in codes if runs[code] is not None]
    near = tuple(
        board.progress(seat, code) for code in codes if runs[code] is None and code != board.home
    )
    at_home = (board.home,) * (PIECES - len(free) - len(near))

    partials: list[list[Partial]] = [[] for _ in range(steps + 1)]
    finished: list[tuple[int, Partial]] = []
    for spent, ways in enumerate(lane_splits(board, near, steps, rules.lane_must_lock)):
        for ends, lane_legs in ways:
            partial = _land(board, cells, seat, ends, lane_legs, at_home, legs)
            partials[spent].append(partial)
            if spent < steps and len(near) == PIECES and min(ends) > board.ring:
                finished.append((steps - spent, partial))

    blocked = blocked_seats(board, cells)
    for number, code in enumerate(free, start=1):
        options = _options(board, cells, seat, code, runs[code] or (), blocked)
        partials = _extend(partials, options, code, last=number == len(free))

    cleared = _Cleared(board, cells, seat)
    for ends, hits, split_legs in partials[steps]:
        keep_shortest(found, cleared.with_own(ends, hits), split_legs)
    return [
        (left, cleared.with_own(ends, hits), split_legs)
        for left, (ends, hits, split_legs) in finished
    ]


@lru_cache(maxsize=20_000)
def lane_splits(
    board: Board, pieces: tuple[int, ...], steps: int, must_lock: bool
) -> tuple[tuple[LaneSplit, ...], ...]:
    """For each number of steps from 0 to ``steps``, the splits that spend exactly so many.

    ``pieces`` are the progresses of the colour's pieces that are in the lane or may reach it.
    Splits that end alike are one.
    """
    found: list[dict[tuple[int, ...], tuple[tuple[int, int], ...]]] = [{} for _ in range(steps + 1)]
    seen: set[tuple[tuple[int, ...], tuple[int, ...], int]] = set()

    def explore(
        waiting: tuple[int, ...],
        moved: tuple[int, ...],
        spent: int,
        legs: tuple[tuple[int, int], ...],
    ) -> None:
        if (waiting, moved, spent) in seen:
            return
        seen.add((waiting, moved, spent))
        standing = tuple(sorted(waiting + moved))
        known = found[spent].get(standing)
        if known is None or len(legs) < len(known):
            found[spent][standing] = legs
        lane = 0
        for progress in standing:
            if progress > board.ring:
                lane |= 1 << (progress - board.ring - 1)
        for index, progress in enumerate(waiting):
            others = waiting[:index] + waiting[index + 1 :]
            for part in range(1, steps - spent + 1):
                end = lane_walk(board, progress, part, lane, must_lock)
                if end is not None:
                    after = tuple(sorted((*moved, end)))
                    explore(others, after, spent + part, (*legs, (progress, end)))

    explore(tuple(sorted(pieces)), (), 0, ())
    return tuple(tuple(ways.items()) for ways in found)


def _land(
    board: Board,
    cells: bytes,
    seat: int,
    ends: tuple[int, ...],
    lane_legs: tuple[tuple[int, int], ...],
    at_home: tuple[int, ...],
    legs: Legs,
) -> Partial:
    """A split of the lane on this board: its codes, and whom its legs send home."""
    codes = list(at_home)
    hits = 0
    for progress in ends:
        code, hit = _landing(board, cells, seat, board.code_at(seat, progress))
        codes.append(code)
        hits |= hit
    own_legs: Legs = tuple(
        (seat, board.code_at(seat, start), board.code_at(seat, end)) for start, end in lane_legs
    )
    return tuple(codes), hits, legs + own_legs


def _landing(board: Board, cells: bytes, seat: int, code: int) -> tuple[int, int]:
    """Where a piece that arrives on ``code`` ends, and the mask of the cell it sends home (C5)."""
    if code < board.ring:
        at = cells.find(code)
        if at >= 0 and at // PIECES != seat:
            if cells.count(code) > 1:
                return board.home, 0
            return code, 1 << at
    return code, 0


def _options(
    board: Board,
    cells: bytes,
    seat: int,
    code: int,
    run: tuple[tuple[int, int], ...],
    blocked: int,
) -> list[tuple[int, int, Legs]]:
    """What one piece far from its lane can do with 1, 2, … steps, as far as it gets."""
    options: list[tuple[int, int, Legs]] = []
    for target, crossed in run:
        if crossed & blocked:
            break
        end, hit = _landing(board, cells, seat, target)
        options.append((end, hit, ((seat, code, target),)))
    return options


def _extend(
    partials: list[list[Partial]], options: list[tuple[int, int, Legs]], code: int, last: bool
) -> list[list[Partial]]:
    """The splits with one more piece; the last piece has to take all that is left."""
    steps = len(partials) - 1
    extended: list[list[Partial]] = [[] for _ in partials]
    for spent, row in enumerate(partials):
        left = steps - spent
        for ends, hits, legs in row:
            if left == 0 or not last:
                extended[spent].append(((*ends, code), hits, legs))
            first = left if last else 1
            for part in range(max(first, 1), min(left, len(options)) + 1):
                end, hit, leg = options[part - 1]
                extended[spent + part].append(((*ends, end), hits | hit, legs + leg))
    return extended


class _Cleared:
    """The other colours' cells around one colour's, after some of them have been sent home."""

    def __init__(self, board: Board, cells: bytes, seat: int) -> None:
        self._board = board
        self._cells = cells
        self._low = PIECES * seat
        self._around: dict[int, tuple[bytes, bytes]] = {}

    def with_own(self, codes: tuple[int, ...], hits: int) -> bytes:
        """The cells with ``codes`` for the colour and the pieces in ``hits`` at home."""
        around = self._around.get(hits)
        if around is None:
            cells = self._cells
            # From the last cell down: sending one home shifts only those behind it.
            for at in range(len(cells) - 1, -1, -1):
                if hits >> at & 1:
                    cells = without(self._board, cells, at)
            around = cells[: self._low], cells[self._low + PIECES :]
            self._around[hits] = around
        return around[0] + bytes(sorted(codes)) + around[1]
