"""What a printed document is to the rest of `reports`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise

from reports.press.parts import Order
from tournaments.models import Round, Tournament


class RoundChoice(StrEnum):
    """Whether a document is of a round."""

    NONE = "none"
    NEEDED = "needed"
    #: After the round chosen, or now when none is.
    OPTIONAL = "optional"


@dataclass(frozen=True)
class Subject:
    """What a document is to be printed about."""

    tournament: Tournament
    round: Round | None = None


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
    #: Beginnings of the verbs of the log after which a printed copy is out of date …
    watches: tuple[str, ...]
    #: … and whole verbs that do not matter all the same.
    ignores: tuple[str, ...] = ()

    def minds(self, verb: str) -> bool:
        """Whether an event of this verb makes a printed copy out of date."""
        return verb.startswith(self.watches) and verb not in self.ignores
