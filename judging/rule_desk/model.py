"""What the rule desks of all games have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import urlencode

Query = Mapping[str, Sequence[str]]
"""The fields of a question, each with all its values."""


@dataclass(frozen=True, slots=True)
class Way:
    """One thing that may be done, as a choice that shows it on the board."""

    card: str
    notation: str
    query: str
    shown: bool


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why one piece cannot: the rules, the sentence, and the question that shows what is in the
    way."""

    side: str
    """Whose piece it is; empty where there is nothing to tell."""
    rules: tuple[str, ...]
    message: str
    query: str
    shown: bool
    card: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A question, drawn and answered."""

    board: str
    """The picture, as SVG."""
    query: str
    """The question as an address: whoever opens it sees the same."""
    position: dict[str, Any] | None
    """In the notation of the engine; None while it is impossible."""
    question: dict[str, Any] = field(default_factory=dict)
    """What else was asked, for a ruling to keep."""
    verdict: str = ""
    """"yes", "no", or empty while nothing was asked."""
    headline: str = ""
    details: str = ""
    ways: tuple[Way, ...] = ()
    more_ways: int = 0
    """Ways beyond those listed."""
    why_not: tuple[WhyNot, ...] = ()
    rules: tuple[str, ...] = ()
    """What a ruling on it would cite."""
    problem: str = ""
    """What makes the position impossible."""
    told: str = ""
    """The way shown, or the position, as a sentence."""


class Desk(Protocol):
    """The rule desk of one game."""

    @property
    def template(self) -> str:
        """The fields of the question, as a template."""
        ...

    def ask(self, query: Query, language: str) -> Answer:
        """The answer to the question; never an exception, whatever was typed."""
        ...

    def form(self, query: Query, language: str) -> dict[str, Any]:
        """What the template of the fields shows."""
        ...

    def query_of(self, position: Any, question: Mapping[str, Any]) -> str:
        """The address of a position that was kept, with what was asked about it."""
        ...

    def picture(self, position: Any, question: Mapping[str, Any], language: str) -> str:
        """The picture of a position that was kept; empty when it cannot be drawn."""
        ...


def encoded(fields: Mapping[str, Any]) -> str:
    """Fields as the query of an address; empty ones are left out."""
    kept = {name: value for name, value in fields.items() if value not in ("", [], (), None)}
    return urlencode(kept, doseq=True, safe=",/:")
