"""Whole games played by bots, and their records."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from games.rules.kroket.actions import (
    Action,
    Decline,
    Fetch,
    LastToSay,
    Pass,
    React,
    Shoot,
    Stop,
)
from games.rules.kroket.bots.bot import Bot, seen_by
from games.rules.kroket.bots.worth import worth
from games.rules.kroket.flow import new_game
from games.rules.kroket.game import all_pass, apply
from games.rules.kroket.legal import legal_actions, reactions_of
from games.rules.kroket.moments import asks
from games.rules.kroket.record import Record
from games.rules.kroket.scribe import Scribe
from games.rules.kroket.setup import Setup
from games.rules.kroket.state import ASK, OVER, GameState

MOST_TURNS: Final = 600
"""Turns after which a game of bots is stopped by time; whoever is furthest wins."""


class Played(NamedTuple):
    """A game that bots have played: how it ended, its record and its result."""

    state: GameState
    record: Record
    result: dict[str, Any]


def play_game(
    setup: Setup,
    bots: Sequence[Bot],
    seed: str,
    *,
    about: tuple[tuple[str, str], ...] = (),
    most_turns: int = MOST_TURNS,
) -> Played:
    """A whole game of ``bots``, one for each ball; the same seed gives the same game.

    Cards and the bots' choices come from the seed. ``about`` are headers for the record. A game
    that is not over after ``most_turns`` ends by time: the ball that has reached most wins, the
    nearer to its next target among equals; after a win it ends as played.
    """
    table = _Table(setup, bots, seed)
    while table.state.phase != OVER and table.state.turns <= most_turns:
        table.go_on()
    if table.state.phase != OVER:
        finished = table.state.finished
        stop = Stop("played", finished[0]) if finished else Stop("timeout", leader(table.state))
        table.do(stop)
    state = table.state
    return Played(state, table.scribe.record(state, about, seed), state.result())


def leader(state: GameState) -> int:
    """Who is furthest: by what was reached, then by the way to the next target, then by seat."""
    setup = state.setup
    seats = range(setup.players)
    return max(
        seats,
        key=lambda seat: (
            state.balls[seat].reached,
            worth(setup, seat, state.balls[seat]),
            -seat,
        ),
    )


class _Table:
    """A game on its way, the bots around it, and who keeps the record."""

    def __init__(self, setup: Setup, bots: Sequence[Bot], seed: str) -> None:
        if len(bots) != setup.players:
            raise ValueError(f"{setup.players} balls need as many bots, not {len(bots)}")
        self.bots = bots
        self.chance = random.Random(f"{seed}:bots")
        self.state = new_game(setup, seed)
        self.scribe = Scribe(setup)
        self._asked: set[int] = set()
        """Who has had the chance to play a card before what comes next."""

    def do(self, action: Action) -> None:
        """Something happens."""
        self.scribe.happens(self.state, action)
        self.state = apply(self.state, action)
        if isinstance(action, Shoot | Fetch | Decline):
            self._asked = set()

    def go_on(self) -> None:
        """The next thing that happens."""
        state = self.state
        if state.phase == ASK:
            everybody = state.everybody
            self.do(LastToSay(everybody[int(self.chance.random() * len(everybody))]))
        elif asks(state):
            card = self._card(set())
            if card is not None:
                self.do(card)
            else:
                self.scribe.closes(state)
                self.state = all_pass(state)
        else:
            card = self._card(self._asked)
            self.do(card if card is not None else self._move())

    def _card(self, asked: set[int]) -> React | None:
        """A card that somebody plays now, who comes after the last to do something first."""
        state = self.state
        players = state.setup.players
        last = state.stack[-1].seat if state.stack else state.shooter
        for step in range(1, players + 1):
            seat = (last + step) % players
            if seat in asked:
                continue
            if not asks(state):
                asked.add(seat)
            cards = reactions_of(state, seat)
            if not cards:
                continue
            card = self.bots[seat].answer(seen_by(state, seat), seat, cards, self.chance)
            if card is not None:
                return card
        return None

    def _move(self) -> Action:
        state = self.state
        seat = state.shooter
        moves = [
            action for action in legal_actions(state, seat) if not isinstance(action, React | Pass)
        ]
        return self.bots[seat].move(seen_by(state, seat), seat, moves, self.chance)
