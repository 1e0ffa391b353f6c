"""Partners+: the cards that differ, and three pairs at one board."""

import pytest

from games.rules.partners import PARTNERS, Game, Position, Rules, refusals
from games.rules.partners import PARTNERS_PLUS_PAIRS as PAIRS
from games.rules.partners import PARTNERS_PLUS_TEAMS as TEAMS

from .boards import LOCKED, after, at, notations


@pytest.mark.parametrize(
    ("position", "card", "expected"),
    [
        # P2: only the 5 passes a foreign start field, and only forward ones are asked.
        (at(PAIRS, green="green11", blue="start"), "5", {"green11-blue3"}),
        (at(PAIRS, green="green11", blue="start"), "3", set()),
        (at(PAIRS, green="green11", blue="start"), "6", set()),
        (at(PAIRS, green="green12 green13", blue="start"), "7", set()),
        (at(PAIRS, green="blue2", blue="start"), "-4", set()),
        # Thirteen fields to a colour: 14 may pass two start fields.
        (at(PAIRS, green="green13"), "1/14", {"green13-blue1", "green13-purple1"}),
        (at(PAIRS, green="green13", purple="start"), "1/14", {"green13-blue1"}),
        (at(PAIRS, green="green13", blue="start"), "1/14", set()),
        # Round into the lane, and back from the start field.
        (at(PAIRS, green="yellow13"), "5", {"yellow13-goal2"}),
        (at(PAIRS, green="start"), "-4", {"start-yellow10"}),
        # P5: a team-mate's or partner's single piece goes home as well.
        (at(PAIRS, green="green3", red="green6"), "3", {"green3xgreen6"}),
        (at(PAIRS, green="green3", red="green6 green6"), "3", {"green3-green6*"}),
        # P7: no swap from a start field.
        (at(PAIRS, green="start", blue="blue5"), "swap", set()),
    ],
)
def test_moves_of_green(position: Position, card: str, expected: set[str]) -> None:
    moves = notations(position, "green", card)
    assert {move for move in moves if move != "home-start"} == expected


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        # Two own, one of each, two of the partner's.
        (
            at(PAIRS),
            {
                "home-start + home-start",
                "home-start + red:home-start",
                "red:home-start + red:home-start",
            },
        ),
        # Beside two fields forward.
        (
            at(PAIRS, green="green1 green2 green3 green4", red="red1 red2 red3 red4"),
            {"green1-green3", "green2-green4", "green3-green5", "green4-green6"},
        ),
        # The partner's two need no own piece at home.
        (
            at(PAIRS, green="goal1 goal2 goal3 start"),
            {"start-green2", "red:home-start + red:home-start"},
        ),
        # One own and one of the partner's.
        (
            at(PAIRS, green="goal1 goal2 goal3", red="red1 red1 red1"),
            {"home-start + red:home-start"},
        ),
        # A single piece is not brought out.
        (at(PAIRS, green="goal1 goal2 goal3", red="red1 red1 red1 red1"), set()),
        # A finished partner has none at home.
        (at(PAIRS, red=LOCKED), {"home-start + home-start"}),
        # With all own pieces locked: the partner's.
        (
            at(PAIRS, green=LOCKED, red="red1"),
            {"red:red1-red3", "red:home-start + red:home-start"},
        ),
        (at(PAIRS, green=LOCKED, red="goal1 goal2 goal3"), set()),
        # Teams: one of each partner's too.
        (
            at(TEAMS, green=LOCKED, purple="purple1", orange="orange1"),
            {
                "purple:purple1-purple3",
                "orange:orange1-orange3",
                "purple:home-start + purple:home-start",
                "purple:home-start + orange:home-start",
                "orange:home-start + orange:home-start",
            },
        ),
        (
            at(TEAMS),
            {
                "home-start + home-start",
                "home-start + purple:home-start",
                "home-start + orange:home-start",
                "purple:home-start + purple:home-start",
                "purple:home-start + orange:home-start",
                "orange:home-start + orange:home-start",
            },
        ),
    ],
)
def test_two_moves_forward_or_brings_two_out(position: Position, expected: set[str]) -> None:
    """P3."""
    assert notations(position, "green", "2") == expected


def test_two_brings_a_single_piece_out_only_under_the_option() -> None:
    """P3."""
    position = at(PAIRS, green="goal1 goal2 goal3", red="red1 red1 red1 red1")
    single = Rules(two_may_bring_one=True)
    assert notations(position, "green", "2", single) == {"home-start"}
    position = at(PAIRS, green=LOCKED, red="goal1 goal2 goal3")
    assert notations(position, "green", "2", single) == {"red:home-start"}


@pytest.mark.parametrize("card", ["swap", "2"])
def test_card_is_usable_with_no_own_piece_in_play(card: str) -> None:
    """P4."""
    assert notations(at(PAIRS, blue="blue1", red="red1"), "green", card) != set()


def test_team_player_with_all_locked_chooses_the_partner_for_each_card() -> None:
    """P8."""
    position = at(TEAMS, green=LOCKED, purple="purple1", orange="orange1")
    assert notations(position, "green", "3") == {
        "purple:purple1-purple4",
        "orange:orange1-orange4",
    }
    assert notations(position, "green", "8/heart") == {
        "purple:purple1-purple9",
        "orange:orange1-orange9",
        "purple:home-start",
        "orange:home-start",
    }


def test_rest_of_a_seven_goes_to_either_partner() -> None:
    """P9."""
    position = at(TEAMS, green="goal1 goal2 goal3 yellow13", purple="purple1", orange="orange1")
    helped = at(TEAMS, green=LOCKED, purple="purple3", orange="orange5")
    assert helped in after(position, "green", "7")


def test_finished_pair_plays_nothing_more_and_the_others_go_on() -> None:
    """A7, P10."""
    position = at(PAIRS, green=LOCKED, red=LOCKED, blue="blue1", purple="purple1")
    assert notations(position, "green", "swap") == set()
    assert notations(position, "red", "3") == set()
    assert notations(position, "blue", "3") == {"blue1-blue4"}
    assert notations(position, "blue", "swap") == {"blue1<>purple:purple1"}


def test_nobody_plays_on_when_a_team_has_finished() -> None:
    """A7."""
    position = at(TEAMS, green=LOCKED, purple=LOCKED, orange=LOCKED, blue="blue1")
    assert [notations(position, colour, "3") for colour in TEAMS.board.colours] == [set()] * 6


@pytest.mark.parametrize("game", [PAIRS, TEAMS])
def test_piece_before_another_colours_start_field_is_blocked_by_a_team_mate(game: Game) -> None:
    """C2."""
    assert notations(at(game, blue="purple13", red="start"), "blue", "3") == set()


START = Rules(swap_from_start=True)


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (at(PAIRS, green="start green5"), {"start<>green5"}),
        # Anybody's; and beside a swap that changes something.
        (at(PAIRS, blue="start green5"), {"blue:start<>blue:green5"}),
        (at(PAIRS, green="start green5", red="red2"), {"start<>green5", "green5<>red:red2"}),
        # C3: never for another colour's piece; E2: two on a start field protect each other.
        (at(PAIRS, green="start", red="red2"), set()),
        (at(PAIRS, green="start start green5"), set()),
        (at(PAIRS, green="start green5 green5"), set()),
    ],
)
def test_swap_takes_a_lone_piece_from_its_start_field_only_under_the_option(
    position: Position, expected: set[str]
) -> None:
    """P7."""
    swapped = {frozenset(one.split("<>")) for one in notations(position, "green", "swap", START)}
    assert swapped == {frozenset(one.split("<>")) for one in expected}
    assert not any("start" in one for one in notations(position, "green", "swap"))


def test_swap_from_a_start_field_is_no_matter_of_the_guide() -> None:
    """E2: in Partners start fields are excepted whatever the option says."""
    assert notations(at(PARTNERS, red="start red5"), "red", "swap", START) == set()


def test_piece_on_its_start_field_with_nobody_to_swap_with_is_told_why() -> None:
    position = at(PAIRS, green="start", red="red2 red3")
    told = {
        one.place: (one.rule, one.message("en"))
        for one in refusals(position, "green", "swap", START)
    }
    assert told["start"] == (
        "P7",
        "The green piece on its start field can only change places with another green piece that "
        "stands alone on a field, and there is none.",
    )
