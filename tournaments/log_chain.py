"""The log as a chain: each event's digest covers the event and the digest of the one before it.

Whoever changes, removes, adds or reorders a sealed event must reckon every later digest again;
the last one is printed on papers and in the archive, out of their reach.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Literal, Protocol

#: What the first event's digest is made with.
BEGINNING: Final = "0" * 64


class Logged(Protocol):
    """What the chain covers of an event."""

    @property
    def tournament_id(self) -> int: ...
    @property
    def at(self) -> datetime: ...
    @property
    def actor_id(self) -> int | None: ...
    @property
    def verb(self) -> str: ...
    @property
    def subject_kind(self) -> str: ...
    @property
    def subject_id(self) -> int: ...
    @property
    def subject(self) -> str: ...
    @property
    def before(self) -> dict[str, Any]: ...
    @property
    def after(self) -> dict[str, Any]: ...
    @property
    def why(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def place(self) -> int | None: ...
    @property
    def digest(self) -> str: ...
    @property
    def origin(self) -> dict[str, Any] | None: ...


@dataclass(frozen=True, slots=True)
class Fault:
    """Where the chain does not hold. `place` counts from 1."""

    place: int
    kind: Literal["changed", "missing"]


def digest_of(event: Logged, place: int, previous: str) -> str:
    """64 hexadecimal digits for `event` at `place`, after the event with digest `previous`.

    The order of keys within `before` and `after` does not matter: PostgreSQL does not keep it.
    An event that came with an imported tournament is covered with the keys it had there.
    """
    sealed = event.origin or {}
    covered = [
        previous,
        place,
        sealed.get("tournament", event.tournament_id),
        event.at.astimezone(UTC).isoformat(timespec="microseconds"),
        sealed.get("actor", event.actor_id),
        event.verb,
        event.subject_kind,
        sealed.get("subject", event.subject_id),
        event.subject,
        event.before,
        event.after,
        event.why,
        event.key,
    ]
    text = json.dumps(covered, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def faults(events: Iterable[Logged]) -> Iterator[Fault]:
    """Where the chain of one tournament's sealed events, in the order of their places, breaks.

    After a gap or a changed event it goes on from the digest that is stored, so that each fault
    is named once.
    """
    previous, expected = BEGINNING, 1
    for event in events:
        assert event.place is not None
        for place in range(expected, event.place):
            yield Fault(place, "missing")
        # Behind a gap nobody knows what the digest before it was: the gap itself is the fault.
        if event.place == expected and digest_of(event, event.place, previous) != event.digest:
            yield Fault(event.place, "changed")
        previous, expected = event.digest, event.place + 1
