"""What wakes the workers. A task only delegates; what is to be done stands in `Forecast`."""

from __future__ import annotations

import logging

from celery import shared_task
from kombu.exceptions import OperationalError

from judging.domain.forecast import play_forecasts

log = logging.getLogger("startfelt.judging")


@shared_task(name="judging.play_forecasts")
def play_waiting_forecasts() -> int:
    """Play out all positions that wait or were left by a killed worker."""
    return play_forecasts()


def wake() -> None:
    """Tell a worker to look. When the broker is away, the next sweep finds the forecast."""
    try:
        play_waiting_forecasts.apply_async(retry=False)
    except OperationalError:
        log.warning("The broker does not answer; a forecast is found by the next sweep.")
