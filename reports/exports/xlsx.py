"""A table as an Excel file. In a module of its own, as what writes it takes memory and a second to
read: a server on which nobody asks for one does without."""

from __future__ import annotations

import datetime as dt
import io
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter

from reports.exports.model import Kind, Table

#: Letters a cell of a spreadsheet holds.
_LONGEST: Final = 32_767
_SHEET_NAME: Final = 31
_FORMATS: Final = {Kind.DATE: "yyyy-mm-dd", Kind.TIME: "yyyy-mm-dd hh:mm"}


def write_xlsx(table: Table, zone: dt.tzinfo, title: str) -> bytes:
    """Numbers, dates and times as what they are; the heads stay in sight and can be filtered by."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet(_sheet_name(title))
    sheet.freeze_panes = "A2"
    for place, column in enumerate(table.columns, start=1):
        sheet.column_dimensions[get_column_letter(place)].width = max(
            column.width, min(40, len(column.head) + 2)
        )
    last = get_column_letter(max(1, len(table.columns)))
    sheet.auto_filter.ref = f"A1:{last}{len(table.rows) + 1}"
    sheet.append([_head(sheet, column.head) for column in table.columns])
    for row in table.rows:
        sheet.append(
            [
                _cell(sheet, value, column.kind, zone)
                for value, column in zip(row, table.columns, strict=True)
            ]
        )
    book.properties.title = title
    book.properties.creator = "Startfelt"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _sheet_name(title: str) -> str:
    return "".join(" " if letter in "[]:*?/\\" else letter for letter in title)[:_SHEET_NAME]


def _head(sheet: Any, words: str) -> Any:
    cell: Any = WriteOnlyCell(sheet, words)
    cell.font = Font(bold=True)
    cell.fill = PatternFill("solid", fgColor="EEEEEE")
    cell.alignment = Alignment(wrap_text=True, vertical="top")
    return cell


def _cell(sheet: Any, value: Any, kind: Kind, zone: dt.tzinfo) -> Any:
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        return WriteOnlyCell(sheet, _("yes")) if value else None
    if isinstance(value, dt.datetime):
        # A spreadsheet knows no zones: what stands there is the hall's own clock.
        value = value.astimezone(zone).replace(tzinfo=None, second=0, microsecond=0)
    if isinstance(value, int | Decimal | dt.date):
        cell: Any = WriteOnlyCell(sheet)
        cell.value = value
        if kind in _FORMATS:
            cell.number_format = _FORMATS[kind]
        return cell
    cell = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("", str(value))[:_LONGEST])
    # Text stays text, even one that begins like a formula.
    cell.data_type = "s"
    return cell
