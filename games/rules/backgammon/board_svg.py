"""The board as a picture: an SVG of its points, the checkers of a position, dice, cube, a play.

It needs nothing but itself: no style sheet, no ids, no script. On a page it takes the page's
colours, where ``palette`` is "colour"; for paper there is "print", with fixed colours. The sides
differ by a second rim as well as by light and dark, and words say it to screen readers. Every
place has ``data-place``: "1" to "24", "bar", "off".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from math import hypot
from pathlib import Path
from typing import Final, NamedTuple

from games.rules.backgammon.notation import Play, place
from games.rules.backgammon.position import BAR, OFF, POINTS, Position
from games.rules.backgammon.rules import Cube
from games.rules.errors import RulesError
from games.rules.messages import Catalogue, Term, load_catalogue
from games.rules.partners.picture.paint import FONTS, PALETTES, Palette, PaletteName

CATALOGUE_PATH: Final = Path(__file__).with_name("picture") / "messages.json"

_POINT: Final = 40
_RADIUS: Final = 17.5
_BAR_WIDTH: Final = 46
_TRAY: Final = 56
_EDGE: Final = 24
"""Room for the numbers above and below."""
_INNER: Final = 400
"""From the upper to the lower edge of the playing field."""
_TALL: Final = 5
"""Checkers drawn on a place; more stand as a number on the last."""
_LEFT: Final = 48
"""Where the cube lies, left of the field."""
_FIELD: Final = 12 * _POINT + _BAR_WIDTH
_WIDTH: Final = _LEFT + _FIELD + _TRAY
_HEIGHT: Final = _INNER + 2 * _EDGE
_MIDDLE: Final = _EDGE + _INNER / 2
_SLAB: Final = 9.6
"""A checker that is off, seen from its edge."""

Spot = tuple[float, float]


class PictureError(RulesError):
    """A picture that cannot be drawn: a place that the board has not."""

    catalogue_path = CATALOGUE_PATH


class _Paint(NamedTuple):
    """The page's paints, and those of the two sides."""

    page: Palette
    light: str
    dark: str
    on_light: str
    on_dark: str


def board_svg(
    position: Position,
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
    measures = f'width="{size}" height="{round(size * _HEIGHT / _WIDTH)}" ' if size else ""
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
    drawing = _Drawing(_paint(PALETTES[palette]), position, light)
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="board backgammon" role="img" '
            f'lang="{language}" {measures}viewBox="0 0 {_WIDTH} {_HEIGHT}" '
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


_PLACES: Final = frozenset({"bar", "off", *map(str, POINTS)})


def _paint(page: Palette) -> _Paint:
    if page.live:
        return _Paint(
            page,
            light="var(--white,#fff)",
            dark="var(--black,#1d1a16)",
            on_light="var(--on-white,#1d1a16)",
            on_dark="var(--on-black,#fff)",
        )
    return _Paint(page, light="#fff", dark="#1d1a16", on_light="#1d1a16", on_dark="#fff")


class _Drawing:
    """One picture's parts; each method answers pieces of SVG."""

    def __init__(self, paint: _Paint, position: Position, light: bool) -> None:
        self._paint = paint
        self._position = position
        self._light = light

    def ground(self, off: str) -> Iterator[str]:
        """The field, the bar, the tray, and the points."""
        page = self._paint.page
        right = _LEFT + _FIELD
        frame = f'fill="{page.track}" stroke="{page.line}" stroke-width="2"'
        yield f'<rect x="{_LEFT}" y="{_EDGE}" width="{_FIELD}" height="{_INNER}" rx="4" {frame}/>'
        yield (
            f'<rect data-place="off" x="{right + 6}" y="{_EDGE}" width="{_TRAY - 8}" '
            f'height="{_INNER}" rx="4" {frame}/>'
        )
        tray = right + 6 + (_TRAY - 8) / 2
        yield _text(tray, _MIDDLE + 4, 12, off, f'fill="{page.ink}" font-weight="600"')
        for point in POINTS:
            yield self._point(point)
        bar = _LEFT + 6 * _POINT
        yield (
            f'<rect data-place="bar" x="{bar}" y="{_EDGE}" width="{_BAR_WIDTH}" '
            f'height="{_INNER}" fill="{page.paper}" stroke="{page.line}" stroke-width="2"/>'
        )

    def _point(self, point: int) -> str:
        page = self._paint.page
        x, top = _across(point), point > 12
        base = _EDGE if top else _EDGE + _INNER
        tip = base + (1 if top else -1) * _INNER * 0.43
        fill = page.line if (point % 2 == 0) is top else page.paper
        strength = ' fill-opacity=".6"' if page.live else ""
        fill = fill if page.live or fill == page.paper else "#a8a8a8"
        return (
            f'<path data-place="{point}" d="M{x - _POINT / 2 + 1:g} {base}L{x:g} {tip:g} '
            f'{x + _POINT / 2 - 1:g} {base}Z" fill="{fill}"{strength} stroke="{page.line}"/>'
        )

    def numbers(self) -> Iterator[str]:
        """The numbers of the points, as the player on roll counts."""
        ink = f'fill="{self._paint.page.ink}"'
        numbers = "".join(
            _text(_across(point), 17 if point > 12 else _HEIGHT - 8, 0, str(point))
            for point in POINTS
        )
        yield f'<g font-size="14" {ink}>{numbers}</g>'

    def checkers(self) -> Iterator[str]:
        """The checkers on the points, on the bar, and off."""
        for point, count in enumerate(self._position.points, 1):
            mine = (count > 0) is self._light
            yield from self._stack(point, abs(count), mine)
        own, other = self._position.bar
        yield from self._stack(BAR, own, self._light)
        yield from self._stack(-BAR, other, not self._light)
        own, other = self._position.off
        yield from self._slabs(own, self._light, low=True)
        yield from self._slabs(other, not self._light, low=False)

    def _stack(self, at: int, count: int, light: bool) -> Iterator[str]:
        for nth in range(min(count, _TALL)):
            last = nth == _TALL - 1 and count > _TALL
            yield self._checker(_seat(at, nth), light, str(count) if last else "")

    def _checker(self, at: Spot, light: bool, words: str) -> str:
        paint = self._paint
        fill, ink = (paint.light, paint.on_light) if light else (paint.dark, paint.on_dark)
        edge = ink if light else paint.page.edge
        x, y = at
        parts = [
            f'<circle cx="{x:g}" cy="{y:g}" r="{_RADIUS}" fill="{fill}" '
            f'stroke="{edge}" stroke-width="1.6" pointer-events="none"/>'
        ]
        if not light and not words:
            # A second rim: the sides differ without their colours, too.
            parts.append(
                f'<circle cx="{x:g}" cy="{y:g}" r="{_RADIUS - 6}" fill="none" stroke="{ink}" '
                'stroke-width="1.6" pointer-events="none"/>'
            )
        if words:
            bold = f'font-weight="700" fill="{ink}" pointer-events="none"'
            parts.append(_text(x, y + 6, 17, words, bold))
        return "".join(parts)

    def _slabs(self, count: int, light: bool, *, low: bool) -> Iterator[str]:
        """Checkers that are off, seen from the edge, in fives so that they can be counted."""
        paint = self._paint
        fill = paint.light if light else paint.dark
        edge = paint.on_light if light else paint.page.edge
        x, width = _LEFT + _FIELD + 12, _TRAY - 20
        for nth in range(count):
            up = 6 + nth * _SLAB + nth // 5 * 4
            y = _EDGE + _INNER - up - _SLAB + 1.6 if low else _EDGE + up
            yield (
                f'<rect x="{x}" y="{y:g}" width="{width}" height="{_SLAB - 1.6:g}" rx="2" '
                f'fill="{fill}" stroke="{edge}"/>'
            )

    def dice(self, dice: tuple[int, int]) -> Iterator[str]:
        """Two dice of the colour of the player on roll, in the right half."""
        for nth, die in enumerate(dice):
            yield from self._die(_LEFT + 9 * _POINT + _BAR_WIDTH - 22 + 44 * nth, die)

    def _die(self, x: float, die: int) -> Iterator[str]:
        paint = self._paint
        fill, ink = (paint.light, paint.on_light)
        if not self._light:
            fill, ink = (paint.dark, paint.on_dark)
        yield (
            f'<rect x="{x - 17:g}" y="{_MIDDLE - 17:g}" width="34" height="34" rx="6" '
            f'fill="{fill}" stroke="{paint.page.edge}" stroke-width="1.6"/>'
        )
        for across, down in _PIPS[die]:
            yield (
                f'<circle cx="{x + 9 * across:g}" cy="{_MIDDLE + 9 * down:g}" r="3.3" '
                f'fill="{ink}"/>'
            )

    def cube(self, cube: Cube, mover: int) -> Iterator[str]:
        """The cube on its owner's side; one in the middle shows 64, as it lies on a board."""
        page = self._paint.page
        y = {None: _MIDDLE, mover: _EDGE + _INNER - 22}.get(cube.owner, _EDGE + 22)
        value = "64" if cube.owner is None and cube.value == 1 else str(cube.value)
        yield (
            f'<rect x="{_LEFT / 2 - 20:g}" y="{y - 18:g}" width="36" height="36" rx="5" '
            f'fill="{page.paper}" stroke="{page.ink}" stroke-width="2"/>'
        )
        size = 20 if len(value) < 3 else 15
        weight = f'fill="{page.ink}" font-weight="700"'
        yield _text(_LEFT / 2 - 2, y + size * 0.36, size, value, weight)

    def arrows(self, play: Play) -> Iterator[str]:
        """An arrow for each step; the checker that moves is ringed, one that is hit crossed out."""
        page = self._paint.page
        left, arrived, hits = dict[int, int](), dict[int, int](), list[Spot]()
        for source, target, hit in play.steps:
            begins = self._leaves(source, left, arrived)
            ends = self._lands(target, arrived, hit)
            if hit:
                hits.append(ends)
            yield self._arrow(begins, ends)
        for x, y in hits:
            yield (
                f'<path d="M{x - 8:g} {y - 8:g}l16 16m0-16l-16 16" stroke="{page.paper}" '
                f'stroke-width="7"/><path d="M{x - 8:g} {y - 8:g}l16 16m0-16l-16 16" '
                f'stroke="{page.mark}" stroke-width="3.5"/>'
            )

    def _own(self, cell: int) -> int:
        if cell == BAR:
            return self._position.bar[0]
        if cell == OFF:
            return self._position.off[0]
        return max(0, self._position.points[cell - 1])

    def _leaves(self, source: int, left: dict[int, int], arrived: dict[int, int]) -> Spot:
        """Where a checker sets off: one that came in this play first, else the topmost left."""
        if arrived.get(source):
            arrived[source] -= 1
            return _seat(source, min(self._own(source) + arrived[source], _TALL - 1))
        left[source] = left.get(source, 0) + 1
        return _seat(source, min(self._own(source), _TALL) - min(left[source], _TALL))

    def _lands(self, target: int, arrived: dict[int, int], hit: bool) -> Spot:
        if target == OFF:
            up = 6 + (self._own(OFF) + arrived.get(OFF, 0)) * _SLAB
            arrived[OFF] = arrived.get(OFF, 0) + 1
            return _LEFT + _FIELD + 14, _EDGE + _INNER - up - _SLAB / 2
        nth = 0 if hit else self._own(target) + arrived.get(target, 0)
        arrived[target] = arrived.get(target, 0) + 1
        return _seat(target, min(nth, _TALL - 1))

    def _arrow(self, begins: Spot, ends: Spot) -> str:
        page = self._paint.page
        (x, y), (to_x, to_y) = begins, ends
        length = hypot(to_x - x, to_y - y) or 1
        along = (to_x - x) / length, (to_y - y) / length
        tip = to_x - 3 * along[0], to_y - 3 * along[1]
        neck = tip[0] - 15 * along[0], tip[1] - 15 * along[1]
        side = -along[1] * 9, along[0] * 9
        line = (
            f'd="M{x:.4g} {y:.4g}L{neck[0]:.4g} {neck[1]:.4g}" fill="none" stroke-linecap="round"'
        )
        head = (
            f"M{tip[0]:.4g} {tip[1]:.4g}L{neck[0] + side[0]:.4g} {neck[1] + side[1]:.4g} "
            f"{neck[0] - side[0]:.4g} {neck[1] - side[1]:.4g}Z"
        )
        return (
            f'<path {line} stroke="{page.mark}" stroke-width="8"/>'
            f'<path {line} stroke="{page.band}" stroke-width="5"/>'
            f'<circle cx="{x:.4g}" cy="{y:.4g}" r="5" fill="{page.mark}"/>'
            f'<path d="{head}" fill="{page.mark}" stroke="{page.paper}"/>'
        )

    def rings(self, names: Iterable[str]) -> Iterator[str]:
        """Rings around places: around the topmost checker of a point."""
        page = self._paint.page
        for name in names:
            if name == "off":
                x, y, radius = _LEFT + _FIELD + 6 + (_TRAY - 8) / 2, _MIDDLE, 24.0
            else:
                cell = BAR if name == "bar" else int(name)
                count = self._own(cell) or (
                    -min(0, self._position.points[cell - 1]) if cell != BAR else 0
                )
                x, y = _seat(cell, max(0, min(count, _TALL) - 1))
                radius = _RADIUS + 3
            around = f'cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none"'
            yield f'<circle {around} stroke="{page.paper}" stroke-width="6"/>'
            yield (
                f'<circle {around} stroke="{page.mark}" stroke-width="4" stroke-dasharray="6 3"/>'
            )


_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of a die's face lie."""


def _across(point: int) -> float:
    """The middle of a point: 1 to 12 lie below from right to left, 13 to 24 above."""
    column = 12 - point if point <= 12 else point - 13
    return _LEFT + column * _POINT + _POINT / 2 + (_BAR_WIDTH if column >= 6 else 0)


def _seat(cell: int, nth: int) -> Spot:
    """Where the ``nth`` checker of a place lies, from the edge; ``-BAR`` is the opponent's bar."""
    if abs(cell) == BAR:
        # One's own checkers on the bar lie in the upper half, where they come in from.
        x = _LEFT + 6 * _POINT + _BAR_WIDTH / 2
        away = 30 + nth * (2 * _RADIUS - 4)
        return (x, _MIDDLE - away) if cell == BAR else (x, _MIDDLE + away)
    step = _RADIUS + 1 + nth * 2 * _RADIUS
    return _across(cell), _EDGE + step if cell > 12 else _EDGE + _INNER - step


def _text(x: float, y: float, size: float, words: str, attributes: str = "") -> str:
    """Words on a line; size 0 is that of the group around."""
    tall = f' font-size="{size:g}"' if size else ""
    return f'<text x="{x:g}" y="{y:g}"{tall} {attributes}>{escape(words)}</text>'


def _said(words: Catalogue, language: str, position: Position, light: bool) -> list[str]:
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
