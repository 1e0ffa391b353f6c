"""Writing the tournament as a file: a job as papers are, without a press."""

from __future__ import annotations

import time
from typing import Final

from django.core.files.storage import default_storage
from django.db import transaction
from django.utils import timezone

from reports.domain.lease import Lease, LeaseLost
from reports.domain.renewal import Renewal, kept_meanwhile
from reports.domain.workshop import keep, workshop
from reports.models import Job
from reports.tournament_file import CONTACTS
from tournaments.transfer.export import note_export, write_archive

#: How finely progress is told.
PARTS: Final = 20


def make_tournament_file(job: Job, lease: Lease) -> None:
    """Write the file of `job` and keep it; then, in the same moment, the log says that it was
    written and for whom. `LeaseLost`, `Stopped`."""
    contacts = bool(job.params[CONTACTS])
    with workshop(lease) as folder:
        path = folder / "made.zip"
        with path.open("wb") as target, kept_meanwhile(lease):
            write_archive(job.tournament, target, contacts=contacts, progress=_Progress(lease))
        name = keep(path, lease, ".zip")
    day = timezone.localdate(timezone=job.tournament.zone).isoformat()
    try:
        with transaction.atomic():
            note_export(job.tournament, by=job.asked_by, contacts=contacts, key=job.key)
            lease.finish(name, f"{job.tournament.slug}-{day}.zip")
    except LeaseLost:
        default_storage.delete(name)
        raise


class _Progress:
    """Files of the archive as parts of the job: told when there is something to tell, and once a
    second it is seen whether the job is still ours. There are thousands of them."""

    def __init__(self, lease: Lease) -> None:
        self.lease = lease
        self.renewal = Renewal(lease)
        self.total = 0
        self.looked = 0.0

    def __call__(self, written: int, of: int) -> None:
        if not self.total:
            self.total = min(of, PARTS)
            self.lease.renew(total=self.total)
        done = written * self.total // of
        if done != self.renewal.done or time.monotonic() - self.looked > 1:
            self.looked = time.monotonic()
            self.renewal(done, self.total)
