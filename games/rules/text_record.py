"""What records in our own text form share: headers like PGN's, lines of comment, their faults."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from typing import Final

from games.rules.errors import RulesError
from games.rules.messages import Param

COMMENT: Final = "#"
_HEADER: Final = re.compile(r'\[([A-Z][A-Za-z0-9]*) "((?:[^"\\]|\\["\\nr])*)"\]')
_ESCAPE: Final = re.compile(r"\\(.)")
_UNESCAPED: Final = {"n": "\n", "r": "\r"}
_ESCAPED: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}


class UnreadableRecord(RulesError):
    """A record that cannot be read: ``line`` is where, counted from 1.

    Each engine derives its own and names its catalogue, whose texts are called ``record.…``.
    """

    def __init__(self, code: str, line: int, **params: Param) -> None:
        self.line = line
        super().__init__(code, **params)

    def message(self, lang: str) -> str:
        """The sentence in "da", "en" or "nb"."""
        return self.catalogue.text(f"record.{self.code}", lang, self.params)


class Unreadable(Exception):
    """A part of a line that cannot be read; the line is added by who knows it."""

    def __init__(self, code: str, **params: Param) -> None:
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class RecordProblem:
    """What is wrong with a record: on which line, in which move or header, by which rule.

    ``rule`` is "" where the fault is one of form. ``code`` is stable and meant for programs.
    """

    line: int
    move: str
    code: str
    rule: str
    _message: Callable[[str], str] = field(repr=False, compare=False)

    def message(self, lang: str) -> str:
        """The sentence in "da", "en" or "nb"."""
        return self._message(lang)


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers from 1."""
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        line = raw.strip()
        if line and not line.startswith(COMMENT):
            yield number, line


def read_header(line: str, known: Container[str]) -> tuple[str, str]:
    """Name and value of a header line; ``Unreadable`` for another form or a ``known`` name."""
    match = _HEADER.fullmatch(line)
    if match is None:
        raise Unreadable("header_form", text=line)
    name = match[1]
    if name in known:
        raise Unreadable("header_twice", name=name)
    return name, _ESCAPE.sub(lambda escape: _UNESCAPED.get(escape[1], escape[1]), match[2])


def header_line(name: str, value: str) -> str:
    """The line that ``read_header`` reads."""
    return f'[{name} "{"".join(_ESCAPED.get(sign, sign) for sign in value)}"]'
