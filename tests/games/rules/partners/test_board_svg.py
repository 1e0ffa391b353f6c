"""The board as a picture: its places, its pieces, and the picture as a whole."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from math import dist

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.errors import RequestError
from games.rules.messages import LANGUAGES
from games.rules.partners import (
    GAMES,
    PARTNERS_PLUS_TEAMS,
    Game,
    Position,
    legal_moves,
)
from games.rules.partners.board_svg import PictureError, board_svg, spot_name
from games.rules.partners.picture.layout import layout_of
from games.rules.partners.picture.paint import SHAPES
from games.rules.partners.picture.words import Words
from tests.games.rules.partners.pictures import SVG, all_names, every_game, root_of, texts
from tournaments.marks import SIDES

from .boards import at, positions, questions


@every_game
def test_each_place_is_drawn_once_on_an_empty_board(game: Game) -> None:
    svg = board_svg(game.name)

    drawn = [place for element in root_of(svg).iter() if (place := element.get("data-place"))]
    assert sorted(drawn) == sorted(all_names(layout_of(game.board, 0)))
    assert "data-piece" not in svg


@every_game
def test_no_two_places_overlap(game: Game) -> None:
    layout = layout_of(game.board, 0)
    spots = [*layout.spots.values(), *(spot for home in layout.homes for spot in home)]

    assert len(spots) == game.board.ring + 9 * len(game.board.colours)
    for one, other in combinations(spots, 2):
        assert dist(one.middle, other.middle) >= one.radius + other.radius


@every_game
def test_every_place_lies_inside_the_picture(game: Game) -> None:
    layout = layout_of(game.board, 0)
    left, top, width, height = layout.bounds

    for spot in [*layout.spots.values(), *(spot for home in layout.homes for spot in home)]:
        x, y = spot.middle
        assert left + spot.radius < x < left + width - spot.radius
        assert top + spot.radius < y < top + height - spot.radius


@every_game
def test_fields_follow_each_other_clockwise_and_evenly(game: Game) -> None:
    layout = layout_of(game.board, 0)
    ring = [layout.spots[name].middle for name in game.board.places[: game.board.ring]]

    for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
        assert x1 * y2 - y1 * x2 > 0  # clockwise on a screen, where y grows downwards
        assert 0.97 < dist((x1, y1), (x2, y2)) < 2.41  # at most with a start field between


@every_game
def test_board_turned_shows_the_chosen_colour_lowest(game: Game) -> None:
    places = game.board.places[: game.board.ring]
    unturned = layout_of(game.board, 0)
    for seat, colour in enumerate(game.board.colours):
        layout = layout_of(game.board, seat)
        starts = {one: layout.spots[f"{one}:start"].middle for one in game.board.colours}
        assert max(starts, key=lambda one: starts[one][1]) == colour
        # What lies on a field lies where the first colour's did.
        shifted = [*places[seat * game.board.fields :], *places[: seat * game.board.fields]]
        for name, at_first in zip(shifted, places, strict=True):
            assert dist(layout.spots[name].middle, unturned.spots[at_first].middle) < 1e-9


def test_turned_picture_is_asked_for_by_colour() -> None:
    assert board_svg("partners", bottom="yellow") == board_svg("partners")
    assert board_svg("partners", bottom="blue") != board_svg("partners")


@every_game
def test_coordinates_number_each_field_once_whatever_stands_there(game: Game) -> None:
    colours = game.board.colours
    for position in (None, at(game, **{colours[0]: f"{colours[1]}5 {colours[1]}6 goal2 start"})):
        written = texts(board_svg(game.name, position, coordinates=True))
        filled = {"2": 1} if position else {}  # a number in the lane gives way to a piece
        assert {number: written[str(number)] for number in range(1, game.board.fields + 1)} == {
            number: len(colours) * (2 if number <= 4 else 1) - filled.get(str(number), 0)
            for number in range(1, game.board.fields + 1)
        }
    assert "5" not in texts(board_svg(game.name))


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_names_give_each_place_its_own(game: Game, language: str) -> None:
    svg = board_svg(game.name, names=True, language=language)

    titles = [element.text for element in root_of(svg).iter(f"{SVG}title")][1:]
    assert len(titles) == len(set(titles)) == len(all_names(layout_of(game.board, 0)))


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_pieces_drawn_are_those_of_the_position(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(list(GAMES.values())))
    position = data.draw(positions(game))

    svg = board_svg(game.name, position)
    drawn = Counter(
        (colour, element.get("data-on"))
        for element in root_of(svg).iter()
        if (colour := element.get("data-piece"))
    )
    board = game.board
    assert drawn == Counter(
        (colour, spot_name(board, seat, code))
        for seat, colour in enumerate(board.colours)
        for code in position.codes(seat)
    )


def test_stack_tells_its_number() -> None:
    stacked = at(yellow="red5 red5 red5 red6", red="start start")
    assert {"2": 1, "3": 1}.items() <= texts(board_svg("partners", stacked)).items()
    assert texts(board_svg("partners", at(yellow="red5 red6"))).keys() == {
        *("Gul", "Rød", "Blå", "Grøn"),
        *("Gu", "Rø", "Bl", "Gr"),
    }


def test_locked_pieces_have_a_padlock_and_others_in_the_lane_have_none() -> None:
    padlock = "M7.8 11V7.6"
    loose = board_svg("partners", at(yellow="goal2 goal3"))
    locked = board_svg("partners", at(yellow="goal1 goal2 goal4", red="goal1"))
    assert (loose.count(padlock), locked.count(padlock)) == (0, 3)


def test_shapes_are_those_that_the_whole_program_shows() -> None:
    assert {colour: (shape.outline, shape.baseline) for colour, shape in SHAPES.items()} == {
        colour: (SIDES[colour].outline, SIDES[colour].baseline) for colour in SHAPES
    }
    assert SHAPES.keys() == {colour for game in GAMES.values() for colour in game.board.colours}


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_tell_the_colours_of_a_board_apart(game: Game, language: str) -> None:
    words = Words(game.board, language)
    letters = [words.letters(colour) for colour in game.board.colours]
    assert len(letters) == len(set(letters))


@settings(max_examples=40, deadline=None)
@given(questions(), st.sampled_from(LANGUAGES), st.booleans(), st.data())
def test_picture_needs_no_style_no_id_and_no_script(
    question: tuple[Position, str, str, object], language: str, flag: bool, data: st.DataObject
) -> None:
    position, player, card, _rules = question
    moves = legal_moves(position, player, card)
    board = position.game.board
    arguments = {
        "last_move": data.draw(st.sampled_from(moves)) if moves else None,
        "reachable": [spot_name(board, leg[0], leg[2]) for move in moves for leg in move.legs],
        "coordinates": True,
        "names": flag,
        "language": language,
        "palette": data.draw(st.sampled_from(("colour", "print"))),
    }
    game = position.game.name
    svg = board_svg(game, position if flag or not moves else None, **arguments)

    root = root_of(svg)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        *("svg", "title", "desc", "g", "path", "circle", "rect", "text")
    }
    attributes = {name for element in root.iter() for name in element.attrib}
    assert not attributes & {"style", "id", "href", "onclick"}
    assert (root.get("role"), root.get("lang")) == ("img", language)
    assert [child.tag.removeprefix(SVG) for child in root][:2] == ["title", "desc"]
    assert not re.search(r"nan|inf\b|e[-+]\d|\d\.\d{4}", svg.partition("</desc>")[2])
    assert svg == board_svg(game, position if flag or not moves else None, **arguments)


def test_full_board_is_small() -> None:
    full = at(
        yellow="yellow3 yellow5 green13 goal1",
        red="yellow8 red1 red2 red3",
        blue="blue1 blue1 goal1 goal2",
        green="start start green9 green10",
    )
    move = max(legal_moves(full, "yellow", "7"), key=lambda move: len(move.legs))
    svg = board_svg("partners", last_move=move, coordinates=True)
    assert len(svg.encode()) < 25_000
    plus = Position.at_home(PARTNERS_PLUS_TEAMS)
    assert len(board_svg("partners-plus-teams", plus, coordinates=True).encode()) < 32_000


def test_paper_gets_fixed_colours_without_transparency() -> None:
    position = at(yellow="yellow3 goal1", red="start start")
    page, paper = (board_svg("partners", position, palette=name) for name in ("colour", "print"))
    assert "var(--yellow,#f6b900)" in page
    for word in ("var(", "currentColor", "opacity"):
        assert (word in page, word in paper) == (True, False)


def test_size_is_the_width_and_keeps_the_proportions() -> None:
    root = root_of(board_svg("partners-plus-pairs", size=600))
    _, _, width, height = map(float, (root.get("viewBox") or "").split())
    assert root.get("width") == "600"
    assert int(root.get("height") or 0) == round(600 * height / width)
    assert root_of(board_svg("partners")).get("width") is None


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(RequestError):
        board_svg("ludo")
    with pytest.raises(RequestError):
        board_svg("partners", bottom="purple")
    with pytest.raises(PictureError) as refused:
        board_svg("partners", reachable=["red15"])
    assert refused.value.message("da") == "Spillepladen har ingen plads ”red15”."
    with pytest.raises(ValueError, match="is not of"):
        board_svg("partners-plus-pairs", at())


@pytest.mark.parametrize("language", ["da", "en", "nb"])
def test_letters_on_the_board_are_those_of_the_marks(language: str) -> None:
    """What stands on a piece stands beside the pair's name, in every language."""
    with translation.override(language):
        for game in GAMES.values():
            letters = texts(board_svg(game.name, Position.at_home(game), language=language)).keys()
            assert {str(SIDES[colour].letters) for colour in game.board.colours} <= letters
