"""What wakes the workers. A task only delegates; what is to be done stands in `reports.Job`."""

from __future__ import annotations

from celery import shared_task

from reports.domain.make_document import make_documents
from reports.domain.prune_files import prune_files
from tournaments.waking import wake_for


@shared_task(name="reports.make_documents")
def make_waiting_documents() -> int:
    """Make all documents that wait or were left by a killed worker."""
    return make_documents()


@shared_task(name="reports.prune_files")
def prune_old_files() -> int:
    """Remove the files of documents that are old."""
    return prune_files()


def wake() -> None:
    """Tell a worker to look."""
    wake_for(make_waiting_documents, "a document")
