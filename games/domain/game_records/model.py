"""What a written game proves, and how it is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from django.utils.translation import gettext as _

from games.domain.game_results import Payload, Typed
from tournaments.domain.errors import Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Who sits at the table, side by side."""

    colours: tuple[tuple[str, ...], ...]
    names: tuple[tuple[str, ...], ...]
    """Names of each side's entries and their players."""


@dataclass(frozen=True, slots=True)
class LineProblem:
    """What is wrong with a line of a record, in the language of the page."""

    line: int
    move: str
    rule: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """A record played through. `typed` is None where it is no complete legal game."""

    typed: Typed | None
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What the result is to keep besides: the final position."""
    problems: tuple[LineProblem, ...] = ()
    """Why it proves nothing."""
    remarks: tuple[LineProblem, ...] = ()
    """Slips that stand as the game is played here."""


class GameRecords(Protocol):
    """What is known of the records of one game, as it is played in a round."""

    @property
    def suffix(self) -> str:
        """How the name of its files ends."""
        ...

    @property
    def encodings(self) -> tuple[str, ...]:
        """What its files may be written in, tried in this order."""
        ...

    @property
    def compared(self) -> tuple[str, ...]:
        """Fields of a result in which record and result must agree."""
        ...

    def differs(self, proved: Payload, payload: Payload) -> str:
        """In which game of a match record and result, which end alike, differ, in words; empty
        where they do not, or where one of them does not tell its games."""
        ...

    def proof(self, text: str, seating: Seating) -> Proof:
        """Play a record through. Refused when it is of another game, or played by other rules."""
        ...

    def picture(self, text: str) -> str:
        """The final position as SVG; empty where it cannot be drawn."""
        ...


class IllegalRecord(Refused):
    """The record is of no legal, complete game. `problems` says why, line by line."""

    def __init__(self, problems: Sequence[LineProblem]) -> None:
        first = problems[0]
        told = (
            _("Line %(line)s of the record: %(message)s (rule %(rule)s)")
            if first.rule
            else _("Line %(line)s of the record: %(message)s")
        )
        words = {"line": first.line, "message": first.message, "rule": first.rule}
        super().__init__("record-illegal", told % words, field="record")
        self.problems = tuple(problems)


def other_rules(record: str, here: str) -> Refused:
    """The record was played by other rules than the round."""
    return Refused(
        "record-of-other-rules",
        _("The record follows %(record)s, but this round plays by %(rules)s.")
        % {"record": record, "rules": here},
        field="record",
    )
