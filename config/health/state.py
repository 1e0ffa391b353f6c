"""What the status page is made from: facts about this installation and one tournament of it."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.utils import timezone

from config.health.backups import last_backup
from config.health.clock import watch
from config.health.database import clock_drift, takes_writes
from config.health.pulse import Pulse, pulses, up, worked_at
from config.health.queues import Queue, queues
from config.metrics.count import RESULTS
from tournaments.mail.send import has_server
from tournaments.models import Tournament

MEGABYTE: Final = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """All that is known at one moment. Seconds and megabytes."""

    now: datetime
    takes_writes: bool
    newest_result: datetime | None
    """When the tournament's newest result was saved."""
    pulses: list[Pulse] | None
    """Of the web processes; None when Redis does not answer."""
    idle: float | None
    """Since a worker last showed itself; None when it has not, since the start."""
    up: float
    """Since this process began to answer."""
    queues: Mapping[str, Queue]
    backup: datetime | None
    """When everything was last copied."""
    free: float
    """Room left on the disk."""
    drift: float
    """By how much the database's clock is ahead."""
    jumped: float
    """By how much this machine's clock was set lately."""
    mail_server: bool
    embedded: bool

    @property
    def lag(self) -> float:
        """How far behind pages are that are open."""
        return max((pulse.lag for pulse in self.pulses or ()), default=0.0)

    @property
    def listeners(self) -> int:
        """How many pages listen."""
        return sum(pulse.listeners for pulse in self.pulses or ())


def state_of(tournament: Tournament) -> State:
    """As it is now. A handful of queries, whatever the size of the tournament."""
    now = timezone.now()
    worked = worked_at()
    newest = (
        tournament.events.filter(verb__in=RESULTS)
        .order_by("-id")
        .values_list("at", flat=True)
        .first()
    )
    return State(
        now=now,
        takes_writes=takes_writes(),
        newest_result=newest,
        pulses=pulses(),
        idle=None if worked is None else max(now.timestamp() - worked, 0.0),
        up=up(),
        queues=queues(now, tournament),
        backup=last_backup(),
        free=shutil.disk_usage(settings.DATA_DIR).free / MEGABYTE,
        drift=clock_drift(),
        jumped=watch.jumped(),
        mail_server=has_server(),
        embedded=settings.EMBEDDED,
    )
