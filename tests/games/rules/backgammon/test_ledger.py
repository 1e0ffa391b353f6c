"""One test a rule of the ledger, G1 to G12, each under its id."""

import pytest

from games.rules.backgammon import (
    GameState,
    Illegal,
    MatchRules,
    MatchState,
    Outcome,
    Position,
    legal_plays,
    replay_text,
)
from games.rules.backgammon.game import Phase
from games.rules.backgammon.rules import Cube, kind_lost

from .boards import board


def notations(position: Position, *dice: int) -> list[str]:
    return [play.notation for play in legal_plays(position, (dice[0], dice[1]))]


def test_g1_start_is_the_same_for_both() -> None:
    start = Position.start()
    mine = {point: count for point, count in enumerate(start.points, 1) if count > 0}
    assert mine == {24: 2, 13: 5, 8: 3, 6: 5}
    assert start.mirrored() == start
    assert (start.bar, start.off) == ((0, 0), (0, 0))


def test_g2_higher_die_opens_with_both_and_equal_dice_are_thrown_again() -> None:
    opened = GameState(MatchRules(7)).open(2, 5)
    assert (opened.turn, opened.dice, opened.phase) == (1, (5, 2), Phase.PLAY)
    with pytest.raises(Illegal) as refused:
        GameState(MatchRules(7)).open(4, 4)
    assert refused.value.rule == "G2"


def test_g3_every_landing_point_must_be_open() -> None:
    # 24/18 is held; 24/23 and on is open; by way of 18 nothing goes.
    position = board({24: 1}, {18: 2, 1: 2})
    assert notations(position, 6, 1) == ["24/17"]
    assert notations(board({24: 1}, {18: 2, 23: 2, 1: 2}), 6, 1) == []


def test_g4_doubles_are_played_four_times() -> None:
    assert notations(board({24: 1}, {1: 2}), 3, 3) == ["24/12"]
    assert notations(board({24: 2}, {1: 2}), 6, 6) == ["24/12(2)", "24/18 24/6"]


def test_g5_both_dice_then_the_higher_then_the_lower() -> None:
    # The 1 first would leave the 6 without a move: 10/4 9/8 plays both.
    both = board({10: 1, 9: 1}, {3: 2, 2: 2})
    assert notations(both, 6, 1) == ["10/4 9/8"]
    # Either die can be played, not both: the higher.
    assert notations(board({10: 1}, {3: 2}), 6, 1) == ["10/4"]
    # Only the lower can be played.
    assert notations(board({10: 1}, {4: 2, 3: 2}), 6, 1) == ["10/9"]
    # As many of a double as possible.
    assert notations(board({10: 1}, {4: 2}), 2, 2) == ["10/6"]


def test_g6_a_lone_checker_hit_goes_to_the_bar() -> None:
    (play,) = legal_plays(board({10: 1}, {4: 1, 3: 2}), (6, 1))
    assert play.notation == "10/4*"
    assert (play.position.points[3], play.position.bar) == (1, (0, 1))


def test_g7_checkers_come_in_from_the_bar_before_others_move() -> None:
    position = board({6: 2}, {24: 2, 1: 2}, bar=(1, 0))
    assert notations(position, 3, 1) == ["bar/21", "bar/22 6/5"]
    assert notations(board({6: 2}, {24: 2, 22: 2}, bar=(1, 0)), 3, 1) == []
    assert notations(board({6: 2}, {24: 2}, bar=(2, 0)), 3, 1) == ["bar/22"]


def test_g8_bearing_off_only_with_all_at_home_and_higher_dice_from_the_top() -> None:
    assert notations(board({5: 1, 3: 1}), 5, 3) == ["5/off 3/off", "5/2 3/off"]
    assert notations(board({4: 1, 2: 1}), 6, 5) == ["4/off 2/off"]
    # One outside: it comes home first.
    assert notations(board({9: 1, 5: 1}), 5, 4) == ["9/off", "9/4 5/1"]
    # A 5 cannot take one off the 4-point while one stands on the 6-point.
    assert notations(board({6: 1, 4: 2}, {1: 2}), 5, 5) == []
    assert notations(board({5: 1, 4: 2}, {1: 2}), 5, 5) == ["5/off 4/off(2)"]


@pytest.mark.parametrize(
    ("theirs", "bar", "kind"),
    [
        ({20: 5}, 0, "single"),
        ({20: 15}, 0, "gammon"),
        ({20: 14}, 1, "backgammon"),
        ({20: 14, 6: 1}, 0, "backgammon"),
        ({20: 14, 7: 1}, 0, "gammon"),
        ({20: 9}, 1, "single"),
    ],
)
def test_g9_single_gammon_backgammon(theirs: dict[int, int], bar: int, kind: str) -> None:
    assert kind_lost(board({}, theirs, bar=(0, bar)).cells) == kind


def test_g10_cube_multiplies_and_belongs_to_the_taker() -> None:
    state = GameState(MatchRules(7), phase=Phase.ROLL, turn=0)
    taken = state.double().take()
    assert (taken.cube, taken.turn, taken.phase) == (Cube(2, 1), 0, Phase.ROLL)
    with pytest.raises(Illegal) as refused:
        taken.double()
    assert (refused.value.code, refused.value.rule) == ("not_own_cube", "G10")
    dropped = state.double().drop()
    assert dropped.outcome == Outcome(0, "single", 1, dropped=True)
    assert Outcome(0, "gammon", 4).points(MatchRules(7)) == 8


def test_g11_crawford_game_has_no_cube_and_the_next_has_it_again() -> None:
    match = MatchState(MatchRules(3)).after(Outcome(0, "gammon", 1))
    crawford = match.next_game()
    assert (match.crawford, crawford.cube_in_play) == (True, False)
    opened = GameState(match.rules, cube_in_play=False, phase=Phase.ROLL)
    with pytest.raises(Illegal) as refused:
        opened.double()
    assert refused.value.rule == "G11"
    later = match.after(Outcome(1, "single", 1))
    assert (later.score, later.crawford, later.next_game().cube_in_play) == ((2, 1), False, True)


def test_g12_record_of_a_match_is_read_from_mat_text() -> None:
    text = " 1 point match\n\n Game 1\n A : 0    B : 0\n  1) 31: 8/5 6/5\n      Wins 1 point\n"
    replay = replay_text(text)
    assert (replay.legal, replay.score, replay.winner) == (True, (1, 0), 0)
