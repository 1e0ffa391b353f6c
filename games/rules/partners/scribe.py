"""Taking a game down while it is played."""

from __future__ import annotations

from games.rules.partners.conduct import Setup
from games.rules.partners.exchange import Gifts
from games.rules.partners.headers import result_headers
from games.rules.partners.landing import Legs
from games.rules.partners.moves import Move
from games.rules.partners.record import (
    Dealt,
    Drawn,
    Entry,
    Holding,
    Record,
    Stopped,
    Turn,
    setup_headers,
    side_text,
)
from games.rules.partners.state import GameState, dealt_seats


class Scribe:
    """Writes down what happens, told before each action with the state it happens in."""

    def __init__(self, setup: Setup) -> None:
        self._colours = setup.game.board.colours
        self._setup = setup
        self._entries: list[Entry] = []

    def draws(self, cards: tuple[str | None, ...]) -> None:
        """Cards are drawn for the first deal."""
        pairs = zip(self._colours, cards, strict=True)
        self._entries.append(Drawn(tuple((colour, card) for colour, card in pairs if card)))

    def deals(self, state: GameState, hands: tuple[tuple[str, ...], ...], gifts: Gifts) -> None:
        """A deal and its exchange; hands are told in the order they are dealt."""
        self._entries.append(
            Dealt(
                state.dealership,
                state.deal,
                self._colours[state.dealer],
                tuple(
                    Holding(self._colours[seat], hands[seat], gifts[seat] or "")
                    for seat in dealt_seats(state)
                ),
            )
        )

    def plays(self, state: GameState, card: str, cells: bytes, legs: Legs) -> None:
        """The player on turn plays a card."""
        seat = state.turn
        move = Move(self._setup.game, state.cells, cells, seat, card, legs)
        self._entries.append(Turn(self._colours[seat], card, move.notation))

    def throws(self, state: GameState) -> None:
        """The player on turn throws the hand."""
        self._entries.append(Turn(self._colours[state.turn]))

    def stops(self, ended: str, winner: int) -> None:
        """The game is stopped."""
        self._entries.append(Stopped(ended, side_text(self._setup.game, winner)))

    def record(
        self,
        state: GameState,
        about: tuple[tuple[str, str], ...] = (),
        *,
        seed: str | None = None,
        minutes: int | None = None,
    ) -> Record:
        """The record of the game that ended in ``state``; ``about`` are headers of its event."""
        headers = (*setup_headers(self._setup), *about, *result_headers(state, minutes))
        if seed is not None:
            headers = (*headers, ("Seed", seed))
        return Record(headers, tuple(self._entries))
