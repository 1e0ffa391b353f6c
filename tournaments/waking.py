"""Wakes the workers: what is to be done is a row, and the broker only says that there is one.

Nobody waits for the broker. A Redis that refuses costs seconds until that is known, and one whose
line is silent costs as long as it likes; so where it is another process a thread of our own asks
it, and whoever saved something has the answer meanwhile.
"""

from __future__ import annotations

import logging
import os
import threading
from queue import SimpleQueue
from typing import Any, Final

from django.conf import settings
from kombu.exceptions import OperationalError

log = logging.getLogger("startfelt.work")


class Waker:
    """One thread that sends wake-ups in their order; one that waits already is not doubled."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._begin()

    def _begin(self) -> None:
        self._pid = os.getpid()
        self._waiting: set[str] = set()
        self._queue: SimpleQueue[tuple[Any, str]] = SimpleQueue()
        self._thread: threading.Thread | None = None

    @property
    def waiting(self) -> frozenset[str]:
        """Names of the tasks whose turn has not come."""
        return frozenset(self._waiting)

    def wake(self, task: Any, what: str) -> None:
        """Returns at once."""
        with self._lock:
            if self._pid != os.getpid():
                # A child of the process that had the thread.
                self._begin()
            if task.name in self._waiting:
                return
            self._waiting.add(task.name)
            self._queue.put((task, what))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="waker", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            task, what = self._queue.get()
            with self._lock:
                # From here on something new may not have been seen by whoever is woken.
                self._waiting.discard(task.name)
            try:
                send(task, what)
            except Exception:
                # The next one is to be woken all the same.
                log.exception("nobody was woken; %s is found by the next sweep", what)


def send(task: Any, what: str) -> None:
    """Tell a worker to look for `what`; where nobody takes it, only the log hears of that."""
    try:
        task.apply_async(retry=False)
    except (OperationalError, OSError):
        log.warning("The broker does not answer; %s is found by the next sweep.", what)


_waker: Final = Waker()


def wake_for(task: Any, what: str) -> None:
    """Tell a worker to look for `what` (said in the log). Away, the next sweep finds the row."""
    if settings.EMBEDDED:
        # In memory: there is nothing to wait for.
        send(task, what)
    else:
        _waker.wake(task, what)
