"""Who holds up whom, and what would open it."""

from __future__ import annotations

from games.rules.partners import DM_2018, PARTNERS, Position
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


def test_second_piece_on_the_start_field_keeps_it_closed() -> None:
    board = position(red=["start", "start"], yellow=["yellow10"])
    assert {way.card for way in openings(board, DM_2018)} == {"7"}


def test_nothing_is_held_up_at_home() -> None:
    board = Position.at_home(PARTNERS)
    assert (holds(board), openings(board, DM_2018)) == ((), ())
