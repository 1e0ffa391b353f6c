"""From an event of the log to a hint: what kind of thing changed, and at which tables."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from tournaments.models import Event

#: What a page can wait for, by the noun an event's verb begins with. A noun that is not here is
#: the staff's own affair.
PUBLIC_NOUNS = {
    "result": "results",
    "record": "results",
    "clock": "clock",
    "extension": "clock",
    "table": "rounds",
    "round": "rounds",
    "pairing": "rounds",
    "stage": "rounds",
    "tournament": "tournament",
    "entry": "entries",
    "entries": "entries",
    "check-in": "entries",
    "claim": "claims",
    "call": "calls",
    "escalation": "calls",
    "ruling": "results",
}

#: What happens to a round before it is published; nobody outside learns even that.
STAFF_VERBS = frozenset({"round.draw", "round.redraw", "round.discard"})

STAFF = "staff"
#: Anything may have changed: sent to those who may have missed something.
ALL = "all"


@dataclass(frozen=True, slots=True)
class Hint:
    """Something happened in `tournament`. `of` says what kind; `pairings` where (empty: all)."""

    tournament: int
    event: int
    of: frozenset[str]
    pairings: frozenset[int] = frozenset()

    @property
    def public(self) -> bool:
        return self.of != {STAFF}

    def to_json(self) -> str:
        """As it travels between processes."""
        return json.dumps(
            [self.tournament, self.event, sorted(self.of), sorted(self.pairings)],
            separators=(",", ":"),
        )

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Raises ValueError for anything that `to_json` did not write."""
        stored = json.loads(text)
        if not isinstance(stored, list) or len(stored) != 4:
            raise ValueError(f"not a hint: {stored!r}")
        tournament, event, of, pairings = stored
        return cls(int(tournament), int(event), frozenset(of), frozenset(pairings))


def hint_of(event: Event) -> Hint:
    """The hint that an event gives."""
    noun = event.verb.split(".", 1)[0]
    known = event.verb not in STAFF_VERBS and not event.verb.startswith("draft.")
    of = PUBLIC_NOUNS.get(noun, STAFF) if known else STAFF
    at_table = event.subject_kind == "pairing"
    return Hint(
        tournament=event.tournament_id,
        event=event.pk,
        of=frozenset({of}),
        pairings=frozenset({event.subject_id}) if at_table else frozenset(),
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
    )
