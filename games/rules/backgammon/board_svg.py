"""The board as a picture: an SVG of its points, the checkers of a position, dice, cube, a play.

It needs nothing but itself: no style sheet, no ids, no script. On a page it takes the page's
colours, where ``palette`` is "colour"; for paper there is "print", with fixed colours. The sides
differ by a second rim as well as by light and dark, and words say it to screen readers. Every
place has ``data-place``: "1" to "24", "bar", "off".
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Final

from games.rules.backgammon.notation import Play, place
from games.rules.backgammon.picture.drawing import Drawing, paint_of
from games.rules.backgammon.picture.measures import HEIGHT, WIDTH, Placed
from games.rules.backgammon.position import POINTS
from games.rules.backgammon.rules import Cube
from games.rules.errors import RulesError
from games.rules.messages import Catalogue, Term, load_catalogue
from games.rules.partners.picture.paint import FONTS, PALETTES, PaletteName

CATALOGUE_PATH: Final = Path(__file__).with_name("picture") / "messages.json"

_PLACES: Final = frozenset({"bar", "off", *map(str, POINTS)})


class PictureError(RulesError):
    """A picture that cannot be drawn: a place that the board has not."""

    catalogue_path = CATALOGUE_PATH


def board_svg(
    position: Placed,
    *,
    play: Play | None = None,
    dice: tuple[int, int] | None = None,
    cube: Cube | None = None,
    mover: int = 0,
    light: bool = True,
    reachable: Iterable[str] = (),
    numbers: bool = True,
    language: str = "da",
    title: str = "",
    palette: PaletteName = "colour",
    size: int = 0,
) -> str:
    """An SVG drawing of ``position``, seen by the player on roll, whose home lies lower right.

    ``play`` draws arrows for a play from this position, ``dice`` what was thrown, ``cube`` the
    doubling cube, with ``mover`` the side of the player on roll (as ``Cube.owner`` counts).
    ``light``: whether that player has the light checkers. ``reachable`` are places to ring: "13",
    "bar", "off". ``numbers`` are those of the points, as the player on roll counts. ``language``
    is "da", "en" or "nb"; ``title`` replaces the picture's own. ``size`` is the width in pixels;
    without one the picture fills its frame. The same arguments give the same text.

    ``PictureError`` for a place that there is not.
    """
    words = load_catalogue(CATALOGUE_PATH)
    ringed = list(dict.fromkeys(reachable))
    for name in ringed:
        if name not in _PLACES:
            raise PictureError("unknown_place", place=name)
    measures = f'width="{size}" height="{round(size * HEIGHT / WIDTH)}" ' if size else ""
    said = _said(words, language, position, light)
    if dice:
        said.append(words.text("dice", language, {"first": dice[0], "second": dice[1]}))
    if cube:
        whose = {None: "middle", mover: "mover"}.get(cube.owner, "opponent")
        said.append(words.text(f"cube_{whose}", language, {"value": cube.value}))
    if play:
        said.append(words.text("play", language, {"notation": play.notation}))
    if ringed:
        named = tuple(Term("bar") if name == "bar" else name for name in ringed)
        said.append(words.text("marked", language, {"places": named}))
    drawing = Drawing(paint_of(PALETTES[palette]), position, light)
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="board backgammon" role="img" '
            f'lang="{language}" {measures}viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'font-family="{FONTS}" text-anchor="middle" stroke-linejoin="round">',
            f"<title>{escape(title or words.text('title', language, {}))}</title>",
            f"<desc>{escape(' '.join(said))}</desc>",
            *drawing.ground(words.word(Term("off_short"), language)),
            *(drawing.numbers() if numbers else ()),
            *drawing.checkers(),
            *(drawing.dice(dice) if dice else ()),
            *(drawing.cube(cube, mover) if cube else ()),
            *(drawing.arrows(play) if play else ()),
            *drawing.rings(ringed),
            "</svg>",
        ]
    )


def _said(words: Catalogue, language: str, position: Placed, light: bool) -> list[str]:
    """Where everybody's checkers are, one sentence a side."""
    told = []
    sides = (("mover", 1, 0, light), ("opponent", -1, 1, not light))
    for key, sign, index, is_light in sides:
        where = [
            _counted(words, language, "on_point", count * sign, point)
            for point, count in reversed(list(enumerate(position.points, 1)))
            if count * sign > 0
        ]
        for name, counts in (("on_bar", position.bar), ("off", position.off)):
            if counts[index]:
                where.append(_counted(words, language, name, counts[index], 0))
        side = Term("light" if is_light else "dark")
        told.append(words.text(key, language, {"side": side, "where": tuple(where)}))
    return told


def _counted(words: Catalogue, language: str, key: str, count: int, point: int) -> str:
    return words.terms[key][language].format(count=count, n=point)


def move_places(play: Play) -> tuple[str, ...]:
    """The places that a play begins and ends on, each once: "24", "bar", "off"."""
    cells = (cell for step in play.steps for cell in (step.source, step.target))
    return tuple(dict.fromkeys(place(cell) for cell in cells))
