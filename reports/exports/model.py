"""What an exported table is: columns with a kind, rows of values, and who may have it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.functional import Promise

from tournaments.access import Action
from tournaments.models import Tournament


class Kind(StrEnum):
    """How the values of a column are written."""

    TEXT = "text"
    NUMBER = "number"
    #: A date alone.
    DATE = "date"
    #: An instant, written in the tournament's zone without seconds.
    TIME = "time"
    YES_NO = "yes-no"


@dataclass(frozen=True)
class Column:
    head: str
    kind: Kind = Kind.TEXT
    #: In letters, for a spreadsheet.
    width: int = 14


@dataclass(frozen=True)
class Table:
    """A table ready to be written: each row has a value for each column, None where there is
    nothing. Values are `str`, `int`, `Decimal`, `date`, aware `datetime`, `bool`."""

    columns: tuple[Column, ...]
    rows: Sequence[Sequence[Any]]


@dataclass(frozen=True)
class Reader:
    """For whom a table is read."""

    tournament: Tournament
    actions: Collection[Action]

    @property
    def drafts(self) -> bool:
        return Action.DRAW in self.actions


@dataclass(frozen=True)
class Export:
    """A table there is. Those there are stand in `reports.exports.EXPORTS`."""

    name: str
    title: str | Promise
    about: str | Promise
    read: Callable[[Reader], Table]
    needs: Action = Action.LOOK


def number(head: str, width: int = 8) -> Column:
    return Column(head, Kind.NUMBER, width)


def text(head: str, width: int = 16) -> Column:
    return Column(head, Kind.TEXT, width)


def time(head: str, width: int = 17) -> Column:
    return Column(head, Kind.TIME, width)


def yes_no(head: str, width: int = 8) -> Column:
    return Column(head, Kind.YES_NO, width)
