"""Tasks of the installation itself."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from config.backup import back_up_if_due
from config.health.pulse import note_worked


@shared_task(name="config.pulse")
def pulse() -> None:
    """Shows that beat, broker and a worker are there."""
    note_worked()


@shared_task(name="config.back_up")
def back_up() -> None:
    """A copy of everything, when one is due."""
    back_up_if_due(timezone.localtime())
