"""Games drawn as the scores of their sides, one under the other, as SVG that prints well in black.
Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

WIDTH: Final = 460.0
#: From the left edge to where the bars begin, and what is kept for the number behind them.
NAMES, NUMBERS = 190.0, 44.0
#: Heights of what says which game it is, of a side's bar with the room around it, and after a game.
HEAD, ROW, GAP = 22.0, 24.0, 14.0
BAR: Final = 16.0
#: Letters of a name that fit before the bars; the rest is in the words beside the picture.
LETTERS: Final = 24


@dataclass(frozen=True, slots=True)
class Duel:
    """A game: which it is, and each side's name and score, the best first."""

    head: str
    sides: tuple[tuple[str, int], ...]


def duels_svg(name: str, title: str, told: str, duels: Sequence[Duel]) -> str:
    """An SVG of `duels`. All bars are to one scale, from nothing, so that who looks sees how little
    lay between the sides.

    `name` is one of its own on the page. `title` and `told` are read aloud instead of it. Colours
    come from the page (classes `chart-bar`, `duel-other`, `chart-text`).
    """
    most = max((score for duel in duels for _side, score in duel.sides), default=0) or 1
    room = WIDTH - NAMES - NUMBERS
    parts: list[str] = []
    top = 0.0
    for duel in duels:
        parts.append(
            f'<text class="chart-text duel-head" x="0" y="{top + 15:.0f}">'
            f"{escape(duel.head)}</text>"
        )
        top += HEAD
        for place, (side, score) in enumerate(duel.sides):
            base = top + BAR - 2
            kind = "chart-bar" if place == 0 else "chart-bar duel-other"
            wide = room * max(score, 0) / most
            parts.append(
                f'<text class="chart-text duel-name" x="0" y="{base:.0f}">{escape(_short(side))}'
                f'</text><rect class="{kind}" x="{NAMES:.0f}" y="{top:.0f}" width="{wide:.1f}" '
                f'height="{BAR:.0f}"/><text class="chart-text chart-count duel-name" '
                f'x="{NAMES + wide + 8:.1f}" y="{base:.0f}">{score}</text>'
            )
            top += ROW
        top += GAP
    height = max(top - GAP, 1)
    return (
        f'<svg class="chart duels" viewBox="0 0 {WIDTH:.0f} {height:.0f}" role="img" '
        f'aria-labelledby="{name}-t {name}-d"><title id="{name}-t">{escape(title)}</title>'
        f'<desc id="{name}-d">{escape(told)}</desc>{"".join(parts)}</svg>'
    )


def _short(name: str) -> str:
    return name if len(name) <= LETTERS else name[: LETTERS - 1].rstrip() + "…"
