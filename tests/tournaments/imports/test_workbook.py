"""Workbooks: what cells show, and what strangers may send."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

from tests.tournaments.imports import bombs
from tournaments.imports.number_formats import text_of
from tournaments.imports.reading import Unreadable, read_upload


def workbook(*rows: list[Any], title: str = "Ark1") -> bytes:
    book = openpyxl.Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def repacked(data: bytes, **parts: bytes) -> bytes:
    """A workbook with parts of it replaced or added; `__` stands for `/`, `_xml` for `.xml`."""
    out = io.BytesIO()
    new = {name.replace("__", "/").replace("_xml", ".xml"): text for name, text in parts.items()}
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for name in old.namelist():
            if name not in new:
                archive.writestr(name, old.read(name))
        for name, text in new.items():
            archive.writestr(name, text)
    return out.getvalue()


def cells(data: bytes) -> list[tuple[str, ...]]:
    return [row.cells for row in read_upload(data).sheets[0].rows]


def test_cells_become_what_the_person_saw() -> None:
    data = workbook(
        ["Par", 22341527.0, 2.5, True, dt.date(2027, 3, 13), dt.datetime(2027, 3, 13, 9, 30), None]
    )

    assert cells(data) == [("Par", "22341527", "2.5", "1", "2027-03-13", "2027-03-13 09:30")]


def test_formula_nobody_worked_out_is_kept_as_text() -> None:
    assert cells(workbook(["Par", '=HYPERLINK("x","y")'])) == [("Par", '=HYPERLINK("x","y")')]


texts = st.text(
    st.characters(blacklist_categories=("Cs",), blacklist_characters="\r_"), max_size=20
).filter(lambda text: not ILLEGAL_CHARACTERS_RE.search(text) and not text.startswith("="))


@settings(max_examples=15, deadline=None)
@given(st.lists(st.lists(texts, min_size=2, max_size=2), min_size=1, max_size=4))
def test_any_table_written_as_workbook_reads_back_the_same(rows: list[list[str]]) -> None:
    rows = [["Par", "By"], *rows]
    filled = [
        (number, tuple(row) if row[1] else (row[0],))
        for number, row in enumerate(rows, start=1)
        if any(row)
    ]

    sheet = read_upload(workbook(*rows)).sheets[0]

    assert [(row.number, row.cells) for row in sheet.rows if any(row.cells)] == filled


def test_zip_bomb_is_refused_before_it_is_unpacked() -> None:
    data = repacked(workbook(["Par"]), xl__bomb_xml=b"0" * (31 * 1024 * 1024))
    assert len(data) < 100_000

    with pytest.raises(Unreadable) as unreadable:
        read_upload(data)
    assert unreadable.value.code == "zip-bomb"


def test_xml_with_entities_is_refused() -> None:
    evil = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>'

    with pytest.raises(Unreadable) as unreadable:
        read_upload(repacked(workbook(["Par"]), xl__sharedStrings_xml=evil))
    assert unreadable.value.code == "no-workbook"


@pytest.mark.parametrize(
    ("part", "code"),
    [
        ("content.xml", "open-document"),
        ("word/document.xml", "text-document"),
        ("xl/workbook.bin", "binary-excel"),
        ("hello.txt", "no-workbook"),
    ],
)
def test_zip_that_is_no_workbook_says_what_it_is(part: str, code: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(part, "x")

    with pytest.raises(Unreadable) as unreadable:
        read_upload(out.getvalue())
    assert unreadable.value.code == code


def test_workbook_cut_short_is_damaged() -> None:
    data = workbook(["Par", "By"], ["A", "Vejle"])

    with pytest.raises(Unreadable) as unreadable:
        read_upload(data[: len(data) // 2])
    assert unreadable.value.code == "damaged"


def test_hidden_and_empty_sheets_are_passed_over() -> None:
    book = openpyxl.Workbook()
    book.active.append(["gammel liste"])
    book.active.sheet_state = "hidden"
    book.create_sheet("Tom")
    book.create_sheet("Par").append(["Parnavn"])
    out = io.BytesIO()
    book.save(out)

    assert [sheet.name for sheet in read_upload(out.getvalue()).sheets] == ["Par"]


values = st.one_of(
    st.none(),
    texts.filter(bool),
    st.booleans(),
    st.integers(-(10**12), 10**12),
    st.floats(-1e9, 1e9, allow_nan=False).map(lambda number: round(number, 4)),
    st.dates(dt.date(1900, 3, 1), dt.date(2199, 12, 31)),
    st.datetimes(dt.datetime(1900, 3, 1), dt.datetime(2199, 12, 31)).map(
        lambda at: at.replace(second=0, microsecond=0)
    ),
    st.times().map(lambda at: at.replace(microsecond=0)),
)


def by_openpyxl(data: bytes) -> list[tuple[int, list[str]]]:
    """What another reader finds in the first sheet, as texts."""
    sheet = openpyxl.load_workbook(io.BytesIO(data)).worksheets[0]
    found = []
    for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
        cells = ["" if value is None else shown(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            found.append((number, cells))
    return found


def shown(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else text_of(value)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(values, min_size=1, max_size=6), min_size=1, max_size=6))
def test_any_kind_of_cell_is_read_as_openpyxl_reads_it(rows: list[list[Any]]) -> None:
    rows = [["Par"], *rows]
    data = workbook(*rows)

    assert [(row.number, list(row.cells)) for row in read_upload(data).sheets[0].rows] == (
        by_openpyxl(data)
    )


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("General", "45000"),
        ("0.00", "45000"),
        ('0" dage"', "45000"),
        ("[Red]0", "45000"),
        (r"\d0", "45000"),
        ("dd-mm-yyyy", "2023-03-15"),
        ("[$-406]d. mmmm yyyy;@", "2023-03-15"),
        ("[h]:mm", "45000 days, 0:00:00"),
    ],
)
def test_format_of_a_number_says_whether_it_is_a_day(code: str, text: str) -> None:
    book = openpyxl.Workbook()
    cell = book.active["A1"]
    cell.value, cell.number_format = 45000, code
    out = io.BytesIO()
    book.save(out)
    assert cells(out.getvalue()) == [(text,)]


def test_texts_shared_by_cells_are_joined_from_their_runs_without_how_they_are_spoken() -> None:
    strings = (
        '<sst><si><t>Par</t></si><si><r><t xml:space="preserve">De </t></r><r><t>Røde</t></r>'
        "<rPh><t>no</t></rPh></si><si><t>to_x000A_linjer_x005F_</t></si></sst>"
    )
    numbers = "".join(f'<c t="s"><v>{number}</v></c>' for number in range(3))
    data = bombs.workbook(f"<row>{numbers}</row>", strings=strings)

    assert cells(data) == [("Par", "De Røde", "to\nlinjer_")]


@pytest.mark.parametrize(
    "cell",
    [
        '<c t="s"><v>9</v></c>',
        '<c t="s"><v>-1</v></c>',
        '<c t="n"><v>to</v></c>',
        '<c s="x"><v>1</v></c>',
        '<c r="1A"><v>1</v></c>',
        '<c r="ABCD1"><v>1</v></c>',
        "<c><v>1</c>",
    ],
)
def test_cell_that_makes_no_sense_is_damage(cell: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        read_upload(bombs.workbook(f"<row>{cell}</row>"))
    assert unreadable.value.code == "damaged"
