"""Who is working on a job: a lease with a token, taken, renewed and given back.

How a row is held by a token is `tournaments.domain.lease`; here stands how long and how often.
Leases leave no event in the log: they are how the machine works, not what people did.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db.models import F, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from reports.models import Job
from tournaments.domain.lease import LeaseLost, is_over, take_lease, update_leased

__all__ = ["ATTEMPTS", "LEASE", "REST", "Lease", "LeaseLost", "give_up_on_the_hopeless", "take_job"]

#: A worker that has not renewed for so long is taken for dead.
LEASE: Final = timedelta(seconds=15)
#: How often a job is begun before it is given up.
ATTEMPTS: Final = 3
#: How long a job that failed rests before it is begun again.
REST: Final = timedelta(seconds=5)


@dataclass(frozen=True)
class Lease:
    job: uuid.UUID
    token: uuid.UUID

    def _update(self, **fields: Any) -> None:
        update_leased(Job, self.job, self.token, Job.State.RUNNING, **fields)

    def renew(self, **fields: Any) -> None:
        """Keep the job for another `LEASE`, and note progress. `LeaseLost` if it is not ours."""
        self._update(lease_until=timezone.now() + LEASE, **fields)

    def check(self) -> None:
        """`LeaseLost` if the job is not ours any more: cancelled, or another worker's."""
        ours = Job.objects.filter(pk=self.job, lease=self.token, state=Job.State.RUNNING)
        if not ours.exists():
            raise LeaseLost(str(self.job))

    def finish(self, file: str, filename: str) -> None:
        """The job is done; `file` is its name in the storage. `LeaseLost` if it is not ours."""
        self._update(
            state=Job.State.DONE,
            lease=None,
            lease_until=None,
            file=file,
            filename=filename,
            error="",
            finished_at=timezone.now(),
        )

    def fail(self, message: str, *, for_good: bool) -> None:
        """It went wrong: begun again after a rest, unless `for_good` or too often already."""
        now = timezone.now()
        last = for_good or Job.objects.filter(pk=self.job, attempts__gte=ATTEMPTS).exists()
        self._update(
            state=Job.State.FAILED if last else Job.State.WAITING,
            lease=None,
            lease_until=None if last else now + REST,
            error=message,
            finished_at=now if last else None,
        )

    def give_back(self) -> None:
        """Stopped on purpose: somebody may begin it at once, and it does not count as begun."""
        self._update(
            state=Job.State.WAITING,
            lease=None,
            lease_until=None,
            attempts=F("attempts") - 1,
            done=0,
        )


def take_job() -> Lease | None:
    """A lease on the oldest job that waits, or whose worker is gone; None when there is none."""
    now = timezone.now()
    free = Q(state=Job.State.WAITING) & (Q(lease_until=None) | is_over(now, REST))
    dead = Q(state=Job.State.RUNNING) & is_over(now, LEASE)
    taken = take_lease(
        Job.objects.filter(free | dead, attempts__lt=ATTEMPTS),
        "asked_at",
        lasts=LEASE,
        state=Job.State.RUNNING,
        done=0,
        total=0,
        finished_at=None,
    )
    return None if taken is None else Lease(*taken)


def give_up_on_the_hopeless() -> int:
    """Fail the jobs that were begun `ATTEMPTS` times and whose last worker is gone, too."""
    now = timezone.now()
    hopeless = Job.objects.filter(
        is_over(now, LEASE), state=Job.State.RUNNING, attempts__gte=ATTEMPTS
    )
    count = 0
    for job in hopeless:
        with translation.override(job.language):
            message = _(
                "The program was stopped each time it made this. "
                "Ask again; if it happens again, print a part of it, such as another list."
            )
        count += hopeless.filter(pk=job.pk).update(
            state=Job.State.FAILED, lease=None, lease_until=None, error=message, finished_at=now
        )
    return count
