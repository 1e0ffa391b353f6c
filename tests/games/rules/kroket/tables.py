"""Tables as tests need them: balls where they are wanted, hands and marks as they are named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from games.rules.kroket.actions import Action, Illegal, React, Shoot
from games.rules.kroket.flow import new_game
from games.rules.kroket.game import all_pass, apply
from games.rules.kroket.moments import asks
from games.rules.kroket.motion import Ball
from games.rules.kroket.position import Position
from games.rules.kroket.setup import Setup, setup_named
from games.rules.kroket.state import OVER, GameState

HAVEN = setup_named()
FAR = {"red": "k8 0", "yellow": "k9 0", "green": "k10 0", "purple": "k4 0", "orange": "k5 0"}
"""Where balls lie that are not in the way."""
BLUE, RED, YELLOW, GREEN = range(4)


def table(
    hands: Mapping[str, Sequence[str]] | None = None,
    marks: Sequence[str] = (),
    setup: Setup = HAVEN,
    turn: int = BLUE,
    **balls: str,
) -> GameState:
    """A table whose turn begins: ``blue="d3 1"`` puts a ball on d3 with one target reached.

    ``hands`` are the cards of each ball, the others hold none; ``marks`` are what is drawn next.
    """
    wanted = {**FAR, "blue": "b3 0", **balls}
    text = "; ".join(f"{ball} {wanted[ball]}" for ball in setup.balls)
    state = new_game(setup, "x", balls=Position.read(setup, text).balls, turn=turn)
    left = list(range(len(setup.deck.ids)))
    held = []
    for ball in setup.balls:
        hand = []
        for card in (hands or {}).get(ball, ()):
            found = next(one for one in left if setup.deck.ids[one] == card)
            left.remove(found)
            hand.append(found)
        held.append(tuple(hand))
    top = []
    for mark in marks:
        found = next(one for one in left if str(setup.deck.marks[one]) == mark)
        left.remove(found)
        top.append(found)
    return state._replace(hands=tuple(held), pile=(*top, *left), discard=())


def do(state: GameState, *actions: Action) -> GameState:
    """The state after actions; windows in the way close with nobody answering."""
    for action in actions:
        if not isinstance(action, React):
            state = closed(state)
        state = apply(state, action)
    return state


def closed(state: GameState) -> GameState:
    """The state once nobody answers any more."""
    while state.phase not in (OVER, "ask") and asks(state):
        state = all_pass(state)
    return state


def shot(state: GameState, card: str, direction: str = "", *path: str) -> GameState:
    """The state after a shot of who is to shoot, which nobody answers."""
    return closed(do(state, Shoot(state.shooter, card, direction, path)))


def cell(state: GameState, seat: int = BLUE) -> str:
    """Where a ball lies; in the hedge and at home that word with the cell."""
    ball: Ball = state.balls[seat]
    return ball.cell if ball.where == "course" else f"{ball.where} {ball.cell}".strip()


def refused(state: GameState, action: Action) -> tuple[str, str]:
    """Why an action is refused: code and rule."""
    with pytest.raises(Illegal) as why:
        apply(state, action)
    assert all(why.value.message(lang) for lang in ("da", "en", "nb"))
    return why.value.code, why.value.rule


def cards(state: GameState) -> list[Any]:
    """All cards of a game, wherever they are, in order of their numbers."""
    hands = [card for hand in state.hands for card in hand]
    stack = [played.card for played in state.stack if played.card >= 0]
    return sorted([*state.pile, *state.discard, *hands, *stack])
