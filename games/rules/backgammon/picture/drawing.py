"""The parts of a backgammon board's picture, as pieces of SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from games.rules.backgammon.notation import Play
from games.rules.backgammon.picture.arrows import Arrows
from games.rules.backgammon.picture.measures import (
    BAR_WIDTH,
    EDGE,
    FIELD,
    HEIGHT,
    INNER,
    LEFT,
    MIDDLE,
    POINT,
    RADIUS,
    SLAB,
    TALL,
    TRAY,
    Placed,
    Spot,
    across,
    own_at,
    seat,
    text,
)
from games.rules.backgammon.position import BAR, POINTS
from games.rules.backgammon.rules import Cube
from games.rules.partners.picture.paint import Palette

_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of a die's face lie."""


class Paint(NamedTuple):
    """The page's paints, and those of the two sides."""

    page: Palette
    light: str
    dark: str
    on_light: str
    on_dark: str


def paint_of(page: Palette) -> Paint:
    if page.live:
        return Paint(
            page,
            light="var(--white,#fff)",
            dark="var(--black,#1d1a16)",
            on_light="var(--on-white,#1d1a16)",
            on_dark="var(--on-black,#fff)",
        )
    return Paint(page, light="#fff", dark="#1d1a16", on_light="#1d1a16", on_dark="#fff")


class Drawing:
    """One picture's parts; each method answers pieces of SVG."""

    def __init__(self, paint: Paint, position: Placed, light: bool) -> None:
        self._paint = paint
        self._position = position
        self._light = light

    def ground(self, off: str) -> Iterator[str]:
        """The field, the bar, the tray, and the points."""
        page = self._paint.page
        right = LEFT + FIELD
        frame = f'fill="{page.track}" stroke="{page.line}" stroke-width="2"'
        yield f'<rect x="{LEFT}" y="{EDGE}" width="{FIELD}" height="{INNER}" rx="4" {frame}/>'
        yield (
            f'<rect data-place="off" x="{right + 6}" y="{EDGE}" width="{TRAY - 8}" '
            f'height="{INNER}" rx="4" {frame}/>'
        )
        tray = right + 6 + (TRAY - 8) / 2
        yield text(tray, MIDDLE + 4, 12, off, f'fill="{page.ink}" font-weight="600"')
        for point in POINTS:
            yield self._point(point)
        bar = LEFT + 6 * POINT
        yield (
            f'<rect data-place="bar" x="{bar}" y="{EDGE}" width="{BAR_WIDTH}" '
            f'height="{INNER}" fill="{page.paper}" stroke="{page.line}" stroke-width="2"/>'
        )

    def _point(self, point: int) -> str:
        page = self._paint.page
        x, top = across(point), point > 12
        base = EDGE if top else EDGE + INNER
        tip = base + (1 if top else -1) * INNER * 0.43
        fill = page.line if (point % 2 == 0) is top else page.paper
        strength = ' fill-opacity=".6"' if page.live else ""
        fill = fill if page.live or fill == page.paper else "#a8a8a8"
        # The whole strip is the point, for a thumb, not the triangle alone.
        return (
            f'<g data-place="{point}"><rect x="{x - POINT / 2:g}" y="{min(base, tip):g}" '
            f'width="{POINT}" height="{abs(base - tip):g}" fill="transparent"/>'
            f'<path d="M{x - POINT / 2 + 1:g} {base}L{x:g} {tip:g} '
            f'{x + POINT / 2 - 1:g} {base}Z" fill="{fill}"{strength} stroke="{page.line}"/></g>'
        )

    def numbers(self) -> Iterator[str]:
        """The numbers of the points, as the player on roll counts."""
        ink = f'fill="{self._paint.page.ink}"'
        numbers = "".join(
            text(across(point), 17 if point > 12 else HEIGHT - 8, 0, str(point)) for point in POINTS
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
        for nth in range(min(count, TALL)):
            last = nth == TALL - 1 and count > TALL
            yield self._checker(seat(at, nth), light, str(count) if last else "")

    def _checker(self, at: Spot, light: bool, words: str) -> str:
        paint = self._paint
        fill, ink = (paint.light, paint.on_light) if light else (paint.dark, paint.on_dark)
        edge = ink if light else paint.page.edge
        x, y = at
        parts = [
            f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS}" fill="{fill}" '
            f'stroke="{edge}" stroke-width="1.6" pointer-events="none"/>'
        ]
        if not light and not words:
            # A second rim: the sides differ without their colours, too.
            parts.append(
                f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS - 6}" fill="none" stroke="{ink}" '
                'stroke-width="1.6" pointer-events="none"/>'
            )
        if words:
            bold = f'font-weight="700" fill="{ink}" pointer-events="none"'
            parts.append(text(x, y + 6, 17, words, bold))
        return "".join(parts)

    def _slabs(self, count: int, light: bool, *, low: bool) -> Iterator[str]:
        """Checkers that are off, seen from the edge, in fives so that they can be counted."""
        paint = self._paint
        fill = paint.light if light else paint.dark
        edge = paint.on_light if light else paint.page.edge
        x, width = LEFT + FIELD + 12, TRAY - 20
        for nth in range(count):
            up = 6 + nth * SLAB + nth // 5 * 4
            y = EDGE + INNER - up - SLAB + 1.6 if low else EDGE + up
            yield (
                f'<rect x="{x}" y="{y:g}" width="{width}" height="{SLAB - 1.6:g}" rx="2" '
                f'fill="{fill}" stroke="{edge}"/>'
            )

    def dice(self, dice: tuple[int, int]) -> Iterator[str]:
        """Two dice of the colour of the player on roll, in the right half."""
        for nth, die in enumerate(dice):
            yield from self._die(LEFT + 9 * POINT + BAR_WIDTH - 22 + 44 * nth, die)

    def _die(self, x: float, die: int) -> Iterator[str]:
        paint = self._paint
        fill, ink = (paint.light, paint.on_light)
        if not self._light:
            fill, ink = (paint.dark, paint.on_dark)
        yield (
            f'<rect x="{x - 17:g}" y="{MIDDLE - 17:g}" width="34" height="34" rx="6" '
            f'fill="{fill}" stroke="{paint.page.edge}" stroke-width="1.6"/>'
        )
        for right, down in _PIPS[die]:
            yield (
                f'<circle cx="{x + 9 * right:g}" cy="{MIDDLE + 9 * down:g}" r="3.3" fill="{ink}"/>'
            )

    def cube(self, cube: Cube, mover: int) -> Iterator[str]:
        """The cube on its owner's side; one in the middle shows 64, as it lies on a board."""
        page = self._paint.page
        y = {None: MIDDLE, mover: EDGE + INNER - 22}.get(cube.owner, EDGE + 22)
        value = "64" if cube.owner is None and cube.value == 1 else str(cube.value)
        yield (
            f'<rect x="{LEFT / 2 - 20:g}" y="{y - 18:g}" width="36" height="36" rx="5" '
            f'fill="{page.paper}" stroke="{page.ink}" stroke-width="2"/>'
        )
        size = 20 if len(value) < 3 else 15
        weight = f'fill="{page.ink}" font-weight="700"'
        yield text(LEFT / 2 - 2, y + size * 0.36, size, value, weight)

    def arrows(self, play: Play) -> Iterator[str]:
        """An arrow for each step; one that is hit is crossed out."""
        return Arrows(self._paint.page, self._position).of(play)

    def rings(self, names: Iterable[str]) -> Iterator[str]:
        """Rings around places: around the topmost checker of a point."""
        page = self._paint.page
        for name in names:
            if name == "off":
                x, y, radius = LEFT + FIELD + 6 + (TRAY - 8) / 2, MIDDLE, 24.0
            else:
                cell = BAR if name == "bar" else int(name)
                count = own_at(self._position, cell) or (
                    -min(0, self._position.points[cell - 1]) if cell != BAR else 0
                )
                x, y = seat(cell, max(0, min(count, TALL) - 1))
                radius = RADIUS + 3
            around = f'cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none"'
            yield f'<circle {around} stroke="{page.paper}" stroke-width="6"/>'
            yield (
                f'<circle {around} stroke="{page.mark}" stroke-width="4" stroke-dasharray="6 3"/>'
            )
