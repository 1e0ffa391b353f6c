"""The arrows of a play on the picture of a backgammon board."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from games.rules.backgammon.notation import Play
from games.rules.backgammon.picture.measures import (
    EDGE,
    FIELD,
    INNER,
    LEFT,
    SLAB,
    TALL,
    Placed,
    Spot,
    own_at,
    seat,
)
from games.rules.backgammon.position import OFF
from games.rules.partners.picture.paint import Palette


class Arrows:
    """Arrows of plays from one position."""

    def __init__(self, page: Palette, position: Placed) -> None:
        self._page = page
        self._position = position

    def of(self, play: Play) -> Iterator[str]:
        """An arrow for each step; the checker that moves is ringed, one that is hit crossed out."""
        page = self._page
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

    def _leaves(self, source: int, left: dict[int, int], arrived: dict[int, int]) -> Spot:
        """Where a checker sets off: one that came in this play first, else the topmost left."""
        if arrived.get(source):
            arrived[source] -= 1
            return seat(source, min(own_at(self._position, source) + arrived[source], TALL - 1))
        left[source] = left.get(source, 0) + 1
        return seat(source, min(own_at(self._position, source), TALL) - min(left[source], TALL))

    def _lands(self, target: int, arrived: dict[int, int], hit: bool) -> Spot:
        if target == OFF:
            up = 6 + (own_at(self._position, OFF) + arrived.get(OFF, 0)) * SLAB
            arrived[OFF] = arrived.get(OFF, 0) + 1
            return LEFT + FIELD + 14, EDGE + INNER - up - SLAB / 2
        nth = 0 if hit else own_at(self._position, target) + arrived.get(target, 0)
        arrived[target] = arrived.get(target, 0) + 1
        return seat(target, min(nth, TALL - 1))

    def _arrow(self, begins: Spot, ends: Spot) -> str:
        page = self._page
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
