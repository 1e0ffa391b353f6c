"""The parts of the picture, from the ground up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin, sqrt
from typing import Final

from games.rules.kroket.course import ENDS, START, Course
from games.rules.kroket.motion import COURSE, HEDGE, Ball, Motion
from games.rules.kroket.picture.pen import Point, circle, line, num, path, text, xy
from games.rules.kroket.picture.words import Words
from games.rules.kroket.setup import BALLS
from games.rules.partners.picture.paint import SHAPES, Palette

_CELL: Final = 0.96
"""How much of its room a cell fills: the rest is the line between cells."""
_BALL: Final = 0.62
_HALF_STEP: Final = 3**0.5 / 2
"""From a column of hexagons to the next."""
_BOLD: Final = 'font-weight="700"'


class Drawing:
    """One picture's parts; each method answers pieces of SVG."""

    def __init__(self, course: Course, palette: Palette, words: Words) -> None:
        self._course = course
        self._paint = palette
        self._words = words
        self._at = {cell: course.kind.middle(cell) for cell in course.cells}
        xs = [x for x, _ in self._at.values()]
        ys = [y for _, y in self._at.values()]
        self._west, self._east = min(xs) - 1.0, max(xs) + 1.0
        self._south, self._north = min(ys) - 0.85, max(ys) + 0.85

    def bounds(self, *, rose: bool, lines: int) -> tuple[float, float, float, float]:
        """Left, top, width and height, with room for the compass and lines of text below."""
        east = self._east + (2.7 if rose else 0)
        south = self._south - (0.5 * lines + 0.15 if lines else 0)
        return self._west, -self._north, east - self._west, self._north - south

    def ground(self, *, coordinates: bool) -> Iterator[str]:
        """The hedge, the lawn's cells, where balls start, and the names of cells."""
        paint = self._paint
        outline = " ".join(self._outline(cell, 1.36) for cell in self._course.cells)
        hedge = f'fill="{self._leaf}" fill-opacity=".5"' if paint.live else 'fill="#b9c4b4"'
        yield path(outline, hedge)
        lawn = " ".join(self._outline(cell, 1.04) for cell in self._course.cells)
        yield path(lawn, f'fill="{paint.paper}"')
        cells = " ".join(self._outline(cell, _CELL) for cell in self._course.cells)
        soft = f'fill="{paint.track}" stroke="{paint.line}" stroke-width="{num(0.02)}"'
        yield path(cells, f'{soft} stroke-opacity=".6"')
        for starts in self._course.starts.values():
            for cell in starts:
                dash = f'stroke-dasharray="{num(0.1)} {num(0.09)}"'
                ring = f'fill="none" stroke="{paint.ink}" stroke-width="{num(0.05)}" {dash}'
                x, y = self._at[cell]
                yield circle((x, y + 0.06), 0.3, ring)
        if coordinates:
            names = f'fill="{paint.ink}" fill-opacity=".75"' if paint.live else 'fill="#555"'
            for cell, (x, y) in self._at.items():
                yield text((x, y - 0.36), 0.2, cell, names)

    def places(self) -> Iterator[str]:
        """What a finger or a pointer meets: each cell, unseen, above all that is drawn."""
        for cell in self._at:
            outline = self._outline(cell, 1.0)
            yield path(outline, f'fill="none" pointer-events="all" data-place="{cell}"')

    def things(self, *, both_ways: bool) -> Iterator[str]:
        """Tree, stakes and hoops."""
        for cell in self._course.tree:
            yield from self._tree(self._at[cell])
        for end in ENDS:
            yield from self._stake(end, self._at[self._course.stakes[end]])
        for hoop in self._course.hoops:
            legs = [self._at[leg.cell] for leg in hoop.legs]
            yield from self._hoop(hoop.order, self._at[hoop.cell], legs, both_ways)

    def balls(self, balls: Sequence[Ball]) -> Iterator[str]:
        """The balls on the course and in the hedge; several on a cell stand aside."""
        on: dict[str, list[int]] = {}
        for seat, ball in enumerate(balls):
            if ball.where in (COURSE, HEDGE):
                on.setdefault(ball.cell, []).append(seat)
        for cell, seats in on.items():
            x, y = self._at[cell]
            spread = 0.56 if len(seats) > 1 else 0.0
            for number, seat in enumerate(seats):
                aside = spread * (number - (len(seats) - 1) / 2)
                place = (x + aside, y)
                if balls[seat].where == HEDGE:
                    place = self._out(place)
                yield self._ball(BALLS[seat], place)

    def shot(self, motion: Motion, airborne: Sequence[bool]) -> Iterator[str]:
        """The way of a shot, flights dotted and reflections thin, each ending in an arrow."""
        for number, (seat, way) in enumerate(motion.ways):
            points = [self._at[cell] for cell in way]
            out = motion.balls[seat].where == HEDGE and all(
                one != seat for one, _ in motion.ways[number + 1 :]
            )
            if out:
                points.append(self._out(points[-1]))
            if len(points) < 2:
                continue
            flights = list(airborne) if number == 0 else []
            last = all(one != seat for one, _ in motion.ways[number + 1 :])
            yield from self._way(points, flights, main=number == 0, short=0.34 if last else 0.02)

    def rose(self) -> str:
        """The compass: the directions of the grid."""
        paint, middle = self._paint, (self._east + 1.25, self._north - 1.45)
        parts = []
        for direction in self._course.kind.directions:
            angle = self._angle(direction)
            tip = (middle[0] + 0.72 * cos(angle), middle[1] + 0.72 * sin(angle))
            wide = 0.19
            left = (middle[0] + wide * cos(angle + 1), middle[1] + wide * sin(angle + 1))
            right = (middle[0] + wide * cos(angle - 1), middle[1] + wide * sin(angle - 1))
            fill = paint.ink if direction == "N" else paint.paper
            edge = f'stroke="{paint.ink}" stroke-width="{num(0.03)}"'
            parts.append(path(line([left, tip, right], closed=True), f'fill="{fill}" {edge}'))
            where = (middle[0] + 1.0 * cos(angle), middle[1] + 1.0 * sin(angle))
            parts.append(text(where, 0.36, direction, f'fill="{paint.ink}" {_BOLD}'))
        return "".join(parts)

    def note(self, lines: Sequence[str]) -> Iterator[str]:
        """Lines of text below the course."""
        middle = (self._west + self._east) / 2
        for number, words in enumerate(lines):
            place = (middle, self._south - 0.1 - 0.5 * number)
            yield text(place, 0.38, words, f'fill="{self._paint.ink}"')

    @property
    def columns(self) -> float:
        """How wide the course is, in cells."""
        return self._east - self._west

    # The pieces -------------------------------------------------------------------------------

    @property
    def _leaf(self) -> str:
        return self._paint.strong("green")

    def _angle(self, direction: str) -> float:
        """The direction as an angle from east, the way that it really runs on the grid."""
        east, north = self._course.kind.vectors[direction]
        if self._course.kind.hexagons:
            return atan2(north + east / 2, east * _HALF_STEP)
        return atan2(north, east)

    def _outline(self, cell: str, size: float) -> str:
        x, y = self._at[cell]
        if self._course.kind.hexagons:
            around, first, radius = 6, 0.0, size / sqrt(3)
        else:
            around, first, radius = 4, pi / 4, size / sqrt(2)
        angles = (first + 2 * pi * corner / around for corner in range(around))
        points = [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]
        return line(points, closed=True)

    def _tree(self, middle: Point) -> Iterator[str]:
        """A trunk under three rounds of leaves, seen from the side."""
        x, y = middle
        edge = f'stroke="{self._paint.edge}" stroke-width="{num(0.04)}"'
        trunk = [
            (x - 0.09, y + 0.1),
            (x + 0.09, y + 0.1),
            (x + 0.14, y - 0.42),
            (x - 0.14, y - 0.42),
        ]
        yield path(line(trunk, closed=True), f'fill="#7a4a21" {edge}')
        for aside, up, radius in ((-0.2, 0.02, 0.2), (0.2, 0.02, 0.2), (0, 0.2, 0.25)):
            yield circle((x + aside, y + up), radius, f'fill="#2f6b34" {edge}')
        yield circle((x, y + 0.07), 0.17, 'fill="#2f6b34"')

    def _stake(self, end: str, middle: Point) -> Iterator[str]:
        """A striped stake; the goal's has a flag. The letter says which."""
        paint, (x, y) = self._paint, middle
        yield circle((x, y - 0.36), 0.1, f'fill="{paint.ink}"')
        pole = [
            (x - 0.07, y + 0.44),
            (x + 0.07, y + 0.44),
            (x + 0.07, y - 0.38),
            (x - 0.07, y - 0.38),
        ]
        edge = f'stroke="{paint.edge}" stroke-width="{num(0.03)}"'
        yield path(line(pole, closed=True), f'fill="#f4ead2" {edge}')
        for up in (0.28, 0.02, -0.24):
            stripe = [(x - 0.07, y + up), (x + 0.07, y + up)]
            yield path(line(stripe), f'stroke="#a3262a" stroke-width="{num(0.11)}"')
        letter = self._words.letter(end)
        if end == START:
            place = (x + 0.26, y + 0.28)
        else:
            flag = [(x + 0.07, y + 0.44), (x + 0.46, y + 0.27), (x + 0.07, y + 0.08)]
            yield path(line(flag, closed=True), f'fill="#a3262a" {edge}')
            place = (x + 0.3, y - 0.1)
        yield text(place, 0.3, letter, f'fill="{paint.ink}" {_BOLD}')

    def _hoop(
        self, order: int, mouth: Point, legs: Sequence[Point], both_ways: bool
    ) -> Iterator[str]:
        """Two legs with a bow over them, the number, and chevrons the way one goes through."""
        paint = self._paint
        west, east = sorted(legs)
        top = max(west[1], east[1], mouth[1]) + 0.4
        bow = f"M{xy(west)}C{xy((west[0], top + 0.16))} {xy((east[0], top + 0.16))} {xy(east)}"
        for colour, width in ((paint.paper, 0.26), (paint.ink, 0.14)):
            yield path(
                bow,
                f'fill="none" stroke="{colour}" stroke-width="{num(width)}" stroke-linecap="round"',
            )
        for leg in (west, east):
            yield circle(leg, 0.16, f'fill="{paint.ink}" stroke="{paint.paper}" stroke-width="2"')
        x, y = mouth
        tips = ((0.09, -1), (-0.4, 1)) if both_ways else ((0.09, -1), (-0.08, -1))
        for up, barbs in tips:
            ends = y + up + 0.17 * barbs
            yield path(line([(x - 0.17, ends), (x, y + up), (x + 0.17, ends)]), self._stroke(0.06))
        if both_ways:
            yield path(line([(x, y + 0.09), (x, y - 0.4)]), self._stroke(0.06))
        badge = (x, y + 0.36)
        yield circle(
            badge, 0.24, f'fill="{paint.paper}" stroke="{paint.ink}" stroke-width="{num(0.05)}"'
        )
        yield text(badge, 0.36, str(order), f'fill="{paint.ink}" {_BOLD}')

    def _stroke(self, width: float) -> str:
        return (
            f'fill="none" stroke="{self._paint.ink}" stroke-width="{num(width)}" '
            'stroke-linecap="round"'
        )

    def _ball(self, ball: str, middle: Point) -> str:
        """A ball: its colour, its own shape, and its letters."""
        paint, shape = self._paint, SHAPES[ball]
        scale = _BALL * 40 / 24
        x, y = middle
        turn = (
            f"translate({num(x)} {num(-y)}) scale({scale:.3g}) translate(-12 {-12 - shape.rise:g})"
        )
        name = self._words.ball(ball)
        letters = self._words.letters(ball)
        return (
            f'<g data-piece="{ball}" transform="{turn}"><title>{escape(name)}</title>'
            f'<g fill="{paint.strong(ball)}" stroke="{paint.edge}" stroke-width="1.6">'
            f"{shape.outline}</g>"
            f'<text x="12" y="{shape.baseline}" font-size="10.5" {_BOLD} '
            f'fill="{paint.on(ball)}">{escape(letters)}</text></g>'
        )

    def _out(self, place: Point) -> Point:
        """Half a cell further out from the middle of the course: in the hedge."""
        x, y = (self._west + self._east) / 2, (self._south + self._north) / 2
        far = hypot(place[0] - x, place[1] - y) or 1
        return place[0] + 0.6 * (place[0] - x) / far, place[1] + 0.6 * (place[1] - y) / far

    def _way(
        self, points: list[Point], flights: Sequence[bool], *, main: bool, short: float
    ) -> Iterator[str]:
        """A line along points with an arrow that ends ``short`` of the last, where a ball is."""
        paint = self._paint
        width = 0.13 if main else 0.09
        base = f'fill="none" stroke="{paint.mark}" stroke-linecap="round" stroke-linejoin="round"'
        *_, before, end = points
        if main:
            # Where the ball lay before.
            ring = f'stroke="{paint.mark}" stroke-width="{num(0.06)}"'
            yield circle(points[0], 0.17, f'fill="{paint.paper}" {ring}')
        for number, (one, other) in enumerate(pairwise(points)):
            flies = number < len(flights) and flights[number]
            dots = f' stroke-dasharray="{num(0.01)} {num(0.2)}"' if flies else ""
            if not main:
                dots = f' stroke-dasharray="{num(0.18)} {num(0.16)}"'
            yield path(line([one, other]), f'{base} stroke-width="{num(width)}"{dots}')
        angle = atan2(end[1] - before[1], end[0] - before[0])
        tip = (end[0] - short * cos(angle), end[1] - short * sin(angle))
        barbs = [
            (tip[0] - 0.34 * cos(angle + side), tip[1] - 0.34 * sin(angle + side))
            for side in (0.5, -0.5)
        ]
        head = line([barbs[0], tip, barbs[1]], closed=True)
        yield path(head, f'fill="{paint.mark}" stroke="{paint.paper}" stroke-width="{num(0.03)}"')
