"""The 7: shared steps, the end of a colour, and the partner's share."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.partners import (
    DM_2018,
    DM_2023,
    GAMES,
    PARTNERS_PLUS_TEAMS,
    Position,
    Rules,
    legal_moves,
)
from games.rules.partners.shares import begin, splits

from .boards import LOCKED, after, at, notations, positions

SHORT = Rules(seven_may_end_short=True)
SEVEN_OPTIONS = [name for name in Rules.__dataclass_fields__ if name.startswith("seven_")]


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ("red1", {"red1-red8"}),
        ("start", {"start-red7"}),
        ("red10", {"red10-blue3"}),
        ("goal1", set()),
        ("", set()),
    ],
)
def test_single_piece_takes_all_seven_steps(pieces: str, expected: set[str]) -> None:
    """F1."""
    assert notations(at(red=pieces), "red", "7") == expected


def test_leg_may_turn_in_the_lane() -> None:
    """F2."""
    assert "goal3-goal2 + goal4-goal3 + yellow14-goal4" in notations(
        at(red="goal1 goal3 goal4 yellow14"), "red", "7"
    )


def test_leg_is_walked_on_the_board_the_leg_before_left() -> None:
    """F1: whoever moves first makes room for the other, or is in its way."""
    assert notations(at(red="goal4 yellow13"), "red", "7") == {
        "goal4-goal3 + yellow13-goal4",
        "goal4-goal3 + yellow13-yellow11",
        "goal4-goal2 + yellow13-goal3",
        "goal4-goal2 + yellow13-yellow14",
        "goal4-goal1 + yellow13-goal2",
        "goal4-yellow14",
        "yellow13-yellow14 + goal4-goal4",
    }


def test_leg_may_end_with_the_mover_at_home() -> None:
    """F4."""
    position = at(red="red1 red5", blue="red3 red3")
    assert "red1-red3* + red5-red10" in notations(position, "red", "7")


def test_legs_may_send_several_pieces_home() -> None:
    position = at(red="red1 red5", blue="red3", yellow="red10")
    assert at(red="red3 red10") in after(position, "red", "7")


def test_second_leg_to_a_captured_field_stacks() -> None:
    position = at(red="red1 red2", blue="red5")
    assert at(red="red5 red5") in after(position, "red", "7")


def test_leg_of_a_seven_goes_forward_only_and_is_blocked_like_any_walk() -> None:
    """F4."""
    position = at(red="red13 blue13", blue="start", green="start")
    assert notations(position, "red", "7") == set()


def test_partner_is_helped_only_after_the_last_own_piece_has_locked() -> None:
    """F3: never before, and never as long as an own piece is free."""
    position = at(red="goal1 goal2 yellow14 red1", green="green1")
    assert not any("green:" in move for move in notations(position, "red", "7"))


def test_partners_pieces_are_moved_one_after_the_other_each_once() -> None:
    """F3."""
    position = at(red="goal1 goal2 goal3 yellow14", green="green1 green3")
    moves = notations(position, "red", "7")
    assert "yellow14-goal4 + green:green1-green4 + green:green3-green6" in moves
    assert all(move.count("green:green1-") <= 1 for move in moves)


def test_seven_with_all_own_pieces_locked_is_the_partners() -> None:
    """G1."""
    assert notations(at(red=LOCKED, green="green1"), "red", "7") == {"green:green1-green8"}


@pytest.mark.parametrize(
    ("position", "short"),
    [
        # The leg that ends the whole side may leave steps over.
        (at(red="goal1 goal2 goal3 yellow14", green=LOCKED), {"yellow14-goal4"}),
        (
            at(red="goal1 goal2 goal3 yellow14", green="goal1 goal2 goal3 blue14"),
            {"yellow14-goal4 + green:blue14-goal4"},
        ),
        (at(red=LOCKED, green="goal1 goal2 goal3 blue14"), {"green:blue14-goal4"}),
        # One that only ends the colour may not.
        (at(red="goal1 goal2 goal3 yellow14"), set()),
        (at(red="goal1 goal2 goal3 yellow14", green="goal1 goal2 goal3"), set()),
    ],
)
def test_steps_may_stay_unused_only_under_the_option_and_when_the_side_is_done(
    position: Position, short: set[str]
) -> None:
    """F3."""
    literal = notations(position, "red", "7")
    assert literal.isdisjoint(short)
    assert notations(position, "red", "7", SHORT) == literal | short


def test_lane_is_judged_after_each_leg_in_2023() -> None:
    """C9."""
    assert notations(at(red="goal4 red1"), "red", "7", DM_2023) == {
        "red1-red8",
        "goal4-goal1 + red1-red5",
        "goal4-yellow14",
    }


def test_team_may_spread_a_seven_over_both_partners() -> None:
    """P8; the option keeps it to one."""
    position = at(PARTNERS_PLUS_TEAMS, red=LOCKED, yellow="yellow1", blue="blue1")
    assert after(position, "red", "7") == {
        at(PARTNERS_PLUS_TEAMS, red=LOCKED, yellow=f"yellow{1 + n}", blue=f"blue{8 - n}")
        for n in range(8)
    }
    assert notations(position, "red", "7", Rules(seven_may_serve_both=False)) == {
        "yellow:yellow1-yellow8",
        "blue:blue1-blue8",
    }


def test_team_goes_on_with_the_other_partner_when_one_finishes() -> None:
    """P8: under either option."""
    position = at(
        PARTNERS_PLUS_TEAMS, red=LOCKED, yellow="goal1 goal2 goal3 orange13", blue="blue1"
    )
    finished = at(PARTNERS_PLUS_TEAMS, red=LOCKED, yellow=LOCKED, blue="blue7")
    assert finished in after(position, "red", "7")
    assert finished in after(position, "red", "7", Rules(seven_may_serve_both=False))


def test_team_mates_leg_opens_the_way_for_the_others() -> None:
    """Yellow's piece leaves its start field before blue passes it."""
    position = at(PARTNERS_PLUS_TEAMS, red=LOCKED, yellow="start", blue="orange13")
    assert at(PARTNERS_PLUS_TEAMS, red=LOCKED, yellow="yellow1", blue="yellow6") in after(
        position, "red", "7"
    )
    assert at(PARTNERS_PLUS_TEAMS, red=LOCKED, yellow="start", blue="yellow7") not in after(
        position, "red", "7"
    )


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_short_cuts_find_what_every_order_of_legs_finds(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(list(GAMES.values())))
    position = data.draw(positions(game, near_goal=data.draw(st.booleans())))
    rules = replace(
        data.draw(st.sampled_from([DM_2018, DM_2023])),
        **{option: data.draw(st.booleans()) for option in SEVEN_OPTIONS},
    )
    seat = data.draw(st.integers(0, len(game.board.colours) - 1))
    player = game.board.colours[seat]
    share = begin(game, position.cells, (seat, *game.partners[seat]), 7)
    every_order = set(splits(game, seat, share, rules))
    if position.finished_sides():
        every_order = set()
    moves = legal_moves(position, player, "7", rules)
    assert {move.cells for move in moves} == every_order


def test_split_is_written_with_as_few_legs_as_it_takes() -> None:
    """A piece that turns and comes back where it stood is not named if it need not be."""
    position = at(red="yellow14 red1", blue="red6 red6 red8 red8")
    assert notations(position, "red", "7") >= {"red1-red8*"}
    assert "yellow14-yellow14 + red1-red6*" not in notations(position, "red", "7")
