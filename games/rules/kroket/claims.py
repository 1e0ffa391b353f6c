"""What whoever acts must be and hold, and how it is called when it is refused."""

from __future__ import annotations

from games.rules.kroket.actions import Illegal, ball_term
from games.rules.kroket.motion import HOME
from games.rules.kroket.state import GameState, find
from games.rules.messages import Param


def name_of(state: GameState, seat: int) -> Param:
    return ball_term(state.setup.balls[seat])


def check_seat(state: GameState, seat: int) -> None:
    if not 0 <= seat < state.setup.players:
        raise Illegal("no_seat", "K1", seat=seat)
    if state.balls[seat].where == HOME:
        raise Illegal("is_home", "K1", ball=name_of(state, seat))


def title_of(state: GameState, card: str) -> str:
    return state.setup.deck.title_of(card)


def held_card(state: GameState, seat: int, card: str) -> int:
    if state.setup.deck.card(card) is None:
        raise Illegal("unknown_card", "", card=card)
    held = find(state, seat, card)
    if held < 0:
        raise Illegal("not_in_hand", "K2", ball=name_of(state, seat), card=title_of(state, card))
    return held
