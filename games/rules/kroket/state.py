"""Where a whole game stands. Chance comes from the deck's orders alone, which are in the state."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from games.rules.kroket.actions import Stop
from games.rules.kroket.deck import QUIET
from games.rules.kroket.motion import COURSE, HOME, READY, Ball, Motion, home
from games.rules.kroket.result import HOOPS
from games.rules.kroket.setup import HAND, Setup

PLACE, SHOOT, ROLLED, MOVED, OFFER, CROQUET, ASK, OVER = (
    "place",
    "shoot",
    "rolled",
    "moved",
    "offer",
    "croquet",
    "ask",
    "over",
)
"""Phases: put the ball on a start cell; shoot or fetch; answers after a free path and before its
reflections; answers after a shot; croquet or not; the shot of a croquet; who was last; the end."""


class Owed(NamedTuple):
    """A shot to be taken: by whom, and with which card if not with any (taken at once, K12)."""

    seat: int
    card: int = -1


class Played(NamedTuple):
    """A card on the stack; ``card`` is -1 for "en lille stille en", which is none."""

    seat: int
    id: str
    card: int
    target: tuple[str, ...] = ()
    shot: bool = False
    cancelled: bool = False
    taker: int = -1


class Flight(NamedTuple):
    """A shot that was declared: who shoots which ball, where to, and what became of it."""

    seat: int
    ball: int
    card: str
    direction: str
    steps: tuple[tuple[str, bool], ...]
    free: bool = False
    croquet: bool = False
    void: bool = False
    hole: int = -1
    """The index of the last step, which ends in a hole; -1 without one."""

    @property
    def quiet(self) -> bool:
        """Whether it is the shot without a card (K4)."""
        return self.card == QUIET


class Laid(NamedTuple):
    """A croquet that is laid: the ball to move, which way, and where the own ball lay before."""

    ball: int
    direction: str
    before: str


class GameState(NamedTuple):
    """Where a game stands.

    ``orders`` are the orders of the deck and of its reshufflings as far as given, ``seed`` makes
    those that are not. ``phase`` and ``stack`` say what may happen: with cards on the stack all
    are asked for answers (K10), and ``passed`` are those who have none. ``owed`` are the shots
    to be taken, the next one first. ``late`` are players who draw at their next turn only (K4),
    ``skips`` and ``extra`` turns to lose and to win.
    """

    setup: Setup
    seed: str
    orders: tuple[tuple[int, ...], ...]
    shuffles: int
    pile: tuple[int, ...]
    discard: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    balls: tuple[Ball, ...]
    turn: int
    turns: int
    phase: str
    owed: tuple[Owed, ...] = ()
    stack: tuple[Played, ...] = ()
    passed: frozenset[int] = frozenset()
    flight: Flight | None = None
    motion: Motion | None = None
    met: int = -1
    """The ball that may be croqueted."""
    striker: int = -1
    """Who may croquet it, or has laid the own ball for it."""
    laid: Laid | None = None
    limit: tuple[str, ...] = ()
    concentrated: bool = False
    dog: bool = False
    stopped_turn: bool = False
    asking: str = ""
    """The phase to go back to once it is known who was last."""
    late: tuple[bool, ...] = ()
    skips: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    finished: tuple[int, ...] = ()
    stopped: Stop | None = None

    @property
    def shooter(self) -> int:
        """Who is to shoot, or shoots."""
        if self.flight is not None:
            return self.flight.seat
        if self.striker >= 0:
            return self.striker
        return self.owed[0].seat if self.owed else self.turn

    @property
    def winner(self) -> int | None:
        """Who has won, None while nobody has."""
        if self.finished:
            return self.finished[0]
        return self.stopped.winner if self.stopped else None

    @property
    def ended(self) -> str | None:
        """How the game ended, None while it goes on."""
        if self.phase != OVER:
            return None
        return self.stopped.ended if self.stopped else "played"

    def hand_ids(self, seat: int) -> tuple[str, ...]:
        """The cards of a hand by their ids."""
        return tuple(self.setup.deck.ids[card] for card in self.hands[seat])

    def greens(self, seat: int) -> tuple[str, ...]:
        """The different shots in a hand."""
        deck = self.setup.deck
        held = (deck.ids[card] for card in self.hands[seat] if deck.is_green(card))
        return tuple(dict.fromkeys(held))

    @property
    def everybody(self) -> tuple[int, ...]:
        """Those who still play."""
        return tuple(seat for seat in range(self.setup.players) if self.balls[seat].where != HOME)

    @property
    def places(self) -> tuple[int, ...]:
        """Each seat's place: in the order of finishing, then by what was reached, ties shared."""
        first = self.winner
        keys = []
        for seat, ball in enumerate(self.balls):
            done = self.finished.index(seat) if seat in self.finished else len(self.balls)
            keys.append((done, seat != first, -ball.reached))
        ranked = sorted(keys)
        return tuple(ranked.index(key) + 1 for key in keys)

    def result(self, minutes: int | None = None) -> dict[str, Any]:
        """The result of a game that is over, as ``validate_result`` reads it."""
        setup = self.setup
        balls = [
            {
                "hoops": sum(target.hoop >= 0 for target in setup.targets[seat][: ball.reached]),
                "stake": home(setup, seat, ball),
                "place": place,
            }
            for seat, (ball, place) in enumerate(zip(self.balls, self.places, strict=True))
        ]
        result: dict[str, Any] = {
            "variant": setup.variant,
            "players": setup.players,
            "balls": balls,
            "ended": self.ended,
        }
        if len(setup.course.hoops) != HOOPS:
            result["hoops"] = len(setup.course.hoops)
        if minutes is not None:
            result["minutes"] = minutes
        return result


# Cards ----------------------------------------------------------------------------------------


def shuffled(seed: str, number: int, cards: tuple[int, ...]) -> tuple[int, ...]:
    """The ``number``-th shuffle of a game (from 1), top card first."""
    pile = sorted(cards)
    random.Random(f"{seed}:deck {number}").shuffle(pile)
    return tuple(pile)


def draw(state: GameState) -> tuple[GameState, int]:
    """The state without its top card, and that card; -1 if all cards are in hands."""
    if not state.pile:
        if not state.discard:
            return state, -1
        number = state.shuffles + 1
        if number <= len(state.orders):
            pile = state.orders[number - 1]
        else:
            pile = shuffled(state.seed, number, state.discard)
        state = state._replace(pile=pile, discard=(), shuffles=number)
    return state._replace(pile=state.pile[1:]), state.pile[0]


def draw_up(state: GameState, seat: int, most: int = HAND) -> GameState:
    """Draw up to ``most`` cards in the hand (K2)."""
    while len(state.hands[seat]) < most:
        state, card = draw(state)
        if card < 0:
            break
        state = with_hand(state, seat, (*state.hands[seat], card))
    return state


def with_hand(state: GameState, seat: int, hand: tuple[int, ...]) -> GameState:
    """The state with another hand for a seat."""
    hands = list(state.hands)
    hands[seat] = hand
    return state._replace(hands=tuple(hands))


def find(state: GameState, seat: int, card: str) -> int:
    """The card of that id in a hand that comes first, -1 if there is none."""
    ids = state.setup.deck.ids
    return next((held for held in state.hands[seat] if ids[held] == card), -1)


def without(state: GameState, seat: int, card: int) -> GameState:
    """The state with a card taken from a hand."""
    return with_hand(state, seat, tuple(held for held in state.hands[seat] if held != card))


def throw(state: GameState, seat: int, cards: tuple[int, ...]) -> GameState:
    """The state with cards of a hand thrown."""
    kept = tuple(card for card in state.hands[seat] if card not in cards)
    gone = tuple(card for card in state.hands[seat] if card in cards)
    return with_hand(state, seat, kept)._replace(discard=(*state.discard, *gone))


def with_ball(state: GameState, seat: int, ball: Ball) -> GameState:
    """The state with a ball elsewhere."""
    balls = list(state.balls)
    balls[seat] = ball
    return state._replace(balls=tuple(balls))


def on_course(state: GameState, seat: int) -> bool:
    """Whether a ball can be shot."""
    return state.balls[seat].where == COURSE


def unplaced(state: GameState, seat: int) -> bool:
    """Whether a ball has not been put on the course yet."""
    return state.balls[seat].where == READY
