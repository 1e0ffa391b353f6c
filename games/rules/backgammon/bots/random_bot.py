"""Plays anything: every legal position is equally likely."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from games.rules.backgammon.bots.bot import Bot, CubeView


class RandomBot:
    """Any play; doubles now and then, and takes every other double."""

    name: Final = "random"

    def play(self, options: Sequence[bytes], chance: random.Random) -> bytes:
        """Any of them."""
        return options[int(chance.random() * len(options))]

    def doubles(self, view: CubeView, chance: random.Random) -> bool:
        """One time in twenty."""
        return chance.random() < 0.05

    def takes(self, view: CubeView, chance: random.Random) -> bool:
        """Every other time."""
        return chance.random() < 0.5


RANDOM: Final[Bot] = RandomBot()
