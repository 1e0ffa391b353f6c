"""Where a whole game stands: the board, the hands, whose turn it is, what is left of the pile."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

from games.rules.partners.actions import Deal, DrawCards, Stop
from games.rules.partners.board import Game
from games.rules.partners.conduct import Setup
from games.rules.partners.deal import (
    DEALS,
    Counts,
    Hand,
    deal_out,
    shuffled_pack,
)
from games.rules.partners.exchange import receivers
from games.rules.partners.moves import results
from games.rules.partners.position import Position

PHASES: Final = ("draw", "deal", "exchange", "play", "over")


class GameState(NamedTuple):
    """Where a game stands.

    ``phase`` is one of ``PHASES``. ``turn`` is the seat to play a card, the dealer before a deal
    and an exchange. ``dealership`` counts the dealers from 1 (0 while the first is drawn for) and
    ``deal`` the deals of one from 1 to 3, or the packs that were drawn from. ``undealt`` counts
    what is left of the pile, ``drawing`` are the seats that draw for the first deal, ``finished``
    the sides that have all pieces locked, the first first.
    """

    setup: Setup
    phase: str
    cells: bytes
    hands: tuple[Hand, ...]
    turn: int
    dealer: int
    dealership: int
    deal: int
    undealt: Counts
    drawing: tuple[int, ...]
    finished: tuple[int, ...]
    stopped: Stop | None

    @property
    def position(self) -> Position:
        """The board."""
        return Position(self.setup.game, self.cells)

    @property
    def deals(self) -> int:
        """How many deals have been dealt in all."""
        return DEALS * (self.dealership - 1) + self.deal if self.dealership else 0

    @property
    def winner(self) -> int | None:
        """The side that has won, None while nobody has."""
        if self.finished:
            return self.finished[0]
        return self.stopped.winner if self.stopped else None

    @property
    def ended(self) -> str | None:
        """How the game ended, None while it goes on."""
        if self.phase != "over":
            return None
        return self.stopped.ended if self.stopped else "played"

    @property
    def places(self) -> tuple[int, ...]:
        """The sides in their final order where play has settled all of it, else nothing."""
        left = [side for side in range(len(self.setup.game.sides)) if side not in self.finished]
        return (*self.finished, *left) if self.finished and len(left) < 2 else ()

    def result(self, minutes: int | None = None) -> dict[str, Any]:
        """The result of a game that is over, as ``validate_result`` reads it."""
        game, position = self.setup.game, self.position
        sides = [
            {"colours": list(colours), "locked": position.side_locked(side)}
            for side, colours in enumerate(game.sides)
        ]
        result: dict[str, Any] = {"sides": sides, "winner": self.winner, "ended": self.ended}
        if minutes is not None:
            result["minutes"] = minutes
        result["final_position"] = position.as_json()
        if self.places and len(game.sides) > 2:
            result["places"] = list(self.places)
        return result


def dealt_seats(state: GameState) -> tuple[int, ...]:
    """The seats that are dealt to, from the dealer's left on (P10: not a finished pair's)."""
    gone = () if state.setup.conduct.finished_are_dealt else state.finished
    return seats_from(state.setup.game, state.dealer + 1, gone)


@cache
def seats_from(game: Game, first: int, gone: tuple[int, ...]) -> tuple[int, ...]:
    """The seats clockwise from ``first`` on, without those of the sides in ``gone``."""
    seats = len(game.board.colours)
    return tuple(
        seat
        for seat in ((first + turn) % seats for turn in range(seats))
        if game.side_of[seat] not in gone
    )


def gift_receivers(state: GameState) -> tuple[int, ...]:
    """For each seat the seat that it gives a card to, -1 for one that gives none."""
    playing = tuple(seat for seat, hand in enumerate(state.hands) if hand)
    return receivers(state.setup, state.cells, playing)


def usable_cards(state: GameState) -> tuple[str, ...]:
    """The different cards that the player on turn can use (B2, B4, B5)."""
    setup = state.setup
    return tuple(
        card
        for card in dict.fromkeys(state.hands[state.turn])
        if results(setup.game, state.cells, state.turn, setup.game.cards[card], setup.rules)
    )


def draw_from(state: GameState, seed: str) -> DrawCards:
    """The next draw for the first deal as ``seed`` gives it."""
    game = state.setup.game
    left = sum(state.undealt)
    pile, first = state.deal, sum(state.setup.full_pack) - left
    if left < len(state.drawing):
        pile, first = pile + 1, 0
    cards = iter(shuffled_pack(game, seed, f"draw {pile}", state.setup.pack)[first:])
    seats = range(len(game.board.colours))
    return DrawCards(tuple(next(cards) if seat in state.drawing else None for seat in seats))


def deal_from(state: GameState, seed: str) -> Deal:
    """The next deal as ``seed`` gives it."""
    game = state.setup.game
    each = f".{state.deal}" if state.setup.conduct.shuffle_each_deal else ""
    pile = shuffled_pack(game, seed, f"dealer {state.dealership}{each}", state.setup.pack)
    first = len(pile) - sum(state.undealt)
    return Deal(deal_out(game, pile, first, dealt_seats(state)))
