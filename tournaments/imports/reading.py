"""Bytes of an uploaded file to sheets of texts, losing nothing and guessing as little as possible.

Encodings are tried from the most to the least certain: a byte order mark, UTF-16 by its zeros,
UTF-8, and Windows-1252, which Excel in Danish writes. A Windows-1252 file whose bytes happen to
be valid UTF-8 is read as UTF-8; the organiser can choose another encoding by hand.
"""

from __future__ import annotations

import codecs
import csv
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

MAX_BYTES: Final = 5 * 1024 * 1024
MAX_ROWS: Final = 5_000
MAX_COLUMNS: Final = 100
#: Rows with or without anything in them; many a list has some thousands of lined but empty ones.
MAX_LINED: Final = 30_000
#: Characters in one cell: what a spreadsheet program has room for.
MAX_CELL: Final = 32_767
#: Characters in all cells of a sheet.
MAX_TEXT: Final = MAX_BYTES

#: Encodings a person may choose, besides finding out by itself.
ENCODINGS: Final = ("utf-8", "windows-1252", "utf-16")
DELIMITERS: Final = (";", ",", "\t")

#: What stands for bytes that mean nothing in the encoding; rows holding it are pointed out.
UNREADABLE: Final = "\ufffd"


class Unreadable(Exception):
    """The file cannot be read at all. `code` and `params` say why, for words see the shell."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class Row:
    """One row, numbered as the spreadsheet program numbers it (1 the first)."""

    number: int
    cells: tuple[str, ...]

    @property
    def empty(self) -> bool:
        return not any(cell.strip() for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet as it stands in the file, empty rows and all."""

    name: str
    rows: tuple[Row, ...]

    @property
    def width(self) -> int:
        return max((len(row.cells) for row in self.rows), default=0)


@dataclass(frozen=True, slots=True)
class Upload:
    """What was read. `encoding` and `delimiter` are empty for a workbook."""

    sheets: tuple[Sheet, ...]
    encoding: str = ""
    delimiter: str = ""
    #: Things the organiser should know about the reading itself, as codes.
    remarks: tuple[str, ...] = field(default=())


#: How the files begin that people send by mistake; the code says what to do instead.
_FOREIGN: Final = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old-excel"),
    (b"%PDF", "pdf"),
    (b"\x89PNG", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"{\\rtf", "text-document"),
    (b"<!DOCTYPE", "web-page"),
    (b"<html", "web-page"),
)


def read_upload(data: bytes, *, encoding: str = "", delimiter: str = "") -> Upload:
    """Every sheet in `data`, the bytes of a CSV or XLSX file, whatever it is called.

    `encoding` (one of `ENCODINGS`) and `delimiter` (one of `DELIMITERS`) overrule what would be
    found out. Raises `Unreadable`.
    """
    if len(data) > MAX_BYTES:
        raise Unreadable("too-big", bytes=len(data), limit=MAX_BYTES)
    if not data.strip():
        raise Unreadable("empty")
    for beginning, code in _FOREIGN:
        if data.lstrip().startswith(beginning):
            raise Unreadable(code)
    if data.startswith(b"PK\x03\x04"):
        # Imported here: most requests never read a workbook.
        from .workbook import read_workbook

        return Upload(sheets=read_workbook(data))
    text, encoding = decode(data, encoding)
    sheet, delimiter = read_csv(text, delimiter)
    if not any(not row.empty for row in sheet.rows):
        raise Unreadable("empty")
    remarks = ("unreadable-letters",) if UNREADABLE in text else ()
    return Upload((sheet,), encoding, delimiter, remarks)


def _utf_16_by_zeros(data: bytes) -> str:
    """The kind of UTF-16 that `data` looks like without a byte order mark, or ""."""
    sample = data[:4000]
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if half and odd > half * 0.4 and odd > even * 4:
        return "utf-16-le"
    if half and even > half * 0.4 and even > odd * 4:
        return "utf-16-be"
    return ""


def _windows_1252(data: bytes) -> str:
    """Five bytes mean nothing in Windows-1252: they become `UNREADABLE` rather than a failure."""
    return data.decode("cp1252", errors="replace")


def decode(data: bytes, encoding: str = "") -> tuple[str, str]:
    """The text of `data` and the name of the encoding (one of `ENCODINGS`).

    With `encoding` given that one is used, and what does not fit becomes `UNREADABLE`.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and encoding in {"", "utf-16"}:
        return data.decode("utf-16", errors="replace"), "utf-16"
    zeros = _utf_16_by_zeros(data)
    if encoding == "utf-16" or (not encoding and zeros):
        return data.decode(zeros or "utf-16-le", errors="replace"), "utf-16"
    if encoding == "windows-1252":
        return _windows_1252(data), "windows-1252"
    try:
        return data.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        if encoding == "utf-8" or data.startswith(codecs.BOM_UTF8):
            return data.decode("utf-8-sig", errors="replace"), "utf-8"
        return _windows_1252(data), "windows-1252"


def _records(text: str, delimiter: str, most: int = 0) -> list[list[str]]:
    """The records of `text`, at most `most` of them (0: all).

    A cell opened by a quotation mark that never closes swallows the rest of the file. It is
    found by a last line of our own, which then does not come out as a line of its own.
    """
    end = "\ue000end of file\ue000"
    joint = "" if text.endswith(("\n", "\r")) else "\n"
    lines = _narrow(io.StringIO(text + joint + end, newline=""), delimiter)
    records: list[list[str]] = []
    filled = 0
    try:
        for record in csv.reader(lines, delimiter=delimiter):
            records.append(record)
            if most and len(records) >= most:
                return records
            filled += any(record)
            if filled > MAX_ROWS + 2 or len(records) > MAX_LINED:  # the headings, and our end
                raise Unreadable("too-many-rows", rows=len(records), limit=MAX_ROWS)
    except csv.Error as error:
        # The reader's own limit of 131,072 characters: nearly always such an open quote, too.
        raise Unreadable("open-quote", row=len(records) + 1) from error
    if records[-1] != [end]:
        raise Unreadable("open-quote", row=len(records))
    return records[:-1]


def _narrow(lines: io.StringIO, delimiter: str) -> Iterator[str]:
    """The lines, none of which would come apart in millions of cells."""
    for line in lines:
        columns = line.count(delimiter)
        if columns > MAX_CELL:
            raise Unreadable("too-many-columns", columns=columns, limit=MAX_COLUMNS)
        yield line


def _guess_delimiter(text: str) -> str:
    """The delimiter that cuts the rows into the same number of cells, and into most of them.

    The first rows decide. Titles above the table do not: rows of a single cell do not count.
    """
    best, best_score = DELIMITERS[0], (0.0, 0)
    for delimiter in DELIMITERS:
        try:
            records = _records(text, delimiter, most=60)
        except Unreadable:
            continue
        filled = [len(record) for record in records if any(record)]
        widths = Counter(width for width in filled if width > 1)
        if not widths:
            continue
        width, rows = max(widths.items(), key=lambda item: (item[1], item[0]))
        score = (rows / len(filled), width)
        if score > best_score:
            best, best_score = delimiter, score
    return best


def read_csv(text: str, delimiter: str = "") -> tuple[Sheet, str]:
    """The one sheet of a text, and its delimiter (found out when not given)."""
    # Excel's own way of naming the delimiter; it is no row for Excel, either.
    first, _, rest = text.partition("\n")
    if first.rstrip("\r")[:4].casefold() == "sep=" and len(first.rstrip("\r")) == 5:
        delimiter, text = delimiter or first[4], rest
    delimiter = delimiter or _guess_delimiter(text)
    records = _records(text, delimiter)
    rows = tuple(Row(number, tuple(cells)) for number, cells in enumerate(records, start=1))
    check_size(rows)
    return Sheet("", rows), delimiter


def check_size(rows: tuple[Row, ...]) -> None:
    """Raise `Unreadable` when there is more than anybody's tournament needs."""
    filled = sum(1 for row in rows if not row.empty)
    if filled > MAX_ROWS + 1:  # the headings
        raise Unreadable("too-many-rows", rows=filled, limit=MAX_ROWS)
    width = max((len(row.cells) for row in rows), default=0)
    if width > MAX_COLUMNS:
        raise Unreadable("too-many-columns", columns=width, limit=MAX_COLUMNS)
    if any(len(cell) > MAX_CELL for row in rows for cell in row.cells):
        raise Unreadable("long-cell", limit=MAX_CELL)
