"""The sweep of the waiting lists. A task only delegates."""

from __future__ import annotations

from celery import shared_task

from .expire import sweep


@shared_task(name="tournaments.sweep_sign_ups")
def sweep_sign_ups() -> int:
    """Expire what nobody answered in time, and offer free places on."""
    return sweep()
