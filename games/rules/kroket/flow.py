"""How a game goes on by itself: turns, owed shots, balls in motion, the end.

Nothing here judges; ``game.apply`` does.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.kroket.motion import (
    COURSE,
    HEDGE,
    HOME,
    READY,
    Ball,
    Motion,
    home,
    reflect,
    roll,
    stay,
    tired,
)
from games.rules.kroket.setup import Setup
from games.rules.kroket.state import (
    MOVED,
    OFFER,
    OVER,
    PLACE,
    ROLLED,
    SHOOT,
    Flight,
    GameState,
    Owed,
    draw,
    draw_up,
    on_course,
    shuffled,
    throw,
    unplaced,
    with_ball,
)


def new_game(
    setup: Setup,
    seed: str = "",
    *,
    orders: tuple[tuple[int, ...], ...] = (),
    balls: Sequence[Ball] | None = None,
    turn: int = 0,
) -> GameState:
    """A game before its first action: shuffled, dealt, and the first turn begun.

    ``orders`` are given orders of the deck and its reshufflings; those beyond come from ``seed``.
    ``balls`` and ``turn`` begin a game elsewhere than at the start.
    """
    players = setup.players
    pile = orders[0] if orders else shuffled(seed, 1, tuple(range(len(setup.deck.ids))))
    no = (False,) * players
    state = GameState(
        setup=setup,
        seed=seed,
        orders=orders,
        shuffles=1,
        pile=pile,
        discard=(),
        hands=((),) * players,
        balls=tuple(balls) if balls is not None else (Ball(READY),) * players,
        turn=turn,
        turns=0,
        phase=OVER,
        late=no,
        skips=(0,) * players,
        extra=(0,) * players,
    )
    done = [seat for seat, ball in enumerate(state.balls) if ball.where == HOME]
    state = state._replace(finished=tuple(done))
    if done and _decided(state):
        return state
    for seat in range(players):
        if seat not in done:
            state = draw_up(state, seat)
    while turn in done:
        turn = (turn + 1) % players
    return begin_turn(state, turn)


# Turns ----------------------------------------------------------------------------------------


def begin_turn(state: GameState, seat: int) -> GameState:
    """A player's turn begins: late cards are drawn, the ball is put down (K1, K4)."""
    if state.late[seat]:
        state = draw_up(_late(state, seat, False), seat)
    state = state._replace(
        turn=seat, turns=state.turns + 1, owed=(Owed(seat),), phase=SHOOT, stopped_turn=False
    )
    if unplaced(state, seat):
        starts = state.setup.starts(seat)
        if len(starts) > 1:
            return state._replace(phase=PLACE)
        return with_ball(state, seat, Ball(COURSE, starts[0], state.balls[seat].reached))
    return state


def end_turn(state: GameState) -> GameState:
    """Draw up to six, unless the hand was thrown (K2, K4), and pass the turn on clockwise."""
    seat = state.turn
    if not state.late[seat] and state.balls[seat].where != HOME:
        state = draw_up(state, seat)
    state = state._replace(owed=(), met=-1, striker=-1, laid=None, dog=False, concentrated=False)
    if state.extra[seat] and state.balls[seat].where != HOME:
        return begin_turn(_counted(state, "extra", seat, -1), seat)
    while True:
        seat = (seat + 1) % state.setup.players
        if state.balls[seat].where == HOME:
            continue
        if not state.skips[seat]:
            return begin_turn(state, seat)
        state = _counted(state, "skips", seat, -1)


def next_owed(state: GameState) -> GameState:
    """On to the next shot that is owed, or the end of the turn."""
    state = state._replace(
        met=-1, striker=-1, laid=None, phase=SHOOT, dog=False, concentrated=False
    )
    while state.owed:
        seat, card = state.owed[0]
        # A card taken may be played at once; a ball that lies elsewhere cannot be shot with it.
        idle = card >= 0 and (card not in state.hands[seat] or not on_course(state, seat))
        if state.balls[seat].where != HOME and not idle:
            return state
        state = state._replace(owed=state.owed[1:])
    return end_turn(state)


def _late(state: GameState, seat: int, late: bool) -> GameState:
    flags = list(state.late)
    flags[seat] = late
    return state._replace(late=tuple(flags))


def _counted(state: GameState, name: str, seat: int, more: int) -> GameState:
    counts = list(state.extra if name == "extra" else state.skips)
    counts[seat] += more
    if name == "extra":
        return state._replace(extra=tuple(counts))
    return state._replace(skips=tuple(counts))


def lose_turn(state: GameState, seat: int) -> GameState:
    """A player loses the next turn."""
    return _counted(state, "skips", seat, 1)


def win_turn(state: GameState, seat: int) -> GameState:
    """A player gets a turn more after the own one."""
    return _counted(state, "extra", seat, 1)


def throw_hand(state: GameState, seat: int) -> GameState:
    """Throw the whole hand; new cards come late (K4)."""
    return _late(throw(state, seat, state.hands[seat]), seat, True)


def fetched(state: GameState, seat: int) -> GameState:
    """The ball is back where it left; that was the shot (K9)."""
    ball = state.balls[seat]
    state = with_ball(state, seat, ball._replace(where=COURSE))
    return next_owed(state._replace(owed=state.owed[1:]))


# Shots ----------------------------------------------------------------------------------------


def still(state: GameState) -> Motion:
    """The balls before anything has moved."""
    return Motion(state.setup, state.balls)


def set_off(state: GameState, flight: Flight) -> Motion:
    """The ball of a shot on its way, up to the first thing that it meets."""
    steps = flight.steps
    hole = flight.hole >= 0
    if hole:
        steps = steps[: flight.hole + 1]
    return roll(still(state), flight.ball, steps, hole=hole)


def fly(state: GameState) -> GameState:
    """Carry out the shot that was declared and answered."""
    flight = state.flight
    assert flight is not None
    if flight.void or state.stopped_turn:
        return conclude(state._replace(motion=still(state)))
    motion = set_off(state, flight)
    state = state._replace(motion=motion, passed=frozenset())
    if flight.free and flight.hole < 0:
        return state._replace(phase=ROLLED)
    return bounce(state)


def bounce(state: GameState) -> GameState:
    """Draw a card for each reflection to come and take it (K6, K8); then answers."""
    motion = state.motion
    assert motion is not None
    marks = state.setup.deck.marks
    while motion.todo:
        drawn = -1
        if not tired(motion):
            state, drawn = draw(state)
        if drawn < 0:
            motion = stay(motion)
            continue
        state = state._replace(discard=(*state.discard, drawn))
        after = reflect(motion, marks[drawn])
        # A card whose direction the tree does not let through is followed by another.
        in_vain = motion._replace(fruitless=motion.fruitless + 1)
        motion = after if after is not None else in_vain
    return state._replace(motion=motion, balls=motion.balls, phase=MOVED, passed=frozenset())


def conclude(state: GameState) -> GameState:
    """After the answers to a shot: who is done, extra shots, croquet, or the next (K1, K3, K8)."""
    flight, motion = state.flight, state.motion
    assert flight is not None and motion is not None
    state = state._replace(
        flight=None,
        motion=None,
        stack=(),
        passed=frozenset(),
        concentrated=False,
        dog=False,
        laid=None,
        owed=state.owed if flight.croquet else state.owed[1:],
    )
    state = _bring_home(state, motion)
    if _decided(state):
        return state._replace(phase=OVER, owed=())
    if state.stopped_turn or state.balls[state.turn].where == HOME:
        return end_turn(state)
    if flight.croquet:
        # K8: the turn ends; a croquet out of turn ends what its player was owed.
        left = tuple(owed for owed in state.owed if owed.seat != flight.seat)
        return next_owed(state._replace(owed=left))
    won = _extra_shots(state, flight, motion)
    state = state._replace(owed=won + state.owed)
    if won and flight.quiet:
        state = draw_up(_late(state, flight.seat, False), flight.seat)
    met = croquetable(state, flight, motion)
    if met >= 0:
        return state._replace(phase=OFFER, met=met, striker=flight.seat)
    return next_owed(state)


def _extra_shots(state: GameState, flight: Flight, motion: Motion) -> tuple[Owed, ...]:
    """One shot for each hoop that the shooter's own ball has passed (K3)."""
    targets = state.setup.targets[flight.seat]
    hoops = [at for seat, at in motion.passes if seat == flight.seat and targets[at].hoop >= 0]
    return (Owed(flight.seat),) * len(hoops)


def croquetable(state: GameState, flight: Flight, motion: Motion) -> int:
    """The ball that the shooter may croquet: the last that the own ball met; -1 if none (K8)."""
    hits = [met for seat, met in motion.hits if seat == flight.seat]
    if not hits or not on_course(state, flight.seat) or not on_course(state, hits[-1]):
        return -1
    return hits[-1] if beside(state, flight.seat, hits[-1]) else -1


def beside(state: GameState, seat: int, other: int) -> tuple[tuple[str, str], ...]:
    """Where a seat's ball can be laid to croquet another: the cells, and each one's direction."""
    course = state.setup.course
    around = course.neighbours[state.balls[other].cell]
    others = (ball for one, ball in enumerate(state.balls) if one != seat)
    taken = {ball.cell for ball in others if ball.where == COURSE}
    return tuple(
        (cell, course.kind.opposite(direction))
        for direction, cell in around.items()
        if cell and cell not in course.stake_at and cell not in course.tree and cell not in taken
    )


# The end --------------------------------------------------------------------------------------


def _bring_home(state: GameState, motion: Motion) -> GameState:
    """Balls that have reached their last stake are done, their players' cards are thrown (K1)."""
    for seat in dict.fromkeys(seat for seat, _ in motion.passes):
        ball = state.balls[seat]
        if ball.where != HOME and home(state.setup, seat, ball):
            state = with_ball(state, seat, Ball(HOME, "", ball.reached))
            state = throw(state, seat, state.hands[seat])
            state = state._replace(finished=(*state.finished, seat))
    return state


def _decided(state: GameState) -> bool:
    """Whether the game is over: with the first, or with all but one where the others play on."""
    if not state.setup.play_on:
        return bool(state.finished)
    return len(state.everybody) < 2


def hedged(state: GameState, seat: int) -> bool:
    """Whether a ball lies in the hedge (K9)."""
    return state.balls[seat].where == HEDGE


def taken_to(state: GameState, seat: int, card: int, id: str) -> GameState:
    """A card goes into the hand of who took it; a shot may be played at once (K12)."""
    hands = list(state.hands)
    hands[seat] = (*hands[seat], card)
    state = state._replace(hands=tuple(hands))
    flight = state.flight
    if id in state.setup.deck.shots and flight is not None:
        # After the shot that is under way, which is the first of those owed, unless a croquet.
        now = 0 if flight.croquet else 1
        owed = (*state.owed[:now], Owed(seat, card), *state.owed[now:])
        state = state._replace(owed=owed)
    return state
