"""Shapes and paints: what colours look like on a page, light or dark, and on paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

PaletteName = Literal["colour", "print"]

FONTS: Final = "'Source Sans Pro', 'Noto Sans', 'DejaVu Sans', sans-serif"

_INK: Final = "#1d1a16"


class Shape(NamedTuple):
    """A colour's shape in a box of 24 by 24, and where the letters on it stand.

    ``rise`` is how far above the middle of the box its weight must come to look centred.
    """

    outline: str
    baseline: float
    rise: float = 0.0


SHAPES: Final[Mapping[str, Shape]] = {
    "yellow": Shape('<circle cx="12" cy="12" r="10.5"/>', 16),
    "red": Shape('<rect x="2" y="2" width="20" height="20" rx="3"/>', 16),
    "blue": Shape('<path d="M12 1.6 23.3 21.4a.8.8 0 0 1-.7 1.2H1.4a.8.8 0 0 1-.7-1.2Z"/>', 20),
    "green": Shape('<path d="M12 .8 23.2 12 12 23.2.8 12Z"/>', 16),
    "purple": Shape('<path d="M6.4 2h11.2l5.6 10-5.6 10H6.4L.8 12Z"/>', 16),
    "orange": Shape('<path d="M12 .9 23.3 9.3 19 22.7H5L.7 9.3Z"/>', 17),
}

_STRONG: Final = {
    "yellow": "#f6b900",
    "red": "#c92a24",
    "blue": "#1c5bbf",
    "green": "#15793a",
    "purple": "#5f389c",
    "orange": "#ea7a0a",
}
_LIGHT: Final = frozenset({"yellow", "orange"})
_TINT: Final = 0.26
"""How much of a colour is left in the ground of its fields; strong enough for a grey copy."""


class Palette(NamedTuple):
    """Paints as SVG attributes take them. ``band`` fills the trace of a move, ``mark`` edges it."""

    ink: str
    paper: str
    track: str
    line: str
    mark: str
    band: str
    edge: str
    live: bool

    def strong(self, colour: str) -> str:
        """The full colour of a side."""
        return self._of(colour, _STRONG[colour])

    def on(self, colour: str) -> str:
        """What can be read on ``strong``."""
        return self._of(f"on-{colour}", _INK if colour in _LIGHT else "#fff")

    def tint(self, colour: str, share: float = _TINT) -> str:
        """The attributes of a ground with ``share`` of a colour in it."""
        if self.live:
            return f'fill="{self.strong(colour)}" fill-opacity="{share:g}"'
        channels = (int(_STRONG[colour][at : at + 2], 16) for at in (1, 3, 5))
        mixed = "".join(f"{round(255 - (255 - channel) * share):02x}" for channel in channels)
        return f'fill="#{mixed}"'

    def _of(self, name: str, fixed: str) -> str:
        return f"var(--{name},{fixed})" if self.live else fixed


#: On a page the colours are the page's own, which change with light and dark; alone, the light
#: ones stand. Paper gets fixed colours, and no transparency for a printer to stumble over.
PALETTES: Final[Mapping[str, Palette]] = {
    "colour": Palette(
        ink="currentColor",
        paper="var(--surface,#fff)",
        track="var(--sunken,#f2ede3)",
        line="var(--line-strong,#857b6b)",
        mark="var(--accent,#86185c)",
        band="var(--accent-line,#d9a3c2)",
        edge=f"var(--side-edge,{_INK})",
        live=True,
    ),
    "print": Palette(
        ink=_INK,
        paper="#fff",
        track="#f4f4f4",
        line="#6b6b6b",
        mark=_INK,
        band="#c4c4c4",
        edge=_INK,
        live=False,
    ),
}
