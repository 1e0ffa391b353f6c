"""Every action that is legal in a state."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.kroket.actions import (
    Action,
    Croquet,
    Decline,
    Fetch,
    LastToSay,
    Pass,
    Place,
    React,
    Shoot,
)
from games.rules.kroket.deck import QUIET
from games.rules.kroket.flow import beside, hedged, still
from games.rules.kroket.game import allowed_directions
from games.rules.kroket.moments import asks, fits, only_cancels, open_to_cards
from games.rules.kroket.reactions import targets
from games.rules.kroket.shots import free_paths
from games.rules.kroket.state import ASK, CROQUET, OFFER, OVER, PLACE, SHOOT, GameState


def legal_actions(state: GameState, seat: int | None = None) -> tuple[Action, ...]:
    """What may happen now, in all or by the player of one seat; stopping the game apart.

    Of a free shot's paths there is one for each different end.
    """
    if state.phase == OVER:
        return ()
    found = [*_moves(state), *_answers(state)]
    return tuple(
        action for action in found if seat is None or getattr(action, "seat", None) == seat
    )


def reactions_of(state: GameState, seat: int) -> tuple[React, ...]:
    """The red and blue cards that a player may play now, with everything they may be played at."""
    if not open_to_cards(state) or seat in state.passed or seat not in state.everybody:
        return ()
    cancels = only_cancels(state)
    found = list[React]()
    for card in dict.fromkeys(state.hand_ids(seat)):
        reaction = state.setup.deck.reactions.get(card)
        if reaction is None or (cancels and reaction.effect != "cancel"):
            continue
        if fits(state, reaction):
            found += [React(seat, card, target) for target in targets(state, seat, reaction)]
    return tuple(found)


def shots_of(state: GameState) -> tuple[Shoot, ...]:
    """The shots that the player who is to shoot may declare now."""
    seat = state.shooter
    deck = state.setup.deck
    if state.phase not in (SHOOT, CROQUET) or state.stack:
        return ()
    if state.phase == SHOOT and hedged(state, seat):
        return ()
    only = state.owed[0].card if state.phase == SHOOT else -1
    cards = (deck.ids[only],) if only >= 0 else state.greens(seat)
    if state.dog:
        cards = () if only >= 0 else (QUIET,)
    elif not cards:
        cards = (QUIET,)
    ways = (state.laid.direction,) if state.laid else allowed_directions(state)
    return tuple(shot for card in cards for shot in _declared(state, card, ways))


def _declared(state: GameState, card: str, ways: tuple[str, ...]) -> Iterator[Shoot]:
    seat = state.shooter
    shot = state.setup.deck.shots.get(card)
    if shot is None or shot.effect != "free":
        yield from (Shoot(seat, card, way) for way in ways)
        return
    ball = state.laid.ball if state.laid else seat
    # The declared direction binds nobody; each path is declared as its first step if it can be.
    for path in free_paths(still(state), ball, shot.steps):
        way = path[0] if path[0] in ways else ways[0]
        yield Shoot(seat, card, way, path)


def _moves(state: GameState) -> Iterator[Action]:
    """What is asked of the player on turn."""
    seat = state.shooter
    if state.phase == ASK:
        yield from (LastToSay(one) for one in state.everybody)
        return
    if state.stack:
        return
    if state.phase == PLACE:
        yield from (Place(seat, cell) for cell in state.setup.starts(seat))
    elif state.phase == OFFER:
        ways = allowed_directions(state)
        yield from (
            Croquet(seat, cell) for cell, way in beside(state, seat, state.met) if way in ways
        )
        yield Decline(seat)
    elif state.phase == SHOOT and hedged(state, seat):
        yield Fetch(seat)
    yield from shots_of(state)
    at_once = state.phase == SHOOT and state.owed[0].card >= 0
    if state.phase in (SHOOT, CROQUET) and (at_once or state.dog):
        yield Decline(seat)


def _answers(state: GameState) -> Iterator[Action]:
    for seat in state.everybody:
        yield from reactions_of(state, seat)
        if asks(state) and state.phase != ASK and seat not in state.passed:
            yield Pass(seat)
