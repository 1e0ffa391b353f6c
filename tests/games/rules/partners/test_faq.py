"""The questions that players ask, and the guide's answers (pages 12 to 16)."""

import pytest

from games.rules.partners import PARTNERS, Rules, judge_hand

from .boards import LOCKED, at, notations


def test_start_fields_never_count() -> None:
    """Page 13."""
    assert notations(at(yellow="yellow13"), "yellow", "3") == {"yellow13-red2"}


def test_landing_on_an_own_piece_sends_nobody_home() -> None:
    """Page 13."""
    assert notations(at(red="red3 red5"), "red", "2") == {"red3-red5", "red5-red7"}


@pytest.mark.parametrize("other", ["green", "blue"])
def test_others_go_home_from_two_of_my_pieces_my_partner_too(other: str) -> None:
    """Page 13."""
    position = at(**{"red": "red5 red5", other: "red3"})
    assert notations(position, other, "2") == {"red3-red5*"}


def test_two_own_pieces_on_a_field_do_not_block() -> None:
    """Page 13."""
    assert notations(at(red="red5 red5", blue="red3"), "blue", "3") == {"red3-red6"}


def test_single_piece_on_its_own_start_field_blocks() -> None:
    """Page 13."""
    assert notations(at(red="start", yellow="yellow13"), "yellow", "3") == set()


def test_blocked_piece_does_not_turn_back() -> None:
    """Page 13: stay on the right side, move another, or throw the hand."""
    position = at(yellow="red12", blue="start")
    assert notations(position, "yellow", "5") == set()
    assert notations(at(yellow="red12 yellow1", blue="start"), "yellow", "5") == {"yellow1-yellow6"}
    assert judge_hand(position, "yellow", ["5", "6"]).must_throw


def test_own_piece_in_the_lane_is_not_jumped_and_the_rest_goes_backwards() -> None:
    """Page 13."""
    assert notations(at(red="yellow14 goal2"), "red", "5") == {
        "yellow14-yellow13",
        "goal2-yellow14",
    }


def test_without_a_free_circle_ahead_there_is_no_turning() -> None:
    """Page 13."""
    assert notations(at(red="yellow14 goal4 goal3 goal2"), "red", "3") == {"goal2-goal1"}


@pytest.mark.parametrize("circle", ["goal4", "goal3", "goal2", "goal1"])
def test_piece_in_a_goal_circle_is_never_swapped_locked_or_not(circle: str) -> None:
    """Page 13."""
    assert notations(at(red=circle, blue="blue3"), "red", "swap") == set()
    assert notations(at(red=circle, blue="blue3"), "blue", "swap") == set()


def test_swap_is_usable_without_an_own_piece_in_play() -> None:
    """Page 13: the partner's and the opponents' pieces."""
    position = at(green="green2", yellow="yellow5")
    assert notations(position, "red", "swap") == {"yellow:yellow5<>green:green2"}


def test_two_own_pieces_may_be_swapped_for_nothing() -> None:
    """Page 14."""
    assert notations(at(red="red5 red9"), "red", "swap") == {"red5<>red9"}


@pytest.mark.parametrize("protected", ["goal3 red9", "red5 red5 red9", "start red9"])
def test_own_pieces_that_are_protected_or_on_start_are_not_swapped(protected: str) -> None:
    """Page 14."""
    assert notations(at(red=protected), "red", "swap") == set()


def test_protected_pieces_are_touched_by_nobody() -> None:
    """Page 14: neither in the lane nor in a stack, and on its start field a piece is left alone."""
    position = at(red="goal4 red5 red5 start", blue="red2")
    assert notations(position, "blue", "3") == {"red2-red5*"}
    assert notations(position, "blue", "swap") == set()


def test_piece_on_its_start_field_is_not_swapped_by_anyone() -> None:
    """Page 14."""
    position = at(red="start", blue="blue3")
    assert [notations(position, colour, "swap") for colour in PARTNERS.board.colours] == [
        set(),
        set(),
        set(),
        set(),
    ]


def test_seven_may_be_spread_over_all_pieces_in_play() -> None:
    """Page 14: as many as one likes, seven fields in all."""
    moves = notations(at(red="red1 blue1 green1 start"), "red", "7")
    assert "red1-red2 + blue1-blue2 + green1-green2 + start-red4" in moves
    assert max(move.count("+") for move in moves) == 3


def test_seven_needs_all_seven_fields() -> None:
    """Page 14."""
    assert notations(at(red="red12", blue="start"), "red", "7") == set()


def test_minus_four_is_not_for_the_goal_circles() -> None:
    """Page 14."""
    assert notations(at(red="goal4 goal2"), "red", "-4") == set()


def test_seven_does_not_move_a_piece_twice() -> None:
    """Page 14: first one, then the other, then the first again is not allowed."""
    assert notations(at(red="red13 red12", blue="start"), "red", "7") == set()
    assert "red1-red3 + red5-red10" in notations(at(red="red1 red5"), "red", "7")


def test_sending_oneself_home_on_purpose_is_allowed() -> None:
    """Page 14: although there is another move."""
    assert notations(at(red="red3 red8", blue="red5 red5"), "red", "2") == {
        "red3-red5*",
        "red8-red10",
    }


def test_seven_may_lock_the_last_piece_only_if_the_partner_uses_the_rest() -> None:
    """Page 15."""
    alone = at(red="goal1 goal2 goal3 yellow12")
    assert notations(alone, "red", "7") == {"yellow12-yellow11"}
    helped = at(red="goal1 goal2 goal3 yellow12", green="green1 green5")
    assert notations(helped, "red", "7") == {
        "yellow12-yellow11",
        "yellow12-goal4 + green:green1-green5",
        "yellow12-goal4 + green:green5-green9",
        "yellow12-goal4 + green:green1-green2 + green:green5-green8",
        "yellow12-goal4 + green:green1-green3 + green:green5-green7",
        "yellow12-goal4 + green:green1-green4 + green:green5-green6",
    }


def test_page_3_gives_the_rest_of_a_seven_to_one_piece() -> None:
    """Page 3 says one of the partner's pieces; page 15 says one or more. An option."""
    position = at(red="goal1 goal2 goal3 yellow12", green="green1 green5")
    rules = Rules(seven_rest_on_one_piece=True)
    assert notations(position, "red", "7", rules) == {
        "yellow12-yellow11",
        "yellow12-goal4 + green:green1-green5",
        "yellow12-goal4 + green:green5-green9",
    }


@pytest.mark.parametrize("card", ["1/14", "2", "3", "5", "7", "-4", "swap", "12"])
def test_locked_piece_does_not_move_for_the_rest_of_the_game(card: str) -> None:
    """Page 15."""
    position = at(red="goal1 goal2 goal3", green="green5", blue="blue1")
    moves = notations(position, "red", card)
    assert not any("goal" in move for move in moves)


def test_hand_without_a_usable_card_is_thrown_whole() -> None:
    """Page 15."""
    judgement = judge_hand(at(yellow="yellow5"), "red", ["5", "7", "-4"])
    assert (judgement.must_throw, judgement.usable) == (True, ())


def test_hand_with_a_swap_may_be_playable_without_pieces() -> None:
    """Page 15: remember that."""
    judgement = judge_hand(at(yellow="yellow5", blue="blue5"), "red", ["5", "swap"])
    assert (judgement.must_throw, judgement.usable) == (False, ("swap",))


def test_highest_card_counts_its_highest_value_swap_and_heart_nothing() -> None:
    """Page 15: who deals first."""
    values = [PARTNERS.cards[name].value for name in ("swap", "heart", "1/14", "13/heart")]
    assert values == [0, 0, 14, 13]


def test_three_deals_leave_some_cards() -> None:
    """Page 15."""
    assert sum(PARTNERS.pack.values()) - 3 * 4 * 4 == 8


def test_laid_card_that_can_be_used_binds_and_one_that_cannot_is_taken_back() -> None:
    """Page 16: which is which depends on the card and the board alone."""
    position = at(red="yellow14 goal4")
    judgement = judge_hand(position, "red", ["2", "12", "heart"])
    assert judgement.usable == ("2", "12", "heart")
    blocked = judge_hand(at(red="yellow14 goal4 goal3 goal2"), "red", ["12", "1/14"])
    assert (blocked.must_play, blocked.usable) == (True, ("12", "1/14"))


def test_finished_partner_of_a_winner_plays_nothing() -> None:
    position = at(red=LOCKED, green=LOCKED)
    assert judge_hand(position, "green", ["swap"]).rule == "A7"
