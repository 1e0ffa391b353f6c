"""What tests of the board as a picture read out of it."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from games.rules.partners import (
    GAMES,
    Move,
    Position,
    legal_moves,
)
from games.rules.partners.board_svg import spot_name
from games.rules.partners.picture.layout import Layout
from games.rules.partners.picture.pen import UNIT

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
