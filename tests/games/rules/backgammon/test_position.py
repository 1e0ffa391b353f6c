"""Positions and dice that cannot be, and how that is said."""

from typing import Any

import pytest

from games.rules.backgammon import Position, PositionError, parse_dice, pips
from games.rules.backgammon.position import own_points

from .boards import position_json

START = Position.start().as_json()


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ([], "position_not_object"),
        ({**START, "turn": 0}, "position_field"),
        ({"points": START["points"], "bar": [0, 0]}, "position_list"),
        ({**START, "points": [0] * 23}, "position_list"),
        ({**START, "bar": [0]}, "position_list"),
        ({**START, "bar": [0, -1]}, "position_number"),
        ({**START, "bar": [0, True]}, "position_number"),
        ({**START, "points": [16, *START["points"][1:]]}, "position_number"),
        ({**START, "points": [1.0, *START["points"][1:]]}, "position_number"),
        ({**START, "bar": [1, 0]}, "checker_count"),
        ({**START, "off": [0, 1]}, "checker_count"),
        (position_json({}, {}), "both_finished"),
    ],
)
def test_position_that_cannot_exist_is_refused(written: Any, code: str) -> None:
    with pytest.raises(PositionError) as refused:
        Position.parse(written)
    assert refused.value.code == code


@pytest.mark.parametrize("written", [None, "31", [3], [0, 1], [7, 1], [1, 2, 3], [True, 2], 31])
def test_dice_that_cannot_be_thrown_are_refused(written: Any) -> None:
    with pytest.raises(PositionError) as refused:
        parse_dice(written)
    assert refused.value.message("da") == "Et kast er to tal fra 1 til 6."


def test_count_names_the_side_in_each_language() -> None:
    with pytest.raises(PositionError) as refused:
        Position.parse({**START, "bar": [0, 1]})
    assert [refused.value.message(lang) for lang in ("da", "en", "nb")] == [
        "Modstanderen har 16 brikker; der skal være 15.",
        "The opponent has 16 checkers; there must be 15.",
        "Motstanderen har 16 brikker; det skal være 15.",
    ]


def test_pips_of_the_start_are_167() -> None:
    assert pips(Position.start().cells) == 167
    assert pips(Position.parse(position_json({1: 2}, bar=(1, 0))).cells) == 27


def test_own_points_count_from_off_to_bar() -> None:
    cells = Position.parse(position_json({6: 3}, {6 + 1: 2}, bar=(2, 1))).cells
    assert {cell: count for cell, count in enumerate(own_points(cells)) if count} == {
        0: 10,
        6: 3,
        25: 2,
    }
