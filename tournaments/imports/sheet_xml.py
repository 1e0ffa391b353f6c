"""The parts of a workbook that hold texts: the one that sheets share, and each sheet."""

from __future__ import annotations

import re
from typing import Final

from .number_formats import Styles, day_text, number_text
from .reading import MAX_CELL, MAX_COLUMNS, MAX_LINED, MAX_ROWS, MAX_TEXT, Row, Unreadable

#: The last row that a spreadsheet program has.
_LAST_ROW: Final = 1_048_576

_PLACE: Final = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")
#: How a sign that XML does not allow, or that looks like one so written, is written.
_ESCAPED: Final = re.compile(r"_x([0-9A-Fa-f]{4})_")


def column_of(letters: str) -> int:
    """1 for A, 27 for AA."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


def _sign(found: re.Match[str]) -> str:
    code = int(found[1], 16)
    return found[0] if code == 0 or 0xD800 <= code <= 0xDFFF else chr(code)


def unescaped(text: str) -> str:
    return _ESCAPED.sub(_sign, text) if "_x" in text else text


class _Texts:
    """What stands in the elements that hold text, put together from its pieces."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._listens = False
        self._length = 0

    def begin(self) -> None:
        self._pieces, self._length = [], 0

    def listen(self, yes: bool) -> None:
        self._listens = yes

    def add(self, text: str) -> None:
        if self._listens:
            self._length += len(text)
            if self._length > MAX_CELL:
                raise Unreadable("long-cell", limit=MAX_CELL)
            self._pieces.append(text)

    def end(self) -> str:
        return "".join(self._pieces)


class SharedStrings:
    """The texts that cells point to by their number."""

    def __init__(self) -> None:
        self.strings: list[str] = []
        self._texts = _Texts()
        self._spoken = 0

    def open(self, name: str, attributes: dict[str, str]) -> None:
        if name == "si":
            self._texts.begin()
        elif name == "rPh":  # how an East Asian text is pronounced
            self._spoken += 1
        elif name == "t":
            self._texts.listen(not self._spoken)

    def shut(self, name: str) -> None:
        if name == "si":
            self.strings.append(unescaped(self._texts.end()))
        elif name == "rPh":
            self._spoken -= 1
        elif name == "t":
            self._texts.listen(False)

    def text(self, text: str) -> None:
        self._texts.add(text)


class Cells:
    """One sheet: its rows that hold anything, each cell as the text that it shows.

    A formula counts as what it showed when the file was saved, and as its own text when no program
    has ever worked it out.
    """

    def __init__(self, strings: list[str], styles: Styles, *, from_1904: bool) -> None:
        self._strings, self._styles, self._from_1904 = strings, styles, from_1904
        self._rows: dict[int, dict[int, str]] = {}
        self._row = self._column = self._lined = self._length = 0
        self._kind, self._style = "n", 0
        self._texts = _Texts()
        self._value = self._formula = ""
        self._shared: dict[str, str] = {}
        self._share = ""
        self._spoken = 0

    def open(self, name: str, attributes: dict[str, str]) -> None:
        match name:
            case "row":
                self._open_row(attributes)
            case "c":
                self._open_cell(attributes)
            case "f":
                self._share = attributes.get("si", "") if attributes.get("t") == "shared" else ""
                self._texts.begin()
                self._texts.listen(True)
            case "v":
                self._texts.begin()
                self._texts.listen(True)
            case "is":
                self._texts.begin()
            case "rPh":
                self._spoken += 1
            case "t":
                self._texts.listen(not self._spoken)

    def shut(self, name: str) -> None:
        match name:
            case "c":
                self._shut_cell()
            case "f":
                self._formula = self._texts.end() or self._shared.get(self._share, "")
                if self._share:
                    self._shared.setdefault(self._share, self._formula)
                self._texts.listen(False)
            case "v":
                self._value = self._texts.end()
                self._texts.listen(False)
            case "is":
                self._value = unescaped(self._texts.end())
            case "rPh":
                self._spoken -= 1
            case "t":
                self._texts.listen(False)

    def text(self, text: str) -> None:
        self._texts.add(text)

    def _open_row(self, attributes: dict[str, str]) -> None:
        self._lined += 1
        if self._lined > MAX_LINED:
            raise Unreadable("too-many-rows", rows=self._lined, limit=MAX_ROWS)
        self._row = int(float(attributes.get("r", self._row + 1)))
        if not 1 <= self._row <= _LAST_ROW:
            raise ValueError(self._row)
        self._column = 0

    def _open_cell(self, attributes: dict[str, str]) -> None:
        self._column += 1
        if place := attributes.get("r", ""):
            match = _PLACE.fullmatch(place)
            if match is None:
                raise ValueError(place)
            self._column = column_of(match[1])
        self._kind = attributes.get("t", "n")
        self._style = int(attributes.get("s", "0"))
        self._value = self._formula = ""

    def _shut_cell(self) -> None:
        text = self._shown() if self._value else f"={self._formula}" if self._formula else ""
        if not text:
            return
        if self._column > MAX_COLUMNS:
            raise Unreadable("too-many-columns", columns=self._column, limit=MAX_COLUMNS)
        # One text that a million cells point to is small in the file, and large on a page.
        self._length += len(text)
        if self._length > MAX_TEXT:
            raise Unreadable("too-much-text", limit=MAX_TEXT)
        row = self._rows.setdefault(self._row, {})
        row[self._column] = text
        if len(self._rows) > MAX_ROWS + 1:  # the headings
            raise Unreadable("too-many-rows", rows=len(self._rows), limit=MAX_ROWS)

    def _shown(self) -> str:
        match self._kind:
            case "s":
                number = int(self._value)
                if number < 0:
                    raise ValueError(number)
                return self._strings[number]
            case "n":
                kind = self._styles.of(self._style)
                return number_text(self._value, kind, from_1904=self._from_1904)
            case "str":
                return unescaped(self._value)
            case "b":
                return str(int(self._value))
            case "d":
                return day_text(self._value)
            case _:  # a text in the cell itself, or the name of an error
                return self._value

    def rows(self) -> tuple[Row, ...]:
        return tuple(
            Row(number, tuple(cells.get(column, "") for column in range(1, max(cells) + 1)))
            for number, cells in sorted(self._rows.items())
        )
