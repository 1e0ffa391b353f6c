"""What waits to be done in the background, and for how long."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Case, Count, F, Min, Q, QuerySet, When

from judging.models import Forecast, PushNote
from reports.models import Job
from tournaments.models import Mail, Tournament


@dataclass(frozen=True, slots=True)
class Queue:
    """So many wait; the oldest for so many seconds (0 when none does); so many failed."""

    waiting: int
    seconds: float
    failed: int = 0


@dataclass(frozen=True, slots=True)
class _Kind:
    model: Any
    #: The states in which it is still to come, and the one in which it failed.
    on_its_way: tuple[str, ...]
    failed: str
    #: When somebody asked for it, or when it became due.
    since: str
    #: How a tournament's are found.
    of: str


#: Name -> what is counted.
KINDS: Final[dict[str, _Kind]] = {
    "documents": _Kind(Job, ("waiting", "running"), "failed", "asked_at", "tournament"),
    "letters": _Kind(Mail, ("waiting", "sending"), "failed", "due_at", "tournament"),
    "pushes": _Kind(PushNote, ("waiting", "sending"), "", "made_at", "call__round__tournament"),
    "forecasts": _Kind(Forecast, ("waiting", "running"), "failed", "asked_at", "round__tournament"),
}


def queues(now: datetime, tournament: Tournament | None = None) -> dict[str, Queue]:
    """Each kind of work, of one tournament or of all. One query a kind, whatever waits.

    A letter that rests until it is tried again waits, but is not late.
    """
    found = {}
    for name, kind in KINDS.items():
        rows: QuerySet[Any] = kind.model.objects.order_by()
        if tournament is not None:
            rows = rows.filter(**{kind.of: tournament})
        waits = Q(state__in=kind.on_its_way)
        counted = rows.filter(waits | Q(state=kind.failed)).aggregate(
            waiting=Count("pk", filter=waits),
            failed=Count("pk", filter=Q(state=kind.failed)),
            oldest=Min(Case(When(waits, then=F(kind.since)))),
        )
        oldest = counted["oldest"]
        seconds = max((now - oldest).total_seconds(), 0.0) if oldest is not None else 0.0
        found[name] = Queue(counted["waiting"], seconds, counted["failed"])
    return found
