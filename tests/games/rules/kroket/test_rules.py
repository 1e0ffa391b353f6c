"""The rules K1 to K11, one by one, on the course that ships."""

from __future__ import annotations

import pytest

from games.rules.kroket.actions import (
    Croquet,
    Decline,
    Fetch,
    LastToSay,
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
from tests.games.rules.kroket.tables import (
    BLUE,
    GREEN,
    HAVEN,
    RED,
    YELLOW,
    cell,
    closed,
    do,
    refused,
    shot,
    table,
)

SHOT = "et-paent-skud"


def holding(*ids: str) -> dict[str, tuple[str, ...]]:
    return {"blue": ids}


# K1 -------------------------------------------------------------------------------------------


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


# K2 -------------------------------------------------------------------------------------------


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


# K3 -------------------------------------------------------------------------------------------


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


# K4 -------------------------------------------------------------------------------------------


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


def players_with_shots() -> dict[str, tuple[str, ...]]:
    return {"red": (SHOT,), "yellow": (SHOT,), "green": (SHOT,)}


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


# K5, K6, K7 -----------------------------------------------------------------------------------


def test_k5_in_the_air_a_ball_meets_nothing() -> None:
    # Over red, then over the tree.
    state = shot(table(holding("en-svaever"), blue="f5 0", red="f6 0"), "en-svaever", "N")
    assert (cell(state), cell(state, RED)) == ("f9", "f6")
    # Over the hoop.
    state = shot(table(holding("en-svaever"), blue="d3 0"), "en-svaever", "N")
    assert (cell(state), state.balls[BLUE].reached) == ("d7", 0)
    # Over the stake.
    state = shot(table(holding("en-svaever"), blue="e12 4"), "en-svaever", "NE")
    assert state.balls[BLUE].reached == 4


@pytest.mark.parametrize(
    ("start", "reached", "mark", "end"),
    [("c2", 0, "SW1", "b3"), ("f9", 0, "S3", "f10"), ("f5", 0, "S2", "f5")],
    ids=["leg", "stake", "tree"],
)
def test_k6_obstacle_stops_the_ball_and_a_card_says_where_it_goes(
    start: str, reached: int, mark: str, end: str
) -> None:
    state = shot(table(holding(SHOT), [mark], blue=f"{start} {reached}"), SHOT, "N")
    assert cell(state) == end
    assert len(state.discard) == 2


def test_k6_cards_are_drawn_until_one_leads_off_the_tree() -> None:
    state = shot(table(holding(SHOT), ["N1", "N2", "NE1"], blue="f5 0"), SHOT, "N")
    # Through the trunk is impossible, along it is not.
    assert (cell(state), len(state.discard)) == ("g8", 4)


def test_k6_ball_that_comes_down_on_the_tree_may_skip_any_way() -> None:
    state = shot(table(holding("en-svaever"), ["N1"], blue="f3 0"), "en-svaever", "N")
    assert cell(state) == "f8"


@pytest.mark.parametrize(
    ("start", "way", "mark", "reached"),
    [
        ("c2", "N", "N1", 1),
        ("c2", "N", "NE1", 1),
        ("c2", "N", "NW1", 0),
        ("e2", "N", "N1", 1),
        ("e2", "N", "NW1", 1),
        ("e2", "N", "NE1", 0),
        ("b3", "NE", "NE1", 1),
        ("c6", "S", "N1", 0),
        ("c6", "S", "NE1", 0),
    ],
)
def test_k7_reflection_passes_from_the_south_in_two_directions(
    start: str, way: str, mark: str, reached: int
) -> None:
    state = shot(table(holding(SHOT), [mark], blue=f"{start} 0"), SHOT, way)
    assert state.balls[BLUE].reached == reached


# K8 -------------------------------------------------------------------------------------------


def test_k8_both_balls_are_reflected_the_own_one_first() -> None:
    state = shot(table(holding(SHOT, SHOT), ["S2", "NE1"], blue="b3 0", red="b6 0"), SHOT, "N")
    assert (cell(state), cell(state, RED), state.phase) == ("b4", "c7", "offer")


def test_k8_who_does_not_croquet_ends_the_turn() -> None:
    state = shot(table(holding(SHOT, SHOT), ["S2", "NE1"], blue="b3 0", red="b6 0"), SHOT, "N")
    assert refused(state, Shoot(BLUE, SHOT, "N")) == ("expected_offer", "K8")
    state = do(state, Decline(BLUE))
    assert (cell(state), cell(state, RED), state.turn) == ("b4", "c7", RED)


def test_k8_croquet_moves_the_other_ball_from_the_own_one_on_and_ends_the_turn() -> None:
    hands = holding(SHOT, "et-lop")
    state = shot(table(hands, ["SW1", "NE1"], blue="b8 0", red="b10 0"), SHOT, "N")
    assert refused(state, Croquet(BLUE, "c9")) == ("not_beside", "K8")
    state = do(state, Croquet(BLUE, "b10"))
    state = shot(state, "et-lop")
    # Laid south-west of red, the direction is north-east; the own ball stays.
    assert (cell(state), cell(state, RED), state.turn) == ("b10", "f12", RED)


def test_k8_hoop_counts_for_the_croqueted_ball_without_an_extra_shot() -> None:
    state = shot(table(holding(SHOT, SHOT), ["SW1", "S1"], blue="d2 1", red="d3 0"), SHOT, "N")
    state = shot(do(state, Croquet(BLUE, "d1")), SHOT)
    assert (state.balls[RED].reached, state.turn, state.shooter) == (1, RED, RED)


def test_k8_ball_in_the_hedge_is_not_croqueted() -> None:
    state = shot(table(holding(SHOT, SHOT), ["S1", "NW3"], blue="b3 0", red="b6 0"), SHOT, "N")
    assert (cell(state, RED), state.phase, state.turn) == ("hedge a7", "shoot", RED)


# K9 -------------------------------------------------------------------------------------------


def test_k9_ball_in_the_hedge_costs_the_next_turn() -> None:
    state = shot(table(holding(SHOT), blue="b10 0"), SHOT, "N")
    assert (cell(state), state.turn) == ("hedge b12", RED)
    state = table({"blue": (SHOT,), **players_with_shots()}, blue="hedge b12 0")
    assert refused(state, Shoot(BLUE, SHOT, "N")) == ("fetch_first", "K9")
    state = do(state, Fetch(BLUE))
    assert (cell(state), state.turn, len(state.hands[BLUE])) == ("b12", RED, 6)
    assert refused(state, Fetch(RED)) == ("not_in_hedge", "K9")


def test_k9_extra_shot_just_won_fetches_the_ball() -> None:
    state = shot(table(holding("lige-i-roeven", SHOT), blue="h10 3"), "lige-i-roeven", "N")
    assert (cell(state), state.balls[BLUE].reached, state.turn) == ("hedge h13", 4, BLUE)
    state = do(state, Fetch(BLUE))
    assert (cell(state), state.turn) == ("h13", RED)


# K10 ------------------------------------------------------------------------------------------

ANSWERS = {
    "blue": (SHOT, "argh-jeg-har-en-koelle"),
    "red": ("den-skal-ikke-nedad", "banen-er-ikke-helt-lige"),
    "green": ("det-har-jeg-ogsaa",),
}


def test_k10_last_in_is_first_out() -> None:
    state = do(table(ANSWERS), Shoot(BLUE, SHOT, "N"), React(RED, "den-skal-ikke-nedad"))
    assert cell(closed(state)) == "b3"
    state = apply(state, React(BLUE, "argh-jeg-har-en-koelle"))
    assert cell(closed(state)) == "b8"
    state = apply(state, React(GREEN, "det-har-jeg-ogsaa"))
    assert cell(closed(state)) == "b3"


def test_k10_cancelling_card_answers_the_card_before_it_only() -> None:
    state = do(table(ANSWERS), Shoot(BLUE, SHOT, "N"), React(BLUE, "argh-jeg-har-en-koelle"))
    # A new card has closed the window of the shot.
    assert refused(state, React(RED, "den-skal-ikke-nedad")) == ("does_not_fit", "K10")
    assert cell(closed(state)) == "b3"


def test_k10_movement_closes_the_window_of_the_shot() -> None:
    state = all_pass(do(table(ANSWERS), Shoot(BLUE, SHOT, "N")))
    assert state.phase == "moved"
    assert refused(state, React(RED, "den-skal-ikke-nedad")) == ("does_not_fit", "K10")
    assert refused(state, React(GREEN, "det-har-jeg-ogsaa")) == ("does_not_fit", "K10")
    state = closed(apply(state, React(RED, "banen-er-ikke-helt-lige")))
    assert cell(state) == "hedge a8"


def test_k10_blue_cards_are_played_at_any_time_by_anyone() -> None:
    state = table({"blue": (SHOT,), "green": ("hvem-henter-oel",)})
    state = do(state, React(GREEN, "hvem-henter-oel"))
    assert refused(state, Shoot(BLUE, SHOT, "N")) == ("answers_first", "K10")
    state = do(all_pass(state), LastToSay(YELLOW))
    assert cell(shot(state, SHOT, "N")) == "b8"


def test_k10_all_must_have_passed_before_play_goes_on() -> None:
    state = do(table(ANSWERS), Shoot(BLUE, SHOT, "N"))
    for seat in (GREEN, BLUE, YELLOW):
        state = apply(state, Pass(seat))
    assert refused(state, Pass(BLUE)) == ("has_passed", "K10")
    assert refused(state, React(BLUE, "argh-jeg-har-en-koelle")) == ("has_passed", "K10")
    answered = apply(state, React(RED, "den-skal-ikke-nedad"))
    assert answered.passed == frozenset()
    assert cell(apply(state, Pass(RED))) == "b8"


def test_k10_nothing_is_answered_before_something_is_played() -> None:
    state = table(ANSWERS)
    assert refused(state, Pass(RED)) == ("nothing_to_answer", "K10")
    assert refused(state, React(RED, "den-skal-ikke-nedad")) == ("does_not_fit", "K10")
    assert refused(state, React(BLUE, SHOT)) == ("not_a_reaction", "K10")


# K11 ------------------------------------------------------------------------------------------


def test_k11_there_and_back_turns_at_the_goal_and_ends_at_the_start() -> None:
    setup = setup_named(variant="there-and-back")
    state = shot(table(holding(SHOT), ["S2"], setup=setup, blue="f9 4"), SHOT, "N")
    assert (state.phase, state.balls[BLUE].reached, cell(state)) == ("shoot", 5, "f11")
    # Back, hoop 4 is passed to the south, and from its legs the mirrored ways lead through.
    assert shot(table(holding(SHOT), setup=setup, blue="h13 5"), SHOT, "S").balls[0].reached == 6
    assert shot(table(holding(SHOT), setup=setup, blue="h9 5"), SHOT, "N").balls[0].reached == 5
    legs = table(holding(SHOT), ["SE1"], setup=setup, blue="g13 5")
    assert shot(legs, SHOT, "S").balls[BLUE].reached == 6
    state = shot(table(holding(SHOT), setup=setup, blue="f4 9"), SHOT, "S")
    assert (state.phase, state.winner) == ("over", BLUE)
    assert state.result()["balls"][0] == {"hoops": 8, "stake": True, "place": 1}
    assert validate_result(state.result()) == ()


def test_k11_six_players_come_from_both_ends() -> None:
    setup = setup_named(variant="six", players=6)
    state = new_game(setup, "1")
    assert [setup.starts(seat)[0] for seat in range(6)] == ["f2", "f12"] * 3
    assert refused(state, Place(BLUE, "f12")) == ("not_a_start", "K1")
    state = table({"red": (SHOT,)}, setup=setup, turn=RED, red="h13 0")
    assert shot(state, SHOT, "S").balls[RED].reached == 1
    state = table({"red": (SHOT,)}, setup=setup, turn=RED, red="f4 4")
    state = shot(state, SHOT, "S")
    assert (state.phase, state.winner) == ("over", RED)
    assert validate_result(state.result()) == ()


def test_k11_another_course_and_another_grid() -> None:
    for course in ("den-lange", "plaenen"):
        setup = setup_named(course)
        mouth = setup.course.hoops[0].cell
        south = f"{mouth[0]}{int(mouth[1:]) - 1}"
        hand, start = holding("et-lop"), f"{south} 0"
        state = table(hand, setup=setup, blue=start, red="a9 0", yellow="a10 0", green="a11 0")
        state = shot(state, "et-lop", "N")
        assert state.balls[BLUE].reached == 1
