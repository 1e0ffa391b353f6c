"""What a printed document is to the rest of `reports`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from django.utils.functional import Promise

from reports.press.parts import Order, Paper
from tournaments.access import Action
from tournaments.models import Round, Tournament

NOTHING: Mapping[str, str] = MappingProxyType({})


class RoundChoice(StrEnum):
    """Whether a document is of a round."""

    NONE = "none"
    NEEDED = "needed"
    #: After the round chosen, or now when none is.
    OPTIONAL = "optional"


@dataclass(frozen=True)
class Subject:
    """What a document is to be printed about, and how."""

    tournament: Tournament
    round: Round | None = None
    paper: Paper = Paper.A4
    #: What was chosen of the document's options, all of them.
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Option:
    """Something to choose before a document is made."""

    name: str
    label: str | Promise
    #: Value and words of each choice; the first is the usual one.
    choices: tuple[tuple[str, str | Promise], ...]

    @property
    def usual(self) -> str:
        return self.choices[0][0]

    def words(self, value: str) -> str:
        """`value` in words; as it is where there is no such choice any more."""
        return str(dict(self.choices).get(value, value))


class Group(StrEnum):
    """Where a document stands on the page of papers."""

    ROUND = "round"
    HALL = "hall"
    BEFORE = "before"
    JUDGES = "judges"
    AFTER = "after"


@dataclass(frozen=True)
class Document:
    """A kind of document. Those there are stand in `reports.documents.DOCUMENTS`.

    `order` reads the tournament and says what to print: the parts, in the active language. It
    raises `Refused` when there is nothing to print, with what to do about it.
    """

    name: str
    title: str | Promise
    #: One sentence: what it is for.
    about: str | Promise
    order: Callable[[Subject], Order]
    round: RoundChoice
    group: Group
    #: Beginnings of the verbs of the log after which a printed copy is out of date …
    watches: tuple[str, ...]
    #: … and whole verbs that do not matter all the same.
    ignores: tuple[str, ...] = ()
    papers: tuple[Paper, ...] = tuple(Paper)
    #: Its sizes are those of what it becomes: it lays itself out on the paper and is not scaled.
    in_its_own_size: bool = False
    #: It has parts enough for both who print from the first moment on.
    in_parts: bool = False
    options: tuple[Option, ...] = ()
    #: Who may have it made and read it; `Action.PRINT` is everybody at the desk.
    needs: Action = Action.PRINT

    def minds(self, verb: str) -> bool:
        """Whether an event of this verb makes a printed copy out of date."""
        return verb.startswith(self.watches) and verb not in self.ignores

    def chosen(self, given: Mapping[str, str] = NOTHING) -> dict[str, str]:
        """Every option: as `given`, else as usual. `KeyError` for a choice there is not."""
        chosen = {}
        for option in self.options:
            value = given.get(option.name) or option.usual
            if value not in dict(option.choices):
                raise KeyError(option.name)
            chosen[option.name] = value
        return chosen

    def order_for(self, subject: Subject) -> Order:
        """What to print, on the subject's paper. Options that were not chosen are as usual."""
        subject = replace(subject, options=self.chosen(subject.options))
        order = self.order(subject)
        if self.in_its_own_size or subject.paper is Paper.A4:
            return order
        return replace(order, paper=subject.paper)
