"""A backgammon board as a picture, seen by the player on roll: own checkers light, others dark.

Without style sheet or script of its own; on a page it takes the page's colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from django.utils.translation import gettext as _

_POINT: Final = 40
_BAR: Final = 44
_TRAY: Final = 50
_HEIGHT: Final = 440
_RADIUS: Final = 18
_SHOWN: Final = 5
"""Checkers drawn on a point; more stand as a number on the last."""

_WIDTH: Final = 12 * _POINT + _BAR + _TRAY


def board_svg(
    points: Sequence[int], bar: Sequence[int], *, rings: Iterable[str] = (), language: str = "da"
) -> str:
    """The board with `points` (24, own checkers positive) and `bar` (own, other).

    `rings` are places to mark: "13", "bar".
    """
    marked = set(rings)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" role="img" lang="{language}" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT + 40}" text-anchor="middle" '
        "font-family=\"'Source Sans Pro', 'DejaVu Sans', sans-serif\">",
        f"<title>{escape(_('The position on the board'))}</title>",
        f"<desc>{escape(_said(points, bar))}</desc>",
        f'<rect x="1" y="21" width="{_WIDTH - 2}" height="{_HEIGHT - 2}" rx="6" '
        'fill="var(--sunken,#f2ede3)" stroke="var(--line-strong,#857b6b)" stroke-width="2"/>',
        f'<rect x="{6 * _POINT}" y="20" width="{_BAR}" height="{_HEIGHT}" data-place="bar" '
        'fill="var(--line,#e0d8ca)"/>',
        f'<rect x="{12 * _POINT + _BAR}" y="20" width="{_TRAY}" height="{_HEIGHT}" '
        'data-place="off" fill="var(--line,#e0d8ca)"/>',
    ]
    for point in range(1, 25):
        parts += _point(point, points[point - 1], str(point) in marked)
    middle = 6 * _POINT + _BAR / 2
    half = 20 + _HEIGHT / 2
    parts += _stack(middle, bar[0], True, top=False, base=half + 30 + 2 * _RADIUS)
    parts += _stack(middle, bar[1], False, top=True, base=half - 30 - 2 * _RADIUS)
    if "bar" in marked:
        parts.append(_ring(middle, 20 + _HEIGHT / 2, 22))
    there = sum(count for count in points if count > 0) + bar[0]
    theirs = -sum(count for count in points if count < 0) + bar[1]
    tray = 12 * _POINT + _BAR + _TRAY / 2
    for off, low, own in ((15 - there, True, True), (15 - theirs, False, False)):
        if off > 0:
            parts += _checker(tray, 20 + (_HEIGHT - 30 if low else 30), own, str(off))
    parts.append("</svg>")
    return "".join(parts)


def _x(point: int) -> float:
    """The middle of a point: 1 to 12 lie below from right to left, 13 to 24 above."""
    column = 12 - point if point <= 12 else point - 13
    return column * _POINT + _POINT / 2 + (_BAR if column >= 6 else 0)


def _point(point: int, count: int, marked: bool) -> list[str]:
    top = point > 12
    x, low, high = _x(point), 20 + _HEIGHT, 20
    tip = 20 + _HEIGHT * (0.44 if top else 0.56)
    base = high if top else low
    shade = "var(--line-strong,#857b6b)" if point % 2 else "var(--surface,#fff)"
    label = 14 if top else low + 15
    parts = [
        f'<g data-place="{point}"><title>{point}</title>'
        f'<rect x="{x - _POINT / 2:g}" y="{high if top else tip:g}" width="{_POINT}" '
        f'height="{abs(base - tip):g}" fill="transparent"/>'
        f'<path d="M{x - 17:g} {base}L{x:g} {tip:g} {x + 17:g} {base}Z" fill="{shade}" '
        'fill-opacity=".55" stroke="var(--line-strong,#857b6b)"/></g>',
        f'<text x="{x:g}" y="{label:g}" font-size="13" fill="currentColor">{point}</text>',
    ]
    parts += _stack(x, abs(count), count > 0, top=top, base=base)
    if marked:
        parts.append(_ring(x, base + (_RADIUS if top else -_RADIUS), _RADIUS + 3))
    return parts


def _stack(x: float, count: int, mine: bool, *, top: bool, base: float) -> list[str]:
    parts: list[str] = []
    for nth in range(min(count, _SHOWN)):
        y = base + (1 if top else -1) * (_RADIUS + nth * 2 * _RADIUS)
        last = nth == _SHOWN - 1 and count > _SHOWN
        parts += _checker(x, y, mine, str(count) if last else "")
    return parts


def _checker(x: float, y: float, mine: bool, words: str) -> list[str]:
    name = "white" if mine else "black"
    fill = f"var(--{name},{'#fff' if mine else '#1d1a16'})"
    ink = f"var(--on-{name},{'#1d1a16' if mine else '#fff'})"
    parts = [
        f'<circle cx="{x:g}" cy="{y:g}" r="{_RADIUS - 1}" fill="{fill}" '
        'stroke="var(--side-edge,#1d1a16)" stroke-width="1.5" pointer-events="none"/>'
    ]
    if not mine:
        # A second rim: the sides differ without their colours, too.
        parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{_RADIUS - 6}" fill="none" stroke="{ink}" '
            'pointer-events="none"/>'
        )
    if words:
        parts.append(
            f'<text x="{x:g}" y="{y + 5:g}" font-size="16" font-weight="700" fill="{ink}" '
            f'pointer-events="none">{words}</text>'
        )
    return parts


def _ring(x: float, y: float, radius: float) -> str:
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" '
        'stroke="var(--accent,#86185c)" stroke-width="4" stroke-dasharray="6 3"/>'
    )


def _said(points: Sequence[int], bar: Sequence[int]) -> str:
    own = [f"{point}: {points[point - 1]}" for point in range(24, 0, -1) if points[point - 1] > 0]
    theirs = [
        f"{point}: {-points[point - 1]}" for point in range(24, 0, -1) if points[point - 1] < 0
    ]
    words = _("Player on roll: %(own)s. Opponent: %(theirs)s. On the bar: %(mine)s and %(other)s.")
    return words % {
        "own": ", ".join(own) or "–",
        "theirs": ", ".join(theirs) or "–",
        "mine": bar[0],
        "other": bar[1],
    }
