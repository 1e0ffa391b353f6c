"""XLSX to sheets of texts, as the person saw them in the spreadsheet program.

A workbook is a zip of XML written by a stranger. Its parts are read as a stream that only keeps
what a list needs, so that what it claims about its size, its styles or its pictures costs nothing.
"""

from __future__ import annotations

import zipfile
import zlib
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException

from .number_formats import Styles
from .package import Package, part_at
from .reading import Sheet, Unreadable, check_size
from .sheet_xml import Cells, SharedStrings

MAX_SHEETS: Final = 20

#: What a damaged file runs into first: the zip, its compression, the XML, a number, a reference.
_DAMAGED: Final = (
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,  # a compression method that no spreadsheet program writes
    RuntimeError,  # an encrypted part
    ParseError,
    LookupError,
    StopIteration,
    ValueError,
    EOFError,
    OSError,
)


@dataclass(frozen=True, slots=True)
class _Named:
    """A sheet as the workbook names it."""

    name: str
    relation: str
    visible: bool


class _Book:
    """The part that names the sheets."""

    def __init__(self) -> None:
        self.sheets: list[_Named] = []
        self.from_1904 = False

    def open(self, name: str, attributes: dict[str, str]) -> None:
        if name == "sheet":
            state = attributes.get("state", "visible")
            # Two standards name the namespace differently.
            relation = next(said for key, said in attributes.items() if key.endswith("}id"))
            self.sheets.append(_Named(attributes["name"], relation, state == "visible"))
        elif name == "workbookPr":
            self.from_1904 = attributes.get("date1904", "0") in {"1", "true"}

    def shut(self, name: str) -> None:
        """Everything is said in attributes."""

    def text(self, text: str) -> None:
        """Everything is said in attributes."""


class _Relations:
    """The part that says where the other parts are."""

    def __init__(self) -> None:
        #: Relation -> (what kind of part, its name).
        self.parts: dict[str, tuple[str, str]] = {}

    def open(self, name: str, attributes: dict[str, str]) -> None:
        if name == "Relationship" and attributes.get("TargetMode") != "External":
            kind = attributes["Type"].rpartition("/")[2]
            self.parts[attributes["Id"]] = kind, part_at(attributes["Target"])

    def shut(self, name: str) -> None:
        """Everything is said in attributes."""

    def text(self, text: str) -> None:
        """Everything is said in attributes."""

    def one(self, kind: str) -> str:
        """The part of a kind of which there is one, or ""."""
        return next((part for known, part in self.parts.values() if known == kind), "")


def read_workbook(data: bytes) -> tuple[Sheet, ...]:
    """The visible sheets of an XLSX that hold anything, in their order. Raises `Unreadable`."""
    try:
        sheets = _sheets(Package(data))
    except DefusedXmlException as error:
        raise Unreadable("no-workbook") from error
    except _DAMAGED as error:
        raise Unreadable("damaged") from error
    if not sheets:
        raise Unreadable("empty")
    return sheets


def _sheets(package: Package) -> tuple[Sheet, ...]:
    book, relations, shared, styles = _Book(), _Relations(), SharedStrings(), Styles()
    package.feed("xl/workbook.xml", book)
    package.feed("xl/_rels/workbook.xml.rels", relations)
    package.feed(relations.one("sharedStrings") or "xl/sharedStrings.xml", shared)
    package.feed(relations.one("styles") or "xl/styles.xml", styles)
    sheets: list[Sheet] = []
    for named in book.sheets:
        kind, part = relations.parts[named.relation]
        if not named.visible or kind != "worksheet":
            continue
        cells = Cells(shared.strings, styles, from_1904=book.from_1904)
        package.feed(part, cells)
        rows = cells.rows()
        check_size(rows)
        if rows:
            sheets.append(Sheet(named.name, rows))
        if len(sheets) == MAX_SHEETS:
            break
    return tuple(sheets)
