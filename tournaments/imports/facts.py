"""What is known of an entry, as the import and the desk's own forms compare it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tournaments.names import name_key, person_key

#: What the database holds of each text.
MAX_NAME: Final = 120
MAX_CITY: Final = 80
MAX_PHONE: Final = 40
MAX_EMAIL: Final = 254
MAX_CLUB: Final = 80
MAX_NOTES: Final = 2_000
MAX_SEED: Final = 9_999

_EMAIL: Final = re.compile(
    r"(?=.{3,254}\Z)[^\s@\"(),:;<>\[\\\]]{1,64}@"
    r"(?:[a-z0-9æøåäöü](?:[a-z0-9æøåäöü-]{0,61}[a-z0-9æøåäöü])?\.)+[a-z]{2,63}",
    re.IGNORECASE,
)


def is_email(text: str) -> bool:
    """Whether `text` can be an e-mail address. No dots at the ends or in a row before the @."""
    local = text.partition("@")[0]
    dots = local.startswith(".") or local.endswith(".") or ".." in local
    return _EMAIL.fullmatch(text) is not None and not dots


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    email: str = ""
    phone: str = ""

    @property
    def key(self) -> str:
        return person_key(self.name, self.email)

    @property
    def name_key(self) -> str:
        return name_key(self.name)


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """What is said of one entry. The players stand in their order."""

    name: str
    players: tuple[Person, ...]
    city: str = ""
    notes: str = ""
    seed_rank: int | None = None
    club: str = ""
    needs_access: bool = False
    """Must sit at a table that can be reached without steps."""

    @property
    def name_key(self) -> str:
        return name_key(self.name)


@dataclass(frozen=True, slots=True)
class Known:
    """An entry that is there already, under its number."""

    number: int
    facts: EntryFacts
    withdrawn: bool = False


def joint_name(names: list[str]) -> str:
    """What an entry without a name of its own is called: "Anna & Bo", "Anna, Bo & Carl"."""
    *others, last = names
    return f"{', '.join(others)} & {last}" if others else last
