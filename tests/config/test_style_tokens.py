"""Colours: enough contrast for sunlight in both themes, and one dark theme, not two."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

SHEET = Path(settings.BASE_DIR, "static/css/tokens.css").read_text("utf-8")
BLOCKS = [
    dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block))
    for block in re.findall(r":root[^{]*\{([^}]*)\}", SHEET)
]
LIGHT, DARK, DARK_BY_HAND = BLOCKS

SIDES = ("yellow", "red", "blue", "green", "purple", "orange", "white", "black")
TEXT = [
    *[(ink, paper) for ink in ("ink", "ink-soft") for paper in ("paper", "surface", "sunken")],
    ("ink-soft", "hover"),
    ("accent", "paper"),
    ("accent", "surface"),
    ("accent", "accent-wash"),
    ("ink", "accent-wash"),
    ("on-accent", "accent"),
    ("on-accent", "accent-hover"),
    ("on-ink", "ink"),
    ("on-ink", "ink-hover"),
    *[(f"on-{side}", side) for side in SIDES],
]
EDGES = [("line-strong", "surface"), ("line-strong", "paper"), ("side-edge", "surface")]


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_text_stands_out_from_what_it_stands_on(theme: dict[str, str]) -> None:
    assert [pair for pair in TEXT if contrast(theme[pair[0]], theme[pair[1]]) < 4.5] == []


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_edges_of_fields_and_marks_stand_out(theme: dict[str, str]) -> None:
    assert [pair for pair in EDGES if contrast(theme[pair[0]], theme[pair[1]]) < 3] == []


def test_dark_by_the_system_and_by_hand_are_the_same() -> None:
    assert DARK == DARK_BY_HAND


def test_every_colour_of_the_light_theme_has_a_dark_one() -> None:
    assert sorted(LIGHT) == sorted(DARK)
