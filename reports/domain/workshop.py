"""Where a worker makes things, and where they are kept: folders and files named by the lease."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage

from reports.domain.lease import Lease
from reports.models import Job

#: The folder of the storage.
KEPT_IN: Final = "reports"


def _workshops() -> Path:
    return Path(settings.DATA_DIR) / "workshops"


@contextmanager
def workshop(lease: Lease) -> Iterator[Path]:
    """A folder for what lies about while a job is made; gone afterwards."""
    folder = _workshops() / str(lease.token)
    folder.mkdir(parents=True)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def clear_workshops() -> int:
    """Remove the folders that killed workers have left; how many."""
    # Folders first: one that is made after this look is not judged by leases read before it.
    folders = list(_workshops().iterdir()) if _workshops().is_dir() else []
    leases = Job.objects.exclude(lease=None).values_list("lease", flat=True)
    at_work = {str(token) for token in leases} if folders else set()
    left = [folder for folder in folders if folder.name not in at_work]
    for folder in left:
        shutil.rmtree(folder, ignore_errors=True)
    return len(left)


def store(made: IO[bytes], lease: Lease, ending: str = ".pdf") -> str:
    """Keep what was made; its name in the storage."""
    return default_storage.save(f"{KEPT_IN}/{lease.job}-{lease.token.hex[:8]}{ending}", File(made))


def remove_leftovers(job: Job) -> None:
    """What killed workers have kept of a job that is begun again, first pages or the whole."""
    with suppress(FileNotFoundError):
        for name in default_storage.listdir(KEPT_IN)[1]:
            if name.startswith(f"{job.pk}-"):
                default_storage.delete(f"{KEPT_IN}/{name}")
    Job.objects.filter(pk=job.pk).update(first_pages="")


def keep(file: Path, lease: Lease, ending: str = ".pdf") -> str:
    """The file's name in the storage."""
    with file.open("rb") as made:
        return store(made, lease, ending)
