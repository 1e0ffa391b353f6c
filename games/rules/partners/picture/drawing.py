"""The parts of the picture, from the ground up."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

from games.rules.partners.board import PIECES
from games.rules.partners.picture.layout import FIELD, Layout, Point, Spot, spot_name
from games.rules.partners.picture.paint import SHAPES, Palette
from games.rules.partners.picture.pen import (
    UNIT,
    circle,
    discs,
    font,
    group,
    num,
    path,
    text,
    way,
    xy,
)
from games.rules.partners.picture.traces import Traces
from games.rules.partners.picture.words import Words
from games.rules.partners.position import Position

_LINE: Final = 0.05
_PIECE: Final = 2.16
"""The box of a piece on a place of radius 1, up to the largest piece."""
_LARGEST: Final = 1.2
_FAN: Final = 0.15
"""From a piece to the next of a stack."""
_BADGE: Final = 0.27
_NUMBER: Final = 0.46
_SMALL: Final = 0.38
_HEAVY: Final = 0.15
"""The edge of start fields and goal circles, in their colour."""
_OUTSIDE: Final = 0.74
"""From a field to its number, where something stands on it."""


class Stack(NamedTuple):
    """Pieces of one colour on one place."""

    code: int
    name: str
    pieces: int


def stacks(position: Position, seat: int) -> list[Stack]:
    """Where the pieces of a seat stand, each place once."""
    codes = position.codes(seat)
    return [
        Stack(code, spot_name(position.game.board, seat, code), codes.count(code))
        for code in sorted(set(codes))
    ]


def taken(position: Position | None) -> set[str]:
    """The names of the places with pieces."""
    if position is None:
        return set()
    seats = range(len(position.game.board.colours))
    return {stack.name for seat in seats for stack in stacks(position, seat)}


class Drawing:
    """One picture's parts; each method answers pieces of SVG."""

    def __init__(self, layout: Layout, palette: Palette, words: Words, named: bool) -> None:
        self._layout = layout
        self._board = layout.board
        self._palette = palette
        self._words = words
        self._named = named

    def ground(self) -> Iterator[str]:
        """The track, the homes' grounds, the names of the colours, and which way one walks."""
        layout, paint = self._layout, self._palette
        track = f"M{xy(layout.at(0, 0))}{way(layout, 0, 0, layout.turn, 0)}Z"
        yield path(track, f'fill="none" stroke="{paint.track}" stroke-width="{num(1.3)}"')
        yield path(track, f'fill="none" stroke="{paint.line}" stroke-width="{num(_LINE)}"')
        for seat, colour in enumerate(self._board.colours):
            yield self._yard(seat, colour)
            across, out = layout.home_middle
            # A name longer than the room between lane and corner is set smaller.
            name = self._words.colour(colour)
            label = layout.turned(seat, -across, out)
            size = min(0.9, 4.6 / len(name)) * layout.scale
            yield text(label, size, name, f'{font(size)} fill="{paint.ink}"')
        yield from self._clockwise()

    def places(self) -> Iterator[str]:
        """Every place that can hold pieces, once."""
        layout, paint = self._layout, self._palette
        for seat, colour in enumerate(self._board.colours):
            fields = self._board.places[seat * self._board.fields :][: self._board.fields]
            start = spot_name(self._board, seat, self._board.start)
            goals = [spot_name(self._board, seat, code) for code in self._board.goals]
            edge = f'stroke="{paint.ink}" stroke-width="{num(_LINE)}"'
            heavy = f'stroke="{paint.strong(colour)}" stroke-width="{num(_HEAVY)}"'
            at, lane = layout.spots[start], [layout.spots[name] for name in goals]
            rim = _HEAVY / 2 + _LINE
            yield discs((spot.middle for spot in lane), lane[0].radius + rim, paint.ink)
            yield discs([at.middle], at.radius + rim, paint.ink)
            if paint.live:
                # What is let through a tint is paper, not the track.
                yield discs((layout.spots[name].middle for name in fields), FIELD, paint.paper)
                yield discs((spot.middle for spot in lane), lane[0].radius, paint.paper)
                yield discs([at.middle], at.radius, paint.paper)
            yield group(f"{paint.tint(colour)} {edge}", [self._place(name) for name in fields])
            yield group(f"{paint.tint(colour)} {heavy}", [self._place(name) for name in goals])
            yield group(f"{paint.tint(colour, 0.4)} {heavy}", [self._place(start)])
            yield self._ghost(colour, at, 0.8)

    def numbers(self, busy: Container[str]) -> Iterator[str]:
        """A number on every field and goal circle; outside the ring for those in ``busy``."""
        layout, board = self._layout, self._board
        inside, outside, lanes = [], [], []
        for code in range(board.ring):
            number = str(code % board.fields + 1)
            name = board.places[code]
            if name in busy:
                outside.append(text(layout.outside(code, _OUTSIDE), _SMALL, number))
            else:
                inside.append(text(layout.spots[name].middle, _NUMBER, number))
        large = _NUMBER * layout.scale
        for seat in range(layout.sides):
            for code in board.goals:
                name = spot_name(board, seat, code)
                if name not in busy:
                    number = board.places[code].removeprefix("goal")
                    lanes.append(text(layout.spots[name].middle, large, number))
        for size, written in ((_NUMBER, inside), (_SMALL, outside), (large, lanes)):
            yield group(f'{font(size)} fill="{self._palette.ink}"', written)

    def lines(self, traces: Traces) -> Iterator[str]:
        """The ways of the last move."""
        paint = self._palette
        lines = [path(data) for data in traces.walked]
        for stroke, width in ((paint.mark, 0.34), (paint.band, 0.21)):
            attributes = f'fill="none" stroke="{stroke}" stroke-width="{num(width)}"'
            yield group(f'{attributes} stroke-linecap="round"', lines)
        dashes = f'stroke-width="{num(0.11)}" stroke-dasharray="{num(0.26)} {num(0.18)}"'
        yield group(
            f'fill="none" stroke="{paint.mark}" {dashes}', [path(d) for d in traces.expelled]
        )

    def heads(self, traces: Traces, position: Position | None) -> Iterator[str]:
        """The arrowheads of the last move, and in which order several pieces went."""
        paint = self._palette
        yield group(f'fill="{paint.mark}"', [path(data) for data in traces.heads])
        if len(traces.walked) < 2:
            return
        left = taken(position)
        for order, (name, at) in enumerate(traces.origins, start=1):
            if name in left:
                length = (at[0] ** 2 + at[1] ** 2) ** 0.5 or 1
                at = at[0] * (1 - 0.66 / length), at[1] * (1 - 0.66 / length)
            yield self._badge(at, str(order), paint.mark, paint.paper)

    def pieces(self, position: Position) -> Iterator[str]:
        """The pieces, each once; several on a place fanned, with their number."""
        paint = self._palette
        badges = []
        for seat, colour in enumerate(self._board.colours):
            drawn = []
            locked = self._board.goals[PIECES - position.locked(colour) :]
            for stack in stacks(position, seat):
                if stack.code == self._board.home:
                    for at in self._layout.homes[seat][: stack.pieces]:
                        drawn.append(self._piece(colour, at.middle, at.radius, stack.name))
                    continue
                at = self._layout.spots[stack.name]
                x, y = at.middle
                shift = _FAN * (stack.pieces - 1) / 2
                for nth in range(stack.pieces):
                    lies = x - shift + nth * _FAN, y + shift - nth * _FAN
                    drawn.append(self._piece(colour, lies, at.radius, stack.name))
                if stack.pieces > 1:
                    corner = x + shift + 0.36, y - shift - 0.36
                    badges.append(self._badge(corner, str(stack.pieces), paint.paper, paint.ink))
                if stack.code in locked:
                    badges.append(self._padlock(at))
            look = f'fill="{paint.strong(colour)}" stroke="{paint.edge}" stroke-width="1.6"'
            rims = [self._layout.spots[spot_name(self._board, seat, code)] for code in locked]
            yield group(
                f'fill="none" stroke="{paint.ink}" stroke-width="{num(0.13)}"',
                [circle(at.middle, at.radius + 0.1) for at in rims],
            )
            yield group(f'{look} font-weight="700"', drawn)
        yield from badges

    def rings(self, names: Sequence[str]) -> Iterator[str]:
        """Rings around places."""
        paint = self._palette
        rings = []
        for name in names:
            colour, _, place = name.partition(":")
            if place == "home":
                rings += [
                    circle(at.middle, at.radius)
                    for at in self._layout.homes[self._board.seats[colour]]
                ]
            else:
                at = self._layout.spots[name]
                rings.append(circle(at.middle, at.radius + 0.06))
        yield group(f'fill="none" stroke="{paint.paper}" stroke-width="{num(0.2)}"', rings)
        dashes = f'stroke-width="{num(0.14)}" stroke-dasharray="{num(0.24)} {num(0.1)}"'
        yield group(f'fill="none" stroke="{paint.mark}" {dashes}', rings)

    def _yard(self, seat: int, colour: str) -> str:
        """A home: four circles on a ground of its own."""
        layout, paint = self._layout, self._palette
        across, out = layout.home_middle
        x, y = layout.turned(seat, across, out)
        half = 1.12 * layout.scale
        angle = f"{360 * (seat - layout.bottom) / layout.sides:g} {num(x)} {num(y)}"
        ground = (
            f'<rect x="{num(x - half)}" y="{num(y - half)}" width="{num(2 * half)}" '
            f'height="{num(2 * half)}" rx="{num(0.4)}" transform="rotate({angle})" '
            f'{paint.tint(colour, 0.16)} stroke="{paint.strong(colour)}" '
            f'stroke-width="{num(0.07)}"/>'
        )
        name = spot_name(self._board, seat, self._board.home)
        circles = [circle(at.middle, at.radius) for at in layout.homes[seat]]
        edge = f'fill="{paint.paper}" stroke="{paint.line}" stroke-width="{num(_LINE)}"'
        return group(self._data(name), [self._title(name), ground, group(edge, circles)])

    def _clockwise(self) -> Iterator[str]:
        """A round arrow in the middle."""
        paint = self._palette
        radius = 1.05 if self._layout.sides <= 4 else 2.2
        half = radius * 0.7071
        arc = f"M{xy((-half, -half))}A{num(radius)} {num(radius)} 0 1 1 {xy((-half, half))}"
        # The arc ends going up to the left.
        head = "".join(
            f"{command}{num(-half + x)} {num(half + y)}"
            for command, x, y in (("M", 0.28, -0.28), ("L", -0.36, -0.36), ("L", -0.28, 0.28))
        )
        attributes = f'stroke="{paint.line}" stroke-width="{num(0.1)}" stroke-linecap="round"'
        yield path(arc, f'fill="none" {attributes}')
        yield path(f"{head}Z", f'fill="{paint.line}"')

    def _place(self, name: str) -> str:
        at = self._layout.spots[name]
        if not self._named:
            return circle(at.middle, at.radius, self._data(name))
        shape = circle(at.middle, at.radius)
        return f"<g {self._data(name)}>{self._title(name)}{shape}</g>"

    def _title(self, name: str) -> str:
        return f"<title>{escape(self._words.place(name))}</title>" if self._named else ""

    def _data(self, name: str) -> str:
        return f'data-place="{name}"'

    def _ghost(self, colour: str, at: Spot, size: float) -> str:
        """The shape of a colour in outline, where its pieces come out."""
        line = f'fill="none" stroke="{self._palette.edge}"'
        return group(
            f'{self._box(at.middle, size)} {line} stroke-width="1.6"', [SHAPES[colour].outline]
        )

    def _piece(self, colour: str, at: Point, radius: float, name: str) -> str:
        shape, letters = SHAPES[colour], self._words.letters(colour)
        box = min(radius * _PIECE, _LARGEST * self._layout.scale)
        return (
            f'<g data-piece="{colour}" data-on="{name}" '
            f"{self._box((at[0], at[1] - box * shape.rise / 24), box)}>{shape.outline}"
            f'<text x="12" y="{shape.baseline}" font-size="{9.5 if len(letters) > 1 else 12}" '
            f'fill="{self._palette.on(colour)}" stroke="none">{letters}</text></g>'
        )

    def _box(self, at: Point, size: float) -> str:
        """The transformation of a box of 24 by 24 that lies around a point, ``size`` wide."""
        corner = at[0] - size / 2, at[1] - size / 2
        return f'transform="translate({xy(corner)}) scale({size * UNIT / 24:.3g})"'

    def _padlock(self, at: Spot) -> str:
        """A padlock at the lower right of a place: its piece stays."""
        paint, size = self._palette, 0.46 * self._layout.scale
        reach = at.radius * 0.92
        corner = at.middle[0] + reach - size / 2, at.middle[1] + reach - size / 2
        return (
            f'<g transform="translate({xy(corner)}) scale({size * UNIT / 24:.3g})">'
            f'<circle cx="12" cy="12" r="13" fill="{paint.paper}"/>'
            f'<rect x="4" y="10.5" width="16" height="11.5" rx="2" fill="{paint.ink}"/>'
            f'<path d="M7.8 11V7.6a4.2 4.2 0 0 1 8.4 0V11" fill="none" stroke="{paint.ink}" '
            'stroke-width="2.6"/></g>'
        )

    def _badge(self, at: Point, words: str, fill: str, ink: str) -> str:
        size = _BADGE * 1.55
        edge = f'fill="{fill}" stroke="{ink}" stroke-width="{num(_LINE)}"'
        figure = text(at, size, words, f'{font(size)} font-weight="700" fill="{ink}"')
        return circle(at, _BADGE, edge) + figure
