"""When a name is no longer to be shown, the files that may name it are thrown away."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from reports.models import Job
from tournaments.models import Tournament


def withdraw_files(sender: Any, *, tournament: Tournament, **_kwargs: Any) -> None:
    """Every finished document of `tournament` loses its file, and can be made again.

    Rows are marked in the caller's transaction, files are removed after it: undone, nothing is
    lost. One that is being made now has read the names of before, and begins again.
    """
    jobs = Job.objects.filter(tournament=tournament)
    for job in jobs.filter(state=Job.State.DONE, pruned_at=None).exclude(file=""):
        transaction.on_commit(partial(job.file.storage.delete, str(job.file.name)))
    jobs.filter(state=Job.State.DONE, pruned_at=None).update(pruned_at=timezone.now())
    jobs.filter(state=Job.State.RUNNING).update(
        state=Job.State.WAITING, lease=None, lease_until=None, done=0
    )
