"""Bars drawn from numbers, as SVG that prints well in black. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

WIDTH, HEIGHT = 460.0, 230.0
TOP, FOOT, EDGE = 28.0, 52.0, 8.0
#: Widest a bar becomes when there are few.
WIDEST: Final = 88.0


def bars_svg(name: str, title: str, told: str, below: str, bars: Sequence[tuple[str, int]]) -> str:
    """An SVG of `bars` (what each stands for, how many), with the number on each.

    `name` is one of its own on the page. `title` and `told` are read aloud instead of it; `below`
    says what the labels are. Colours come from the page (classes `chart-bar`, `chart-text`,
    `chart-line`).
    """
    most = max((many for _label, many in bars), default=0) or 1
    step = (WIDTH - 2 * EDGE) / max(len(bars), 1)
    wide = min(step * 0.82, WIDEST)
    base = HEIGHT - FOOT
    parts = []
    for place, (label, many) in enumerate(bars):
        middle = EDGE + step * (place + 0.5)
        high = (base - TOP) * many / most
        if many:
            parts.append(
                f'<rect class="chart-bar" x="{middle - wide / 2:.1f}" y="{base - high:.1f}" '
                f'width="{wide:.1f}" height="{high:.1f}"/>'
            )
        parts.append(
            f'<text class="chart-text chart-count" x="{middle:.1f}" y="{base - high - 7:.1f}">'
            f"{many}</text>"
            f'<text class="chart-text" x="{middle:.1f}" y="{base + 20:.1f}">{escape(label)}</text>'
        )
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" role="img" '
        f'aria-labelledby="{name}-t {name}-d"><title id="{name}-t">{escape(title)}</title>'
        f'<desc id="{name}-d">{escape(told)}</desc>{"".join(parts)}'
        f'<path class="chart-line" d="M{EDGE:.0f} {base:.0f}H{WIDTH - EDGE:.0f}"/>'
        f'<text class="chart-text chart-below" x="{WIDTH / 2:.0f}" y="{HEIGHT - 8:.0f}">'
        f"{escape(below)}</text></svg>"
    )
