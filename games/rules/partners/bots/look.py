"""The best move on a turn, found by adding up what the moved pieces gain."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from games.rules.partners.board import PIECES, Board
from games.rules.partners.bots.bot import Choice
from games.rules.partners.bots.sensible import KEEP
from games.rules.partners.bots.sight import Place, Sight
from games.rules.partners.bots.worth import WON, worth_for
from games.rules.partners.cards import Card, Share, Swap
from games.rules.partners.conduct import Setup
from games.rules.partners.landing import Legs, replaced, walk_leg
from games.rules.partners.moves import results
from games.rules.partners.pairs import swappable
from games.rules.partners.routes import LANES, share_row
from games.rules.partners.seven import lane_splits

FULL: Final = LANES - 1
"""The filling of a lane whose four circles are filled."""

Split = tuple[float, Legs]
"""What some legs of a 7 gain together, and the legs."""


class Look:
    """One turn of ``seat``: moves are looked at kind by kind, and the best is kept."""

    def __init__(self, setup: Setup, seat: int, cells: bytes) -> None:
        self._sight = Sight(setup, seat, cells)
        self._places: dict[int, Place] = {}
        self._most = float("-inf")
        self._card = ""
        self._legs: Legs = ()
        self._after: bytes | None = None

    def best(self) -> Choice | None:
        """The best of all that was looked at; None if nothing was legal."""
        if not self._card:
            return None
        after = self._after
        if after is None:
            after = self._sight.cells
            for leg in self._legs:
                after, _ = walk_leg(self._sight.board, after, leg)
        return Choice(self._card, after, self._legs)

    def _keep(self, value: float, card: str, legs: Legs, after: bytes | None = None) -> None:
        if value > self._most:
            self._most, self._card, self._legs, self._after = value, card, legs, after

    def _place(self, mover: int) -> Place:
        place = self._places.get(mover)
        if place is None:
            place = self._places[mover] = Place(self._sight, mover)
        return place

    def at_walks(self, mover: int, cards: Iterable[str]) -> None:
        """One piece of ``mover`` forward, backwards or out."""
        sight, place = self._sight, self._place(mover)
        ring, start = sight.board.ring, sight.board.start
        leaves, finds, blocked = place.leaves, place.finds, sight.blocked
        steps = sight.tables.steps[mover][place.lane]
        wins = place.lane.bit_count() == PIECES - 1 and sight.rest_is_locked(mover)
        most = self._most
        chosen: tuple[str, int, int] | None = None
        codes = dict.fromkeys(place.codes)
        for card in cards:
            by_code = steps.get(card)
            if by_code is None:
                continue
            for code in codes:
                for target, crossed, value in by_code[code]:
                    if crossed & blocked:
                        continue
                    if code <= start:
                        value += leaves[code]
                    if target <= start:
                        value += finds[target]
                    elif wins and code <= ring:
                        value += WON
                    if value > most:
                        most, chosen = value, (card, code, target)
        if chosen is not None:
            card, code, target = chosen
            self._keep(most, card, ((mover, code, target),))

    def at_other_kinds(self, cards: Iterable[str]) -> None:
        """What does more than move one piece."""
        kinds = self._sight.tables.other_kinds
        for name in cards:
            if name in kinds:
                action = kinds[name]
                if isinstance(action, Share):
                    self.at_share(name, action.steps)
                elif isinstance(action, Swap):
                    self.at_swaps(name)
                else:
                    self.at_all(name, Card(name, (action,), 0))

    def at_share(self, name: str, steps: int) -> None:
        """The best split of the card's steps over own pieces; any, where partners may get some."""
        sight = self._sight
        seat, board = sight.seat, sight.board
        place = self._place(seat)
        if reaches_beyond(board, seat, place.codes, steps):
            self.at_all(name, sight.setup.game.cards[name])
            return
        runs = share_row(board, seat, steps)
        spent = self._near_lane(place, runs, steps)
        piece, leaves, finds = sight.tables.piece[seat], place.leaves, place.finds
        for code in place.codes:
            run = runs[code]
            if run is None:
                continue
            here = leaves[code] - piece[code]
            options: list[Split] = []
            for target, crossed in run:
                if crossed & sight.blocked:
                    break
                options.append((here + piece[target] + finds[target], ((seat, code, target),)))
            spent = with_one_more(spent, options)
        whole = spent[steps]
        if whole is not None:
            self._keep(whole[0] - KEEP.get(name, 0.0), name, whole[1])

    def _near_lane(
        self, place: Place, runs: tuple[tuple[tuple[int, int], ...] | None, ...], steps: int
    ) -> list[Split | None]:
        """The best way to spend 0, 1, … steps on the pieces in and near the lane."""
        sight = self._sight
        seat, board, tables = sight.seat, sight.board, sight.tables
        piece, lane, leaves, finds = tables.piece[seat], tables.lane, place.leaves, place.finds
        near = tuple(code for code in place.codes if runs[code] is None and code != board.home)
        must_lock = sight.setup.rules.lane_must_lock
        spent: list[Split | None] = [None] * (steps + 1)
        for part, ways in enumerate(lane_ways(board, seat, near, steps, must_lock)):
            for mask, legs in ways:
                value = lane[mask] - lane[place.lane]
                if mask == FULL and sight.rest_is_locked(seat):
                    value += WON
                for _, code, target in legs:
                    value += piece[target] - piece[code]
                    if code < board.ring:
                        value += leaves[code]
                    if target < board.ring:
                        value += finds[target]
                best = spent[part]
                if best is None or value > best[0]:
                    spent[part] = value, legs
        return spent

    def at_swaps(self, name: str) -> None:
        """The swap that brings the side most and the others least."""
        sight = self._sight
        cells = sight.cells
        piece, weight = sight.tables.piece, sight.tables.weight
        pieces = swappable(sight.board, cells)
        most = float("-inf")
        chosen: tuple[int, int, int, int] | None = None
        for index, (one, here) in enumerate(pieces):
            ones, counts = piece[one], weight[one]
            for other, there in pieces[index + 1 :]:
                gain = 0.0
                if one != other:
                    theirs = piece[other]
                    gain = counts * (ones[there] - ones[here])
                    gain += weight[other] * (theirs[here] - theirs[there])
                if gain > most:
                    most, chosen = gain, (one, here, other, there)
        if chosen is None:
            # Perhaps one that changes nothing, with a piece on its start field (P7).
            self.at_all(name, sight.setup.game.cards[name])
            return
        one, here, other, there = chosen
        after = cells
        if one != other:
            at, beside = cells.index(here, PIECES * one), cells.index(there, PIECES * other)
            after = replaced(replaced(cells, at, there), beside, here)
        legs = (one, here, there), (other, there, here)
        self._keep(most - KEEP.get(name, 0.0), name, legs, after)

    def at_all(self, name: str, card: Card) -> None:
        """All that the engine finds, each judged on the whole board."""
        sight = self._sight
        game = sight.setup.game
        found = results(game, sight.cells, sight.seat, card, sight.setup.rules)
        if found:
            worth = worth_for(game, game.side_of[sight.seat])
            less = worth(sight.cells) + KEEP.get(name, 0.0)
            for after, legs in found.items():
                self._keep(worth(after) - less, name, legs, after)


def reaches_beyond(board: Board, seat: int, codes: bytes, steps: int) -> bool:
    """Whether a 7 might lock the colour's last piece with steps to spare, or has to go to others.

    Told from the distance alone: it may say yes for a colour that cannot after all.
    """
    left = sum(range(board.ring + 1, board.ring + PIECES + 1))
    for code in codes:
        left -= max(board.progress(seat, code), 0)
        if left < 0:
            break
    return left < steps


def with_one_more(spent: list[Split | None], options: list[Split]) -> list[Split | None]:
    """The best way to spend 0, 1, … steps when one more piece may go 1, 2, … of them."""
    steps = len(spent) - 1
    better = list(spent)
    for part, split in enumerate(spent):
        if split is not None:
            gained, legs = split
            for total, (gain, leg) in enumerate(options[: steps - part], part + 1):
                best = better[total]
                if best is None or gained + gain > best[0]:
                    better[total] = gained + gain, legs + leg
    return better


@lru_cache(maxsize=20_000)
def lane_ways(
    board: Board, seat: int, near: tuple[int, ...], steps: int, must_lock: bool
) -> tuple[tuple[tuple[int, Legs], ...], ...]:
    """``lane_splits`` in codes: for 0, 1, … steps, the filling of the lane after it and the legs.

    ``near`` are the codes of the pieces in and near the lane.
    """
    alone = tuple(board.progress(seat, code) for code in near)
    return tuple(
        tuple(
            (
                sum(1 << (end - board.ring - 1) for end in ends if end > board.ring),
                tuple((seat, board.code_at(seat, a), board.code_at(seat, b)) for a, b in legs),
            )
            for ends, legs in ways
        )
        for ways in lane_splits(board, alone, steps, must_lock)
    )
