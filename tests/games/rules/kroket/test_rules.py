"""Rules K1 to K4: the course, a turn, extra shots, and a hand without a shot."""

from __future__ import annotations

import pytest

from games.rules.kroket.actions import (
    Croquet,
    Decline,
    Pass,
    Place,
    React,
    Shoot,
    Stop,
)
from games.rules.kroket.deck import QUIET
from games.rules.kroket.flow import new_game
from games.rules.kroket.game import all_pass, apply
from games.rules.kroket.result import validate_result
from games.rules.kroket.setup import setup_named
from tests.games.rules.kroket.hands import SHOT, holding, players_with_shots
from tests.games.rules.kroket.tables import (
    BLUE,
    HAVEN,
    RED,
    cell,
    closed,
    do,
    refused,
    shot,
    table,
)


def test_k1_six_cards_each_and_blue_begins_beside_the_start_stake() -> None:
    state = new_game(HAVEN, "1")
    assert [len(hand) for hand in state.hands] == [6, 6, 6, 6]
    assert (state.turn, state.phase) == (BLUE, "place")
    assert refused(state, Place(BLUE, "d4")) == ("not_a_start", "K1")
    assert refused(state, Shoot(BLUE, SHOT, "N")) == ("expected_place", "K1")
    state = apply(state, Place(BLUE, "e2"))
    assert (cell(state), state.phase) == ("e2", "shoot")


@pytest.mark.parametrize(("start", "way"), [("d3", "N"), ("c4", "NE"), ("e4", "NW")])
def test_k1_hoop_is_passed_from_south_to_north(start: str, way: str) -> None:
    state = shot(table(blue=f"{start} 0"), QUIET, way)
    assert state.balls[BLUE].reached == 1


@pytest.mark.parametrize(("start", "way"), [("d6", "S"), ("c5", "SE"), ("e5", "SW")])
def test_k1_hoop_is_not_passed_from_north_to_south(start: str, way: str) -> None:
    state = shot(table(holding(SHOT), blue=f"{start} 0"), SHOT, way)
    assert state.balls[BLUE].reached == 0


def test_k1_hoops_count_in_their_order_only() -> None:
    assert shot(table(holding(SHOT), blue="h4 0"), SHOT, "N").balls[BLUE].reached == 0
    assert shot(table(holding(SHOT), blue="h4 1"), SHOT, "N").balls[BLUE].reached == 2


def test_k1_goal_stake_after_the_last_hoop_wins() -> None:
    state = shot(table(holding(SHOT), blue="f9 4"), SHOT, "N")
    assert (state.phase, state.ended, state.winner) == ("over", "played", BLUE)
    assert state.result() == {
        "variant": "standard",
        "players": 4,
        "balls": [
            {"hoops": 4, "stake": True, "place": 1},
            {"hoops": 0, "stake": False, "place": 2},
            {"hoops": 0, "stake": False, "place": 2},
            {"hoops": 0, "stake": False, "place": 2},
        ],
        "ended": "played",
    }
    assert validate_result(state.result()) == ()
    assert refused(state, Pass(BLUE)) == ("over", "K1")


def test_k1_goal_stake_before_the_last_hoop_is_an_obstacle() -> None:
    state = shot(table(holding(SHOT), ["S2"], blue="f9 3"), SHOT, "N")
    assert (cell(state), state.balls[BLUE].reached) == ("f11", 3)


def test_k1_ball_reflected_onto_the_stake_wins() -> None:
    state = shot(table(holding(SHOT), ["N3", "S1"], blue="f8 4", red="f10 0"), SHOT, "N")
    assert (state.phase, state.winner) == ("over", BLUE)


def test_k1_ball_croqueted_onto_the_stake_wins() -> None:
    state = table(holding(SHOT, SHOT), ["S1", "N1"], blue="f8 0", red="f9 4")
    state = shot(state, SHOT, "N")
    assert (state.phase, cell(state), cell(state, RED)) == ("offer", "f8", "f10")
    state = shot(do(state, Croquet(BLUE, "f9")), SHOT)
    assert (state.phase, state.winner) == ("over", RED)


def test_k1_the_others_may_play_on_for_their_places() -> None:
    setup = setup_named(players=3, play_on=True)
    state = table({"blue": (SHOT,), "red": (SHOT,)}, setup=setup, blue="f9 4", red="e11 4")
    state = shot(state, SHOT, "N")
    assert (state.phase, state.finished, state.turn) == ("shoot", (BLUE,), RED)
    assert state.hands[BLUE] == ()
    assert refused(state, React(BLUE, "lorte-hund")) == ("is_home", "K1")
    stopped = apply(state, Stop("played", BLUE))
    assert (stopped.phase, stopped.places) == ("over", (1, 2, 3))
    assert refused(state, Stop("played", RED)) == ("stopped_after_win", "K1")


def test_k1_game_that_is_stopped_has_an_ending_that_can_be() -> None:
    state = table(blue="d6 1", red="k8 2")
    assert refused(state, Stop("played", BLUE)) == ("not_played_out", "K1")
    assert refused(state, Stop("walkover", BLUE)) == ("walkover_begun", "K1")
    assert refused(state, Stop("timeout", BLUE)) == ("not_ahead", "K1")
    assert refused(state, Stop("draw", BLUE)) == ("unknown_ending", "")
    for stop in (Stop("timeout", RED), Stop("adjudicated", BLUE)):
        stopped = apply(state, stop)
        assert stopped.places[stop.winner] == 1
        assert validate_result(stopped.result()) == ()


def test_k2_one_shot_then_cards_up_to_six_then_the_next_player() -> None:
    state = shot(table(holding(SHOT, "baghaand")), SHOT, "N")
    assert (cell(state), state.turn, len(state.hands[BLUE])) == ("b8", RED, 6)


def test_k2_direction_is_one_of_the_grid() -> None:
    assert refused(table(holding(SHOT)), Shoot(BLUE, SHOT, "E")) == ("unknown_direction", "K2")
    lawn = setup_named("plaenen")
    state = table(holding(SHOT), setup=lawn, blue="a2 0", red="i8 0", yellow="i9 0", green="i10 0")
    state = shot(state, SHOT, "E")
    assert cell(state) == "f2"


def test_k2_only_who_is_on_turn_shoots_and_only_with_what_is_held() -> None:
    state = table({"blue": ("lorte-hund",), "red": (SHOT,)})
    assert refused(state, Shoot(RED, SHOT, "N")) == ("not_on_turn", "K2")
    assert refused(state, Shoot(BLUE, SHOT, "N")) == ("not_in_hand", "K2")
    assert refused(state, Shoot(BLUE, "lorte-hund", "N")) == ("not_a_shot", "K2")
    assert refused(state, Shoot(BLUE, "et-helt-andet-skud", "N")) == ("unknown_card", "")
    assert refused(state, Shoot(9, SHOT, "N")) == ("no_seat", "K1")
    assert refused(state, Decline(BLUE)) == ("must_shoot", "K2")


def test_k2_thrown_cards_are_shuffled_when_the_pile_is_empty() -> None:
    state = table(holding(SHOT))
    state = state._replace(discard=state.pile, pile=())
    after = shot(state, SHOT, "N")
    assert (len(after.hands[BLUE]), after.shuffles) == (6, 2)


def test_k3_hoop_gives_an_extra_shot_before_cards_are_drawn() -> None:
    state = shot(table(holding(SHOT, "et-lop"), blue="d3 0"), SHOT, "N")
    assert (state.phase, state.turn, state.shooter) == ("shoot", BLUE, BLUE)
    assert state.hand_ids(BLUE) == ("et-lop",)
    state = shot(state, "et-lop", "N")
    assert (state.turn, len(state.hands[BLUE])) == (RED, 6)


def test_k3_several_hoops_give_several_shots() -> None:
    # Through hoop 1 to a leg of hoop 2, and through that by reflection.
    state = shot(table(holding(SHOT, SHOT, "et-lop"), ["N1"], blue="c4 0"), SHOT, "NE")
    assert (cell(state), state.balls[BLUE].reached, len(state.owed)) == ("g7", 2, 2)
    state = shot(shot(state, SHOT, "S"), "et-lop", "S")
    assert (state.turn, len(state.hands[BLUE])) == (RED, 6)


def test_k3_reflection_through_a_hoop_gives_the_shot_too() -> None:
    state = shot(table(holding(SHOT, "et-lop"), ["NE2"], blue="c2 0"), SHOT, "N")
    assert (cell(state), state.balls[BLUE].reached, state.turn) == ("e5", 1, BLUE)


def test_k4_without_a_shot_the_hand_is_thrown_and_the_ball_goes_two() -> None:
    state = table(holding("lorte-hund", "koncentration"))
    state = apply(state, Shoot(BLUE, QUIET, "N"))
    assert state.hands[BLUE] == ()
    state = closed(state)
    assert (cell(state), state.hands[BLUE], state.turn) == ("b5", (), RED)


def test_k4_not_while_a_shot_is_held() -> None:
    assert refused(table(holding(SHOT)), Shoot(BLUE, QUIET, "N")) == ("has_green", "K4")


def test_k4_new_cards_come_at_the_next_turn() -> None:
    state = shot(table(players_with_shots()), QUIET, "N")
    for _ in range(3):
        assert state.hands[BLUE] == ()
        state = shot(state, SHOT, "N")
    assert (state.turn, len(state.hands[BLUE])) == (BLUE, 6)


def test_k4_hoop_passed_brings_cards_at_once() -> None:
    state = shot(table(blue="d3 0"), QUIET, "N")
    assert (state.turn, state.phase, len(state.hands[BLUE])) == (BLUE, "shoot", 6)


def test_k4_may_croquet() -> None:
    state = shot(table(marks=["S1", "NW1"], blue="d5 0", red="d6 0"), QUIET, "N")
    state = do(state, Croquet(BLUE, "d6"))
    assert refused(state, Shoot(BLUE, QUIET, "N")) == ("croquet_direction", "K8")
    state = shot(state, QUIET)
    assert (cell(state), cell(state, RED)) == ("d6", "a8")
    assert (state.turn, state.hands[BLUE]) == (RED, ())


def test_k4_red_and_blue_cards_may_be_used_first() -> None:
    state = table(holding("blev-jeg-ikke-hoppet-over"))
    state = all_pass(apply(state, React(BLUE, "blev-jeg-ikke-hoppet-over")))
    state = shot(state, QUIET, "N")
    assert (state.turn, state.turns, len(state.hands[BLUE])) == (BLUE, 2, 6)
