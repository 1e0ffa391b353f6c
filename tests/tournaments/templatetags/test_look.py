"""The marks that stand in every row."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.messages.storage.base import Message
from django.template import Context, Template
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tournaments.marks import SIDES, STATES
from tournaments.templatetags.look import clock, clock_digits, icon, side, state, undo_url

SYMBOLS = set(
    re.findall(
        r'<symbol id="([a-z-]+)"',
        Path(settings.BASE_DIR, "static/icons/symbols.svg").read_text("utf-8"),
    )
)


def render(source: str) -> str:
    return Template("{% load look %}" + source).render(Context())


@pytest.mark.parametrize(
    ("seconds", "digits"),
    [(2714, "45:14"), (3900, "1:05:00"), (59, "0:59"), (0, "0:00"), (-130, "+2:10")],
)
def test_clock_digits(seconds: int, digits: str) -> None:
    assert clock_digits(seconds) == digits


@given(st.integers(-36_000, 36_000))
def test_clock_digits_say_the_seconds_they_were_made_from(seconds: int) -> None:
    digits = clock_digits(seconds)
    total = 0
    for part in digits.lstrip("+").split(":"):
        total = total * 60 + int(part)
    assert (-total if digits.startswith("+") else total) == seconds


def test_clock_shows_a_second_until_it_is_over() -> None:
    shown = [clock(left, 3600)["digits"] for left in (1.0, 0.01, 0.0, -0.9, -1.0)]
    assert shown == ["0:01", "0:01", "0:00", "0:00", "+0:01"]


@pytest.mark.parametrize(
    ("remaining", "phase"), [(301, "play"), (300, "last"), (0.5, "last"), (0, "over"), (-1, "over")]
)
def test_clock_phase(remaining: float, phase: str) -> None:
    assert clock(remaining, 3600)["phase"] == phase


@given(st.floats(-1e5, 1e5), st.floats(0, 1e5))
def test_clock_ring_is_never_more_than_full_or_less_than_empty(
    remaining: float, length: float
) -> None:
    assert 0 <= float(clock(remaining, length)["arc"]) <= 100


def test_clock_paused_says_so() -> None:
    with translation.override("en"):
        assert "paused</text>" in render("{% clock 600 3600 False %}")


def test_every_side_has_its_own_shape_and_outline() -> None:
    assert len({mark.shape for mark in SIDES.values()}) == len(SIDES)
    assert len({mark.outline for mark in SIDES.values()}) == len(SIDES)


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_every_name_of_a_side_is_its_own_in_each_language(language: str) -> None:
    with translation.override(language):
        names = [str(mark.name) for mark in SIDES.values()]
    assert len(set(names)) == len(names)


def test_side_without_name_is_read_aloud() -> None:
    with translation.override("en"):
        assert 'aria-label="Yellow"' in side("yellow")
        assert "side-name" not in side("yellow").replace('<span class="side-name"></span>', "")


def test_side_with_name_is_not_read_twice() -> None:
    with translation.override("en"):
        drawn = side("blue", "", True)
    assert 'aria-hidden="true"' in drawn
    assert '<span class="side-name">Blue</span>' in drawn


def test_every_state_has_a_drawing_that_exists() -> None:
    assert {mark.icon for mark in STATES.values()} - SYMBOLS == set()


def test_every_icon_a_template_names_exists() -> None:
    named: set[str] = set()
    for template in Path(settings.BASE_DIR, "templates").rglob("*.html"):
        text = template.read_text("utf-8")
        named |= set(re.findall(r'{% icon "([a-z-]+)"', text))
        named |= set(re.findall(r'(?:icon_name|action_icon)="([a-z-]+)"', text))
    assert named - SYMBOLS == set()


def test_state_with_other_word_escapes_it() -> None:
    assert "<b>" not in state("over-time", "3 <b>min</b>")


def test_icon_without_label_is_silent() -> None:
    assert 'aria-hidden="true"' in icon("check")
    assert 'role="img" aria-label="Done"' in icon("check", "Done")


def test_undo_url_comes_from_the_messages_tags() -> None:
    assert undo_url(Message(25, "Gone", extra_tags="undo:/desk/x/undo/7/")) == "/desk/x/undo/7/"
    assert undo_url(Message(25, "Gone", extra_tags="other")) == ""
    assert undo_url(Message(25, "Gone")) == ""
