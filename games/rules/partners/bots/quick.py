"""Plays with the sense of `sensible`, many times as fast: for positions played out by the thousand.

It wants the same things and weighs them alike, but adds a move up from what its pieces leave and
find (see `tables`), where the sensible bot judges the whole board after each move. So it need not
make the moves it does not play; a 7 it splits at its best piece by piece instead of listing the
splits. What is rare (a 7 that goes on to a partner, two coming out) it asks the engine.
"""

from __future__ import annotations

import random
from typing import Final

from games.rules.partners.board import PIECES
from games.rules.partners.bots.bot import Bot, Choice, Seen
from games.rules.partners.bots.look import Look
from games.rules.partners.bots.sensible import SensibleBot
from games.rules.partners.moves import plays_no_more


class QuickBot:
    """One move ahead, by what its pieces leave and find."""

    name: Final = "quick"

    def __init__(self) -> None:
        self._sense = SensibleBot(most=1)

    def give(self, seen: Seen, chance: random.Random) -> str:
        """By the sensible bot's rule of thumb."""
        return self._sense.give(seen, chance)

    def turn(self, seen: Seen, chance: random.Random) -> Choice | None:
        """The best it sees; chance plays no part."""
        setup, seat, hand, cells = seen
        game = setup.game
        all_locked = game.board.all_locked
        movers: tuple[int, ...] = (seat,)
        if all_locked in cells:
            if plays_no_more(game, cells, seat):
                return None
            if cells[PIECES * seat : PIECES * seat + PIECES] == all_locked:
                movers = game.partners[seat]
        cards = dict.fromkeys(hand)
        look = Look(setup, seat, cells)
        for mover in movers:
            look.at_walks(mover, cards)
        look.at_other_kinds(cards)
        return look.best()


QUICK: Final[Bot] = QuickBot()
