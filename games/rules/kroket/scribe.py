"""Keeping the record of a game while it is played."""

from __future__ import annotations

from games.rules.kroket.actions import Action, LastToSay, Pass, React, Stop
from games.rules.kroket.headers import result_headers
from games.rules.kroket.record import (
    Entry,
    Item,
    Order,
    Record,
    Stopped,
    Turn,
    setup_headers,
    words_of,
)
from games.rules.kroket.setup import Setup
from games.rules.kroket.state import OVER, GameState


class Scribe:
    """Writes down what happens: tell it each action before it is applied, and each closing."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._entries: list[Entry] = []
        self._items: list[Item] = []
        self._turn: tuple[int, str] | None = None
        self._closed = 0

    def happens(self, state: GameState, action: Action) -> None:
        """An action is about to happen in ``state``."""
        self._follow(state)
        if isinstance(action, Pass):
            return
        if isinstance(action, Stop):
            self._finish_turn()
            self._entries.append(Stopped(action.ended, self.setup.balls[action.winner]))
            return
        said = words_of(self.setup, action)
        if state.stack and not isinstance(action, LastToSay):
            self._items[-1] = Item((*self._items[-1].chain, said))
            return
        if isinstance(action, React):
            # Which window it is played in would not be known without those that closed before.
            self._items += [Item(())] * self._closed
        self._closed = 0
        self._items.append(Item((said,)))

    def closes(self, state: GameState) -> None:
        """Nobody answers in ``state``: a stack takes effect, or a window closes."""
        self._follow(state)
        if not state.stack:
            self._closed += 1

    def record(
        self,
        state: GameState,
        about: tuple[tuple[str, str], ...] = (),
        seed: str = "",
        orders: tuple[Order, ...] = (),
    ) -> Record:
        """The record so far. ``about`` are headers of event and players."""
        self._finish_turn()
        headers = [*setup_headers(self.setup), *about]
        if seed:
            headers.append(("Seed", seed))
        if state.phase == OVER:
            headers += result_headers(state)
        return Record(tuple(headers), orders, tuple(self._entries))

    def _follow(self, state: GameState) -> None:
        """Begin a new line when a new turn has begun."""
        turn = (state.turns, self.setup.balls[state.turn])
        if turn != self._turn:
            self._finish_turn()
            self._turn = turn
            self._closed = 0

    def _finish_turn(self) -> None:
        if self._turn is not None and self._items:
            self._entries.append(Turn(*self._turn, tuple(self._items)))
        self._items = []
