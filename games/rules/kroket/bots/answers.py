"""When the sensible bot plays a red or blue card: a judgement for each effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from games.rules.kroket.actions import React
from games.rules.kroket.bots.worth import HOOP, gain, worth
from games.rules.kroket.deck import Reaction
from games.rules.kroket.motion import roll
from games.rules.kroket.shots import straight
from games.rules.kroket.state import MOVED, SHOOT, GameState

_ALARMING: Final = 6.0
"""The gain of another's shot that is worth a card."""
_HOSTILE: Final = frozenset({"void", "straight", "hole", "stay", "cancel", "end-turn", "limit"})


class View(NamedTuple):
    """What is judged: the game as the bot sees it, its seat, a card, and what it can be played at.

    The options are the same card at each of its targets.
    """

    state: GameState
    seat: int
    card: Reaction
    options: Sequence[React]


def _threat(view: View) -> float:
    """How much the shot on the stack helps somebody else, or hurts the own ball."""
    state, seat = view.state, view.seat
    flight = state.flight
    if flight is None or state.phase == MOVED:
        return 0.0
    brings = gain(state, flight)
    if flight.ball == seat:
        return -brings if flight.seat != seat else 0.0
    return 0.0 if flight.seat == seat else brings


def _against_a_shot(view: View) -> React | None:
    return view.options[0] if _threat(view) >= _ALARMING else None


def _hole(view: View) -> React | None:
    """The cell of the route that leaves the ball worst off."""
    if _threat(view) < _ALARMING:
        return None
    state, flight = view.state, view.state.flight
    assert flight is not None
    ball = state.balls[flight.ball]
    own = flight.ball == view.seat

    def left(option: React) -> float:
        value = worth(state.setup, flight.ball, ball._replace(cell=option.target[0]))
        return -value if own else value

    return min(view.options, key=left)


def _cancel(view: View) -> React | None:
    """Another's card that spoils the own shot, or another's good shot."""
    state = view.state
    top = state.stack[-1]
    if top.seat == view.seat:
        return None
    if top.shot:
        return _against_a_shot(view)
    effect = state.setup.deck.reactions[top.id].effect
    own_shot = state.flight is not None and state.flight.seat == view.seat
    own_below = len(state.stack) > 1 and state.stack[-2].seat == view.seat
    spoils = (effect in _HOSTILE and own_below) or effect == "last-to-say"
    worth_it = not own_shot or state.flight is None or gain(state, state.flight) > 2
    return view.options[0] if spoils and worth_it else None


def _take(view: View) -> React | None:
    """A shot is worth taking: it may be played at once."""
    top = view.state.stack[-1]
    ball = view.state.balls[view.seat]
    return view.options[0] if top.shot and ball.where == "course" else None


def _slope(view: View) -> React | None:
    """Another ball that it throws back, or the own that it helps on."""
    state, card = view.state, view.card
    best: tuple[float, React | None] = (3.0, None)
    for option in view.options:
        seat = state.setup.seat(option.target[0])
        assert state.motion is not None
        after = roll(state.motion, seat, straight(card.direction, card.distance))
        change = worth(state.setup, seat, after.balls[seat]) - worth(
            state.setup, seat, state.balls[seat]
        )
        change = change if seat == view.seat else -change
        if change > best[0]:
            best = (change, option)
    return best[1]


def _not_through(view: View) -> React | None:
    if view.state.stack:
        return None if view.state.stack[-1].seat == view.seat else view.options[0]
    own = view.state.setup.balls[view.seat]
    return next((option for option in view.options if option.target != (own,)), None)


def _through(view: View) -> React | None:
    if view.state.stack:
        answered = view.state.stack[-1]
        own = view.state.setup.balls[view.seat]
        return view.options[0] if answered.target == (own,) else None
    own = view.state.setup.balls[view.seat]
    return next((option for option in view.options if option.target == (own,)), None)


def _own_turn(view: View) -> React | None:
    """Best before the own shot."""
    state = view.state
    own = state.phase == SHOOT and not state.stack and state.turn == view.seat
    return view.options[0] if own else None


def _concentrate(view: View) -> React | None:
    """When the own shot passes a hoop."""
    state, flight = view.state, view.state.flight
    if flight is None or state.phase == MOVED or flight.seat != view.seat:
        return None
    mine = bool(state.stack) and state.stack[-1].shot and not flight.croquet
    return view.options[0] if mine and gain(state, flight) >= HOOP / 2 else None


def _limit(view: View) -> React | None:
    """Before the shot of who is furthest, unless that is oneself."""
    state = view.state
    values = [worth(state.setup, seat, ball) for seat, ball in enumerate(state.balls)]
    leads = values.index(max(values)) == state.shooter != view.seat
    now = state.phase == SHOOT and not state.stack and not state.limit
    return view.options[0] if leads and now else None


def _stay(view: View) -> React | None:
    return _against_a_shot(view) if view.state.stack else None


def _end_turn(view: View) -> React | None:
    """When another has an extra shot or a croquet to come, or a shot too good."""
    state, flight = view.state, view.state.flight
    if flight is None or state.turn == view.seat or flight.seat == view.seat:
        return None
    if state.phase == MOVED and state.motion is not None:
        own = [one for one in state.motion.passes if one[0] == flight.seat]
        return view.options[0] if own else None
    return _against_a_shot(view)


def _swap_two(view: View) -> React | None:
    """When shots are few: the two least useful cards."""
    state = view.state
    if _own_turn(view) is None or len(state.greens(view.seat)) > 1:
        return None
    deck = state.setup.deck
    for option in view.options:
        if not any(card in deck.shots for card in option.target):
            return option
    return None


def _never(view: View) -> React | None:
    return None


WISHES: Final[Mapping[str, Callable[[View], React | None]]] = {
    "cancel": _cancel,
    "take": _take,
    "swap-two": _swap_two,
    "straight": _against_a_shot,
    "void": _against_a_shot,
    "hole": _hole,
    "stay": _stay,
    "concentrate": _concentrate,
    "limit": _limit,
    "no-croquet": _against_a_shot,
    "slope": _slope,
    "not-through": _not_through,
    "through": _through,
    "end-turn": _end_turn,
    "extra-turn": _own_turn,
    "last-to-say": _own_turn,
    "none": _never,
}
