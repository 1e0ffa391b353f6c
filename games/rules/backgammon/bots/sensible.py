"""Plays with sense: looks at every play, and takes the one that ``evaluation`` likes best."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from games.rules.backgammon.bots.bot import Bot, CubeView
from games.rules.backgammon.evaluation import in_contact, value
from games.rules.backgammon.position import mirrored, pips

ROLL: Final = 8
"""Pips that a throw goes on average, rounded down."""

RACE_DOUBLE: Final = 0.08
RACE_TAKE: Final = 0.12
"""In a race: double with a lead of 8 % of the own pips, take with up to 12 % behind."""

CONTACT_DOUBLE: Final = 28.0
CONTACT_TAKE: Final = 55.0
"""While the sides can meet: the same by the evaluation, in pips."""


class SensibleBot:
    """One ply, no look at the opponent's throws but for the chance of being hit."""

    name: Final = "sensible"

    def play(self, options: Sequence[bytes], chance: random.Random) -> bytes:
        """The best by the evaluation; the first of equals in the order of their cells."""
        return max(sorted(options), key=value)

    def doubles(self, view: CubeView, chance: random.Random) -> bool:
        """With a lead that is worth it, unless the points it would win are not needed."""
        if view.needed is not None and view.needed[0] <= view.value:
            return False
        if in_contact(view.cells):
            return value(view.cells) + ROLL >= CONTACT_DOUBLE
        own, other = pips(view.cells), pips(mirrored(view.cells))
        return other - own >= RACE_DOUBLE * own

    def takes(self, view: CubeView, chance: random.Random) -> bool:
        """Unless too far behind; always when a drop loses the match."""
        if view.needed is not None and view.needed[1] <= view.value:
            return True
        seen = mirrored(view.cells)
        if in_contact(seen):
            return value(seen) + ROLL <= CONTACT_TAKE
        own, other = pips(view.cells), pips(seen)
        return own - other <= RACE_TAKE * other


SENSIBLE: Final[Bot] = SensibleBot()
