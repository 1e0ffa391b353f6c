"""What of a tournament is taken along: one table of models and fields, each floor with its own.

A module called `transfer_kinds` in each app fills it. Every field of every model stands either
among the fields or among what is left out, with why; a test holds this.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from django.db.models import Model, Q
from django.utils.module_loading import autodiscover_modules

from tournaments.models import Tournament

from .references import Json, Ways

#: Why most of what is left out is left out.
KEY = "a key of the database: rows are referred to by their numbers"
WORKER = "of a worker at its work"
SAID_AGAIN = "said again of the pairing; made anew"
DERIVED = "follows from other fields; made anew"


@dataclass(frozen=True, kw_only=True)
class Kind:
    """One model as it stands in the file: a list of rows, in the order they were made."""

    #: Name of the list and of its file.
    name: str
    model: type[Model]
    #: Look-up of the tournament from a row.
    within: str
    #: What is taken along, by the model's names. Other rows are referred to by their number.
    fields: tuple[str, ...]
    #: What is not, and why.
    left_out: Mapping[str, str] = field(default_factory=dict)
    #: The field rows are referred to by; empty: their place in the list, from 1.
    number: str = ""
    #: Where keys of rows stand in JSON: field -> way -> kind.
    inside: Mapping[str, Ways] = field(default_factory=dict)
    #: What a field holds in a file without contact details.
    without_contacts: Mapping[str, Any] = field(default_factory=dict)
    #: Whether there are none of these rows at all in such a file.
    contacts_only: bool = False
    #: Rows that are taken along.
    only: Q = field(default_factory=Q)
    #: Text fields that are files of their own, and what those end with.
    texts: Mapping[str, str] = field(default_factory=dict)
    #: Sets what follows from the rest on a row about to be written.
    derive: Callable[[Any, Made], None] | None = None
    #: More to say of a row, beside its fields: the names, writer and reader of it.
    more: tuple[str, ...] = ()
    more_out: Callable[[dict[str, Any], Refer], dict[str, Json]] | None = None
    more_in: Callable[[Any, dict[str, Json], Made], None] | None = None
    #: Changes a row of the file before keys are put into other words.
    before_out: Callable[[dict[str, Any]], None] | None = None
    #: The rows have no order of their own (keys by chance): they are put by this field, then by
    #: what they say.
    sorted_by: str = ""
    #: Taken into next year's tournament, after this has put a row right for it: the values of the
    #: row, and what a moment of this one is then.
    next_year: Callable[[dict[str, Any], Later], None] | None = None
    #: Brought in after those of a lower rank, whichever floor they are of.
    rank: int = 0


#: A moment of one tournament as the same hour before or after another one's day.
Later = Callable[[dt.datetime], dt.datetime]
#: `refer(model name, key)`: what a row is called in the file, or None when it is not in it.
Refer = Callable[[str, Any], int | None]


@dataclass
class Made:
    """What has been made so far of a file that is being brought in."""

    tournament: Tournament
    #: Kind -> number in the file -> row.
    rows: dict[str, dict[int, Any]] = field(default_factory=dict)
    #: Files to be kept once everything is there: row and field -> file in the archive.
    files: list[tuple[Any, str, str]] = field(default_factory=list)
    #: JSON that names rows which are yet to come: kind, field and row.
    later: list[tuple[Kind, str, Any]] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)

    def key(self, kind: str, number: int) -> int:
        """The key of what the file calls `number`. ValueError when there is nothing like that."""
        if number <= 0:
            # A row that was gone when the file was written.
            return number
        try:
            return int(self.rows[kind][number].pk)
        except KeyError:
            raise ValueError(f"{kind} has no {number}") from None


#: In the order in which they are brought in: what a row refers to comes before it.
KINDS: Final[list[Kind]] = []
#: Models (app.Model) that are in no file, and why.
LEFT_OUT: Final[dict[str, str]] = {}
#: Asked of a tournament just brought in, before it is kept; whatever they raise, it is refused.
CHECKS: Final[list[Callable[[Tournament], object]]] = []


def register(*kinds: Kind) -> None:
    names = {kind.name for kind in KINDS}
    KINDS.extend(kind for kind in kinds if kind.name not in names)


@lru_cache(maxsize=1)
def all_kinds() -> tuple[Kind, ...]:
    """Every kind, whichever floor it is of, what a row refers to before it."""
    autodiscover_modules("transfer_kinds")
    return tuple(sorted(KINDS, key=lambda kind: kind.rank))


@lru_cache(maxsize=1)
def names_by_model() -> dict[type[Model], str]:
    """What the list of a model is called."""
    return {kind.model: kind.name for kind in all_kinds()}


#: The list of accounts: names alone, and nothing anybody could log in with.
PEOPLE: Final = "people"
