"""The last move and marked places on the board, drawn and in words."""

from __future__ import annotations

import re
from itertools import pairwise
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.messages import LANGUAGES
from games.rules.partners import (
    PARTNERS,
    Position,
    legal_moves,
)
from games.rules.partners.board_svg import board_svg, spot_name
from games.rules.partners.picture.layout import layout_of
from games.rules.partners.picture.traces import trace
from games.rules.partners.picture.walks import walks_of
from tests.games.rules.partners.pictures import ROUNDED, SVG, points, root_of, said, texts, the_move

from .boards import LOCKED, at, questions


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


def test_reachable_places_are_ringed_and_read_out_in_the_order_of_the_board() -> None:
    plain = board_svg("partners", at())
    marked = board_svg("partners", at(), reachable=["yellow:goal4", "red5", "yellow:start", "red5"])

    # Each ring has a paper one below it.
    assert marked.count("<circle") - plain.count("<circle") == 6
    assert said(marked).endswith("Markeret: gul startfelt, gul målcirkel 4, rød 5.")
    home = board_svg("partners", at(), reachable=["yellow:home"])
    assert home.count("<circle") - plain.count("<circle") == 8


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
