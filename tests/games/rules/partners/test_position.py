"""Positions: the notation, and what cannot exist."""

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.messages import Term
from games.rules.partners import (
    GAMES,
    PARTNERS,
    PARTNERS_PLUS_TEAMS,
    Position,
    PositionError,
)

from .boards import LOCKED, at, positions

HOME = ["home"] * 4


def places(**changed: Any) -> dict[str, Any]:
    return {"yellow": HOME, "red": HOME, "blue": HOME, "green": HOME} | changed


@given(st.sampled_from(list(GAMES.values())).flatmap(positions))
def test_position_written_and_read_again_is_the_same(position: Position) -> None:
    again = Position.parse(position.game, position.as_json())
    assert again == position
    assert hash(again) == hash(position)


@given(st.data())
def test_order_of_a_colours_places_means_nothing(data: st.DataObject) -> None:
    position = data.draw(positions(PARTNERS))
    mixed = {colour: data.draw(st.permutations(its)) for colour, its in position.as_json().items()}
    assert Position.parse(PARTNERS, mixed) == position


def test_position_before_the_first_card_has_every_piece_at_home() -> None:
    assert Position.at_home(PARTNERS).as_json() == places()


def test_position_survives_pickling() -> None:
    position = at(red="goal1 yellow12 start")
    assert pickle.loads(pickle.dumps(position)) == position


def test_pickled_position_keeps_its_game() -> None:
    position = at(PARTNERS_PLUS_TEAMS, red="goal1")
    assert pickle.loads(pickle.dumps(position)).game is PARTNERS_PLUS_TEAMS


@pytest.mark.parametrize(
    ("pieces", "locked"),
    [
        ("", 0),
        ("goal2 goal3 goal4", 0),
        ("goal1", 1),
        ("goal1 goal3 goal4", 1),
        ("goal1 goal2 goal4", 2),
        ("goal1 goal2 goal3 yellow14", 3),
        (LOCKED, 4),
    ],
)
def test_locked_pieces_are_counted_from_the_innermost_circle(pieces: str, locked: int) -> None:
    assert at(red=pieces).locked("red") == locked


def test_side_has_finished_when_all_its_pieces_are_locked() -> None:
    position = at(red=LOCKED, green=LOCKED, yellow=LOCKED, blue="goal1 goal2 goal3")
    assert [position.side_locked(side) for side in (0, 1)] == [7, 8]
    assert [position.finished(side) for side in (0, 1)] == [False, True]
    assert position.finished_sides() == (1,)


@pytest.mark.parametrize(
    ("written", "code", "params"),
    [
        ([], "position_not_object", {}),
        (None, "position_not_object", {}),
        (places(purple=HOME), "unknown_colour", {"colour": "purple", "game": "partners"}),
        (
            {"yellow": HOME, "red": HOME, "blue": HOME},
            "missing_colour",
            {"colour": Term("green")},
        ),
        (places(red="home"), "pieces_not_list", {"colour": Term("red")}),
        (places(red=None), "pieces_not_list", {"colour": Term("red")}),
        (places(red=["home"] * 3), "piece_count", {"colour": Term("red"), "count": 3}),
        (places(red=["home"] * 5), "piece_count", {"colour": Term("red"), "count": 5}),
        (
            places(red=["home", "home", "home", "red15"]),
            "unknown_place",
            {"colour": Term("red"), "place": "red15"},
        ),
        (
            places(red=["home", "home", "home", "red0"]),
            "unknown_place",
            {"colour": Term("red"), "place": "red0"},
        ),
        (
            places(red=["home", "home", "home", "goal5"]),
            "unknown_place",
            {"colour": Term("red"), "place": "goal5"},
        ),
        (
            places(red=["home", "home", "home", 14]),
            "unknown_place",
            {"colour": Term("red"), "place": "14"},
        ),
        (
            places(red=["home", "home", "home", ["red1"]]),
            "unknown_place",
            {"colour": Term("red"), "place": "['red1']"},
        ),
        (
            places(red=["goal2", "home", "goal2", "home"]),
            "shared_goal",
            {"colour": Term("red"), "place": Term("goal", 2)},
        ),
        (
            places(red=["red3", "home", "home", "home"], green=["red3", "home", "home", "home"]),
            "shared_field",
            {
                "place": Term("field_red", 3),
                "colours": (Term("red"), Term("green")),
            },
        ),
    ],
)
def test_position_that_cannot_exist_is_refused_with_what_and_where(
    written: object, code: str, params: dict[str, object]
) -> None:
    with pytest.raises(PositionError) as caught:
        Position.parse(PARTNERS, written)
    assert (caught.value.code, caught.value.params) == (code, params)


def test_position_refusal_reads_in_each_language() -> None:
    with pytest.raises(PositionError) as caught:
        Position.parse(PARTNERS, places(red=["red3", *HOME[1:]], green=["red3", *HOME[1:]]))
    assert [caught.value.message(lang) for lang in ("da", "en", "nb")] == [
        "To farver (rød, grøn) står på samme felt (felt rød 3).",
        "Two colours (red, green) stand on one field (field red 3).",
        "To farger (rød, grønn) står på samme felt (felt rød 3).",
    ]


def test_several_pieces_of_a_colour_may_share_a_field_and_a_start_field() -> None:
    position = at(red="start start red3 red3")
    assert position.as_json()["red"] == ["red3", "red3", "start", "start"]
