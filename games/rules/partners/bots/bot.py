"""What a bot is: it sees what a player sees, and chooses."""

from __future__ import annotations

import random
from typing import NamedTuple, Protocol

from games.rules.partners.conduct import Setup
from games.rules.partners.deal import Hand
from games.rules.partners.landing import Legs


class Seen(NamedTuple):
    """What a player sees: the board (``cells``) and the own hand."""

    setup: Setup
    seat: int
    hand: Hand
    cells: bytes


class Choice(NamedTuple):
    """A card, the board after it, and the legs that lead there."""

    card: str
    cells: bytes
    legs: Legs


class Bot(Protocol):
    """A player. The same ``chance`` (a generator in the same state) gives the same choices."""

    @property
    def name(self) -> str:
        """What records call it."""
        ...

    def give(self, seen: Seen, chance: random.Random) -> str:
        """The card to give away in the exchange."""
        ...

    def turn(self, seen: Seen, chance: random.Random) -> Choice | None:
        """What to play; None exactly when nothing in the hand can be used (B4, B5)."""
        ...
