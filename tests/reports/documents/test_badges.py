"""Badges are read by the whole hall: the code that acts for a pair stands on the back alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import LazySettings
from pypdf import PdfReader

from games.player_access import entry_address, shown_code
from reports.documents import Paper
from reports.documents.cards import Grid
from tests.factories import make_entries, make_tournament
from tests.reports.paper import codes_of, order_of, print_here
from tournaments.models import Entry, Tournament

#: The larger badge is cut from the same grid; it costs four pages.
SIZES = ("90x55", pytest.param("A6", marks=pytest.mark.nightly))


@pytest.fixture
def tournament(db: None, settings: LazySettings) -> Tournament:
    settings.SITE_URL = "https://dm.example.org"
    tournament = make_tournament()
    make_entries(tournament, 5)
    return tournament


def printed(tournament: Tournament, folder: Path, **choices: str) -> Path:
    return print_here(order_of("badges", tournament, **{"for": "entry", **choices}), folder)


def codes_in(text: str, entries: list[Entry]) -> list[int]:
    """Numbers of the entries whose code is in `text`, however it is broken."""
    joined = "".join(text.split()).replace("-", "")
    return [entry.number for entry in entries if entry.code in joined]


@pytest.mark.parametrize("size", SIZES)
def test_badge_has_no_code_on_its_front_and_its_own_on_the_back(
    tournament: Tournament, tmp_path: Path, size: str
) -> None:
    entries = list(tournament.entries.order_by("number"))
    path = printed(tournament, tmp_path, size=size)
    pages = [page.extract_text() for page in PdfReader(path).pages]
    assert len(pages) == (2 if size == "90x55" else 4)
    fronts = range(1, len(pages) + 1, 2)
    assert [codes_of(path, page) for page in fronts] == [[] for _page in fronts]
    assert [codes_in(pages[page - 1], entries) for page in fronts] == [[] for _page in fronts]
    backs = [page + 1 for page in fronts]
    read = [code for page in backs for code in codes_of(path, page)]
    assert sorted(read) == sorted(entry_address(entry) for entry in entries)
    named = [number for page in backs for number in codes_in(pages[page - 1], entries)]
    assert sorted(named) == [entry.number for entry in entries]


@pytest.mark.parametrize("size", SIZES)
def test_badges_without_codes_have_none_anywhere(
    tournament: Tournament, tmp_path: Path, size: str
) -> None:
    path = printed(tournament, tmp_path, size=size, codes="none")
    pages = PdfReader(path).pages
    text = "".join(page.extract_text() for page in pages)
    assert len(pages) == (1 if size == "90x55" else 2)
    assert codes_in(text, list(tournament.entries.all())) == []
    assert [codes_of(path, page) for page in range(1, len(pages) + 1)] == [[]] * len(pages)


def test_backs_lie_behind_their_own_fronts_when_the_sheet_is_turned() -> None:
    grid = Grid((210.0, 297.0), (90.0, 55.0), 2, 5)
    width = grid.sheet[0]
    turned = [(round(width - left - grid.card[0], 3), top) for left, top in grid.places_behind]
    assert turned == grid.places


@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
def test_each_back_has_the_code_of_the_badge_before_it(
    tournament: Tournament, tmp_path: Path, paper: Paper
) -> None:
    """Read as pieces of the sheet: the name on a card's front, and behind it its code."""
    order = order_of("badges", tournament, paper=paper, **{"for": "entry"})
    front, back = order.parts[0].pages
    assert front.codes == ()
    width = 210.0 if paper is Paper.A4 else 215.9
    entries = sorted(tournament.entries.all(), key=lambda entry: entry.name)
    assert [code.text for code in back.codes] == [entry_address(entry) for entry in entries]
    html = order.parts[0].html
    _head, _first, behind = html.split('<div class="sheet"')
    places = [
        float(piece.partition("mm")[0])
        for piece in behind.split('<div class="card" style="left:')[1:]
    ]
    for entry, left, code in zip(entries, places, back.codes, strict=True):
        assert shown_code(entry.code) in behind
        assert left <= code.place[0] and code.place[0] + code.place[2] <= left + 90
        assert left < width / 2 if entries.index(entry) % 2 else left >= width / 2 - 1
