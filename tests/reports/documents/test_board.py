"""The board on paper."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.rules.partners.board import GAMES
from reports.documents.board import board_svg


@pytest.mark.parametrize("game", sorted(GAMES))
def test_board_is_empty_numbered_and_in_the_colours_of_paper(game: str) -> None:
    board = GAMES[game].board
    drawn = board_svg(game)

    # Fields, and for each colour a start field, four goal circles and a home.
    assert drawn.count("data-place=") == board.ring + 6 * len(board.colours)
    # A number for each field and goal circle, a name for each colour.
    assert drawn.count("<text") == board.ring + 5 * len(board.colours)
    assert "data-piece=" not in drawn
    assert "var(" not in drawn


@pytest.mark.parametrize(
    ("language", "name"), [("da", "Grøn"), ("en", "Green"), ("nb", "Grønn"), ("fr", "Grøn")]
)
def test_board_speaks_the_language_of_the_paper(language: str, name: str) -> None:
    with translation.override(language):
        assert f">{name}</text>" in board_svg("partners")


def test_game_without_a_board_has_no_drawing() -> None:
    assert board_svg("backgammon") == ""
