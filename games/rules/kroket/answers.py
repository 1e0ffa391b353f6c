"""Red and blue cards: who may answer with what, and what the stack comes to (K10)."""

from __future__ import annotations

from games.rules.kroket.actions import Illegal, LastToSay, Pass, React
from games.rules.kroket.claims import check_seat, held_card, name_of, title_of
from games.rules.kroket.deck import Reaction
from games.rules.kroket.flow import bounce, conclude, end_turn, fly, taken_to
from games.rules.kroket.moments import asks, fits, only_cancels, open_to_cards
from games.rules.kroket.motion import HOME
from games.rules.kroket.reactions import EFFECTS, said_last, targets
from games.rules.kroket.state import ASK, ROLLED, SHOOT, GameState, Played, without


def react(state: GameState, action: React) -> GameState:
    seat = action.seat
    check_seat(state, seat)
    held = held_card(state, seat, action.card)
    reaction = state.setup.deck.reactions.get(action.card)
    if reaction is None:
        raise Illegal("not_a_reaction", "K10", card=title_of(state, action.card))
    if seat in state.passed:
        raise Illegal("has_passed", "K10", ball=name_of(state, seat))
    target = _target(state, action, _in_time(state, reaction))
    played = Played(seat, action.card, held, target)
    state = without(state, seat, held)
    return state._replace(stack=(*state.stack, played), passed=frozenset())


def _in_time(state: GameState, reaction: Reaction) -> Reaction:
    """Refuse a card that does not fit what was just played or done (K10)."""
    if state.phase == ASK:
        raise Illegal("expected_ask", "K12")
    if not open_to_cards(state) or (only_cancels(state) and reaction.effect != "cancel"):
        raise Illegal("concentrated", "K12", card=reaction.name)
    if not fits(state, reaction):
        raise Illegal("does_not_fit", "K10", card=reaction.name)
    return reaction


def _target(state: GameState, action: React, reaction: Reaction) -> tuple[str, ...]:
    possible = targets(state, action.seat, reaction)
    if not possible:
        raise Illegal("no_target", "K12", card=reaction.name)
    if not action.target and reaction.effect in ("slope", "through", "not-through"):
        return possible[0]
    wanted = action.target
    if reaction.effect == "swap-two":
        wanted = tuple(sorted(wanted))
    if wanted not in possible:
        choices = tuple(" ".join(one) or "–" for one in possible)
        raise Illegal("wrong_target", "K12", card=reaction.name, known=choices)
    return wanted


def pass_by(state: GameState, action: Pass) -> GameState:
    check_seat(state, action.seat)
    if state.phase == ASK:
        raise Illegal("expected_ask", "K12")
    if not asks(state):
        raise Illegal("nothing_to_answer", "K10")
    if action.seat in state.passed:
        raise Illegal("has_passed", "K10", ball=name_of(state, action.seat))
    state = state._replace(passed=state.passed | {action.seat})
    return state if set(state.everybody) - state.passed else settle(state)


def settle(state: GameState) -> GameState:
    """Nobody answers any more: the stack takes effect, or play goes on."""
    state = state._replace(passed=frozenset())
    if state.stack:
        return _resolve(state)
    return bounce(state) if state.phase == ROLLED else conclude(state)


def _resolve(state: GameState) -> GameState:
    """The stack takes effect, last in, first out (K10)."""
    deck = state.setup.deck
    while state.stack:
        played = state.stack[-1]
        state = _put_away(state._replace(stack=state.stack[:-1]), played)
        if played.shot:
            flight = state.flight
            assert flight is not None
            return fly(state._replace(flight=flight._replace(void=flight.void | played.cancelled)))
        if not played.cancelled:
            reaction = deck.reactions[played.id]
            state = EFFECTS[reaction.effect](state, played, reaction)
            if state.phase == ASK:
                return state
    return _resumed(state)


def _resumed(state: GameState) -> GameState:
    """Play goes on where cards interrupted it."""
    nothing_left = state.phase == SHOOT and not state.owed
    if state.flight is None and (state.stopped_turn or nothing_left):
        return end_turn(state)
    return state


def _put_away(state: GameState, played: Played) -> GameState:
    if played.card < 0:
        return state
    if played.taker >= 0 and state.balls[played.taker].where != HOME:
        return taken_to(state, played.taker, played.card, played.id)
    return state._replace(discard=(*state.discard, played.card))


def last_to_say(state: GameState, action: LastToSay) -> GameState:
    if state.phase != ASK:
        raise Illegal("nobody_asked", "K12")
    check_seat(state, action.seat)
    state = said_last(state, action.seat)
    return _resolve(state) if state.stack else _resumed(state)
