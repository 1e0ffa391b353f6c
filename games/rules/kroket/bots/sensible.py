"""Heads for its next hoop, croquets others away, and keeps its cards for when they count."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from games.rules.kroket.actions import Action, Croquet, Decline, React, Shoot
from games.rules.kroket.bots.answers import WISHES, View
from games.rules.kroket.bots.worth import rolled_worth, worth
from games.rules.kroket.deck import QUIET
from games.rules.kroket.flow import beside, set_off
from games.rules.kroket.game import allowed_directions
from games.rules.kroket.motion import COURSE
from games.rules.kroket.shots import steps_of
from games.rules.kroket.state import CROQUET, OFFER, Flight, GameState, with_ball

_HIT: Final = 2.0
"""What it is worth to meet a ball that can then be croqueted."""
_HAND: Final = 4.0
"""What the hand is worth that "en lille stille en" throws."""


class SensibleBot:
    """Looks one shot ahead."""

    name: Final = "sensible"

    def move(
        self, seen: GameState, seat: int, moves: Sequence[Action], chance: random.Random
    ) -> Action:
        """The move after which balls lie best; between equals the first."""
        if seen.phase == OFFER:
            return _croquet(seen, seat, moves)
        shots = [move for move in moves if isinstance(move, Shoot)]
        if not shots:
            return moves[0]
        best = max(shots, key=lambda shot: _value(seen, shot))
        decline = next((move for move in moves if isinstance(move, Decline)), None)
        if decline is not None and _value(seen, best) <= worth(seen.setup, seat, seen.balls[seat]):
            return decline
        return best

    def answer(
        self, seen: GameState, seat: int, cards: Sequence[React], chance: random.Random
    ) -> React | None:
        """The first card that is worth playing now."""
        deck = seen.setup.deck
        for card, options in groupby(cards, key=lambda option: option.card):
            reaction = deck.reactions[card]
            wish = WISHES[reaction.effect](View(seen, seat, reaction, tuple(options)))
            if wish is not None:
                return wish
        return None


def _value(seen: GameState, shot: Shoot) -> float:
    """What the shooter makes of a shot: the own ball, or the harm to the one croqueted."""
    setup, seat = seen.setup, shot.seat
    laid = seen.laid if seen.phase == CROQUET else None
    ball = seat if laid is None else laid.ball
    direction = shot.direction if laid is None else laid.direction
    steps = steps_of(setup, shot.card, direction, shot.path)
    flight = Flight(seat, ball, shot.card, direction, steps, free=bool(shot.path))
    motion = set_off(seen, flight)
    value = rolled_worth(motion, ball)
    if laid is not None:
        return worth(setup, ball, seen.balls[ball]) - value
    value += _HIT if motion.hits else 0.0
    return value - (_HAND if shot.card == QUIET else 0.0)


def _croquet(seen: GameState, seat: int, moves: Sequence[Action]) -> Action:
    """The placement from which the other ball can be sent furthest back; none if owed shots."""
    decline = next(move for move in moves if isinstance(move, Decline))
    if any(owed.seat == seat for owed in seen.owed):
        return decline
    ways = dict(beside(seen, seat, seen.met))
    allowed = allowed_directions(seen)
    best: tuple[float, Action] = (0.0, decline)
    for move in moves:
        if not isinstance(move, Croquet) or ways[move.cell] not in allowed:
            continue
        harm = _most_harm(seen, seat, ways[move.cell], move.cell)
        if harm > best[0]:
            best = (harm, move)
    return best[1]


def _most_harm(seen: GameState, seat: int, direction: str, cell: str) -> float:
    """What the best shot of the hand takes from the other ball, and the placement gives the own."""
    setup, other = seen.setup, seen.met
    ball = seen.balls[seat]._replace(where=COURSE, cell=cell)
    laid = with_ball(seen, seat, ball)
    moved = worth(setup, seat, ball) - worth(setup, seat, seen.balls[seat])
    before = worth(setup, other, seen.balls[other])
    harms = []
    for card in seen.greens(seat) or (QUIET,):
        shot = setup.deck.shots.get(card)
        if shot is not None and shot.effect == "free":
            continue
        steps = steps_of(setup, card, direction, ())
        flight = Flight(seat, other, card, direction, steps, croquet=True)
        harms.append(before - rolled_worth(set_off(laid, flight), other))
    return max(harms, default=0.0) + moved


SENSIBLE: Final = SensibleBot()
