"""The booklet of rules: pages, contents that tell true, bookmarks, fonts, nothing over the edge."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from pypdf import PdfReader

from reports.documents.rule_guides import figures, guide_order
from reports.guides import Facts, Style, facts_for, facts_of, shown
from tests.factories import make_tournament
from tests.reports.clipped import cut_words
from tests.reports.paper import fonts_of, order_of, outside_of, print_here, words_of

#: Room that the text keeps from the edge, in points.
MARGIN = 20


def texts_of(path: Path) -> list[str]:
    """The text of each page as poppler reads it: pypdf takes a minute for so many drawings."""
    told = subprocess.run(["pdftotext", path, "-"], check=True, capture_output=True, text=True)
    return [" ".join(page.split()) for page in told.stdout.split("\f")[:-1]]


def printed(facts: Facts, language: str, size: str, folder: Path) -> Path:
    return print_here(guide_order(facts, language, size), folder, again=True)


@pytest.fixture(scope="module")
def partners(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("partners")
    return printed(facts_for("partners"), "da", "A4", folder)


@pytest.fixture(scope="module")
def backgammon(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("backgammon")
    return printed(facts_for("backgammon"), "nb", "A5", folder)


def test_booklet_has_a_sane_number_of_pages_of_its_size(partners: Path, backgammon: Path) -> None:
    for path, pages, size in (
        (partners, range(14, 25), (595, 842)),
        (backgammon, range(9, 16), (420, 595)),
    ):
        reader = PdfReader(path)
        assert len(reader.pages) in pages
        boxes = {(round(page.mediabox.width), round(page.mediabox.height)) for page in reader.pages}
        assert boxes == {size}


def test_contents_bookmarks_and_index_name_the_page_where_it_stands(partners: Path) -> None:
    guide = shown(facts_for("partners"), Style("da", "print"))
    reader = PdfReader(partners)
    texts = texts_of(partners)
    bookmarks: dict[str, int] = {}
    for entry in reader.outline:
        for one in entry if isinstance(entry, list) else [entry]:
            page = reader.get_destination_page_number(one)
            assert page is not None
            bookmarks[" ".join(str(one.title).split())] = page + 1

    for chapter in guide.chapters:
        page = bookmarks[chapter["title"]]
        assert chapter["title"] in texts[page - 1]
        assert re.search(rf"{re.escape(chapter['title'])} {page}\b", texts[1])
    for rule in guide.index:
        page = bookmarks[f"{rule.id} {rule.title}"]
        assert rule.title in texts[page - 1]
        assert re.search(rf"{re.escape(rule.title)} {page}\b", " ".join(texts[-2:]))


def test_every_page_but_the_cover_has_its_number(partners: Path, backgammon: Path) -> None:
    for path in (partners, backgammon):
        for number, text in enumerate(texts_of(path)[1:], start=2):
            assert re.search(rf"\b{number}\b", text)


def test_chapters_that_begin_a_page_begin_at_its_top(partners: Path, backgammon: Path) -> None:
    for path, title in ((partners, 14), (backgammon, 10)):
        tops = {
            round(top)
            for page, (_width, height), _left, top, _right, bottom, _word in words_of(path)
            if page > 1 and bottom - top > title and top < height / 9
        }
        assert len(tops) == 1


def test_cards_stand_on_one_page(partners: Path) -> None:
    (page,) = [text for text in texts_of(partners)[2:] if text.startswith("Kortene på én side")]
    assert "8 eller hjerte" in page
    assert "Husk ved bordet" in page
    assert "Er dine egne fire låst" in page


def test_title_language_and_fonts(partners: Path, backgammon: Path) -> None:
    for path, title, language in (
        (partners, "Partners · DM-reglerne fra 2018", "da"),
        (backgammon, "Backgammon · Kamper til poeng, slik det spilles i turneringer", "nb"),
    ):
        reader = PdfReader(path)
        assert reader.metadata is not None
        assert reader.metadata.title == title
        assert reader.trailer["/Root"]["/Lang"] == language
        assert set(fonts_of(path).values()) == {True}
        assert any("Source-Sans-Pro" in name for name in fonts_of(path))


def test_links_lead_to_pages(partners: Path) -> None:
    reader = PdfReader(partners)
    names = set(reader.named_destinations)
    wanted = {
        str(note.get_object()["/Dest"])
        for page in reader.pages
        for note in page.get("/Annots", [])
        if "/Dest" in note.get_object()
    }
    assert {"C2", "cards"} <= wanted
    assert wanted <= names


def test_no_word_runs_over_the_edge_or_is_cut(partners: Path, backgammon: Path) -> None:
    for path in (partners, backgammon):
        outside = [
            word
            for _page, (width, _height), left, _top, right, _bottom, word in words_of(path)
            if left <= MARGIN or right >= width - MARGIN
        ]
        assert (outside, outside_of(path), cut_words(path)) == ([], [], [])


@pytest.mark.nightly  # a booklet takes seconds; of score sheets it is asked every time
def test_same_guide_is_the_same_bytes(backgammon: Path, tmp_path: Path) -> None:
    again = printed(facts_for("backgammon"), "nb", "A5", tmp_path)
    assert again.read_bytes() == backgammon.read_bytes()


@pytest.mark.parametrize("name", ["rule-guide", "rule-guide-small"])
def test_tournament_has_its_own_figures(db: None, name: str) -> None:
    tournament = make_tournament(
        name="Sommerturnering", minutes_per_game=47, rounds_planned=5, ruleset="dm-2023"
    )
    order = order_of(name, tournament)
    assert order.title.endswith("with the clarification of 2023 · Sommerturnering")
    (part,) = order.parts
    assert "Sommerturnering" in part.html
    assert '<b class="figure">47</b>' in part.html
    assert ("small" in part.html.partition("<body")[2][:30]) == (name == "rule-guide-small")
    assert figures(facts_of(tournament))[:2] == [("Minutes a game", "47"), ("Rounds", "5")] or (
        figures(facts_of(tournament))[0][1] == "47"
    )


def test_guide_of_no_tournament_has_no_figures() -> None:
    assert figures(facts_for("kroket")) == []
