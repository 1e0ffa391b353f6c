"""Give the newest events of the log their places in the chain, and look whether it holds.

A worker does it every few seconds, not the verb itself: what happens at one table need not wait
for what happens at another, and an event is written even when the chain is busy.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from tournaments.log_chain import BEGINNING, Fault, digest_of, faults
from tournaments.models import Event, Tournament

#: An event that is not in the chain after so long was written past the program, or the worker
#: that seals stands still.
PATIENCE: Final = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class LogState:
    """How the chain of one tournament stands."""

    sealed: int
    #: The last digest; what an earlier print of it must be found at.
    digest: str
    faults: tuple[Fault, ...]
    #: Ids of events that should have had their place by now.
    unsealed: tuple[int, ...]

    @property
    def whole(self) -> bool:
        return not self.faults and not self.unsealed


def seal_log(tournament: Tournament) -> int:
    """Seal what is not yet in the chain, in the order of writing; how many events that were.

    No row is locked that a verb needs. When two workers give one place twice, the constraint
    lets one of them have it, and the other has nothing left to do.
    """
    events = Event.objects.filter(tournament=tournament)
    try:
        with transaction.atomic():
            waiting = list(events.filter(place=None).order_by("id").select_for_update())
            last = events.exclude(place=None).order_by("-place").first()
            place, digest = (last.place or 0, last.digest) if last else (0, BEGINNING)
            for event in waiting:
                place += 1
                digest = digest_of(event, place, digest)
                event.place, event.digest = place, digest
            Event.objects.bulk_update(waiting, ["place", "digest"], batch_size=200)
    except IntegrityError:
        return 0
    return len(waiting)


def seal_logs() -> int:
    """Seal the logs of all tournaments; how many events that were."""
    open_ = Event.objects.filter(place=None).order_by().values("tournament").distinct()
    return sum(seal_log(tournament) for tournament in Tournament.objects.filter(pk__in=open_))


def verify_log(tournament: Tournament) -> LogState:
    """Reckon the whole chain again. Changes nothing."""
    events = Event.objects.filter(tournament=tournament)
    sealed = events.exclude(place=None).order_by("place")
    last = sealed.last()
    old = events.filter(place=None, at__lt=timezone.now() - PATIENCE)
    return LogState(
        sealed=sealed.count(),
        digest=last.digest if last else BEGINNING,
        faults=tuple(faults(sealed.iterator(chunk_size=500))),
        unsealed=tuple(old.order_by("id").values_list("id", flat=True)),
    )
