"""The rule desk says what the engine says, and shows what is in the way."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.backgammon import Position as Backgammon
from games.rules.backgammon import legal_plays
from games.rules.partners import DM_2018, GAMES, PARTNERS, Position, legal_moves, rules_named
from games.rules.partners.conduct import Setup
from judging.rule_desk import desk_for
from judging.rule_desk.backgammon import BackgammonDesk
from judging.rule_desk.partners import PartnersDesk
from tournaments.models import Tournament

DESK = PartnersDesk(Setup(PARTNERS))
CARDS = sorted(PARTNERS.cards)
places = st.sampled_from(PARTNERS.board.places)


@given(
    colours=st.fixed_dictionaries(
        {colour: st.lists(places, max_size=4) for colour in PARTNERS.board.colours}
    ),
    player=st.sampled_from(PARTNERS.board.colours),
    card=st.sampled_from(CARDS),
)
@settings(max_examples=60, deadline=None)
def test_answer_is_the_engines_and_its_address_asks_the_same(
    colours: dict[str, list[str]], player: str, card: str
) -> None:
    query = {**colours, "player": [player], "card": [card]}
    answer = DESK.ask(query, "da")
    again = DESK.ask(parse_qs(answer.query), "da")
    assert again == answer
    if answer.position is None:
        assert answer.problem
        return
    position = Position.parse(PARTNERS, answer.position)
    moves = legal_moves(position, player, card, DM_2018)
    assert answer.verdict == ("yes" if moves else "no")
    assert [way.notation for way in answer.ways] == [move.notation for move in moves][:60]
    assert len(answer.ways) + answer.more_ways == len(moves)
    assert all(one.rules and one.message for one in answer.why_not)


def test_card_that_is_blocked_shows_the_piece_in_the_way() -> None:
    answer = DESK.ask(
        {"yellow": ["yellow10"], "red": ["start"], "player": ["yellow"], "card": ["12"]}, "en"
    )
    blocked = next(one for one in answer.why_not if one.rules == ("C2",))
    assert "red stands on its start field" in blocked.message
    assert (answer.verdict, answer.rules) == ("no", ("B5", "C2", "B3"))
    assert "Marked: red start field" in answer.board


def test_hand_without_a_usable_card_is_thrown() -> None:
    answer = DESK.ask({"player": ["red"], "card": ["5", "6", "9"]}, "en")
    assert (answer.verdict, answer.rules[0]) == ("no", "B5")
    hand = DESK.ask({"player": ["red"], "card": ["5", "heart"]}, "en")
    assert (hand.verdict, hand.rules) == ("yes", ("B4",))


def test_way_that_is_shown_is_drawn_and_told() -> None:
    answer = DESK.ask({"player": ["red"], "card": ["heart"], "way": ["heart home-start"]}, "en")
    assert [way.shown for way in answer.ways] == [True]
    assert "red" in answer.told


def test_impossible_position_says_why_and_keeps_the_pieces_that_can_stand() -> None:
    answer = DESK.ask({"yellow": ["red5"], "red": ["red5"]}, "en")
    assert answer.position is None
    assert "red 5" in answer.problem or "field" in answer.problem
    assert answer.board.count("<svg") == 1


@pytest.mark.parametrize("game", GAMES)
def test_kept_position_is_drawn_and_asked_again(game: str) -> None:
    desk = PartnersDesk(Setup(GAMES[game]))
    colour = desk.game.board.colours[0]
    answer = desk.ask({colour: ["start"], "player": [colour], "card": ["3"]}, "nb")
    assert desk.picture(answer.position, answer.question, "nb").startswith("<svg")
    again = desk.ask(parse_qs(desk.query_of(answer.position, answer.question)), "nb")
    assert (again.position, again.headline) == (answer.position, answer.headline)
    assert desk.picture({"pink": []}, {}, "nb") == ""


@given(dice=st.tuples(st.integers(1, 6), st.integers(1, 6)))
@settings(max_examples=15, deadline=None)
def test_backgammon_answer_is_the_engines(dice: tuple[int, int]) -> None:
    answer = BackgammonDesk().ask({"dice": ["".join(map(str, dice))]}, "da")
    plays = legal_plays(Backgammon.start(), dice)
    assert len(answer.ways) + answer.more_ways == len(plays)
    assert BackgammonDesk().ask(parse_qs(answer.query), "da") == answer


def test_backgammon_checker_on_the_bar_that_cannot_come_in() -> None:
    points = [0] * 24
    points[5], points[18] = 14, -2
    query = {"points": [",".join(map(str, points))], "bar": ["1,0"], "dice": ["66"]}
    answer = BackgammonDesk().ask(query, "en")
    assert answer.position is not None
    assert (answer.verdict, answer.ways) == ("no", ())
    assert answer.why_not[0].rules == ("G7",)
    shown = BackgammonDesk().ask(parse_qs(answer.why_not[0].query), "en")
    assert shown.why_not[0].shown


def test_cards_are_called_as_in_the_language() -> None:
    desk = PartnersDesk(Setup(PARTNERS))
    query = {"card": ["8/heart", "swap"], "yellow": ["start"]}
    with override("da"):
        answer = desk.ask(query, "da")
    assert [way.card for way in answer.ways] == ["8/hjerte", "8/hjerte"]
    assert {one.card for one in answer.why_not} == {"byt"}
    assert "8/hjerte" in answer.headline and "heart" not in answer.headline + answer.details
    assert ("heart", "hjerte") in desk.form(query, "da")["cards"]
    assert "8/heart" in answer.ways[0].query


#: Yellow's last piece can lock with steps to spare, and blue has all of its own in.
SHORT = {
    "yellow": ["goal1,goal2,goal3,green14"],
    "blue": ["goal1,goal2,goal3,goal4"],
    "player": ["yellow"],
    "card": ["7"],
}


@pytest.mark.parametrize("ruleset", ["dm-2018", "dm-2023"])
def test_options_of_the_tournament_hold_at_the_desk_under_either_rule_set(
    tournament: Tournament, ruleset: str
) -> None:
    query = {**SHORT, "ruleset": [ruleset]}
    answers = []
    for options in ({}, {"seven_may_end_short": True}):
        tournament.game_settings = options
        desk = desk_for(tournament)
        assert desk is not None
        answer = desk.ask(query, "en")
        assert answer.position is not None
        rules = rules_named(ruleset, options)
        position = Position.parse(PARTNERS, answer.position)
        moves = legal_moves(position, "yellow", "7", rules)
        assert [way.notation for way in answer.ways] == [move.notation for move in moves]
        assert (desk.form(query, "en")["ruleset"], len(desk.form(query, "en")["options"])) == (
            ruleset,
            len(options),
        )
        answers.append("green14-goal4" in {way.notation for way in answer.ways})
    assert answers == [False, True]


def test_way_of_a_ruling_is_drawn_by_the_options_of_the_tournament(tournament: Tournament) -> None:
    tournament.game_settings = {"seven_may_end_short": True}
    desk = desk_for(tournament)
    assert desk is not None
    asked = desk.ask({**SHORT, "way": ["7 green14-goal4"]}, "en")
    assert asked.question["way"] == "7 green14-goal4"
    drawn = desk.picture(asked.position, asked.question, "en")
    assert drawn != desk.picture(asked.position, {**asked.question, "way": ""}, "en")
