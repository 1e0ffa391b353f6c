"""Score sheets: each exactly one page, every letter there, the code leads to the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.utils import translation
from pypdf import PdfReader
from pytest_django import DjangoAssertNumQueries

from games.game_settings import BackgammonSettings
from reports.documents.score_sheet_forms import AREA, game_form
from reports.documents.score_sheets import table_url
from tests.reports.paper import (
    NAMES,
    codes_of,
    fonts_of,
    make_round,
    order_of,
    print_here,
    texts_of,
)
from tournaments.domain.errors import Refused
from tournaments.models import Game, Pairing, Round, Seat


def test_sheets_have_one_page_for_each_table_and_every_name(
    db: None, tmp_path: Path, settings: LazySettings
) -> None:
    settings.SITE_URL = "https://dm.example.org"
    round_ = make_round(3, names=NAMES, bye=True)
    path = print_here(order_of("score-sheets", round_.tournament, round_), tmp_path)

    texts = texts_of(path)
    assert len(texts) == 3
    for place, text in enumerate(texts):
        squeezed = text.replace(" ", "")
        for name in NAMES[2 * place : 2 * place + 2]:
            assert name.replace(" ", "") in squeezed
        assert f"Anna {2 * place + 1}" in text
        assert table_url(round_.tournament, place + 1).removeprefix("https://") in squeezed
    assert "Round 1" in texts[0]
    assert "Pieces locked" in texts[0]
    assert codes_of(path, 2) == [table_url(round_.tournament, 2)]


@pytest.mark.nightly  # every document is asked for the same, with the same letters and more
def test_every_font_of_sheets_is_embedded(db: None, tmp_path: Path) -> None:
    round_ = make_round(3, names=NAMES)
    path = print_here(order_of("score-sheets", round_.tournament, round_), tmp_path)

    fonts = fonts_of(path)
    assert set(fonts.values()) == {True}
    assert {"Source-Sans-Pro", "Source-Sans-Pro-Bold", "Noto-Color-Emoji-Bold"} <= set(fonts)


def test_digits_come_from_the_text_font_beside_an_emoji(db: None, tmp_path: Path) -> None:
    round_ = make_round(1, names=["Par 123 🎲 456"])
    path = print_here(order_of("score-sheets", round_.tournament, round_), tmp_path)

    (page,) = PdfReader(path).pages
    in_emoji: list[str] = []

    def visit(text: str, _cm: object, _tm: object, font: dict[str, str] | None, _s: float) -> None:
        if font and "Emoji" in font["/BaseFont"]:
            in_emoji.append(text)

    page.extract_text(visitor_text=visit)
    assert not any(letter.isdigit() for letter in "".join(in_emoji))


def test_same_round_gives_the_same_bytes(db: None, tmp_path: Path) -> None:
    round_ = make_round(1, names=NAMES)
    printed = []
    for attempt in ("one", "two"):
        (tmp_path / attempt).mkdir()
        order = order_of("score-sheets", round_.tournament, round_)
        printed.append(print_here(order, tmp_path / attempt, again=True).read_bytes())

    assert printed[0] == printed[1]


def test_board_is_stored_once_and_as_vector(db: None, tmp_path: Path) -> None:
    round_ = make_round(2)
    path = print_here(order_of("score-sheets", round_.tournament, round_), tmp_path)

    forms = set()
    for page in PdfReader(path).pages:
        for form in page["/Resources"]["/XObject"].values():
            assert form.get_object()["/Subtype"] == "/Form"
            forms.add(form.idnum)
    assert len(forms) == 1


def test_draft_says_so_on_every_sheet(db: None, tmp_path: Path) -> None:
    round_ = make_round(2)
    Round.objects.filter(pk=round_.pk).update(state=Round.State.DRAFT)
    round_.refresh_from_db()

    texts = texts_of(print_here(order_of("score-sheets", round_.tournament, round_), tmp_path))
    assert ["draft" in text for text in texts] == [True, True]


def test_game_without_a_table_gets_a_sheet_without_code_at_the_end(
    db: None, tmp_path: Path
) -> None:
    round_ = make_round(2)
    Pairing.objects.filter(round=round_, table__number=1).update(table=None)

    order = order_of("score-sheets", round_.tournament, round_)
    assert [len(page.codes) for part in order.parts for page in part.pages] == [1, 0]
    assert len(texts_of(print_here(order, tmp_path))) == 2


def test_round_without_games_is_refused(db: None) -> None:
    round_ = make_round(0, bye=True)
    with pytest.raises(Refused) as refused:
        order_of("score-sheets", round_.tournament, round_)
    assert refused.value.code == "nothing-to-print"


@pytest.mark.nightly  # the longest names on the sheets of every game are in test_every_document
@pytest.mark.parametrize(
    ("game", "sides"),
    [
        (Game.PARTNERS_PLUS_PAIRS, 3),
        (Game.PARTNERS_PLUS_TEAMS, 2),
        (Game.BACKGAMMON, 2),
        (Game.KROKET, 4),
    ],
)
def test_sheet_of_every_game_fits_its_page(db: None, tmp_path: Path, game: str, sides: int) -> None:
    round_ = make_round(2, names=NAMES, game=game)
    one, two = round_.pairings.all()
    others = list(two.seats.all())
    for seat in others[: sides - 2]:
        Seat.objects.filter(pk=seat.pk).update(pairing=one, side=2 + seat.side)
    Seat.objects.update(colours=[])
    Seat.objects.filter(pairing=two).delete()
    two.delete()

    texts = texts_of(print_here(order_of("score-sheets", round_.tournament, round_), tmp_path))
    assert len(texts) == 1
    assert NAMES[0].replace(" ", "") in texts[0].replace(" ", "")


@pytest.mark.parametrize(
    ("settings_of_match", "lines", "pages"),
    [
        ({"length": 1}, 1, 1),
        ({"length": 5}, 9, 1),
        ({"length": 7}, 13, 1),
        ({"length": 11}, 21, 2),
        ({"length": 25}, 49, 2),
        ({"length": 35}, 69, 3),
        ({"length": 0, "session_games": 20}, 20, 2),
    ],
)
def test_backgammon_sheet_has_a_line_for_every_game_there_can_be(
    settings_of_match: dict[str, Any], lines: int, pages: int
) -> None:
    settings = BackgammonSettings(**settings_of_match)
    with translation.override("en"):
        form = game_form(Game.BACKGAMMON, settings, (("white",), ("black",)))
        heads = [column.words for column in form.columns]
    assert heads == ["", "Won by", "1 · gammon 2 · bg 3", "Cube", "Score"]
    every = [form.lines, *(page.lines for page in form.more)]
    assert [line.name for page in every for line in page] == [str(n + 1) for n in range(lines)]
    assert len(every) == pages
    assert {len(line.boxes) for page in every for line in page} == {8}
    assert max(line.top + line.height for line in form.lines) <= AREA[1] + 0.1
    for page in form.more:
        assert max(line.top + line.height for line in page.lines) <= 234
        assert max(left + width for line in page.lines for left, width, _text in line.boxes) <= 188


def test_sheet_says_the_minutes_of_its_round(db: None) -> None:
    round_ = make_round(1)
    round_.game_settings = {"minutes": 95}
    round_.save()
    (form,) = order_of("score-sheets", round_.tournament, round_).backdrops.values()
    assert "After 95 minutes raise your hand" in form


def test_long_match_goes_on_on_a_page_of_its_own(db: None, tmp_path: Path) -> None:
    round_ = make_round(2, names=NAMES, game=Game.BACKGAMMON)
    round_.game_settings = {"length": 11}
    round_.save()
    order = order_of("score-sheets", round_.tournament, round_)
    texts = texts_of(print_here(order, tmp_path))
    assert len(texts) == 4
    for first, more in ((0, 1), (2, 3)):
        assert "14" in texts[first] and "15" not in texts[first].split()
        assert {"15", "21"} <= set(texts[more].split())
        assert NAMES[first].replace(" ", "") in texts[more].replace(" ", "")
    blank = order_of("blank-sheets", round_.tournament, copies="2", sides="usual")
    assert [len(part.pages) for part in blank.parts] == [2]


@pytest.mark.parametrize("tables", [2, 20])
def test_sheets_are_read_in_three_queries(
    db: None, tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    round_ = make_round(tables)
    tournament = round_.tournament
    with django_assert_num_queries(3):
        order_of("score-sheets", tournament, round_)


def test_many_sheets_are_cut_into_parts(db: None) -> None:
    round_ = make_round(51)
    order = order_of("score-sheets", round_.tournament, round_)
    assert [len(part.pages) for part in order.parts] == [4, 47]
