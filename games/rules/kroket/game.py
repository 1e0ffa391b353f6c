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
)
from games.rules.kroket.answers import last_to_say, pass_by, react, settle
from games.rules.kroket.claims import check_seat, held_card, name_of, title_of
from games.rules.kroket.deck import QUIET
from games.rules.kroket.flow import (
    beside,
    fetched,
    hedged,
    new_game,
    next_owed,
    set_off,
    throw_hand,
)
from games.rules.kroket.moments import asks
from games.rules.kroket.motion import COURSE, Ball
from games.rules.kroket.result import ENDINGS
from games.rules.kroket.shots import steps_of
from games.rules.kroket.state import (
    ASK,
    CROQUET,
    OFFER,
    OVER,
    PLACE,
    SHOOT,
    Flight,
    GameState,
    Laid,
    Played,
    with_ball,
    without,
)

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
    return settle(state)


def allowed_directions(state: GameState) -> tuple[str, ...]:
    """The directions that may be declared next (K12: av den bliver svær)."""
    ways = state.setup.course.kind.directions
    return tuple(way for way in ways if way in state.limit) or ways


def _to_do(state: GameState, seat: int, phases: tuple[str, ...], rule: str) -> None:
    """Refuse what is not now, or not this player's, to be done."""
    check_seat(state, seat)
    if state.stack:
        raise Illegal("answers_first", "K10", card=title_of(state, state.stack[-1].id))
    if state.phase not in phases:
        needed = {PLACE: "K1", SHOOT: "K2", CROQUET: "K8", OFFER: "K8", ASK: "K12"}
        raise Illegal(f"expected_{state.phase}", needed.get(state.phase, "K10"))
    if seat != state.shooter:
        ball, turn = name_of(state, seat), name_of(state, state.shooter)
        raise Illegal("not_on_turn", rule, ball=ball, turn=turn)


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
    ball = name_of(state, seat)
    if state.phase == SHOOT and hedged(state, seat):
        raise Illegal("fetch_first", "K9", ball=ball, cell=state.balls[seat].cell)
    if state.dog and card != QUIET:
        raise Illegal("dog", "K12")
    only = state.owed[0].card if state.phase == SHOOT else -1
    if only >= 0:
        name = state.setup.deck.ids[only]
        if card != name:
            raise Illegal("only_that_card", "K12", ball=ball, card=title_of(state, name))
        return only
    if card == QUIET:
        greens = state.greens(seat)
        if greens and not state.dog:
            held = tuple(title_of(state, green) for green in greens)
            raise Illegal("has_green", "K4", ball=ball, cards=held)
        return -1
    card_held = held_card(state, seat, card)
    if card not in state.setup.deck.shots:
        raise Illegal("not_a_shot", "K2", card=title_of(state, card))
    return card_held


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
        raise Illegal("not_in_hedge", "K9", ball=name_of(state, action.seat))
    return fetched(state, action.seat)


def _croquet(state: GameState, action: Croquet) -> GameState:
    _to_do(state, action.seat, (OFFER,), "K8")
    cells = dict(beside(state, action.seat, state.met))
    if action.cell not in cells:
        raise Illegal(
            "not_beside", "K8", cell=action.cell, ball=name_of(state, state.met), cells=tuple(cells)
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
        raise Illegal("must_shoot", "K2", ball=name_of(state, action.seat))
    if state.phase == CROQUET:
        left = tuple(owed for owed in state.owed if owed.seat != action.seat)
        return next_owed(state._replace(owed=left))
    return next_owed(state._replace(owed=state.owed[1:]))


def _stop(state: GameState, action: Stop) -> GameState:
    if action.ended not in ENDINGS:
        raise Illegal("unknown_ending", "", ended=action.ended, known=ENDINGS)
    if not 0 <= action.winner < state.setup.players:
        raise Illegal("no_seat", "K1", seat=action.winner)
    reached = [ball.reached for ball in state.balls]
    if state.finished:
        # The winner stands; that the others stop is theirs to choose (K1).
        if action.ended != "played" or action.winner != state.finished[0]:
            raise Illegal("stopped_after_win", "K1", ball=name_of(state, state.finished[0]))
    elif action.ended == "played":
        raise Illegal("not_played_out", "K1")
    elif action.ended == "walkover" and any(reached):
        raise Illegal("walkover_begun", "K1")
    elif action.ended == "timeout" and reached[action.winner] < max(reached):
        best = reached.index(max(reached))
        ball, other = name_of(state, action.winner), name_of(state, best)
        raise Illegal("not_ahead", "K1", ball=ball, other=other)
    return state._replace(phase=OVER, owed=(), stopped=action)


_JUDGES: Final[dict[type, Callable[[GameState, Any], GameState]]] = {
    Place: _place,
    Shoot: _shoot,
    React: react,
    Pass: pass_by,
    Croquet: _croquet,
    Decline: _decline,
    Fetch: _fetch,
    LastToSay: last_to_say,
    Stop: _stop,
}
