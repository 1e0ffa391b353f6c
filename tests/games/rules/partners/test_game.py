"""Phases of a game, whose turn it is, how it ends."""

import pytest

from games.rules.partners import (
    PARTNERS,
    PARTNERS_PLUS_PAIRS,
    PARTNERS_PLUS_TEAMS,
    Position,
    legal_moves,
    validate_result,
)
from games.rules.partners.actions import Action, Deal, Exchange, Illegal, Play, Stop, Throw
from games.rules.partners.advance import new_game
from games.rules.partners.conduct import Conduct, Setup
from games.rules.partners.game import apply
from games.rules.partners.state import GameState, deal_from, dealt_seats, gift_receivers

from .boards import LOCKED, at
from .games import BASIC, in_play

HANDS = (
    ("2", "3", "5", "6"),
    ("2", "3", "5", "6"),
    ("2", "3", "5", "6"),
    ("2", "3", "5", "6"),
)


def play(state: GameState, card: str, notation: str) -> GameState:
    """The player on turn plays a move by its notation."""
    colour = state.setup.game.board.colours[state.turn]
    moves = legal_moves(state.position, colour, card, state.setup.rules)
    cells = next(move.cells for move in moves if move.notation == notation)
    return apply(state, Play(state.turn, card, cells))


def refusal(state: GameState, action: Action) -> tuple[str, str]:
    with pytest.raises(Illegal) as refused:
        apply(state, action)
    for lang in ("da", "en", "nb"):
        assert refused.value.message(lang)
    return refused.value.code, refused.value.rule


def dealt(state: GameState, hands: tuple[tuple[str, ...], ...] = HANDS) -> GameState:
    return apply(state, Deal(hands))


def test_game_goes_from_deal_to_exchange_to_play() -> None:
    state = new_game(BASIC, dealer=2)
    assert state.phase == "deal"
    state = dealt(state)
    assert (state.phase, state.turn) == ("exchange", 2)
    state = apply(state, Exchange(("2", "3", "5", "6")))
    assert (state.phase, state.turn) == ("play", 3)
    assert state.hands == (
        ("3", "5", "5", "6"),
        ("2", "5", "6", "6"),
        ("2", "2", "3", "6"),
        ("2", "3", "3", "5"),
    )


def test_partners_exchange_with_each_other() -> None:
    assert gift_receivers(dealt(new_game(BASIC, dealer=0))) == (2, 3, 0, 1)


def test_team_gives_to_the_nearest_mate_clockwise() -> None:
    """P1: green, blue, purple, red, orange, yellow sit clockwise."""
    state = new_game(Setup(PARTNERS_PLUS_TEAMS), dealer=0)
    state = apply(state, deal_from(state, "1"))
    assert gift_receivers(state) == (2, 3, 4, 5, 0, 1)


def test_locked_player_exchanges_too() -> None:
    """A8."""
    state = new_game(BASIC, dealer=0)._replace(cells=at(yellow=LOCKED).cells)
    assert gift_receivers(dealt(state)) == (2, 3, 0, 1)


def test_locked_player_keeps_the_cards_by_option() -> None:
    setup = Setup(PARTNERS, conduct=Conduct(locked_keep_their_cards=True))
    state = dealt(new_game(setup, dealer=0)._replace(cells=at(yellow=LOCKED).cells))
    assert gift_receivers(state) == (-1, 3, -1, 1)
    after = apply(state, Exchange((None, "2", None, "3")))
    assert after.hands[0] == HANDS[0]


def test_exchange_that_cannot_be_is_refused() -> None:
    state = dealt(new_game(BASIC, dealer=0))
    assert refusal(state, Exchange(("2", None, "2", "2"))) == ("gift_missing", "A2")
    assert refusal(state, Exchange(("2", "12", "2", "2"))) == ("gift_not_held", "A2")
    setup = Setup(PARTNERS, conduct=Conduct(locked_keep_their_cards=True))
    state = dealt(new_game(setup, dealer=0)._replace(cells=at(yellow=LOCKED).cells))
    assert refusal(state, Exchange(("2", "2", None, "2"))) == ("gift_superfluous", "A2")


def test_deal_that_cannot_be_is_refused() -> None:
    state = new_game(BASIC, dealer=0)
    assert refusal(state, Deal((*HANDS[:3], ("2", "3")))) == ("hand_size", "A4")
    five = (("2", "2", "2", "2"), ("2", "3", "5", "6"), *HANDS[:2])
    assert refusal(state, Deal(five)) == ("too_many_copies", "A4")


def test_copies_are_counted_over_the_three_deals_of_a_pile() -> None:
    """A8: four of each kind, and three deals from one pile."""
    state = dealt(new_game(BASIC, dealer=0))._replace(phase="deal", deal=2)
    assert refusal(state, Deal(HANDS)) == ("too_many_copies", "A4")
    fresh = Setup(PARTNERS, conduct=Conduct(shuffle_each_deal=True))
    again = new_game(fresh, dealer=0)
    state = apply(apply(again, Deal(HANDS)), Exchange(("2", "2", "2", "2")))
    for _ in range(4):
        state = apply(state, Throw(state.turn))
    assert apply(state, Deal(HANDS)).phase == "exchange"


@pytest.mark.parametrize(
    ("phase", "code", "rule"),
    [("draw", "expected_draw", "A3"), ("deal", "expected_deal", "A9")]
    + [("exchange", "expected_exchange", "A2")],
)
def test_nothing_is_played_before_its_time(phase: str, code: str, rule: str) -> None:
    state = new_game(BASIC, dealer=0)._replace(phase=phase)
    assert refusal(state, Throw(0)) == (code, rule)


def test_nothing_is_dealt_while_cards_are_held() -> None:
    state = in_play(at(), "red", red="2")
    assert refusal(state, Deal(HANDS)) == ("expected_play", "A9")


def test_turn_passes_clockwise_over_those_without_cards() -> None:
    state = in_play(at(yellow="start"), "yellow", yellow="2 3", red="", blue="5", green="")
    state = play(state, "2", "start-yellow2")
    assert state.turn == 2
    assert refusal(state, Play(0, "3", b"")) == ("not_on_turn", "A5")
    assert refusal(state, Play(1, "3", b"")) == ("no_cards", "A9")


def test_card_must_be_in_the_hand_and_lead_there() -> None:
    state = in_play(at(yellow="start"), "yellow", yellow="2")
    assert refusal(state, Play(0, "3", b"")) == ("not_in_hand", "A4")
    assert refusal(state, Play(0, "2", state.cells)) == ("no_such_move", "B1")


def test_hand_is_thrown_only_when_nothing_can_be_used() -> None:
    """B5."""
    state = in_play(at(), "yellow", yellow="2 3 5 8/heart")
    assert refusal(state, Throw(0)) == ("thrown_though_usable", "B5")
    state = in_play(at(), "yellow", yellow="2 3 5", red="8/heart")
    assert apply(state, Throw(0)).turn == 1


def test_new_deal_comes_when_nobody_holds_a_card() -> None:
    state = in_play(at(), "yellow", yellow="2", dealer="green")
    after = apply(state, Throw(0))
    assert (after.phase, after.dealer, after.dealership, after.deal) == ("deal", 3, 1, 2)


def test_next_dealer_comes_after_three_deals() -> None:
    state = in_play(at(), "yellow", yellow="2", dealer="green")._replace(deal=3)
    after = apply(state, Throw(0))
    assert (after.dealer, after.dealership, after.deal, after.deals) == (0, 2, 1, 4)
    assert sum(after.undealt) == 56


def test_lead_passes_by_option() -> None:
    setup = Setup(PARTNERS, conduct=Conduct(lead_passes=True))
    state = dealt(new_game(setup, dealer=0)._replace(deal=2))
    assert apply(state, Exchange(("2", "2", "2", "2"))).turn == 2


def test_last_piece_locked_wins_and_voids_the_rest() -> None:
    """A6, A7."""
    position = at(yellow="goal1 goal2 goal3 green14", blue=LOCKED, red="start")
    state = in_play(position, "yellow", yellow="1/14 2", red="2 3")
    state = play(state, "1/14", "green14-goal4")
    assert (state.phase, state.winner, state.ended) == ("over", 0, "played")
    assert refusal(state, Throw(1)) == ("after_win", "A6")
    assert refusal(state, Stop("timeout", 1)) == ("after_win", "A6")
    result = state.result(57)
    assert validate_result("partners", result) == ()
    assert [side["locked"] for side in result["sides"]] == [8, 0]
    assert (result["minutes"], "places" in result) == (57, False)


def test_partner_locks_the_last_piece() -> None:
    """G1: yellow has finished and plays blue's pieces."""
    position = at(yellow=LOCKED, blue="goal1 goal2 goal3 red14")
    state = in_play(position, "yellow", yellow="1/14")
    assert play(state, "1/14", "blue:red14-goal4").winner == 0


def pairs_position() -> Position:
    return at(PARTNERS_PLUS_PAIRS, green="goal1 goal2 goal3 yellow13", red=LOCKED, blue="start")


def test_pairs_game_ends_with_the_first_pair() -> None:
    state = in_play(pairs_position(), "green", Setup(PARTNERS_PLUS_PAIRS), green="1/14", blue="3")
    state = play(state, "1/14", "yellow13-goal4")
    assert (state.phase, state.winner, state.places) == ("over", 0, ())


def test_pairs_play_on_for_the_places() -> None:
    """P10: the finished pair's cards are void, and it is no longer dealt to."""
    setup = Setup(PARTNERS_PLUS_PAIRS, conduct=Conduct(play_on=True))
    state = in_play(pairs_position(), "green", setup, green="1/14 2", red="5", blue="3")
    state = play(state, "1/14", "yellow13-goal4")
    assert (state.phase, state.finished, state.turn) == ("play", (0,), 1)
    assert state.hands[0] == state.hands[3] == ()
    state = play(state, "3", "start-blue3")
    assert state.phase == "deal"
    assert dealt_seats(state) == (1, 2, 4, 5)
    state = apply(state, deal_from(state, "1"))
    assert gift_receivers(state) == (-1, 4, 5, -1, 1, 2)
    stopped = apply(state, Stop("played", 0))
    assert (stopped.ended, stopped.winner) == ("played", 0)
    assert refusal(state, Stop("timeout", 1)) == ("stopped_after_win", "P10")


def test_deal_passes_over_a_finished_pair() -> None:
    setup = Setup(PARTNERS_PLUS_PAIRS, conduct=Conduct(play_on=True))
    state = in_play(pairs_position(), "yellow", setup, yellow="3")
    state = state._replace(deal=3, finished=(0,))
    assert apply(state, Throw(5)).dealer == 1


def test_finished_pair_is_dealt_to_by_option() -> None:
    setup = Setup(PARTNERS_PLUS_PAIRS, conduct=Conduct(play_on=True, finished_are_dealt=True))
    state = new_game(setup, dealer=0)._replace(finished=(0,))
    after = apply(state, deal_from(state, "1"))
    assert sum(after.undealt) == 78 - 24
    assert [len(hand) for hand in after.hands] == [0, 4, 4, 0, 4, 4]


def test_second_pair_settles_all_places() -> None:
    setup = Setup(PARTNERS_PLUS_PAIRS, conduct=Conduct(play_on=True))
    position = at(
        PARTNERS_PLUS_PAIRS,
        green=LOCKED,
        red=LOCKED,
        purple="goal1 goal2 goal3 blue13",
        yellow=LOCKED,
    )
    state = in_play(position, "purple", setup, purple="1/14", blue="3")
    state = play(state._replace(finished=(0,)), "1/14", "blue13-goal4")
    assert (state.phase, state.places) == ("over", (0, 2, 1))
    result = state.result()
    assert (result["winner"], result["places"]) == (0, [0, 2, 1])
    assert validate_result("partners-plus-pairs", result) == ()


def test_game_is_stopped_by_judges_time_or_walkover() -> None:
    state = in_play(at(yellow="goal1", red="start"), "red", red="2")
    for ended in ("adjudicated", "timeout"):
        stopped = apply(state, Stop(ended, 1))
        assert (stopped.phase, stopped.ended, stopped.winner) == ("over", ended, 1)
        assert refusal(stopped, Throw(1)) == ("after_end", "A1")
        assert validate_result("partners", stopped.result()) == ()
    assert apply(new_game(BASIC), Stop("walkover", 0)).ended == "walkover"
    assert refusal(state, Stop("walkover", 0)) == ("walkover_begun", "A1")
    assert refusal(state, Stop("played", 0)) == ("not_played_out", "A6")
    assert refusal(state, Stop("boredom", 0)) == ("unknown_ending", "")


def test_card_received_may_be_passed_on_only_by_option_and_by_who_gives_later() -> None:
    """A8: yellow deals, so red gives first, then blue, green, yellow."""
    hands = (("2", "2", "2", "2"), ("3", "3", "3", "3"), ("5", "5", "5", "5"), ("6", "6", "6", "6"))
    back = Exchange(("5", "3", "5", "3"))
    assert refusal(dealt(new_game(BASIC, dealer=0), hands), back) == ("gift_not_held", "A2")
    setup = Setup(PARTNERS, conduct=Conduct(gift_may_be_passed_on=True))
    state = dealt(new_game(setup, dealer=0), hands)
    assert apply(state, back).hands == hands
    assert refusal(state, Exchange(("2", "6", "5", "6"))) == ("gift_not_held", "A2")
