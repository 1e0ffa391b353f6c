"""Small playing cards as pictures, for the table of cards."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import cos, radians, sin
from typing import Final

from games.rules.kroket.deck import Shot
from reports.signs import real_minus

#: Outlines in a box of 24.
HEART: Final = (
    '<path d="M12 21.4C5 15.6 1.6 12 1.6 7.9 1.6 4.8 4 2.6 6.8 2.6c2.1 0 4 1.2 5.2 3.3 '
    '1.2-2.1 3.1-3.3 5.2-3.3 2.8 0 5.2 2.2 5.2 5.3 0 4.1-3.4 7.7-10.4 13.5Z" '
    'fill="currentColor"/>'
)
SWAP: Final = (
    '<path d="M3 8.5h14M13 3.5l5 5-5 5M21 16.5H7M11 11.5l-5 5 5 5" fill="none" '
    'stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>'
)
_FONTS: Final = "'Source Sans Pro', 'DejaVu Sans', sans-serif"


def card_label(name: str) -> str:
    """The engine's name of a card as it is shown: a real minus."""
    return real_minus(name)


def card_svg(name: str) -> str:
    """A card of 40 by 54: its signs one above the other. `name` is the engine's."""
    signs = card_label(name).split("/")
    places = {1: (27.0,), 2: (17.5, 38.5)}[len(signs)]
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" class="card-picture" viewBox="0 0 40 54" '
        f'aria-hidden="true" font-family="{_FONTS}" text-anchor="middle" font-weight="700">'
        '<rect x="1" y="1" width="38" height="52" rx="5" fill="none" '
        'stroke="currentColor" stroke-width="1.5"/>'
    ]
    if len(signs) == 2:
        parts.append('<path d="M8 28h24" stroke="currentColor" stroke-width=".6"/>')
    for sign, y in zip(signs, places, strict=True):
        size = 22 if len(signs) == 1 else 17
        if sign in ("heart", "swap"):
            outline = HEART if sign == "heart" else SWAP
            corner = f"translate({20 - size / 2:g} {y - size / 2:g}) scale({size / 24:.3g})"
            parts.append(f'<g transform="{corner}">{outline}</g>')
        else:
            parts.append(
                f'<text x="20" y="{y + size * 0.34:g}" font-size="{size}" '
                f'fill="currentColor">{escape(sign)}</text>'
            )
    return "".join([*parts, "</svg>"])


#: Degrees from the way that is declared.
_TURNS: Final = {"ahead": 0, "right": -60, "left": 60, "back": 180}


def shot_svg(shot: Shot) -> str:
    """A shot of Kroket on a card of 40 by 54: its way upwards, dots for what is in the air."""
    at, way = (0.0, 0.0), [(0.0, 0.0)]
    for number, one in enumerate(shot.path):
        angle = radians(90 + _TURNS[one.step])
        # A way back lies beside the way there.
        aside = (
            0.45 if one.step == "back" and number and shot.path[number - 1].step == "ahead" else 0
        )
        at = at[0] + cos(angle) + aside, at[1] - sin(angle)
        way.append(at)
    body = _way(way, [one.airborne for one in shot.path]) if shot.path else _FREE
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="card-picture" viewBox="0 0 40 54" '
        'aria-hidden="true"><rect x="1" y="1" width="38" height="52" rx="5" fill="none" '
        f'stroke="currentColor" stroke-width="1.5"/>{body}</svg>'
    )


_FREE: Final = (
    f'<text x="20" y="36" font-size="24" font-weight="700" font-family="{_FONTS}" '
    'text-anchor="middle" fill="currentColor">?</text>'
)


def _way(way: Sequence[tuple[float, float]], flies: Sequence[bool]) -> str:
    xs, ys = [x for x, _ in way], [y for _, y in way]
    scale = min(26 / max(max(xs) - min(xs), 1), 40 / max(max(ys) - min(ys), 1), 9)
    across, down = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    spots = [(20 + (x - across) * scale, 27 + (y - down) * scale) for x, y in way]
    parts = []
    for (x, y), (to_x, to_y), flying in zip(spots, spots[1:], flies, strict=False):
        dots = ' stroke-dasharray="1 2.6"' if flying else ""
        parts.append(
            f'<path d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" stroke="currentColor" '
            f'stroke-width="1.7" stroke-linecap="round"{dots}/>'
        )
    for number, (x, y) in enumerate(spots):
        flying = number > 0 and flies[number - 1]
        last = number == len(spots) - 1
        radius = 3 if last else 2.4 if number == 0 else 1.3
        fill = "none" if number == 0 or flying else "currentColor"
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}" stroke="currentColor" '
            'stroke-width="1.2"/>'
        )
    return "".join(parts)
