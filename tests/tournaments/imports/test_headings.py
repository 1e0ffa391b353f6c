"""What headings mean, in three languages and in the ways people write them."""

from __future__ import annotations

import pytest

from tests.tournaments.imports.files import DATA
from tournaments.imports.columns import Column, Field, Kind
from tournaments.imports.headings import best_sheet, find_headings, meaning, propose
from tournaments.imports.reading import Row, Sheet, read_upload

PAIRS = ["name", "player1", "email1", "phone1", "player2", "email2", "phone2", "city", "notes"]


def sheet(*rows: str) -> Sheet:
    return Sheet("", tuple(Row(n, tuple(row.split("|"))) for n, row in enumerate(rows, start=1)))


def codes(headings: str, *rows: str, players: int = 2) -> list[str]:
    return [column.field.code for column in propose(sheet(headings, *rows), 1, players)]


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("pairs-64-excel-utf8-bom.csv", 1),
        ("pairs-64-form-export.csv", 1),
        ("pairs-excel-windows-1252.csv", 1),
        ("pairs-messy.csv", 1),
        ("pairs-64.xlsx", 3),
    ],
)
def test_real_files_are_recognised(name: str, row: int) -> None:
    upload = read_upload((DATA / name).read_bytes())
    chosen = upload.sheets[best_sheet(upload.sheets)]

    assert find_headings(chosen) == row
    assert [column.field.code for column in propose(chosen, row, 2)] == PAIRS


@pytest.mark.parametrize(
    ("headings", "expected"),
    [
        ("Holdnavn|Spiller 1|Makker|By", ["name", "player1", "player2", "city"]),
        ("Lagnavn|Deltaker 1|E-post 1|Deltaker 2|E-post 2|Sted|Merknader",
         ["name", "player1", "email1", "player2", "email2", "city", "notes"]),
        ("Team name|Player 1 name|Player 2 name|Hometown|Remarks",
         ["name", "player1", "player2", "city", "notes"]),
        ("Navn|E-mail|Makkers navn|Makkers e-mail", ["player1", "email1", "player2", "email2"]),
        ("Navn|Spiller 1|Spiller 2", ["name", "player1", "player2"]),
        ("Spiller|E-mail|Spiller|E-mail", ["player1", "email1", "player2", "email2"]),
        ("Fornavn 1|Efternavn 1|Fornavn 2|Efternavn 2",
         ["player1", "player1", "player2", "player2"]),
        ("Fornavn|Efternavn|Fornavn|Efternavn", ["player1", "player1", "player2", "player2"]),
        ("SPILLER_1|Tlf. (spiller 1)|spiller2|Tlf. (spiller 2)",
         ["player1", "phone1", "player2", "phone2"]),
        ("Nr.|Par|Spiller 1|Spiller 2|Seed|Tilstand",
         ["", "name", "player1", "player2", "seed", ""]),
        ("Par|Spiller 1|Spiller 2|Spiller 3", ["name", "player1", "player2", ""]),
    ],
)  # fmt: skip
def test_headings_in_many_ways(headings: str, expected: list[str]) -> None:
    assert codes(headings, "|".join("x" * len(expected))) == expected


def test_single_player_game_takes_name_as_player() -> None:
    assert codes("Navn|E-mail|By", "Anna|a@x.dk|Ribe", players=1) == ["player1", "email1", "city"]


def test_content_tells_what_no_heading_does() -> None:
    assert codes(
        "Parnavn|Spiller 1|Spiller 2|Kontakt|Ring til",
        "A|Anna|Bo|a@x.dk|22 34 15 27",
        "B|Carl|Dorte|c@x.dk|+45 75963846",
    ) == ["name", "player1", "player2", "email1", "phone1"]


def test_unknown_column_waits_for_the_organiser() -> None:
    columns = propose(sheet("Parnavn|Spiller 1|Spiller 2|Menu", "A|Anna|Bo|fisk"), 1, 2)

    assert columns[3] == Column(3, "Menu", ("fisk",), Field.of("", 2), recognised=False)


def test_titles_above_are_no_headings_and_without_any_there_are_none() -> None:
    titled = sheet("DM i Partners, tilmeldinger", "", "Parnavn|Spiller 1|Spiller 2", "A|B|C")

    assert find_headings(titled) == 3
    assert find_headings(sheet("A|Anna|Bo", "B|Carl|Dorte")) == 0


@pytest.mark.parametrize("index", [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA")])
def test_columns_are_lettered_as_in_a_spreadsheet(index: tuple[int, str]) -> None:
    assert Column(index[0], "", (), Field.of("", 2), recognised=True).letter == index[1]


@pytest.mark.parametrize("code", ["player3", "email", "nonsense", "name1", "", "player1x"])
def test_field_codes_that_mean_nothing_are_ignored(code: str) -> None:
    assert Field.of(code, 2) == Field.of("", 2)


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("Klub", Kind.CLUB),
        ("Klubb", Kind.CLUB),
        ("Club name", Kind.CLUB),
        ("Forening", Kind.CLUB),
        ("Kørestolsbruger", Kind.ACCESS),
        ("Rullestol", Kind.ACCESS),
        ("Wheelchair", Kind.ACCESS),
        ("Needs an accessible table", Kind.ACCESS),
    ],
)
def test_club_and_access_are_recognised_in_three_languages(heading: str, kind: Kind) -> None:
    assert meaning(heading) == Field(kind)
