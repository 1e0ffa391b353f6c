"""Celery's beat, which goes on when somebody sets the clock back.

Beat remembers at what time of the day it last did a thing, and until that time comes again it would
do nothing: an hour back, and for an hour no paper is made and no letter sent.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any, Final

from celery import beat

log = logging.getLogger("startfelt.beat")

#: What NTP moves a clock by while nobody notices.
GRACE: Final = timedelta(seconds=2)


class _Goes:
    """Before each step it looks whether something was last done later than now."""

    def tick(self: Any, *args: Any, **kwargs: Any) -> Any:
        now = self.app.now()
        ahead = [one for one in self.schedule.values() if one.last_run_at > now + GRACE]
        if ahead:
            log.warning("The clock was set back: what is done now and then goes on from now.")
            for entry in ahead:
                entry.last_run_at = now
            # Their turns are reckoned anew.
            self._heap = None
        return super().tick(*args, **kwargs)  # type: ignore[misc]


class Scheduler(_Goes, beat.Scheduler):
    """Embedded: what was done when is forgotten with the process."""


class PersistentScheduler(_Goes, beat.PersistentScheduler):
    """A process of its own, which keeps it in a file."""
