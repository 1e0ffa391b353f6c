"""Plays anything: a random usable card, then a random move with it."""

from __future__ import annotations

import random
from itertools import islice
from typing import Final

from games.rules.partners.bots.bot import Bot, Choice, Seen
from games.rules.partners.moves import results


class RandomBot:
    """Every usable card of the hand is equally likely, then every result it can have."""

    name: Final = "random"

    def give(self, seen: Seen, chance: random.Random) -> str:
        """Any card."""
        return seen.hand[int(chance.random() * len(seen.hand))]

    def turn(self, seen: Seen, chance: random.Random) -> Choice | None:
        """Any usable card, any move."""
        setup, seat, hand, cells = seen
        game = setup.game
        left = list(hand)
        while left:
            card = left.pop(int(chance.random() * len(left)))
            found = results(game, cells, seat, game.cards[card], setup.rules)
            if found:
                after = next(islice(found, int(chance.random() * len(found)), None))
                return Choice(card, after, found[after])
            while card in left:
                left.remove(card)
        return None


RANDOM: Final[Bot] = RandomBot()
