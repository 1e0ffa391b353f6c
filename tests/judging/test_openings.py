"""Who holds up whom, and what would open it."""

from __future__ import annotations

import pytest

from games.rules.partners import (
    DM_2018,
    PARTNERS,
    PARTNERS_PLUS_PAIRS,
    PARTNERS_PLUS_TEAMS,
    Game,
    Position,
)
from judging.openings import holds, openings


def position(**colours: list[str]) -> Position:
    whole = {
        colour: (colours.get(colour, []) + ["home"] * 4)[:4] for colour in PARTNERS.board.colours
    }
    return Position.parse(PARTNERS, whole)


def test_start_field_ahead_holds_up_every_piece_behind_it() -> None:
    found = holds(position(red=["start"], yellow=["yellow10", "yellow10"], blue=["green3"]))
    lines = [(h.owner, h.colour, h.place, h.pieces, h.free, h.partner) for h in found]
    assert lines == [
        ("red", "yellow", "yellow10", 2, 4, False),
        ("red", "blue", "green3", 1, 25, False),
    ]


def test_partner_holds_up_too_but_opens_nothing_for_the_others() -> None:
    board = position(blue=["start"], yellow=["red13"])
    assert [(hold.owner, hold.partner) for hold in holds(board)] == [("blue", True)]
    assert openings(board, DM_2018) == ()


def test_card_that_leaves_the_start_field_opens() -> None:
    board = position(red=["start"], yellow=["yellow10", "yellow12"])
    found = {way.card: (way.colour, way.notation, way.frees) for way in openings(board, DM_2018)}
    assert found["3"] == ("red", "start-red3", 2)
    assert found["-4"] == ("red", "start-yellow11", 2)
    assert "heart" not in found
    assert {way.colour for way in openings(board, DM_2018)} == {"red"}


def test_opening_costs_the_steps_it_goes_back_and_the_start_field_it_leaves() -> None:
    board = position(red=["start"], yellow=["yellow10"])
    cost = {way.card: way.cost for way in openings(board, DM_2018)}
    assert (cost["3"].steps, cost["3"].left_start, cost["3"].sent_home) == (-3, 1, 0)
    # Four back are four more to walk; the way round and into the lane is another matter.
    assert cost["-4"].steps == cost["-4"].steps_after - cost["-4"].steps_before
    assert cost["-4"].left_start == 1


def test_piece_that_opens_and_is_sent_home_is_the_dearest() -> None:
    """Red's only way with a 3 ends on two of blue's: the piece goes home itself (C5)."""
    board = position(red=["start"], yellow=["yellow10"], blue=["red3", "red3"])
    ways = openings(board, DM_2018)
    dear = next(way for way in ways if way.card == "3")
    assert (dear.frees, dear.cost.sent_home, dear.cost.steps, dear.cost.left_start) == (1, 1, 0, 1)
    assert ways[-1].card == "3"


@pytest.mark.parametrize("game", [PARTNERS, PARTNERS_PLUS_PAIRS, PARTNERS_PLUS_TEAMS])
def test_openings_stand_by_their_cost_in_every_game(game: Game) -> None:
    first, second, *others = game.board.colours
    places = {colour: ["home"] * 4 for colour in others}
    places |= {first: [f"{first}10", f"{first}12", "home", "home"]}
    places |= {second: ["start", f"{second}5", "home", "home"]}
    ways = openings(Position.parse(game, places), DM_2018)
    assert ways
    assert [way.cost.weight for way in ways] == sorted(way.cost.weight for way in ways)
    side = game.side_of[game.seat(second)]
    assert {game.side_of[game.seat(way.colour)] for way in ways} == {side}
    # A dearer way with the same card frees more.
    for colour, card in {(way.colour, way.card) for way in ways}:
        frees = [way.frees for way in ways if (way.colour, way.card) == (colour, card)]
        assert frees == sorted(set(frees))


def test_piece_sent_home_is_not_set_free() -> None:
    """Four back from red's start field is yellow 11: the one piece there goes home."""
    board = position(red=["start"], yellow=["yellow11"])
    assert "-4" not in {way.card for way in openings(board, DM_2018)}
    two = position(red=["start"], yellow=["yellow11", "yellow9"])
    assert [way.frees for way in openings(two, DM_2018) if way.card == "-4"] == [1]


def test_second_piece_on_the_start_field_keeps_it_closed() -> None:
    board = position(red=["start", "start"], yellow=["yellow10"])
    assert {way.card for way in openings(board, DM_2018)} == {"7"}


def test_nothing_is_held_up_at_home() -> None:
    board = Position.at_home(PARTNERS)
    assert (holds(board), openings(board, DM_2018)) == ((), ())
