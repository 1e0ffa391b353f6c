"""A table as a file: CSV in two dialects, and XLSX."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from defusedcsv import csv
from django.utils import formats
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reports.exports.model import Table

#: A mark by which Excel knows UTF-8.
MARK: Final = "\ufeff"


@dataclass(frozen=True)
class Format:
    """A kind of file."""

    suffix: str
    content_type: str
    label: str | Promise
    #: (table, zone of its times, title) -> the file.
    write: Callable[[Table, dt.tzinfo, str], bytes]


def write_excel_csv(table: Table, zone: dt.tzinfo, title: str) -> bytes:
    """With a mark, semicolons and the language's decimal sign: what Excel in Danish opens without
    asking."""
    return (MARK + _csv(table, zone, delimiter=";", local=True)).encode()


def write_plain_csv(table: Table, zone: dt.tzinfo, title: str) -> bytes:
    """Without a mark, with commas and decimal points: for programs (RFC 4180)."""
    return _csv(table, zone, delimiter=",", local=False).encode()


def _csv(table: Table, zone: dt.tzinfo, *, delimiter: str, local: bool) -> str:
    out = io.StringIO(newline="")
    # Text that a spreadsheet would take for a formula is made harmless; numbers are not touched.
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow([column.head for column in table.columns])
    for row in table.rows:
        writer.writerow([_text(value, zone, local=local) for value in row])
    return out.getvalue()


def _text(value: Any, zone: dt.tzinfo, *, local: bool) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return _("yes") if value else ""
    if isinstance(value, dt.datetime):
        return f"{value.astimezone(zone):%Y-%m-%d %H:%M}"
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, Decimal):
        plain = f"{value.normalize():f}"
        return plain.replace(".", formats.get_format("DECIMAL_SEPARATOR")) if local else plain
    return str(value).replace("\0", "")


def write_xlsx(table: Table, zone: dt.tzinfo, title: str) -> bytes:
    """Numbers, dates and times as what they are; the heads stay in sight and can be filtered by."""
    from reports.exports import xlsx

    return xlsx.write_xlsx(table, zone, title)


FORMATS: Final[dict[str, Format]] = {
    "xlsx": Format(
        "xlsx",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        gettext_lazy("Excel"),
        write_xlsx,
    ),
    "csv": Format("csv", "text/csv; charset=utf-8", gettext_lazy("CSV for Excel"), write_excel_csv),
    "plain": Format(
        "csv", "text/csv; charset=utf-8", gettext_lazy("CSV for programs"), write_plain_csv
    ),
}
