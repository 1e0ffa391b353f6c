"""What a column of a list of entries may hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Kind(StrEnum):
    """What a column may hold."""

    NAME = "name"
    PLAYER = "player"
    EMAIL = "email"
    PHONE = "phone"
    CITY = "city"
    CLUB = "club"
    NOTES = "notes"
    SEED = "seed"
    #: Needs a table that can be reached without steps.
    ACCESS = "access"
    #: Read, but of no use here: a running number, a time stamp, what the export adds.
    IGNORED = ""


#: Of each player, not of the entry.
OF_A_PLAYER: Final = frozenset({Kind.PLAYER, Kind.EMAIL, Kind.PHONE})
#: Several columns may hold it, and are joined: first and last name; several kinds of notes.
JOINED: Final = frozenset({Kind.PLAYER, Kind.NOTES})


@dataclass(frozen=True, slots=True, order=True)
class Field:
    """What a column means: its kind, and whose it is (1 the first player; 0 the entry's)."""

    kind: Kind
    player: int = 0

    @property
    def code(self) -> str:
        """Such as "email2"; reads back with `Field.of`."""
        return f"{self.kind}{self.player or ''}"

    @classmethod
    def of(cls, code: str, players: int) -> Field:
        """The field of a code. Anything unknown, and players there are not, is ignored."""
        found = re.fullmatch(r"([a-z]+)([1-9])?", code)
        if found and found[1] in set(Kind):
            field = cls(Kind(found[1]), int(found[2] or 0))
            if field in fields(players):
                return field
        return NOTHING


NOTHING: Final = Field(Kind.IGNORED)


def fields(players: int) -> tuple[Field, ...]:
    """Every field of an entry with so many players, in the order people read them."""
    return (
        Field(Kind.NAME),
        *(
            Field(kind, player)
            for player in range(1, players + 1)
            for kind in (Kind.PLAYER, Kind.EMAIL, Kind.PHONE)
        ),
        Field(Kind.CITY),
        Field(Kind.CLUB),
        Field(Kind.NOTES),
        Field(Kind.SEED),
        Field(Kind.ACCESS),
    )


def required(players: int) -> tuple[Field, ...]:
    """Without these nothing can be imported. A missing name is made from the players'."""
    return tuple(Field(Kind.PLAYER, player) for player in range(1, players + 1))


@dataclass(frozen=True, slots=True)
class Column:
    """A column as the organiser sees it when matching: where, what heads it, what is in it."""

    index: int
    heading: str
    samples: tuple[str, ...]
    field: Field
    #: Whether heading or content told `field`; False: nothing did, or a person must look.
    recognised: bool

    @property
    def letter(self) -> str:
        """As the spreadsheet program calls it: A, B, … Z, AA."""
        letters, number = "", self.index + 1
        while number:
            number, rest = divmod(number - 1, 26)
            letters = chr(ord("A") + rest) + letters
        return letters
