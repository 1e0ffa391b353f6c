"""Tasks of the installation itself."""

from __future__ import annotations

from celery import shared_task

from config.health.pulse import note_worked


@shared_task(name="config.pulse")
def pulse() -> None:
    """Shows that beat, broker and a worker are there."""
    note_worked()
