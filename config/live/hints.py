"""From an event of the log to a hint: what kind of thing changed, and at which tables."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from tournaments.models import Event
from tournaments.queries.news import ALL, STAFF, kinds_of, moves_seats

__all__ = ["ALL", "STAFF", "Ending", "Hint", "hint_of", "mark_of", "merged"]


@dataclass(frozen=True, slots=True)
class Hint:
    """Something happened in `tournament`. `of` says what kind; `pairings` where (empty: all)."""

    tournament: int
    event: int
    of: frozenset[str]
    pairings: frozenset[int] = frozenset()
    at: float = field(default=0.0, compare=False)
    """When it happened, in seconds since 1970; 0 where nobody knows."""

    @property
    def public(self) -> bool:
        return self.of != {STAFF}

    def to_json(self) -> str:
        """As it travels between processes."""
        return json.dumps(
            [self.tournament, self.event, sorted(self.of), sorted(self.pairings), self.at],
            separators=(",", ":"),
        )

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Raises ValueError for anything that `to_json` did not write."""
        stored = json.loads(text)
        # While a new version is put in, processes of the one before say one word less.
        if not isinstance(stored, list) or len(stored) not in {4, 5}:
            raise ValueError(f"not a hint: {stored!r}")
        tournament, event, of, pairings, *at = stored
        return cls(
            int(tournament),
            int(event),
            frozenset(of),
            frozenset(pairings),
            float(at[0]) if at else 0.0,
        )


@dataclass(frozen=True, slots=True)
class Ending:
    """What `user` might see is over: in `tournament` (None: everywhere), on those devices whose
    sessions have one of the `marks` (empty: on all of them)."""

    user: int
    tournament: int | None = None
    marks: frozenset[str] = frozenset()

    def to_json(self) -> str:
        """As it travels between processes."""
        return json.dumps({"end": [self.user, self.tournament, sorted(self.marks)]})

    @classmethod
    def from_json(cls, text: str | bytes) -> Self | None:
        """None for what is something else. Raises ValueError for what `to_json` never wrote."""
        stored = json.loads(text)
        if not isinstance(stored, dict):
            return None
        user, tournament, marks = stored["end"]
        place = None if tournament is None else int(tournament)
        return cls(int(user), place, frozenset(marks))


def mark_of(session_key: str) -> str:
    """What a session is called between processes, where its key is nobody's business."""
    return hashlib.sha256(session_key.encode()).hexdigest()[:20] if session_key else ""


def hint_of(event: Event) -> Hint:
    """The hint that an event gives."""
    at_table = event.subject_kind == "pairing" and not moves_seats(event)
    return Hint(
        tournament=event.tournament_id,
        event=event.pk,
        of=kinds_of(event),
        pairings=frozenset({event.subject_id}) if at_table else frozenset(),
        at=event.at.timestamp() if event.at else 0.0,
    )


def merged(hints: Iterable[Hint]) -> Hint:
    """Several hints of one tournament as one: it says all they say. At least one is needed."""
    several = list(hints)
    everywhere = any(not hint.pairings for hint in several)
    return Hint(
        tournament=several[0].tournament,
        event=max(hint.event for hint in several),
        of=frozenset().union(*(hint.of for hint in several)),
        pairings=frozenset()
        if everywhere
        else frozenset().union(*(hint.pairings for hint in several)),
        at=min((hint.at for hint in several if hint.at), default=0.0),
    )
