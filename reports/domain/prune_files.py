"""Old files of documents make room. What they were stays in the list, to be made again."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.utils import timezone

from reports.models import Job
from reports.tournament_file import TOURNAMENT_FILE

#: Files looked at in one go; the next sweep takes the rest.
_AT_ONCE: Final = 200
#: How many times as long the newest copy of a document is kept.
LONG: Final = 20


def prune_files() -> int:
    """Remove the files of documents older than `REPORTS_DAYS_KEPT` of which a newer copy of the
    same was made; the newest copy of each is kept `LONG` times as long, but for files of the
    tournament. How many were removed.

    A row is marked first and its file removed afterwards: a page never links to a file that has
    gone without the row saying so. Safe in several processes at once.
    """
    now = timezone.now()
    kept = timedelta(days=settings.REPORTS_DAYS_KEPT)
    old = Job.objects.filter(
        state=Job.State.DONE, pruned_at=None, finished_at__lt=now - kept
    ).exclude(file="")
    count = 0
    for job in old.order_by("finished_at")[:_AT_ONCE]:
        if job.finished_at is not None and job.finished_at > now - LONG * kept and _stays(job):
            continue
        # Whoever was quicker has it.
        if Job.objects.filter(pk=job.pk, pruned_at=None).update(pruned_at=now):
            job.file.storage.delete(str(job.file.name))
            count += 1
    return count


def _stays(job: Job) -> bool:
    """Whether it is the newest of its kind; a file of the tournament has everybody's contact
    details and is not left lying about."""
    if job.document == TOURNAMENT_FILE:
        return False
    same: dict[str, Any] = {
        "tournament": job.tournament_id,
        "document": job.document,
        "params": job.params,
        "language": job.language,
        "state": Job.State.DONE,
    }
    return not Job.objects.filter(**same, finished_at__gt=job.finished_at).exists()
