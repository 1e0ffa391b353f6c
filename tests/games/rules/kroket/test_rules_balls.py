"""Rules K5 to K11: what balls meet, croquet, the hedge, answers, and other courses."""

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
)
from games.rules.kroket.flow import new_game
from games.rules.kroket.game import all_pass, apply
from games.rules.kroket.result import validate_result
from games.rules.kroket.setup import setup_named
from tests.games.rules.kroket.hands import SHOT, holding, players_with_shots
from tests.games.rules.kroket.tables import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    cell,
    closed,
    do,
    refused,
    shot,
    table,
)


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
