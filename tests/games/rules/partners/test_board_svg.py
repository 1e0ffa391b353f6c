"""The board as a picture: every place and piece, the last move, and words for all of it."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, pairwise
from math import dist
from xml.etree import ElementTree

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.errors import RequestError
from games.rules.messages import LANGUAGES
from games.rules.partners import (
    GAMES,
    PARTNERS,
    PARTNERS_PLUS_TEAMS,
    Game,
    Move,
    Position,
    legal_moves,
)
from games.rules.partners.board_svg import PictureError, board_svg, spot_name
from games.rules.partners.picture.layout import Layout, layout_of
from games.rules.partners.picture.paint import SHAPES
from games.rules.partners.picture.pen import UNIT
from games.rules.partners.picture.traces import trace
from games.rules.partners.picture.walks import walks_of
from games.rules.partners.picture.words import Words
from tournaments.marks import SIDES

from .boards import LOCKED, at, positions, questions

SVG = "{http://www.w3.org/2000/svg}"
ROUNDED = 0.1 / UNIT
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def the_move(position: Position, player: str, card: str, notation: str) -> Move:
    moves = {move.notation: move for move in legal_moves(position, player, card)}
    return moves[notation]


def root_of(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def said(svg: str) -> str:
    return root_of(svg).findtext(f"{SVG}desc") or ""


def texts(svg: str) -> Counter[str]:
    return Counter(element.text or "" for element in root_of(svg).iter(f"{SVG}text"))


def all_names(layout: Layout) -> list[str]:
    homes = [spot_name(layout.board, seat, layout.board.home) for seat in range(layout.sides)]
    return [*layout.spots, *homes]


def points(data: str) -> list[tuple[float, float]]:
    """The points of path data with commands M, L and Z only, in distances between fields."""
    numbers = [float(number) / UNIT for number in re.findall(r"-?[\d.]+", data)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


# Places


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


# Pieces


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


# The last move


@settings(max_examples=80, deadline=None)
@given(questions(), st.data())
def test_arrows_lead_from_where_pieces_stood_to_where_they_went(
    question: tuple[Position, str, str, object], data: st.DataObject
) -> None:
    position, player, card, _rules = question
    moves = legal_moves(position, player, card)
    if not moves:
        return
    move = data.draw(st.sampled_from(moves))
    board = position.game.board
    layout = layout_of(board, data.draw(st.integers(0, len(board.colours) - 1)))

    traces = trace(layout, move)

    steps = [step for step in move.steps if step.captured or step.sent_home]
    assert len(traces.expelled) == (0 if move.is_swap else len(steps))
    if move.is_swap:
        places = [board.places[leg[1]] for leg in move.legs]
        assert [name for name, _ in traces.origins] == places
        tips = [points(head)[1] for head in traces.heads]
        for name, tip in zip(reversed(places), tips, strict=True):
            assert dist(layout.spots[name].middle, tip) < layout.spots[name].radius + 0.1
        return
    heads = iter(traces.heads)
    for leg, data_of, (name, _) in zip(move.legs, traces.walked, traces.origins, strict=True):
        seat, origin, target = leg
        assert name == spot_name(board, seat, origin)
        begins = points(re.split("[A-LN-Z]", data_of)[0])[0]
        left = layout.homes[seat] if origin == board.home else [layout.spots[name]]
        assert min(dist(spot.middle, begins) for spot in left) < 0.8
        arrived = layout.spots[spot_name(board, seat, target)]
        tip = points(next(heads))[1]
        assert arrived.radius - ROUNDED < dist(arrived.middle, tip) < arrived.radius + 0.5
        if (effect := move.steps[move.legs.index(leg)]).captured or effect.sent_home:
            whose = board.seats[effect.captured or effect.colour]
            tip = points(next(heads))[1]
            assert min(dist(spot.middle, tip) for spot in layout.homes[whose]) < 1
    assert next(heads, None) is None


@settings(max_examples=80, deadline=None)
@given(questions())
def test_walks_have_the_length_of_the_card(
    question: tuple[Position, str, str, object],
) -> None:
    position, player, card, _rules = question
    board = position.game.board
    values = {"8/heart": {8}, "13/heart": {13}, "1/14": {1, 14}, "-4": {4}}
    for move in legal_moves(position, player, card)[:20]:
        spent = 0
        for walk in walks_of(move):
            if walk.origin == board.home:
                assert (walk.progress, walk.target) == ((), board.start)
                continue
            end = walk.progress[-1]
            end += (board.ring + 1) * (end < 0)
            assert board.code_at(walk.seat, end) == walk.target
            turns = list(walk.progress)
            spent += sum(abs(there - here) for here, there in pairwise(turns))
            # Past the start field, which does not count.
            spent -= turns[-1] < 0 < turns[0]
        if spent:
            assert spent in values.get(card, {int(card) if card.isdigit() else 0})


def test_walk_that_turns_in_the_lane_is_drawn_with_its_turn() -> None:
    move = the_move(at(yellow="green13 goal1"), "yellow", "6", "green13-goal4")
    ring = PARTNERS.board.ring
    assert [walk.progress for walk in walks_of(move)] == [(ring - 1, ring + 3, ring + 1)]


def test_walk_back_past_the_own_start_field_goes_below_zero() -> None:
    move = the_move(at(yellow="yellow3"), "yellow", "-4", "yellow3-green13")
    assert [walk.progress for walk in walks_of(move)] == [(3, -2)]


def test_all_legs_of_a_seven_are_drawn_and_numbered() -> None:
    before = at(yellow="yellow3 yellow5 green13", red="yellow8")
    move = the_move(before, "yellow", "7", "green13-green14 + yellow3-yellow6 + yellow5xyellow8")

    traces = trace(layout_of(PARTNERS.board, 0), move)
    assert (len(traces.walked), len(traces.expelled), len(traces.heads)) == (3, 1, 4)
    assert {"1", "2", "3"} <= texts(board_svg("partners", last_move=move)).keys()


def test_board_after_the_last_move_is_shown_unless_another_is_given() -> None:
    before = at(yellow="yellow3")
    move = the_move(before, "yellow", "2", "yellow3-yellow5")
    shown = board_svg("partners", last_move=move)
    assert shown == board_svg("partners", move.position, last_move=move)
    assert 'data-on="yellow3"' in board_svg("partners", before, last_move=move)


# Marked places


def test_reachable_places_are_ringed_and_read_out_in_the_order_of_the_board() -> None:
    plain = board_svg("partners", at())
    marked = board_svg("partners", at(), reachable=["yellow:goal4", "red5", "yellow:start", "red5"])

    # Each ring has a paper one below it.
    assert marked.count("<circle") - plain.count("<circle") == 6
    assert said(marked).endswith("Markeret: gul startfelt, gul målcirkel 4, rød 5.")
    home = board_svg("partners", at(), reachable=["yellow:home"])
    assert home.count("<circle") - plain.count("<circle") == 8


# Words


def test_position_is_read_out_in_danish_english_and_norwegian() -> None:
    position = at(yellow="red5 start", red="goal1 goal2 goal4", blue=LOCKED, green="red6 red6")
    assert [said(board_svg("partners", position, language=one)) for one in LANGUAGES] == [
        "Gul: to brikker i startcirklen, en på rød 5, en på startfeltet. "
        "Rød: en brik i startcirklen, en i målcirkel 4, en låst i målcirkel 2, "
        "en låst i målcirkel 1. Blå: alle fire brikker låst. "
        "Grøn: to brikker i startcirklen, to på rød 6.",
        "Yellow: two pieces at home, one on red 5, one on the start field. "
        "Red: one piece at home, one in goal circle 4, one locked in goal circle 2, "
        "one locked in goal circle 1. Blue: all four pieces locked. "
        "Green: two pieces at home, two on red 6.",
        "Gul: to brikker i startsirkelen, en på rød 5, en på startfeltet. "
        "Rød: en brikke i startsirkelen, en i målsirkel 4, en låst i målsirkel 2, "
        "en låst i målsirkel 1. Blå: alle fire brikker låst. "
        "Grønn: to brikker i startsirkelen, to på rød 6.",
    ]


def test_empty_board_names_its_colours_clockwise() -> None:
    assert said(board_svg("partners")) == "Tom spilleplade. Med uret: gul, rød, blå, grøn."


@pytest.mark.parametrize(
    ("before", "card", "notation", "words"),
    [
        (at(), "heart", "home-start", "med hjerte: gul fra startcirklen til startfeltet."),
        (
            at(yellow="yellow3", red="yellow8"),
            "5",
            "yellow3xyellow8",
            "med kortet 5: gul fra gul 3 til gul 8, og rød derfra hjem.",
        ),
        (
            at(yellow="yellow3", red="yellow8 yellow8"),
            "5",
            "yellow3-yellow8*",
            "med kortet 5: gul fra gul 3 til gul 8, og derfra selv hjem.",
        ),
        (
            at(yellow="yellow3", red="blue8"),
            "swap",
            "yellow3<>red:blue8",
            "med byttekortet: gul på gul 3 bytter plads med rød på blå 8.",
        ),
        (
            at(yellow="green12"),
            "5",
            "green12-goal2",
            "med kortet 5: gul fra grøn 12 til målcirkel 2.",
        ),
    ],
)
def test_last_move_is_told(before: Position, card: str, notation: str, words: str) -> None:
    svg = board_svg("partners", last_move=the_move(before, "yellow", card, notation))
    assert said(svg).partition("Seneste træk, gul ")[2] == words


def test_own_title_is_shown_as_it_was_written() -> None:
    svg = board_svg("partners", title="Bord 3 & <4>")
    assert root_of(svg).findtext(f"{SVG}title") == "Bord 3 & <4>"


# The picture as a whole


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
