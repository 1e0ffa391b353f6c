"""Tables as files: what a spreadsheet and a program read back is what was meant."""

from __future__ import annotations

import csv
import datetime as dt
import io
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from reports.exports.files import write_excel_csv, write_plain_csv, write_xlsx
from reports.exports.model import Column, Kind, Table, number, text, time, yes_no

ZONE = ZoneInfo("Europe/Copenhagen")
NOON = dt.datetime(2027, 3, 13, 11, 5, 30, tzinfo=dt.UTC)
TABLE = Table(
    (
        number("No."), text("Name"), number("Points"), time("At"),
        Column("Day", Kind.DATE), yes_no("Here"),
    ),
    [
        [1, "Æbleø; \"Ångström\"", Decimal("2.50"), NOON, dt.date(2027, 3, 13), True],
        [2, "=1+1", Decimal("-3.5"), None, None, False],
    ],
)  # fmt: skip


def read(data: bytes, delimiter: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig")), delimiter=delimiter))


def test_csv_for_excel_has_a_mark_semicolons_and_the_decimal_sign_of_the_language() -> None:
    with translation.override("da"):
        data = write_excel_csv(TABLE, ZONE, "x")
    assert data.startswith(b"\xef\xbb\xbf")
    assert read(data, ";")[1:] == [
        ["1", 'Æbleø; "Ångström"', "2,5", "2027-03-13 12:05", "2027-03-13", "ja"],
        ["2", "'=1+1", "-3,5", "", "", ""],
    ]


def test_csv_for_programs_has_commas_points_and_no_mark() -> None:
    with translation.override("en"):
        data = write_plain_csv(TABLE, ZONE, "x")
    assert not data.startswith(b"\xef\xbb\xbf")
    assert read(data, ",")[1:] == [
        ["1", 'Æbleø; "Ångström"', "2.5", "2027-03-13 12:05", "2027-03-13", "yes"],
        ["2", "'=1+1", "-3.5", "", "", ""],
    ]


def test_xlsx_has_real_types_frozen_heads_and_no_formula() -> None:
    with translation.override("en"):
        sheet = load_workbook(io.BytesIO(write_xlsx(TABLE, ZONE, "A/B: x"))).active
    assert sheet is not None
    assert (sheet.title, sheet.freeze_panes, sheet.auto_filter.ref) == ("A B  x", "A2", "A1:F3")
    one, two = list(sheet.iter_rows(min_row=2))
    assert [cell.value for cell in one] == [
        1, 'Æbleø; "Ångström"', 2.5, dt.datetime(2027, 3, 13, 12, 5),
        dt.datetime(2027, 3, 13), "yes",
    ]  # fmt: skip
    assert [(cell.value, cell.data_type) for cell in two[:3]] == [
        (2, "n"),
        ("=1+1", "s"),
        (-3.5, "n"),
    ]
    assert sheet.column_dimensions["B"].width == 16


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=40))
def test_no_text_begins_like_a_formula(words: str) -> None:
    table = Table((text("x"), text("y")), [["a", words]])
    ((_a, cell),) = read(write_excel_csv(table, ZONE, "x"), ";")[1:] or [["", ""]]
    assert (
        cell[:1] not in {"=", "+", "-", "@"}
        or cell.replace(",", "").lstrip("-").replace(".", "").isdecimal()
    )


@pytest.mark.parametrize("words", ["\x07bell", "a" * 40_000])
def test_what_a_spreadsheet_cannot_hold_is_left_out(words: str) -> None:
    sheet = load_workbook(io.BytesIO(write_xlsx(Table((text("x"),), [[words]]), ZONE, "x"))).active
    assert sheet is not None
    assert sheet["A2"].value in {"bell", "a" * 32_767}
