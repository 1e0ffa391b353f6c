"""The legal moves: one for each position that a card can lead to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from games.rules.partners.board import PIECES, Game
from games.rules.partners.cards import (
    Backward,
    Card,
    ComeOut,
    ComeOutTwice,
    Forward,
    Share,
    Swap,
)
from games.rules.partners.landing import NOTHING, SENT_HOME, Found, Legs, walk_leg
from games.rules.partners.pairs import come_out_twice, swap
from games.rules.partners.position import Position
from games.rules.partners.rulesets import DM_2018, Rules
from games.rules.partners.seven import share
from games.rules.partners.steps import backward, come_out, forward

_PLAY: Final[Mapping[type, Callable[..., None]]] = {
    Forward: forward,
    Backward: backward,
    ComeOut: come_out,
    ComeOutTwice: come_out_twice,
    Share: share,
    Swap: swap,
}


class Step(NamedTuple):
    """What one piece did in a move, in the notation of places.

    ``captured`` is the colour whose single piece was sent home from ``target``; ``sent_home``
    says that the mover itself went home from a foreign stack there.
    """

    colour: str
    origin: str
    target: str
    captured: str | None
    sent_home: bool


class Move(NamedTuple):
    """A legal move: what was on the board ``before``, and the ``cells`` after it.

    ``legs`` are the walks in order (seat, code left, code reached); a swap has two.
    """

    game: Game
    before: bytes
    cells: bytes
    seat: int
    card: str
    legs: Legs

    @property
    def position(self) -> Position:
        """The position after the move."""
        return Position(self.game, self.cells)

    @property
    def is_swap(self) -> bool:
        """Whether two pieces changed places."""
        return self.game.cards[self.card].swaps

    @property
    def steps(self) -> tuple[Step, ...]:
        """The walks in order, with what each did where it arrived."""
        board = self.game.board
        is_swap = self.is_swap
        cells = self.before
        steps = []
        for leg in self.legs:
            effect = NOTHING
            if not is_swap:
                cells, effect = walk_leg(board, cells, leg)
            seat, origin, target = leg
            steps.append(
                Step(
                    board.colours[seat],
                    board.places[origin],
                    board.places[target],
                    board.colours[effect] if effect >= 0 else None,
                    effect == SENT_HOME,
                )
            )
        return tuple(steps)

    @property
    def notation(self) -> str:
        """The move in writing: "red3-red5", several legs joined by " + ".

        ``x`` instead of the dash when a single foreign piece is sent home, ``*`` at the end when
        the mover goes home from a stack, ``<>`` for a swap. A piece that is not the player's is
        named by its colour: "green:home-start". Among the moves of one card and position no two
        have the same notation.
        """
        if self._is_quiet():
            places = self.game.board.places
            return " + ".join([f"{places[leg[1]]}-{places[leg[2]]}" for leg in self.legs])
        player = self.game.board.colours[self.seat]
        is_swap = self.is_swap
        parts = []
        for step in self.steps:
            whose = "" if step.colour == player else f"{step.colour}:"
            if is_swap:
                parts.append(f"{whose}{step.origin}")
                continue
            dash = "x" if step.captured else "-"
            fate = "*" if step.sent_home else ""
            parts.append(f"{whose}{step.origin}{dash}{step.target}{fate}")
        return ("<>" if is_swap else " + ").join(parts)

    def _is_quiet(self) -> bool:
        """Whether only the player's pieces moved, and none to a field that was occupied."""
        start = self.game.board.start
        for seat, _, target in self.legs:
            if seat != self.seat or (target < start and target in self.before):
                return False
        return True


def legal_moves(
    position: Position, player: str, card: str, rules: Rules = DM_2018
) -> tuple[Move, ...]:
    """What ``player`` (a colour) can do with ``card``: one move for each different result.

    ``RequestError`` for a colour or a card that the game has not.
    """
    game, cells = position
    seat = game.seat(player)
    found = results(game, cells, seat, game.card(card), rules)
    # The constructor of a named tuple costs more than finding the move does.
    new = tuple.__new__
    return tuple(
        [new(Move, (game, cells, after, seat, card, legs)) for after, legs in found.items()]
    )


def results(game: Game, cells: bytes, seat: int, card: Card, rules: Rules = DM_2018) -> Found:
    """``legal_moves`` without the dressing, for callers that ask millions of times.

    The answer maps the cells after each move to its legs.
    """
    found: Found = {}
    if game.board.all_locked in cells and plays_no_more(game, cells, seat):
        return found
    for action in card.actions:
        _PLAY[type(action)](found, game, cells, seat, action, rules)
    return found


def plays_no_more(game: Game, cells: bytes, seat: int) -> bool:
    """Whether the game is over for this seat (A7, P10).

    Its side has finished; or, where only two sides play, the other has.
    """
    sides = game.side_seats
    if len(sides) > 2:
        sides = (sides[game.side_of[seat]],)
    all_locked = game.board.all_locked
    return any(
        all(cells[PIECES * other : PIECES * other + PIECES] == all_locked for other in side)
        for side in sides
    )
