"""The last move as lines: where each piece walked, who changed places, who went home."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from games.rules.partners.moves import Move
from games.rules.partners.picture.layout import FIELD, Layout, Point, spot_name, towards
from games.rules.partners.picture.pen import way, xy
from games.rules.partners.picture.walks import Walk, walks_of

_TIP: Final = 0.06
"""Between an arrow and the place that it points at."""
_HEAD: Final = 0.36
_HALF_HEAD: Final = 0.29
_KEEP_RIGHT: Final = 0.17
"""How far a piece that turns in its lane keeps to the right, so that both ways are seen."""
_TRACK: Final = 0.36
"""Between the lines of two pieces that walked the same stretch."""


@dataclass
class Traces:
    """Path data, and ``origins``: the name of the place each piece left, and where it lies.

    ``walked`` are the ways of pieces, ``expelled`` those of pieces sent home, ``heads`` the
    arrowheads of both.
    """

    walked: list[str] = field(default_factory=list)
    expelled: list[str] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)
    origins: list[tuple[str, Point]] = field(default_factory=list)


def trace(layout: Layout, move: Move) -> Traces:
    """What is to be drawn of a move."""
    traces = Traces()
    if move.is_swap:
        _swap(traces, layout, move)
        return traces
    walks = walks_of(move)
    for walk, aside in zip(walks, _tracks(layout, walks), strict=True):
        target = layout.spots[spot_name(layout.board, walk.seat, walk.target)]
        if walk.from_home is not None:
            home = layout.homes[walk.seat][walk.from_home]
            line = _Bow(home.middle, target.middle, 0, target.radius, 0)
            traces.walked.append(line.data)
            traces.heads.append(line.head)
            traces.origins.append((spot_name(layout.board, walk.seat, walk.origin), home.middle))
        else:
            _walk(traces, layout, walk, aside, target.radius)
        if walk.sent is not None:
            home = layout.homes[walk.sent][walk.sent_to]
            line = _Bow(target.middle, home.middle, target.radius, home.radius, 0.12)
            traces.expelled.append(line.data)
            traces.heads.append(line.head)
    return traces


def _walk(traces: Traces, layout: Layout, walk: Walk, aside: float, radius: float) -> None:
    stops = [_along(layout, progress) for progress in walk.progress]
    keep = _KEEP_RIGHT if len(stops) > 2 else 0.0
    runs = list(pairwise(stops))
    data = ""
    for index, (start, end) in enumerate(runs):
        onward = 1 if end > start else -1
        beside = aside + onward * keep
        first = layout.at(walk.seat, start, beside)
        # Whoever turns round crosses over to the other side, always leftwards.
        turn = f"A{_radius(keep)} 0 0 0 {xy(first)}" if data else f"M{xy(first)}"
        last = index == len(runs) - 1
        tip = end - onward * (radius + _TIP)
        data += turn + way(layout, walk.seat, start, tip - onward * _HEAD if last else end, beside)
        if last:
            neck = layout.at(walk.seat, tip - onward * _HEAD, beside)
            traces.heads.append(_head(layout.at(walk.seat, tip, beside), neck))
    traces.walked.append(data)
    origin = layout.at(walk.seat, stops[0], aside)
    traces.origins.append((spot_name(layout.board, walk.seat, walk.origin), origin))


def _swap(traces: Traces, layout: Layout, move: Move) -> None:
    (_, here, there), _ = move.legs
    names = [layout.board.places[code] for code in (here, there)]
    one, other = (layout.spots[name].middle for name in names)
    trim = FIELD + _TIP + _HEAD
    line = _Bow(one, other, trim, FIELD, 0.25)
    traces.walked.append(line.data)
    traces.heads += [line.head, _Bow(other, one, trim, FIELD, 0.25).head]
    traces.origins += zip(names, (one, other), strict=True)


def _along(layout: Layout, progress: int) -> float:
    if progress >= 0:
        return layout.along(progress)
    return layout.along(layout.board.ring + 1 + progress) - layout.turn


def _tracks(layout: Layout, walks: Sequence[Walk]) -> list[float]:
    """How far aside each walk is drawn: nothing, unless another one took the same steps."""
    tracks: list[int] = []
    taken: list[tuple[int, set[int]]] = []
    for walk in walks:
        steps = _steps(layout, walk)
        used = {track for track, others in taken if others & steps}
        tracks.append(next(track for track in range(len(walks)) if track not in used))
        taken.append((tracks[-1], steps))
    middle = max(tracks) / 2
    return [(track - middle) * _TRACK for track in tracks]


def _steps(layout: Layout, walk: Walk) -> set[int]:
    """The steps of a walk, each as a number: round the ring from seat 0, then lane by lane."""
    if not walk.progress:
        return set()
    ring = layout.board.ring
    shift = layout.board.starts[walk.seat]
    found = set()
    for progress in range(min(walk.progress), max(walk.progress)):
        if progress < ring:
            found.add((progress + (progress < 0) + shift) % ring)
        else:
            found.add(ring + 10 * walk.seat + progress - ring)
    return found


class _Bow:
    """A line between two places, bent towards the middle of the board, with an arrowhead.

    ``trim`` is left out at its beginning; its head keeps ``radius`` from its end.
    """

    def __init__(self, one: Point, other: Point, trim: float, radius: float, bend: float) -> None:
        # Towards the middle of the board, but never beyond it.
        middle = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
        length = ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5
        away = (middle[0] ** 2 + middle[1] ** 2) ** 0.5
        control = towards(middle, (0.0, 0.0), min(length * bend, away))
        tip = towards(other, control, radius + _TIP)
        neck = towards(other, control, radius + _TIP + _HEAD)
        self.head = _head(tip, neck)
        start = towards(one, control, trim)
        bow = f"Q{xy(control)} " if bend else "L"
        self.data = f"M{xy(start)}{bow}{xy(neck)}"


def _head(tip: Point, neck: Point) -> str:
    """The path of an arrowhead."""
    dx, dy = (tip[0] - neck[0]) / _HEAD * _HALF_HEAD, (tip[1] - neck[1]) / _HEAD * _HALF_HEAD
    left, right = (neck[0] - dy, neck[1] + dx), (neck[0] + dy, neck[1] - dx)
    return f"M{xy(left)}L{xy(tip)} {xy(right)}Z"


def _radius(length: float) -> str:
    return xy((length, length))
