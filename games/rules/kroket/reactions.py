"""What each kind of reaction does: a function for each ``effect``, and what it is played at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Final

from games.rules.kroket.deck import Reaction
from games.rules.kroket.flow import bounce, lose_turn, set_off, still, win_turn
from games.rules.kroket.moments import passages
from games.rules.kroket.motion import COURSE, Motion, home, roll
from games.rules.kroket.shots import straight
from games.rules.kroket.state import (
    ASK,
    CROQUET,
    ROLLED,
    SHOOT,
    Flight,
    GameState,
    Played,
    draw,
    find,
    throw,
    with_ball,
    with_hand,
)

Target = tuple[str, ...]
Effect = Callable[[GameState, Played, Reaction], GameState]


# Cards about cards ----------------------------------------------------------------------------


def _cancel(state: GameState, played: Played, card: Reaction) -> GameState:
    """The card before it has no effect (K10)."""
    below = state.stack[-1]._replace(cancelled=True)
    return state._replace(stack=(*state.stack[:-1], below))


def _take(state: GameState, played: Played, card: Reaction) -> GameState:
    """The card before it goes into the hand of who took it, after it has had its effect."""
    below = state.stack[-1]._replace(taker=played.seat)
    return state._replace(stack=(*state.stack[:-1], below))


def _swap_two(state: GameState, played: Played, card: Reaction) -> GameState:
    """Throw the two cards named, draw as many."""
    seat = played.seat
    for one in played.target:
        held = find(state, seat, one)
        if held < 0:
            continue
        state, drawn = draw(throw(state, seat, (held,)))
        if drawn >= 0:
            state = with_hand(state, seat, (*state.hands[seat], drawn))
    return state


# Cards about a shot ---------------------------------------------------------------------------


def _flight(state: GameState) -> Flight:
    assert state.flight is not None
    return state.flight


def _straight(state: GameState, played: Played, card: Reaction) -> GameState:
    """The shot becomes a short one in the declared direction."""
    flight = _flight(state)
    steps = straight(flight.direction, card.length)
    return state._replace(flight=flight._replace(steps=steps, free=False))


def _void(state: GameState, played: Played, card: Reaction) -> GameState:
    """The ball does not move, and the shot is spent."""
    return state._replace(flight=_flight(state)._replace(void=True))


def _hole(state: GameState, played: Played, card: Reaction) -> GameState:
    """The ball stops on a cell of its route."""
    flight = _flight(state)
    flight = flight._replace(hole=holes(state)[played.target[0]])
    state = state._replace(flight=flight)
    return state._replace(motion=set_off(state, flight)) if state.phase == ROLLED else state


def holes(state: GameState) -> dict[str, int]:
    """The cells of a shot's route with ground under the ball, each with the number of its step.

    A ball that has fallen into a hole already has gone no further than that.
    """
    flight = _flight(state)
    if flight.void:
        return {}
    (_, way), *_ = set_off(state, flight).ways
    found: dict[str, int] = {}
    for number, (cell, (_, airborne)) in enumerate(zip(way[1:], flight.steps, strict=False)):
        if not airborne:
            found.setdefault(cell, number)
    return found


def _stay(state: GameState, played: Played, card: Reaction) -> GameState:
    """The ball stays; before a shot only "en lille stille en" may still be played."""
    return _void(state, played, card) if state.flight else state._replace(dog=True)


def _concentrate(state: GameState, played: Played, card: Reaction) -> GameState:
    """No more red and blue cards for this shot."""
    return state._replace(concentrated=True)


def _limit(state: GameState, played: Played, card: Reaction) -> GameState:
    """The next direction must be one of these."""
    return state._replace(limit=card.directions)


def _no_croquet(state: GameState, played: Played, card: Reaction) -> GameState:
    """The croquet does not take place; a shot that was not yet played for it stays in the hand."""
    if state.flight is not None:
        return _void(state, played, card) if state.flight.croquet else state
    owed = tuple(owed for owed in state.owed if owed.seat != state.striker)
    return croquet_off(state)._replace(owed=owed)


# Cards about what has moved -------------------------------------------------------------------


def _slope(state: GameState, played: Played, card: Reaction) -> GameState:
    """A ball that has moved rolls on; whom it meets is not hit by anybody's shot."""
    motion = _motion(state)
    seat = state.setup.seat(played.target[0])
    hits = motion.hits
    moved = roll(motion, seat, straight(card.direction, card.distance))
    state = bounce(state._replace(motion=moved))
    return state._replace(motion=_motion(state)._replace(hits=hits))


def _not_through(state: GameState, played: Played, card: Reaction) -> GameState:
    """The last passage of a ball does not count, nor what it reached after it."""
    if state.stack:
        return _cancel(state, played, card)
    motion = _motion(state)
    seat = state.setup.seat(played.target[0])
    targets = state.setup.targets[seat]
    at = max(at for one, at in motion.passes if one == seat and targets[at].hoop >= 0)
    passes = tuple(one for one in motion.passes if one[0] != seat or one[1] < at)
    return _reached(state, motion._replace(passes=passes), seat, at)


def _through(state: GameState, played: Played, card: Reaction) -> GameState:
    """A ball has passed the hoop that it touched."""
    if state.stack:
        return _cancel(state, played, card)
    motion = _motion(state)
    seat = state.setup.seat(played.target[0])
    if seat not in motion.touched:
        return state
    at = motion.balls[seat].reached
    passes = (*motion.passes, (seat, at))
    return _reached(state, motion._replace(passes=passes), seat, at + 1)


def _reached(state: GameState, motion: Motion, seat: int, reached: int) -> GameState:
    ball = state.balls[seat]._replace(reached=reached)
    state = with_ball(state, seat, ball)
    return state._replace(motion=motion._replace(balls=state.balls))


def _motion(state: GameState) -> Motion:
    return state.motion if state.motion is not None else still(state)


# Cards about turns ----------------------------------------------------------------------------


def _end_turn(state: GameState, played: Played, card: Reaction) -> GameState:
    """The turn ends where it is: a reflection is taken, a croquet is off, cards are drawn."""
    late = tuple(is_late and seat != state.turn for seat, is_late in enumerate(state.late))
    state = state._replace(stopped_turn=True, late=late)
    return croquet_off(state) if state.flight is None else state


def croquet_off(state: GameState) -> GameState:
    """A croquet that is off: a ball laid for it goes back to where it was."""
    laid = state.laid
    if laid is not None and state.phase == CROQUET:
        ball = state.balls[state.striker]._replace(cell=laid.before)
        state = with_ball(state, state.striker, ball)
    return state._replace(phase=SHOOT, laid=None, met=-1, striker=-1)


def _extra_turn(state: GameState, played: Played, card: Reaction) -> GameState:
    """A turn more, right after the own one."""
    return win_turn(state, played.seat)


def _last_to_say(state: GameState, played: Played, card: Reaction) -> GameState:
    """Somebody was last; who, the table says."""
    return state._replace(asking=state.phase, phase=ASK)


def said_last(state: GameState, seat: int) -> GameState:
    """Who was last loses the next turn."""
    return lose_turn(state._replace(phase=state.asking, asking=""), seat)


def _none(state: GameState, played: Played, card: Reaction) -> GameState:
    return state


EFFECTS: Final[Mapping[str, Effect]] = {
    "cancel": _cancel,
    "take": _take,
    "swap-two": _swap_two,
    "straight": _straight,
    "void": _void,
    "hole": _hole,
    "stay": _stay,
    "concentrate": _concentrate,
    "limit": _limit,
    "no-croquet": _no_croquet,
    "slope": _slope,
    "not-through": _not_through,
    "through": _through,
    "end-turn": _end_turn,
    "extra-turn": _extra_turn,
    "last-to-say": _last_to_say,
    "none": _none,
}


# What a card is played at ---------------------------------------------------------------------


def _hole_targets(state: GameState, seat: int, card: Reaction) -> tuple[Target, ...]:
    return tuple((cell,) for cell in holes(state))


def _moved_balls(state: GameState, seat: int, card: Reaction) -> tuple[Target, ...]:
    """The balls that moved and are on the course, that of the shot first."""
    setup, motion = state.setup, _motion(state)
    moved = dict.fromkeys(one for one, _ in motion.ways)
    return tuple(
        (setup.balls[one],)
        for one in moved
        if motion.balls[one].where == COURSE and not home(setup, one, motion.balls[one])
    )


def _passed_balls(state: GameState, seat: int, card: Reaction) -> tuple[Target, ...]:
    if state.stack:
        return ((),)
    return tuple((state.setup.balls[one],) for one in passages(state))


def _touched_balls(state: GameState, seat: int, card: Reaction) -> tuple[Target, ...]:
    if state.stack:
        return ((),)
    return tuple((state.setup.balls[one],) for one in _motion(state).touched)


def _two_cards(state: GameState, seat: int, card: Reaction) -> tuple[Target, ...]:
    held = list(state.hand_ids(seat))
    held.remove(card.id)
    return tuple(dict.fromkeys(combinations(sorted(held), 2)))


_TARGETS: Final[Mapping[str, Callable[[GameState, int, Reaction], tuple[Target, ...]]]] = {
    "hole": _hole_targets,
    "slope": _moved_balls,
    "not-through": _passed_balls,
    "through": _touched_balls,
    "swap-two": _two_cards,
}


def targets(state: GameState, seat: int, card: Reaction) -> tuple[Target, ...]:
    """What a reaction in a hand can be played at now; ``((),)`` where it needs nothing."""
    find_targets = _TARGETS.get(card.effect)
    return find_targets(state, seat, card) if find_targets else ((),)
