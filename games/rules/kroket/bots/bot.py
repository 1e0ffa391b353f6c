"""What a bot is: it sees what a player sees, and chooses."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from games.rules.kroket.actions import Action, React
from games.rules.kroket.state import GameState


class Bot(Protocol):
    """A player. The same ``chance`` (a generator in the same state) gives the same choices."""

    @property
    def name(self) -> str:
        """What records call it."""
        ...

    def move(
        self, seen: GameState, seat: int, moves: Sequence[Action], chance: random.Random
    ) -> Action:
        """What to do, of what the player on turn may do."""
        ...

    def answer(
        self, seen: GameState, seat: int, cards: Sequence[React], chance: random.Random
    ) -> React | None:
        """A red or blue card to play now, of those that may be; None for none."""
        ...


def seen_by(state: GameState, seat: int) -> GameState:
    """The game as a player sees it: no pile, and nobody else's hand."""
    hands = tuple(hand if one == seat else () for one, hand in enumerate(state.hands))
    return state._replace(pile=(), hands=hands, seed="", orders=())
