"""Whoever saved something does not wait for the broker, however silent it is."""

from __future__ import annotations

import socket
import threading

from celery import Celery

from tournaments.waking import Waker


def look() -> None:
    """What a worker would do."""


def test_broker_that_says_nothing_holds_nobody_up_and_is_asked_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(30)
        app = Celery("silent", broker=f"redis://127.0.0.1:{silent.getsockname()[1]}/0")
        task = app.task(name="look")(look)
        waker = Waker()
        done = threading.Event()

        def press() -> None:
            for _ in range(100):
                waker.wake(task, "a paper")
            done.set()

        threading.Thread(target=press, daemon=True).start()
        # It was asked, has not answered, and all hundred have gone on; what they want waits once.
        with silent.accept()[0]:
            assert done.wait(30)
            assert waker.waiting <= {"look"}
