"""A shot answered by cards."""

from __future__ import annotations

from games.rules.kroket.actions import React, Shoot
from games.rules.kroket.state import GameState
from tests.games.rules.kroket.hands import SHOT
from tests.games.rules.kroket.tables import (
    BLUE,
    RED,
    closed,
    do,
    table,
)

LOP = "et-lop"


def answered(card: str, *target: str, start: str = "b3 0", green: str = SHOT) -> GameState:
    """Blue shoots north, red answers with a card, and all that follows has happened."""
    state = table({"blue": (green, LOP), "red": (card,)}, blue=start)
    return closed(do(state, Shoot(BLUE, green, "N"), React(RED, card, target)))
