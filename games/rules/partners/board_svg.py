"""The board as a picture: an SVG of its places, the pieces of a position, the last move.

It needs nothing but itself: no style sheet, no ids, no script. On a page it takes the page's
colours, where ``palette`` is "colour". That takes a browser; for paper there is "print", with
fixed colours. What a colour says, a shape and letters say as well, and words for screen readers.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from games.rules.errors import RulesError
from games.rules.partners.board import game_named
from games.rules.partners.moves import Move
from games.rules.partners.picture.drawing import Drawing, taken
from games.rules.partners.picture.layout import Layout, layout_of, spot_name
from games.rules.partners.picture.paint import FONTS, PALETTES, PaletteName
from games.rules.partners.picture.pen import num
from games.rules.partners.picture.traces import Traces, trace
from games.rules.partners.picture.words import CATALOGUE_PATH, Words
from games.rules.partners.position import Position

__all__ = ["PictureError", "board_svg", "spot_name"]


class PictureError(RulesError):
    """A picture that cannot be drawn: a place that the board has not."""

    catalogue_path = CATALOGUE_PATH


def board_svg(
    game: str,
    position: Position | None = None,
    *,
    last_move: Move | None = None,
    reachable: Iterable[str] = (),
    coordinates: bool = False,
    names: bool = False,
    language: str = "da",
    title: str = "",
    palette: PaletteName = "colour",
    bottom: str = "",
    size: int = 0,
) -> str:
    """An SVG drawing of the board of ``game`` with the pieces of ``position``.

    Without a position, the one after ``last_move`` is shown, and without that an empty board.
    ``reachable`` are places to ring, named as ``spot_name`` does: "red5", "red:start",
    "red:goal1". ``coordinates`` puts its number on each field and goal circle; ``names`` gives
    each place its name, which shows under the pointer. ``language`` is "da", "en" or "nb";
    ``title`` replaces the picture's own. The side of the colour ``bottom`` lies lowest, the first
    colour's by default. ``size`` is the width in pixels; without one the picture fills its frame.

    The same arguments give the same text. ``RequestError`` for a game or a colour that does not
    exist, ``PictureError`` for such a place; ``ValueError`` for a position or a move of another
    game.
    """
    found = game_named(game)
    if position is None and last_move is not None:
        position = last_move.position
    for given in (position, last_move):
        if given is not None and given.game is not found:
            raise ValueError(f"{given!r} is not of {found!r}")
    layout = layout_of(found.board, found.seat(bottom) if bottom else 0)
    ringed = _known(layout, reachable)
    words = Words(found.board, language)
    drawing = Drawing(layout, PALETTES[palette], words, names)
    left, top, width, height = layout.bounds
    measures = f'width="{size}" height="{round(size * height / width)}" ' if size else ""
    traces = trace(layout, last_move) if last_move else Traces()
    busy = taken(position)
    if len(traces.walked) > 1:
        busy |= {name for name, _ in traces.origins}
    said = [words.position(position)]
    said += [words.move(last_move)] if last_move else []
    said += [words.marked(ringed)] if ringed else []
    own = words.text("title_empty" if position is None else "title")
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="board" role="img" lang="{language}" '
            f'{measures}viewBox="{num(left)} {num(top)} {num(width)} {num(height)}" '
            f'font-family="{FONTS}" text-anchor="middle" stroke-linejoin="round">',
            f"<title>{escape(title or own)}</title><desc>{escape(' '.join(said))}</desc>",
            *drawing.ground(),
            *drawing.places(),
            *drawing.lines(traces),
            *(drawing.numbers(busy) if coordinates else ()),
            *drawing.heads(traces, position),
            *(drawing.pieces(position) if position else ()),
            *drawing.rings(ringed),
            "</svg>",
        ]
    )


def _known(layout: Layout, reachable: Iterable[str]) -> list[str]:
    """The places to ring, each once, in the order of the board."""
    wanted = set(reachable)
    homes = [spot_name(layout.board, seat, layout.board.home) for seat in range(layout.sides)]
    known = [name for name in [*layout.spots, *homes] if name in wanted]
    for name in wanted.difference(known):
        raise PictureError("unknown_place", place=name)
    return known
