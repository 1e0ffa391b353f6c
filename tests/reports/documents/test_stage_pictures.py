"""Brackets and cross tables on paper: a sheet for each, every name readable."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader

from tests import factories
from tests.reports.clipped import cut_words
from tests.reports.paper import (
    fonts_of,
    order_of,
    outside_of,
    overprinted,
    print_here,
    rename,
    texts_of,
)
from tests.results import play_round
from tournaments.domain.errors import Refused
from tournaments.models import Game, Tournament


def played(format_: str, options: dict[str, object], entries: int) -> Tournament:
    tournament = factories.make_tournament(tables=8)
    tournament.stages.update(format=format_, settings=options)
    factories.make_entries(tournament, entries)
    play_round(tournament)
    return tournament


@pytest.mark.parametrize(
    ("format_", "options", "entries", "sheets"),
    [
        ("knockout", {"third_place": True}, 8, 1),
        ("groups", {"groups": 2}, 8, 2),
        # Drawn of the same pieces.
        pytest.param("double_elimination", {}, 6, 3, marks=pytest.mark.nightly),
    ],
)
def test_picture_of_a_stage_has_every_name_on_sheets_on_their_side(
    db: None, tmp_path: Path, format_: str, options: dict[str, object], entries: int, sheets: int
) -> None:
    tournament = played(format_, options, entries)
    path = print_here(order_of("stage-pictures", tournament), tmp_path)

    pages = PdfReader(path).pages
    assert [page.mediabox.width > page.mediabox.height for page in pages] == [True] * sheets
    text = "".join(texts_of(path)).replace(" ", "")
    for entry in tournament.entries.all():
        assert entry.name.replace(" ", "") in text
    assert set(fonts_of(path).values()) == {True}


@pytest.mark.parametrize("language", ["da", "nb", "en"])
@pytest.mark.parametrize("entries", [4, 16])
def test_first_picture_is_under_the_head_however_much_that_says(
    db: None, tmp_path: Path, language: str, entries: int
) -> None:
    tournament = played("swiss", {}, entries)
    tournament.stages.update(name="Indledende runder " * 6)
    # Every paper of this game says how it is played, in two lines.
    tournament.game = Game.KROKET
    tournament.save()
    pages = texts_of(print_here(order_of("stage-pictures", tournament, None, language), tmp_path))
    assert len(pages) == 1


@pytest.mark.parametrize(
    ("format_", "entries", "name"),
    [
        ("swiss", 4, "Indledende"),
        ("knockout", 4, "Finaler"),
        # Groups are called otherwise in their pictures; the head says which stage they are of.
        ("groups", 8, "Puljespil"),
        # Cut in the picture, whole in the head.
        ("swiss", 4, "Indledende runder " * 6),
    ],
)
def test_name_of_the_stage_stands_once_and_whole(
    db: None, tmp_path: Path, format_: str, entries: int, name: str
) -> None:
    tournament = played(format_, {}, entries)
    tournament.stages.update(name=name.strip())
    order = order_of("stage-pictures", tournament)
    first = texts_of(print_here(order, tmp_path))[0]
    assert first.count(name.strip()) == 1
    assert name.strip() in order.title


def test_long_cross_table_stands_on_upright_sheets(db: None, tmp_path: Path) -> None:
    tournament = played("swiss", {}, 16)
    path = print_here(order_of("stage-pictures", tournament), tmp_path)
    pages = PdfReader(path).pages
    text = "".join(texts_of(path))
    assert [entry for entry in tournament.entries.all() if entry.name not in text] == []
    assert [page.mediabox.width < page.mediabox.height for page in pages] == [True]
    assert (outside_of(path), overprinted(path), cut_words(path)) == ([], [], [])


@pytest.mark.nightly  # 64 entries take as long as all others, and are cut as twelve are
def test_picture_of_a_large_knockout_takes_several_sheets(db: None, tmp_path: Path) -> None:
    tournament = factories.make_tournament(tables=32)
    tournament.stages.update(format="knockout", settings={})
    factories.make_entries(tournament, 64)
    play_round(tournament)
    path = print_here(order_of("stage-pictures", tournament), tmp_path)
    assert len(PdfReader(path).pages) > 2


def test_picture_of_nothing_is_refused_with_why(tournament: Tournament) -> None:
    with pytest.raises(Refused) as refused:
        order_of("stage-pictures", tournament)
    assert refused.value.code == "no-picture"


#: Sixty letters each, numbered so that no two are the same: wide ones, many words, one word.
LONGEST = (
    "{:02} Wawrzyniec Wolfgang Wimmelmann & Gwendolyn MMMWWWW-Wewers",
    "{:02} Kasper-Emil Vestergaard-Østerlund & Anne-Mette Blåbjerg-H",
    "{:02}Vestergaardøsterlundblåbjerghvidovrekirkegaardsmarkmikkels",
)


@pytest.mark.parametrize(
    ("format_", "options", "entries"),
    [
        ("knockout", {"third_place": True}, 8),
        # As many as go on the height of a sheet.
        ("knockout", {}, 16),
        pytest.param("double_elimination", {}, 8, marks=pytest.mark.nightly),
    ],
)
def test_bracket_of_the_longest_names_has_each_in_full(
    db: None, tmp_path: Path, format_: str, options: dict[str, object], entries: int
) -> None:
    tournament = factories.make_tournament(tables=8)
    tournament.stages.update(format=format_, settings=options)
    names = [LONGEST[number % len(LONGEST)].format(number) for number in range(entries)]
    for entry, name in zip(factories.make_entries(tournament, entries), names, strict=True):
        rename(entry, name)
    play_round(tournament)
    path = print_here(order_of("stage-pictures", tournament), tmp_path)

    assert {len(name) for name in names} == {60}
    text = "".join(texts_of(path)).replace(" ", "")
    assert [name for name in names if name.replace(" ", "") not in text] == []
    assert "…" not in text
    assert {tuple(map(round, page.mediabox[2:])) for page in PdfReader(path).pages} == {(842, 595)}
    assert (outside_of(path), overprinted(path), cut_words(path)) == ([], [], [])
