"""What wakes the workers. A task only delegates; what is to be done stands in `Forecast` and in
`PushNote`."""

from __future__ import annotations

from celery import shared_task

from judging.domain.forecast import play_forecasts
from judging.push.notes import send_notes
from tournaments.waking import wake_for


@shared_task(name="judging.play_forecasts")
def play_waiting_forecasts() -> int:
    """Play out all positions that wait or were left by a killed worker."""
    return play_forecasts()


def wake() -> None:
    """Tell a worker to look."""
    wake_for(play_waiting_forecasts, "a play-out")


@shared_task(name="judging.send_pushes")
def send_waiting_pushes() -> int:
    """Tell the judges' phones of all calls that wait."""
    return send_notes()


def wake_for_pushes() -> None:
    """Tell a worker to send them."""
    wake_for(send_waiting_pushes, "a push")
