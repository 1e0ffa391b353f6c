"""XLSX to sheets of texts, as the person saw them in the spreadsheet program.

A workbook is a zip of XML written by a stranger: what it would unpack to is limited before
anything is unpacked, and XML that declares its own entities is refused.
"""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any, Final

import openpyxl
from openpyxl.utils.exceptions import InvalidFileException

from .reading import MAX_COLUMNS, MAX_ROWS, Row, Sheet, Unreadable, check_size

#: A list of 5,000 pairs unpacks to about 5 MB.
MAX_UNPACKED: Final = 30 * 1024 * 1024
MAX_PARTS: Final = 2_000
MAX_SHEETS: Final = 20


def _check_zip(data: bytes) -> None:
    """Refuse what is no workbook, and what would fill the memory when unpacked."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
        names = {part.filename for part in parts}
        if "content.xml" in names:
            raise Unreadable("open-document")
        if "xl/workbook.bin" in names:
            raise Unreadable("binary-excel")
        if "word/document.xml" in names:
            raise Unreadable("text-document")
        if "xl/workbook.xml" not in names:
            raise Unreadable("no-workbook")
        # zipfile never reads more than the size declared here, so the sum is a true limit.
        if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
            raise Unreadable("zip-bomb", limit=MAX_UNPACKED)
        for part in parts:
            if part.filename.endswith((".xml", ".rels")):
                content = archive.read(part)
                if b"<!DOCTYPE" in content or b"<!ENTITY" in content or b"\x00<\x00!" in content:
                    raise Unreadable("no-workbook")


def text_of(value: Any) -> str:
    """What a cell shows, near enough: whole numbers without a point, dates as 2027-03-13."""
    match value:
        case None:
            return ""
        case bool():
            return "1" if value else "0"
        case float() if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        case dt.datetime() if value.time() == dt.time.min:
            return value.date().isoformat()
        case dt.datetime():
            return value.isoformat(" ", "minutes")
        case _:
            # Array and table formulas carry their text in an attribute.
            return str(getattr(value, "text", value))


def _trimmed(cells: Iterable[str]) -> tuple[str, ...]:
    kept = list(cells)
    while kept and not kept[-1]:
        kept.pop()
    return tuple(kept)


def _rows(shown: Any, written: Any) -> Iterator[Row]:
    """Rows of one sheet read twice: results of formulas, and what was written.

    A formula counts as what it showed when the file was saved, and as its own text when no
    program has ever worked it out.
    """
    filled = 0
    pairs = zip_longest(
        shown.iter_rows(values_only=True), written.iter_rows(values_only=True), fillvalue=()
    )
    for number, (values, sources) in enumerate(pairs, start=1):
        if not any(value is not None for value in (*values, *sources)):
            continue
        cells = _trimmed(
            text_of(source if value is None else value)
            for value, source in zip_longest(values, sources)
        )
        filled += bool(cells)
        if filled > MAX_ROWS + 1:  # the headings
            raise Unreadable("too-many-rows", rows=filled, limit=MAX_ROWS)
        if len(cells) > MAX_COLUMNS:
            raise Unreadable("too-many-columns", columns=len(cells), limit=MAX_COLUMNS)
        yield Row(number, cells)


def read_workbook(data: bytes) -> tuple[Sheet, ...]:
    """The visible sheets of an XLSX that hold anything, in their order. Raises `Unreadable`."""
    try:
        _check_zip(data)
        shown = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        written = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=False)
        sheets = []
        for one, other in zip(shown.worksheets, written.worksheets, strict=True):
            if one.sheet_state != "visible":
                continue
            # What a file claims about its size may be wrong, and would cut or pad the rows.
            one.reset_dimensions()
            other.reset_dimensions()
            rows = tuple(_rows(one, other))
            check_size(rows)
            if any(not row.empty for row in rows):
                sheets.append(Sheet(one.title, rows))
            if len(sheets) == MAX_SHEETS:
                break
    except Unreadable:
        raise
    except (
        zipfile.BadZipFile,
        InvalidFileException,
        NotImplementedError,  # a compression method that zipfile does not know
        RuntimeError,  # an encrypted part
        SyntaxError,  # ParseError of XML is one
        KeyError,
        ValueError,
        TypeError,
        AttributeError,
        IndexError,
        EOFError,
        OSError,
    ) as error:
        # openpyxl meets a damaged file with whatever happens to go wrong first.
        raise Unreadable("damaged") from error
    if not sheets:
        raise Unreadable("empty")
    return tuple(sheets)
