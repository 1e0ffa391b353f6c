"""Shots that are taken out of turn, with a card that was just taken (K12), and what follows."""

from __future__ import annotations

from games.rules.kroket.actions import Croquet, Decline, Fetch, React, Shoot
from games.rules.kroket.deck import QUIET
from games.rules.kroket.legal import legal_actions
from games.rules.kroket.state import GameState
from tests.games.rules.kroket.tables import BLUE, RED, YELLOW, cell, closed, do, shot, table

SHOT = "et-paent-skud"
TAKE = "det-kan-jeg-ogsaa-goere"


def taken(*marks: str, red: str, **hands: tuple[str, ...]) -> GameState:
    """Blue has shot away, and red has taken the card and may play it at once."""
    held = {"blue": (SHOT,), "red": (TAKE,), **hands}
    state = table(held, marks, red=f"{red} 0")
    return closed(do(state, Shoot(BLUE, SHOT, "N"), React(RED, TAKE)))


def test_hoop_passed_out_of_turn_gives_its_shooter_the_extra_shot() -> None:
    state = shot(taken(red="d3"), SHOT, "N")
    assert (state.balls[RED].reached, state.shooter, state.turn) == (1, RED, BLUE)
    # Without a shot left it is taken without a card, and the turn of blue ends.
    state = shot(state, QUIET, "S")
    assert (cell(state, RED), state.turn, state.turns) == ("d6", RED, 2)
    assert len(state.hands[BLUE]) == 6


def test_croquet_out_of_turn_ends_what_its_shooter_was_owed() -> None:
    state = shot(taken("S1", "NW1", red="k5"), SHOT, "N")
    assert (state.phase, state.shooter, state.met, cell(state, YELLOW)) == (
        "offer",
        RED,
        YELLOW,
        "j9",
    )
    state = shot(do(state, Croquet(RED, "j8")), QUIET)
    assert (cell(state, RED), cell(state, YELLOW)) == ("j8", "j11")
    assert (state.turn, state.turns, len(state.hands[BLUE])) == (RED, 2, 6)


def test_extra_shot_of_the_turn_comes_before_the_shot_out_of_turn() -> None:
    state = table({"blue": (SHOT, SHOT), "red": (TAKE,)}, blue="d3 0")
    state = closed(do(state, Shoot(BLUE, SHOT, "N"), React(RED, TAKE)))
    assert [owed.seat for owed in state.owed] == [BLUE, RED]
    state = shot(state, SHOT, "S")
    assert (state.shooter, state.turn) == (RED, BLUE)
    state = do(state, Decline(RED))
    assert (state.turn, state.hand_ids(RED)) == (RED, (SHOT,))


def test_ball_in_the_hedge_cannot_be_shot_at_once() -> None:
    state = table({"blue": (SHOT,), "red": (TAKE,)}, red="hedge k8 0")
    state = closed(do(state, Shoot(BLUE, SHOT, "N"), React(RED, TAKE)))
    assert (state.turn, state.hand_ids(RED)) == (RED, (SHOT,))
    assert Fetch(RED) in legal_actions(state, RED)


def test_croquet_is_offered_with_every_free_cell_beside_the_ball() -> None:
    state = table({"blue": (SHOT, SHOT)}, ["SW1", "NE1"], blue="b8 0", red="b10 0")
    state = shot(state, SHOT, "N")
    cells = {move.cell for move in legal_actions(state, BLUE) if isinstance(move, Croquet)}
    assert cells == {"c12", "d11", "d10", "c10", "b10", "b11"}
