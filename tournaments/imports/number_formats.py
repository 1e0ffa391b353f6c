"""Which numbers in a workbook are days and times, and what they are in words."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import Any, Final

#: Numbers of formats that every spreadsheet program knows without being told.
_DATES: Final = frozenset({14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 47})
_ELAPSED: Final = frozenset({46})
#: What in a format stands for itself: "in quotes", [colour], \letter, _space.
_LITERAL: Final = re.compile(r'"[^"]*"|\[(?!(?:h+|m+|s+)\])[^\]]*\]|\\.|_.', re.IGNORECASE)
_ELAPSES: Final = re.compile(r"\[(?:h+|m+|s+)\]", re.IGNORECASE)
_DAY: Final = re.compile(r"[dmhys]", re.IGNORECASE)

#: The day 0 of the calendar, and of the one that early Macs counted by.
_1900: Final = dt.datetime(1899, 12, 30)
_1904: Final = dt.datetime(1904, 1, 1)
_DAY_MS: Final = 24 * 60 * 60 * 1000


class Shows(Enum):
    """What a format makes of a number."""

    NUMBER = auto()
    DATE = auto()
    ELAPSED = auto()


def shows(number: int, code: str = "") -> Shows:
    """What the format with this `number`, and with this `code` where the file defines it, shows."""
    plain = _LITERAL.sub("", code.partition(";")[0])
    if number in _ELAPSED or _ELAPSES.search(plain):
        return Shows.ELAPSED
    if number in _DATES or _DAY.search(plain.replace("General", "")):
        return Shows.DATE
    return Shows.NUMBER


def text_of(value: Any) -> str:
    """What a cell shows, near enough: whole numbers without a point, dates as 2027-03-13."""
    match value:
        case float() if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        case dt.datetime() if value.time() == dt.time.min:
            return value.date().isoformat()
        case dt.datetime():
            return value.isoformat(" ", "minutes")
        case _:
            return str(value)


def number_text(written: str, kind: Shows, *, from_1904: bool = False) -> str:
    """The text of a number as a workbook writes it. ValueError where it is none."""
    value: int | float
    try:
        value = int(written)
    except ValueError:
        value = float(written)
    if kind is Shows.NUMBER:
        return text_of(value)
    try:
        return text_of(_moment(value, kind, from_1904=from_1904))
    except (OverflowError, ValueError):
        return text_of(value)


def day_text(written: str) -> str:
    """The text of a day, or a moment, that is written out (ISO 8601) instead of counted."""
    try:
        return text_of(dt.datetime.fromisoformat(written))
    except ValueError:
        return written


def _moment(value: float, kind: Shows, *, from_1904: bool) -> dt.datetime | dt.time | dt.timedelta:
    if kind is Shows.ELAPSED:
        return dt.timedelta(days=value)
    day, part = divmod(value, 1)
    within = dt.timedelta(milliseconds=round(part * _DAY_MS))
    if 0 <= value < 1 and within.days == 0:
        return (dt.datetime.min + within).time()
    if 0 < value < 60 and not from_1904:
        # Spreadsheets have a 29 February 1900, which never was.
        day += 1
    return (_1904 if from_1904 else _1900) + dt.timedelta(days=day) + within


class Styles:
    """The part with the styles: what each of them shows."""

    def __init__(self) -> None:
        self._codes: dict[int, str] = {}
        self._numbers: list[int] = []
        self._within: list[str] = []
        self._shows: list[Shows] = []

    def open(self, name: str, attributes: dict[str, str]) -> None:
        around = self._within[-1] if self._within else ""
        self._within.append(name)
        if name == "numFmt" and around == "numFmts":
            self._codes[int(attributes["numFmtId"])] = attributes.get("formatCode", "")
        elif name == "xf" and around == "cellXfs":
            self._numbers.append(int(attributes.get("numFmtId", "0")))

    def shut(self, name: str) -> None:
        self._within.pop()

    def text(self, text: str) -> None:
        """Styles say everything in attributes."""

    def _kinds(self) -> Iterator[Shows]:
        kinds = {number: shows(number, self._codes.get(number, "")) for number in {*self._numbers}}
        return (kinds[number] for number in self._numbers)

    def of(self, style: int) -> Shows:
        """What a cell of this style shows. IndexError where there is no such style."""
        if not self._shows:
            self._shows = list(self._kinds())
        # A workbook without styles numbers its cells all the same.
        return self._shows[style] if self._shows else Shows.NUMBER
