"""Positions to try the engine on: from games played at random, and made up."""

import random
from typing import Any

from games.rules.backgammon.plays import results
from games.rules.backgammon.position import START, Position, mirrored

Throw = tuple[bytes, int, int]


def played_positions(seed: int, count: int) -> list[Throw]:
    """Positions with a throw, from games in which every play is equally likely."""
    rng = random.Random(seed)
    found: list[Throw] = []
    while len(found) < count:
        cells = START.cells
        while not Position(cells).over and len(found) < count:
            dice = rng.randint(1, 6), rng.randint(1, 6)
            found.append((cells, *dice))
            legal = results(cells, *dice)
            cells = mirrored(rng.choice(legal) if legal else cells)
    return found


def made_up_position(rng: random.Random) -> dict[str, Any]:
    """Any position that can be written: crowded bars, closed boards, half borne off."""
    points = [0] * 24
    bar, off = [0, 0], [0, 0]
    for side, sign in ((0, 1), (1, -1)):
        left = 15
        if rng.random() < 0.4:
            off[side] = rng.randint(0, 13)
        if rng.random() < 0.25:
            bar[side] = min(rng.choice((1, 1, 2, 3, 5)), left - off[side])
        left -= bar[side] + off[side]
        home_only = rng.random() < 0.4
        places = range(6) if side == 0 else range(18, 24)
        while left:
            point = rng.choice(places) if home_only and rng.random() < 0.95 else rng.randrange(24)
            if points[point] * sign >= 0:
                count = min(left, rng.choice((1, 1, 2, 2, 3)))
                points[point] += sign * count
                left -= count
    return {"points": points, "bar": bar, "off": off}
