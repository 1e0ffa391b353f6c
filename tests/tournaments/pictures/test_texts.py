"""Widths, cuts, scripts from the right, words, and that paper can print it all."""

from __future__ import annotations

import random
from string import Formatter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from weasyprint import HTML

from tests.tournaments.pictures.building import NAMES, knockout, overlaps, tables
from tournaments.pictures.bracket import bracket_svg
from tournaments.pictures.canvas import PAPER, SCREEN, Canvas, TextBox
from tournaments.pictures.cross_table import cross_table_svg
from tournaments.pictures.letters import letter_by_letter
from tournaments.pictures.measure import clean, clusters, shorten, text_width
from tournaments.pictures.words import LANGUAGES, WORDS, Words


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=80), st.floats(40, 400), st.sampled_from((400, 700)))
def test_shortened_text_fits_and_is_cut_between_signs(text: str, room: float, weight: int) -> None:
    short = shorten(text, room, 23, weight)
    assert text_width(short, 23, weight) <= room
    if short != clean(text):
        kept = clusters(short.removesuffix("\u200f").removesuffix("…"))
        assert clusters(clean(text))[: len(kept)] == kept


def test_short_text_is_not_cut() -> None:
    assert shorten("Skovlyst", 200, 23) == "Skovlyst"
    assert shorten("Mette Frederiksen Hansen", 120, 23) == "Mette Fre…"


def test_clusters_keep_together_what_is_read_as_one_sign() -> None:
    assert clusters("a\u0301b👩‍👧👍🏽🇩🇰🇳🇴") == ["a\u0301", "b", "👩‍👧", "👍🏽", "🇩🇰", "🇳🇴"]


def test_texts_that_stand_on_each_other_or_outside_are_found() -> None:
    canvas = Canvas(SCREEN)
    for text, x in (("Skovlyst", 10), ("Nordlys", 60), ("Hasle", 190)):
        canvas.text(text, x, 40, size=23, fill="black")
    pairs = [(one.text, other.text) for one, other in overlaps(canvas, 200, 100)]
    assert pairs == [("Hasle", "Hasle"), ("Skovlyst", "Nordlys")]


@pytest.mark.parametrize(
    "name",
    [
        "Wawrzyniec Wolfgang William Wimmelmann 🎲🐘 Wohlgemuth Wewers",
        "🎲🐘 Wawrzyniec Wolfgang William Wimmelmann-Wohlgemuth Wewers",
        "Wawrzyniec Wolfgang 🔥 William Wimmelmann-Wohlgemuth Wewers 🔥",
    ],
)
def test_emoji_in_a_name_of_two_lines_has_its_height(name: str) -> None:
    canvas = Canvas(PAPER)
    canvas.name(name, 10, 50, size=23, smaller=23, fill="black", room=250, high=40)
    upper, lower = canvas.texts
    # As tall as an emoji of the font is drawn, above the base line and below it.
    heights = [(box.bottom - box.top) / _size_of(box) for box in (upper, lower)]
    assert [round(height, 2) for height in heights] == [
        1.17 if set("🎲🔥") & set(box.text) else 0.99 for box in (upper, lower)
    ]
    assert (upper.bottom <= lower.top, upper.top >= 30, lower.bottom <= 70) == (True, True, True)


def test_name_of_two_lines_is_no_larger_than_one_of_one() -> None:
    canvas = Canvas(PAPER)
    name = "Kasper-Emil Vestergaard-Østerlund & Anne-Mette Blåbjerg Holm"
    canvas.name(name, 10, 50, size=23, smaller=20, fill="black", room=500, high=90)
    assert [round(_size_of(box), 3) for box in canvas.texts] == [20, 20]


def _size_of(box: TextBox) -> float:
    return (box.right - box.left) / text_width(box.text, 1.0)


def test_clean_text_is_one_line_that_xml_can_hold() -> None:
    assert clean(" A\x00\x1b\n B\ufffe\ud800 e\u0301 ") == "A B é"


def test_scripts_from_the_right_are_turned_and_joined_for_paper() -> None:
    assert letter_by_letter("שלום") == "םולש"
    # Beh in its first form, yeh in its middle one, teh in its last, read from the right.
    assert letter_by_letter("بيت") == "\ufe96\ufef4\ufe91"
    # Alef joins only to what is before it.
    assert letter_by_letter("باب") == "\ufe8f\ufe8e\ufe91"
    assert letter_by_letter("Par 2 (שלום)") == "Par 2 (םולש)"
    assert letter_by_letter("Skovlyst & Ærø") == "Skovlyst & Ærø"
    assert letter_by_letter(shorten("שלום שלום שלום", 120, 23)) == "…םולש"


def test_emoji_of_several_is_shown_by_its_first_on_paper() -> None:
    assert letter_by_letter("👩‍👧 👍🏽 ❤️") == "👩 👍 ❤"


@given(st.text(alphabet=st.characters(codec="latin-1", exclude_categories=("Cc",))))
def test_text_from_the_left_stays_for_paper(text: str) -> None:
    assert letter_by_letter(text) == text


def test_words_are_there_in_every_language_with_the_same_values() -> None:
    for key, said in WORDS.items():
        assert len(said) == len(LANGUAGES)
        fields = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in said]
        assert fields == [fields[0]] * len(LANGUAGES), key
        assert all(said), key
    with pytest.raises(KeyError):
        Words("de")


def test_pictures_print_without_a_complaint(caplog: pytest.LogCaptureFixture) -> None:
    dice = random.Random(1)
    pictures = [bracket_svg(knockout(NAMES, dice), paper=True)]
    pictures += [cross_table_svg(table, paper=True) for table in tables(NAMES, dice)]
    pages = "".join(f'<div style="break-after: page">{picture}</div>' for picture in pictures)
    sheet = "<style>@page { size: 60cm 60cm }</style>"
    document = HTML(string=sheet + pages).render()
    assert len(document.pages) == len(pictures)
    assert document.write_pdf().startswith(b"%PDF")
    assert [record.message for record in caplog.records if record.name == "weasyprint"] == []
