"""Small playing cards as pictures, for the table of cards."""

from __future__ import annotations

from html import escape
from typing import Final

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
    return name.replace("-", "−")


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
