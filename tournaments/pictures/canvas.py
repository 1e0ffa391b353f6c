"""A sheet to draw on: shapes and texts become SVG, and every text knows the box it fills."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from tournaments.pictures.letters import letter_by_letter
from tournaments.pictures.measure import (
    DESCENT,
    GAP,
    SAFETY,
    ascent,
    clean,
    folded,
    line_height,
    shorten,
    text_width,
)

FAMILY = "Source Sans Pro,Segoe UI,Roboto,Helvetica Neue,sans-serif"


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by what they are for."""

    surface: str
    sunken: str
    ink: str
    soft: str
    line: str
    faint: str
    on_ink: str
    accent: str
    on_accent: str


SCREEN = Palette(
    surface="var(--surface, #ffffff)",
    sunken="var(--sunken, #f2ede3)",
    ink="var(--ink, #1d1a16)",
    soft="var(--ink-soft, #575046)",
    line="var(--line-strong, #857b6b)",
    faint="var(--line, #e0d8ca)",
    on_ink="var(--on-ink, #fbf8f2)",
    accent="var(--accent, #86185c)",
    on_accent="var(--on-accent, #ffffff)",
)
"""The page's own colours, light and dark."""

PAPER = Palette(
    surface="#ffffff",
    sunken="#e6e6e6",
    ink="#000000",
    soft="#333333",
    line="#555555",
    faint="#bbbbbb",
    on_ink="#ffffff",
    accent="#000000",
    on_accent="#ffffff",
)
"""Black on white, in greys a bad copier keeps."""


@dataclass(frozen=True, slots=True)
class TextBox:
    """Where a text stands."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


def num(value: float) -> str:
    """A number as short as SVG allows."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


class Canvas:
    """Collects marks; `svg` gives the picture."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self.texts: list[TextBox] = []
        self._marks: list[str] = []

    def rect(
        self,
        left: float,
        top: float,
        width: float,
        height: float,
        *,
        fill: str = "none",
        stroke: str = "none",
        thick: float = 1.5,
        radius: float = 0,
        dashed: bool = False,
    ) -> None:
        marks = f'<rect x="{num(left)}" y="{num(top)}" width="{num(width)}" height="{num(height)}"'
        if radius:
            marks += f' rx="{num(radius)}"'
        self._marks.append(f'{marks} fill="{fill}"{self._stroke(stroke, thick, dashed)}/>')

    def line(
        self,
        points: Sequence[tuple[float, float]],
        *,
        stroke: str,
        thick: float = 1.5,
        dashed: bool = False,
    ) -> None:
        """A line through the points, with round corners and ends."""
        way = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)
        self._marks.append(
            f'<path d="{way}" fill="none" stroke-linejoin="round" stroke-linecap="round"'
            f"{self._stroke(stroke, thick, dashed)}/>"
        )

    def shape(self, points: Sequence[tuple[float, float]], *, fill: str) -> None:
        way = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + "Z"
        self._marks.append(f'<path d="{way}" fill="{fill}"/>')

    def _stroke(self, colour: str, thick: float, dashed: bool) -> str:
        if colour == "none":
            return ""
        dash = f' stroke-dasharray="{num(3 * thick)} {num(2.5 * thick)}"' if dashed else ""
        return f' stroke="{colour}" stroke-width="{num(thick)}"{dash}'

    def text(
        self,
        text: str,
        x: float,
        base: float,
        *,
        size: float,
        fill: str,
        weight: int = 400,
        anchor: str = "start",
        room: float | None = None,
    ) -> float:
        """Writes a line, cut to `room` where there is one. Gives its width; nothing is written
        for an empty text."""
        shown = clean(text) if room is None else shorten(text, room, size, weight)
        if self.palette is PAPER:
            shown = letter_by_letter(shown)
        if not shown:
            return 0.0
        width = text_width(shown, size, weight)
        left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        self.texts.append(
            TextBox(shown, left, base - ascent(shown) * size, left + width, base + DESCENT * size)
        )
        own = "" if anchor == "start" else f' text-anchor="{anchor}"'
        bold = "" if weight == 400 else f' font-weight="{weight}"'
        # A browser takes the family from the picture; what prints wants it on every text.
        family = f' font-family="{FAMILY}"' if self.palette is PAPER else ""
        self._marks.append(
            f'<text x="{num(x)}" y="{num(base)}" font-size="{num(size)}" fill="{fill}"'
            f"{family}{bold}{own}>{escape(shown)}</text>"
        )
        return width

    def name(
        self,
        text: str,
        x: float,
        middle: float,
        *,
        size: float,
        smaller: float,
        fill: str,
        room: float,
        high: float,
        weight: int = 400,
    ) -> None:
        """Writes a name beside `middle`, the middle of a line `high`: a little smaller where it is
        long. One that is longer still is cut on a screen, which shows the rest under the pointer;
        on paper it takes two lines, and nothing of it is lost."""
        wide = text_width(clean(text), 1.0, weight)
        fitting = [one for one in (size, smaller) if one * wide <= room * SAFETY]
        if fitting or self.palette is not PAPER:
            own = fitting[0] if fitting else smaller
            base = middle + size * 0.33
            self.text(text, x, base, size=own, weight=weight, fill=fill, room=room)
            return
        lines, own = folded(text, room, high, smaller, weight)
        # Two lines as high as their letters with accents and tails, about the middle.
        top = middle - sum(line_height(line) for line in lines) * own / 2
        for line in lines:
            base = top + (GAP / 2 + ascent(line)) * own
            self.text(line, x, base, size=own, weight=weight, fill=fill)
            top += line_height(line) * own

    def begin(self, title: str = "") -> None:
        """Begins a group; its title shows under the pointer."""
        said = f"<title>{escape(clean(title))}</title>" if title else ""
        self._marks.append(f"<g>{said}")

    def end(self) -> None:
        self._marks.append("</g>")

    def svg(
        self, width: float, height: float, *, title: str, told: str, scale: float | None
    ) -> str:
        """The picture. `scale` 1 is its natural size in pixels; None fills its frame."""
        size = (
            'width="100%" height="100%" preserveAspectRatio="xMidYMin"'
            if scale is None
            else f'width="{num(width * scale)}" height="{num(height * scale)}"'
        )
        said = escape(clean(title))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{said}"'
            f' viewBox="0 0 {num(width)} {num(height)}" {size} font-family="{FAMILY}">'
            f"<title>{said}</title><desc>{escape(clean(told))}</desc>"
            f"{''.join(self._marks)}</svg>"
        )
