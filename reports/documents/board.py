"""The board of a game, drawn as vector for paper."""

from __future__ import annotations

from games.rules.partners.board import GAMES
from games.rules.partners.board_svg import board_svg as drawn
from tournaments.spoken import language


def board_svg(game: str) -> str:
    """An SVG drawing of the empty board, without a size of its own, in the active language.

    Empty for a game without a board of fields. `game` is a value of `tournaments.Game`.
    """
    if game not in GAMES:
        return ""
    return drawn(game, coordinates=True, palette="print", language=language())
