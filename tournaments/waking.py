"""Wakes the workers: what is to be done is a row, and the broker only says that there is one."""

from __future__ import annotations

import logging
from typing import Any

from kombu.exceptions import OperationalError

log = logging.getLogger("startfelt.work")


def wake_for(task: Any, what: str) -> None:
    """Tell a worker to look for `what` (said in the log). Away, the next sweep finds the row."""
    try:
        task.apply_async(retry=False)
    except OperationalError:
        log.warning("The broker does not answer; %s is found by the next sweep.", what)
