"""Plays anything: a random legal move, now and then a random card."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from games.rules.kroket.actions import Action, React
from games.rules.kroket.state import GameState

_PLAYS_A_CARD: Final = 0.15
"""How often it answers when it could."""


class RandomBot:
    """Every legal move is equally likely."""

    name: Final = "random"

    def move(
        self, seen: GameState, seat: int, moves: Sequence[Action], chance: random.Random
    ) -> Action:
        """Any move."""
        return moves[int(chance.random() * len(moves))]

    def answer(
        self, seen: GameState, seat: int, cards: Sequence[React], chance: random.Random
    ) -> React | None:
        """Seldom a card, then any."""
        if chance.random() >= _PLAYS_A_CARD:
            return None
        return cards[int(chance.random() * len(cards))]


RANDOM: Final = RandomBot()
