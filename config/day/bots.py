"""How entries play all day long: with sense, but for slips, some more often than others."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.backgammon.bots import RANDOM, SENSIBLE, CubeView
from games.rules.backgammon.bots import Bot as BackgammonBot
from games.rules.kroket.actions import Action, React
from games.rules.kroket.bots import RANDOM as RANDOM_BALL
from games.rules.kroket.bots import SENSIBLE as SENSIBLE_BALL
from games.rules.kroket.bots import Bot as KroketBot
from games.rules.kroket.state import GameState
from games.rules.partners.bots import Bot, SensibleBot
from tournaments.models import Entry

#: How many results of a card these players look at.
LOOKS = 4


def slips_of(entry: Entry, seed: int) -> float:
    """In how many turns of one an entry slips: 0.05 to 0.65."""
    return 0.05 + 0.6 * random.Random(f"{seed}:{entry.number}").random()


def bot_of(entry: Entry, seed: int) -> Bot:
    """How an entry plays Partners and Partners+."""
    return SensibleBot(most=LOOKS, slips=slips_of(entry, seed))


@dataclass(frozen=True, slots=True)
class SlippingChecker:
    """A backgammon player who now and then plays anything."""

    slips: float
    name: str = "slipping"

    def play(self, options: Sequence[bytes], chance: random.Random) -> bytes:
        return self._now(chance).play(options, chance)

    def doubles(self, view: CubeView, chance: random.Random) -> bool:
        return SENSIBLE.doubles(view, chance)

    def takes(self, view: CubeView, chance: random.Random) -> bool:
        return SENSIBLE.takes(view, chance)

    def _now(self, chance: random.Random) -> BackgammonBot:
        # A tenth of what a Partners player slips: every play here is one of many.
        return RANDOM if chance.random() < self.slips / 10 else SENSIBLE


@dataclass(frozen=True, slots=True)
class SlippingBall:
    """A Kroket player who now and then shoots anywhere."""

    slips: float
    name: str = "slipping"

    def move(
        self, seen: GameState, seat: int, moves: Sequence[Action], chance: random.Random
    ) -> Action:
        bot: KroketBot = RANDOM_BALL if chance.random() < self.slips else SENSIBLE_BALL
        return bot.move(seen, seat, moves, chance)

    def answer(
        self, seen: GameState, seat: int, cards: Sequence[React], chance: random.Random
    ) -> React | None:
        return SENSIBLE_BALL.answer(seen, seat, cards, chance)
