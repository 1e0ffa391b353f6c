"""The judge between a state and the next.

::

    state = new_game(setup_named(), seed="42")
    state = apply(state, Shoot(0, "et-paent-skud", "N"))
    state = all_pass(state)

``apply`` raises ``Illegal``, with the rule, for what may not happen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.rules.kroket.actions import (
    Action,
    Croquet,
    Decline,
    Fetch,
    Illegal,
    LastToSay,
    Pass,
    Place,
    React,
    Shoot,
    Stop,
    ball_term,
)
from games.rules.kroket.deck import QUIET, Reaction
from games.rules.kroket.flow import (
    beside,
    bounce,
    conclude,
    end_turn,
    fetched,
    fly,
    hedged,
    new_game,
    next_owed,
    set_off,
    taken_to,
    throw_hand,
)
from games.rules.kroket.moments import asks, fits, only_cancels, open_to_cards
from games.rules.kroket.motion import COURSE, HOME, Ball
from games.rules.kroket.reactions import EFFECTS, said_last, targets
from games.rules.kroket.result import ENDINGS
from games.rules.kroket.shots import steps_of
from games.rules.kroket.state import (
    ASK,
    CROQUET,
    OFFER,
    OVER,
    PLACE,
    ROLLED,
    SHOOT,
    Flight,
    GameState,
    Laid,
    Played,
    find,
    with_ball,
    without,
)
from games.rules.messages import Param

__all__ = ["all_pass", "allowed_directions", "apply", "new_game"]


def apply(state: GameState, action: Action) -> GameState:
    """The state after ``action``; ``Illegal``, with the rule, if it may not happen now."""
    if state.phase == OVER:
        raise Illegal("over", "K1")
    return _JUDGES[type(action)](state, action)


def all_pass(state: GameState) -> GameState:
    """The state when nobody answers: the stack takes effect, or the window closes (K10)."""
    if state.phase == ASK:
        raise Illegal("expected_ask", "K12")
    if not asks(state):
        raise Illegal("nothing_to_answer", "K10")
    return _settle(state)


def allowed_directions(state: GameState) -> tuple[str, ...]:
    """The directions that may be declared next (K12: av den bliver svær)."""
    ways = state.setup.course.kind.directions
    return tuple(way for way in ways if way in state.limit) or ways


# Who may do something now ---------------------------------------------------------------------


def _name(state: GameState, seat: int) -> Param:
    return ball_term(state.setup.balls[seat])


def _seat(state: GameState, seat: int) -> None:
    if not 0 <= seat < state.setup.players:
        raise Illegal("no_seat", "K1", seat=seat)
    if state.balls[seat].where == HOME:
        raise Illegal("is_home", "K1", ball=_name(state, seat))


def _to_do(state: GameState, seat: int, phases: tuple[str, ...], rule: str) -> None:
    """Refuse what is not now, or not this player's, to be done."""
    _seat(state, seat)
    if state.stack:
        raise Illegal("answers_first", "K10", card=_title(state, state.stack[-1].id))
    if state.phase not in phases:
        needed = {PLACE: "K1", SHOOT: "K2", CROQUET: "K8", OFFER: "K8", ASK: "K12"}
        raise Illegal(f"expected_{state.phase}", needed.get(state.phase, "K10"))
    if seat != state.shooter:
        ball, turn = _name(state, seat), _name(state, state.shooter)
        raise Illegal("not_on_turn", rule, ball=ball, turn=turn)


def _title(state: GameState, card: str) -> str:
    return state.setup.deck.title_of(card)


def _held(state: GameState, seat: int, card: str) -> int:
    if state.setup.deck.card(card) is None:
        raise Illegal("unknown_card", "", card=card)
    held = find(state, seat, card)
    if held < 0:
        raise Illegal("not_in_hand", "K2", ball=_name(state, seat), card=_title(state, card))
    return held


# Shots ----------------------------------------------------------------------------------------


def _place(state: GameState, action: Place) -> GameState:
    _to_do(state, action.seat, (PLACE,), "K1")
    starts = state.setup.starts(action.seat)
    if action.cell not in starts:
        raise Illegal("not_a_start", "K1", cell=action.cell, starts=starts)
    reached = state.balls[action.seat].reached
    state = with_ball(state, action.seat, Ball(COURSE, action.cell, reached))
    return state._replace(phase=SHOOT)


def _shoot(state: GameState, action: Shoot) -> GameState:
    seat = action.seat
    _to_do(state, seat, (SHOOT, CROQUET), "K2")
    card = _shot_card(state, action)
    direction = _direction(state, action)
    steps = steps_of(state.setup, action.card, direction, action.path)
    laid = state.laid
    flight = Flight(
        seat=seat,
        ball=seat if laid is None else laid.ball,
        card=action.card,
        direction=direction,
        steps=steps,
        free=bool(action.path),
        croquet=laid is not None,
    )
    if flight.free:
        _whole_path(state, flight)
    if laid is None:
        state = state._replace(limit=())
    state = throw_hand(state, seat) if card < 0 else without(state, seat, card)
    played = Played(seat, action.card, card, shot=True)
    return state._replace(flight=flight, stack=(played,), passed=frozenset())


def _shot_card(state: GameState, action: Shoot) -> int:
    """The card that is shot with, -1 for none; refuses what may not be (K2, K4, K9, K12)."""
    seat, card = action.seat, action.card
    ball = _name(state, seat)
    if state.phase == SHOOT and hedged(state, seat):
        raise Illegal("fetch_first", "K9", ball=ball, cell=state.balls[seat].cell)
    if state.dog and card != QUIET:
        raise Illegal("dog", "K12")
    only = state.owed[0].card if state.phase == SHOOT else -1
    if only >= 0:
        name = state.setup.deck.ids[only]
        if card != name:
            raise Illegal("only_that_card", "K12", ball=ball, card=_title(state, name))
        return only
    if card == QUIET:
        greens = state.greens(seat)
        if greens and not state.dog:
            held = tuple(_title(state, green) for green in greens)
            raise Illegal("has_green", "K4", ball=ball, cards=held)
        return -1
    held_card = _held(state, seat, card)
    if card not in state.setup.deck.shots:
        raise Illegal("not_a_shot", "K2", card=_title(state, card))
    return held_card


def _direction(state: GameState, action: Shoot) -> str:
    """The direction of a shot: declared, or given by where a croquet was laid (K8)."""
    if state.laid is not None:
        if action.direction not in ("", state.laid.direction):
            raise Illegal("croquet_direction", "K8", direction=state.laid.direction)
        return state.laid.direction
    ways = state.setup.course.kind.directions
    if action.direction not in ways:
        raise Illegal("unknown_direction", "K2", direction=action.direction, known=ways)
    return _within_limit(state, action.direction)


def _within_limit(state: GameState, direction: str) -> str:
    allowed = allowed_directions(state)
    if direction not in allowed:
        raise Illegal("limited", "K12", direction=direction, known=allowed)
    return direction


def _whole_path(state: GameState, flight: Flight) -> None:
    """A free path is as long as the card says, or ends where the ball is stopped (K12)."""
    shot = state.setup.deck.shots[flight.card]
    motion = set_off(state, flight)
    ball = motion.balls[flight.ball]
    stopped = bool(motion.todo) or ball.where != COURSE or motion.next_is_home(flight.ball)
    if len(flight.steps) < shot.steps and not stopped:
        raise Illegal("path_length", "K12", card=shot.name, steps=shot.steps)


def _fetch(state: GameState, action: Fetch) -> GameState:
    _to_do(state, action.seat, (SHOOT,), "K9")
    if not hedged(state, action.seat):
        raise Illegal("not_in_hedge", "K9", ball=_name(state, action.seat))
    return fetched(state, action.seat)


def _croquet(state: GameState, action: Croquet) -> GameState:
    _to_do(state, action.seat, (OFFER,), "K8")
    cells = dict(beside(state, action.seat, state.met))
    if action.cell not in cells:
        raise Illegal(
            "not_beside", "K8", cell=action.cell, ball=_name(state, state.met), cells=tuple(cells)
        )
    direction = _within_limit(state, cells[action.cell])
    before = state.balls[action.seat].cell
    ball = state.balls[action.seat]._replace(cell=action.cell)
    state = with_ball(state, action.seat, ball)
    return state._replace(phase=CROQUET, laid=Laid(state.met, direction, before), limit=())


def _decline(state: GameState, action: Decline) -> GameState:
    _to_do(state, action.seat, (OFFER, SHOOT, CROQUET), "K2")
    if state.phase == OFFER:
        return next_owed(state)
    at_once = state.phase == SHOOT and state.owed[0].card >= 0
    if not at_once and not state.dog:
        raise Illegal("must_shoot", "K2", ball=_name(state, action.seat))
    if state.phase == CROQUET:
        left = tuple(owed for owed in state.owed if owed.seat != action.seat)
        return next_owed(state._replace(owed=left))
    return next_owed(state._replace(owed=state.owed[1:]))


# Red and blue cards ---------------------------------------------------------------------------


def _react(state: GameState, action: React) -> GameState:
    seat = action.seat
    _seat(state, seat)
    held = _held(state, seat, action.card)
    reaction = state.setup.deck.reactions.get(action.card)
    if reaction is None:
        raise Illegal("not_a_reaction", "K10", card=_title(state, action.card))
    if seat in state.passed:
        raise Illegal("has_passed", "K10", ball=_name(state, seat))
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


def _pass(state: GameState, action: Pass) -> GameState:
    _seat(state, action.seat)
    if state.phase == ASK:
        raise Illegal("expected_ask", "K12")
    if not asks(state):
        raise Illegal("nothing_to_answer", "K10")
    if action.seat in state.passed:
        raise Illegal("has_passed", "K10", ball=_name(state, action.seat))
    state = state._replace(passed=state.passed | {action.seat})
    return state if set(state.everybody) - state.passed else _settle(state)


def _settle(state: GameState) -> GameState:
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


def _last(state: GameState, action: LastToSay) -> GameState:
    if state.phase != ASK:
        raise Illegal("nobody_asked", "K12")
    _seat(state, action.seat)
    state = said_last(state, action.seat)
    return _resolve(state) if state.stack else _resumed(state)


# The end --------------------------------------------------------------------------------------


def _stop(state: GameState, action: Stop) -> GameState:
    if action.ended not in ENDINGS:
        raise Illegal("unknown_ending", "", ended=action.ended, known=ENDINGS)
    if not 0 <= action.winner < state.setup.players:
        raise Illegal("no_seat", "K1", seat=action.winner)
    reached = [ball.reached for ball in state.balls]
    if state.finished:
        # The winner stands; that the others stop is theirs to choose (K1).
        if action.ended != "played" or action.winner != state.finished[0]:
            raise Illegal("stopped_after_win", "K1", ball=_name(state, state.finished[0]))
    elif action.ended == "played":
        raise Illegal("not_played_out", "K1")
    elif action.ended == "walkover" and any(reached):
        raise Illegal("walkover_begun", "K1")
    elif action.ended == "timeout" and reached[action.winner] < max(reached):
        best = reached.index(max(reached))
        ball, other = _name(state, action.winner), _name(state, best)
        raise Illegal("not_ahead", "K1", ball=ball, other=other)
    return state._replace(phase=OVER, owed=(), stopped=action)


_JUDGES: Final[dict[type, Callable[[GameState, Any], GameState]]] = {
    Place: _place,
    Shoot: _shoot,
    React: _react,
    Pass: _pass,
    Croquet: _croquet,
    Decline: _decline,
    Fetch: _fetch,
    LastToSay: _last,
    Stop: _stop,
}
