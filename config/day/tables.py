"""What happens at a virtual table."""

from __future__ import annotations

import random

from games.domain.game_results import Typed
from tournaments.models import Pairing


def play_table(pairing: Pairing, rng: random.Random) -> Typed:
    """Play the game of `pairing` and hand in its result.

    The pair with the lower number is a little stronger, so that the standings mean something.
    """
    numbers = [seat.entry.number for seat in pairing.seats.select_related("entry").order_by("side")]
    edge = 0.12 if numbers[0] < numbers[1] else -0.12
    winner = 0 if rng.random() < 0.5 + edge else 1
    scores = [8, 8]
    scores[1 - winner] = min(rng.randint(0, 7), rng.randint(2, 7))
    if rng.random() < 0.04:
        scores[winner] = min(7, scores[1 - winner] + 1)
        return Typed(scores=tuple(scores), winner=winner, ended="adjudicated")
    return Typed(scores=tuple(scores), winner=winner)
