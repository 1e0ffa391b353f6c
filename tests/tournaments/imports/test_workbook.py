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
