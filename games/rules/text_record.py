"""What games in our own text form share: refusals, records with headers like PGN's, replays."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from games.rules.errors import RulesError
from games.rules.messages import Catalogue, Param, load_catalogue

COMMENT: Final = "#"
_HEADER: Final = re.compile(r'\[([A-Z][A-Za-z0-9]*) "((?:[^"\\]|\\["\\nr])*)"\]')
_ESCAPE: Final = re.compile(r"\\(.)")
_UNESCAPED: Final = {"n": "\n", "r": "\r"}
_ESCAPED: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}


class Forbidden(RulesError):
    """An action that the rules forbid: ``rule`` is the id of the rule that does.

    Each engine derives its own and names its catalogue, whose texts are called ``problem.…``.
    """

    def __init__(self, code: str, rule: str, **params: Param) -> None:
        self.rule = rule
        super().__init__(code, **params)

    def message(self, lang: str) -> str:
        """The sentence in "da", "en" or "nb"."""
        return self.catalogue.text(f"problem.{self.code}", lang, self.params)


@cache
def game_catalogue(texts: Path, terms: Path) -> Catalogue:
    """The texts of one file, with the words of another."""
    return Catalogue(load_catalogue(texts).texts, load_catalogue(terms).terms)


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


class Headed:
    """A record that has headers."""

    __slots__ = ()

    headers: tuple[tuple[str, str], ...]
    header_lines: Mapping[str, int]

    def header(self, name: str) -> str | None:
        """The value of a header, None where there is none."""
        return next((value for key, value in self.headers if key == name), None)

    def line_of(self, name: str) -> int:
        """The line on which a header stands; 0 where there is none."""
        return self.header_lines.get(name, 0)


RecordT = TypeVar("RecordT")
StateT = TypeVar("StateT")


@dataclass(frozen=True, slots=True)
class Replayed(Generic[RecordT, StateT]):
    """A record played through.

    ``problems`` is empty for a legal game. ``state`` is the last one reached (None if the record
    cannot be read), ``result`` that of a legal game as ``validate_result`` reads it, else empty.
    """

    record: RecordT | None
    state: StateT | None
    result: Mapping[str, Any]
    problems: tuple[RecordProblem, ...]

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


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
