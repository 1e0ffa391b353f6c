"""Keeping a lease while its job is made, and telling how far it is."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from django.db import DatabaseError, connection

from reports.domain.lease import LEASE, Lease, LeaseLost
from tournaments.domain.lease import stopping


class Stopped(Exception):
    """This process is about to end."""


class Renewal:
    """Renews the lease now and then, and at once when there is progress to tell. Between, it looks
    whether the job is still ours: one that was cancelled stops the press at once."""

    def __init__(self, lease: Lease) -> None:
        self.lease = lease
        self.done = 0
        self.renewed = time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        """`Stopped` or `LeaseLost` where the work is not to go on."""
        if stopping.is_set():
            raise Stopped
        if done != self.done or time.monotonic() - self.renewed > LEASE.total_seconds() / 5:
            self.lease.renew(done=done)
            self.done, self.renewed = done, time.monotonic()
        else:
            self.lease.check()


@contextmanager
def kept_meanwhile(lease: Lease) -> Iterator[None]:
    """Renews the lease beside the body, which is at something long that cannot be interrupted,
    such as to read a whole tournament as of one moment."""
    over = Event()

    def keep() -> None:
        try:
            while not over.wait(LEASE.total_seconds() / 5):
                lease.renew()
        except (LeaseLost, DatabaseError):
            # The body learns of it at its own next step.
            pass
        finally:
            connection.close()

    beside = Thread(target=keep, name=f"lease {lease.job}", daemon=True)
    beside.start()
    try:
        yield
    finally:
        over.set()
        beside.join()
