"""Who is working on a job: a lease with a token, taken, renewed and given back.

Each step is one UPDATE that names the token, so it either happens to a job that is still ours or
not at all, on either database and without a lock held while a document is set. Leases leave no
event in the log: they are how the machine works, not what people did.
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

#: A worker that has not renewed for so long is taken for dead.
LEASE: Final = timedelta(seconds=15)
#: How often a job is begun before it is given up.
ATTEMPTS: Final = 3
#: How long a job that failed rests before it is begun again.
REST: Final = timedelta(seconds=5)


class LeaseLost(Exception):
    """The job is somebody else's by now; whatever was made of it is not to be kept."""


@dataclass(frozen=True)
class Lease:
    job: uuid.UUID
    token: uuid.UUID

    def _update(self, **fields: Any) -> None:
        ours = Job.objects.filter(pk=self.job, state=Job.State.RUNNING, lease=self.token)
        if not ours.update(**fields):
            raise LeaseLost(str(self.job))

    def renew(self, **fields: Any) -> None:
        """Keep the job for another `LEASE`, and note progress. `LeaseLost` if it is not ours."""
        self._update(lease_until=timezone.now() + LEASE, **fields)

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
    while True:
        now = timezone.now()
        free = Q(state=Job.State.WAITING) & (Q(lease_until=None) | Q(lease_until__lte=now))
        dead = Q(state=Job.State.RUNNING, lease_until__lte=now)
        takeable = Job.objects.filter(free | dead, attempts__lt=ATTEMPTS)
        job = takeable.order_by("asked_at").values_list("pk", flat=True).first()
        if job is None:
            return None
        lease = Lease(job, uuid.uuid4())
        # Between the look and this, another worker may have been quicker: then look again.
        if takeable.filter(pk=job).update(
            state=Job.State.RUNNING,
            lease=lease.token,
            lease_until=now + LEASE,
            attempts=F("attempts") + 1,
            done=0,
            total=0,
            finished_at=None,
        ):
            return lease


def give_up_on_the_hopeless() -> int:
    """Fail the jobs that were begun `ATTEMPTS` times and whose last worker is gone, too."""
    now = timezone.now()
    hopeless = Job.objects.filter(
        state=Job.State.RUNNING, lease_until__lte=now, attempts__gte=ATTEMPTS
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
