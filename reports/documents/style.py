"""The style sheets of paper: fonts from this machine, sizes in points and millimetres."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from reports.fonts import FAMILY, WEIGHTS, font_directory
from tournaments.marks import SIDES

_FOLDER = Path(__file__).parent / "css"

#: What a side looks like on paper; strong enough that a grey copy still tells them apart.
PAPER_COLOURS = {
    "yellow": "#f6b900",
    "red": "#c92a24",
    "blue": "#1c5bbf",
    "green": "#15793a",
    "purple": "#5f389c",
    "orange": "#ea7a0a",
    "white": "#ffffff",
    "black": "#1d1a16",
}
#: Letters on these are dark, on all others white.
LIGHT_COLOURS = frozenset({"yellow", "orange", "white"})

# No emoji font is named: Pango would take plain digits from it. It finds one by itself for what
# is an emoji and nothing else.
FAMILIES = f'"{FAMILY}", "Noto Sans", "DejaVu Sans", sans-serif'


@cache
def stylesheet(*names: str) -> str:
    """The CSS every document starts from, then the sheets `names` of `documents/css/`."""
    faces = "".join(
        f'@font-face{{font-family:"{FAMILY}";font-weight:{weight};'
        f"src:url({(font_directory() / file).as_uri()})}}"
        for file, weight in WEIGHTS.items()
    )
    sheets = "".join(
        (_FOLDER / f"{name}.css").read_text(encoding="utf-8") for name in ("paper", *names)
    )
    return f"{faces}body{{font-family:{FAMILIES}}}{sheets}"


def mark_svg(colour: str, letters: str, size: str) -> str:
    """The mark of a side: shape, colour and letters; `size` as CSS writes it."""
    mark = SIDES[colour]
    ink = "#1d1a16" if colour in LIGHT_COLOURS else "#fff"
    return (
        f'<svg class="mark" viewBox="-1 -1 26 26" width="{size}" height="{size}">'
        f'<g fill="{PAPER_COLOURS[colour]}" stroke="#1d1a16" stroke-width="1.4">{mark.outline}</g>'
        f'<text x="12" y="{mark.baseline}" font-size="{9.5 if len(letters) > 1 else 12}" '
        f'font-family="{FAMILY}" font-weight="700" text-anchor="middle" fill="{ink}">'
        f"{letters}</text></svg>"
    )
