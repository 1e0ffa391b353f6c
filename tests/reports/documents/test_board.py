"""The board on paper."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist

import pytest

from games.rules.partners.board import GAMES
from reports.documents.board import board_svg


@pytest.mark.parametrize("game", sorted(GAMES))
def test_board_has_every_place_and_none_covers_another(game: str) -> None:
    board = GAMES[game].board
    drawn = re.findall(r'<circle cx="([-\d.]+)" cy="([-\d.]+)" r="([\d.]+)"', board_svg(game))
    places = [(float(x), float(y), float(r)) for x, y, r in drawn if float(r) < 1]

    # Fields, and for each colour a start field, four goal circles and four at home.
    assert len(places) == board.ring + 9 * len(board.colours)
    for one, two in combinations(places, 2):
        assert dist(one[:2], two[:2]) > one[2] + two[2] - 0.06


def test_game_without_a_board_has_no_drawing() -> None:
    assert board_svg("backgammon") == ""
