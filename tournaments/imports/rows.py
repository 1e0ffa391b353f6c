"""One row to one entry, or to the reasons why it cannot be one."""

from __future__ import annotations

import dataclasses
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from tournaments.names import tidy

from .columns import Column, Field, Kind
from .facts import (
    MAX_CITY,
    MAX_CLUB,
    MAX_EMAIL,
    MAX_NAME,
    MAX_NOTES,
    MAX_PHONE,
    MAX_SEED,
    EntryFacts,
    Person,
    is_email,
    joint_name,
)
from .reading import UNREADABLE, Row, Sheet

_LIMITS: Final[dict[Kind, int]] = {
    Kind.NAME: MAX_NAME,
    Kind.PLAYER: MAX_NAME,
    Kind.EMAIL: MAX_EMAIL,
    Kind.PHONE: MAX_PHONE,
    Kind.CITY: MAX_CITY,
    Kind.CLUB: MAX_CLUB,
    Kind.NOTES: MAX_NOTES,
}
#: UTF-8 that some program took for Windows-1252: "SÃ¸ren", "Ã…se".
_GARBLED: Final = re.compile(r"Ã[¦¸¥©¶¤¼˜…†–„]|â€[™œ“”]|Â[ °»«]")
#: What a spreadsheet program makes of a long number: 4,52E+09.
_ROUNDED: Final = re.compile(r"\d[.,]\d+E\+\d+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a row is faulty, or what to know about it. Words for `code` stand in the shell."""

    code: str
    at: Field | None = None
    params: Mapping[str, Any] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row as read. With `faults` it is not imported; `warnings` only inform.

    `given` are the fields the row says anything about: what it leaves empty changes nothing.
    """

    row: int
    cells: tuple[str, ...]
    facts: EntryFacts
    given: frozenset[Field]
    faults: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()

    @property
    def repairable(self) -> bool:
        """Whether broken addresses are all that is wrong, and it could do without them."""
        return bool(self.faults) and all(fault.code == "bad-email" for fault in self.faults)

    def repaired(self) -> Candidate:
        """The same row without its broken addresses; what stood there is kept as a note."""
        players = list(self.facts.players)
        lines = [self.facts.notes] if self.facts.notes else []
        broken = {fault.at for fault in self.faults if fault.at}
        for at in sorted(broken):
            person = players[at.player - 1]
            lines.append(f"E-mail {person.name}: {person.email}")
            players[at.player - 1] = replace(person, email="")
        return replace(
            self,
            facts=replace(self.facts, players=tuple(players), notes="\n".join(lines)),
            given=self.given - broken | {Field(Kind.NOTES)},
            faults=(),
            warnings=(*self.warnings, Problem("without-email")),
        )


def clean(text: str, *, lines: bool = False) -> str:
    """A cell's text as it is kept: composed, without control characters and stray spaces.

    With `lines` the ends of lines stay. An apostrophe that our own export put before something
    that looks like a formula is taken off again.
    """
    if re.match(r"'[@+=|%-]", text):
        text = text[1:].replace("\\|", "|")
    if text.isprintable():
        return tidy(text)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in {"Cc", "Cs"})
    if not lines:
        return tidy(text)
    return "\n".join(tidy(line) for line in text.split("\n")).strip("\n")


def _gather(row: Row, columns: Sequence[Column]) -> dict[Field, str]:
    """The row's texts by field. First and last name join; further notes name their column."""
    texts: dict[Field, str] = {}
    for column in columns:
        if column.field.kind == Kind.IGNORED or column.index >= len(row.cells):
            continue
        kind = column.field.kind
        text = clean(row.cells[column.index], lines=kind == Kind.NOTES)
        if not text:
            continue
        before = texts.get(column.field)
        if kind == Kind.NOTES:
            first = next(c.index for c in columns if c.field == column.field)
            if column.index != first:
                text = f"{column.heading or column.letter}: {text}"
            texts[column.field] = f"{before}\n{text}" if before else text
        else:
            texts[column.field] = f"{before} {text}" if before else text
    return texts


def _seed(text: str) -> int | None:
    number = re.fullmatch(r"0*(\d{1,4})(?:[.,]0*)?", text)
    return int(number[1]) if number and 1 <= int(number[1]) <= MAX_SEED else None


#: What says no under a heading that asks; anything else written there says yes.
_NO: Final = frozenset("nej nei no n 0 false falsk - – ingen".split())


def _says_yes(text: str) -> bool:
    return bool(text) and text.casefold() not in _NO


def read_row(row: Row, columns: Sequence[Column], players: int) -> Candidate:
    """What `row` says, by the meaning of its columns, and everything wrong with it by itself."""
    texts = _gather(row, columns)
    faults: list[Problem] = []
    warnings: list[Problem] = []

    for player in range(1, players + 1):
        at = Field(Kind.PLAYER, player)
        if at not in texts:
            faults.append(Problem("no-player", at))
    for at, text in texts.items():
        limit = _LIMITS.get(at.kind, 0)
        if limit and len(text) > limit:
            faults.append(Problem("too-long", at, {"length": len(text), "limit": limit}))
        elif at.kind == Kind.EMAIL and not is_email(text):
            faults.append(Problem("bad-email", at, {"text": text}))
        elif at.kind == Kind.SEED and _seed(text) is None:
            faults.append(Problem("bad-seed", at, {"text": text, "limit": MAX_SEED}))
        elif at.kind == Kind.PHONE and _ROUNDED.fullmatch(text):
            warnings.append(Problem("rounded-number", at, {"text": text}))
        if UNREADABLE in text:
            warnings.append(Problem("unreadable-letters", at, {"text": text}))
        elif _GARBLED.search(text):
            warnings.append(Problem("garbled-letters", at, {"text": text}))
        if at.kind in {Kind.NAME, Kind.PLAYER} and text.startswith(("=", "@")):
            warnings.append(Problem("formula", at, {"text": text}))
    read = {column.index for column in columns}
    for index, cell in enumerate(row.cells):
        if cell.strip() and index not in read:
            warnings.append(Problem("outside", None, {"text": cell.strip()}))

    names = [texts.get(Field(Kind.PLAYER, n), "") for n in range(1, players + 1)]
    name = texts.get(Field(Kind.NAME), "")
    if not name and all(names):
        name = joint_name(names)
        if len(name) > MAX_NAME:
            faults.append(
                Problem("too-long", Field(Kind.NAME), {"length": len(name), "limit": MAX_NAME})
            )
    facts = EntryFacts(
        name=name,
        players=tuple(
            Person(
                names[n - 1],
                texts.get(Field(Kind.EMAIL, n), ""),
                texts.get(Field(Kind.PHONE, n), ""),
            )
            for n in range(1, players + 1)
        ),
        city=texts.get(Field(Kind.CITY), ""),
        notes=texts.get(Field(Kind.NOTES), ""),
        seed_rank=_seed(texts.get(Field(Kind.SEED), "")),
        club=texts.get(Field(Kind.CLUB), ""),
        needs_access=_says_yes(texts.get(Field(Kind.ACCESS), "")),
    )
    own = [person.key for person in facts.players if person.name]
    if len(set(own)) < len(own):
        faults.append(Problem("twice-in-pair", None, {"name": facts.players[-1].name}))
    return Candidate(
        row=row.number,
        cells=row.cells,
        facts=facts,
        given=frozenset(texts),
        faults=tuple(faults),
        warnings=tuple(warnings),
    )


@dataclass(frozen=True, slots=True)
class Table:
    """All rows of a sheet under its headings, read."""

    candidates: tuple[Candidate, ...]
    #: Rows without any text between the headings and the last row.
    empty_rows: int
    #: Columns with text that nobody reads.
    unread: tuple[Column, ...]
    players: int


def read_table(sheet: Sheet, heading: int, columns: Sequence[Column], players: int) -> Table:
    """Every filled row below the row `heading` (0: the first row is one already)."""
    filled = [row for row in sheet.rows if row.number > heading and not row.empty]
    last = filled[-1].number if filled else heading
    return Table(
        candidates=tuple(read_row(row, columns, players) for row in filled),
        empty_rows=last - heading - len(filled),
        unread=tuple(
            column for column in columns if column.field.kind == Kind.IGNORED and column.samples
        ),
        players=players,
    )
