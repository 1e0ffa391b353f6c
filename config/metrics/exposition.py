"""The text of `/metrics`: what was counted, and what is looked up when somebody asks."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import Final

from django.db import DatabaseError, connections
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from config.health.database import clock_drift, waiting_for_locks
from config.health.pulse import pulses, worked_at
from config.health.queues import queues
from config.metrics.registry import readable

log = logging.getLogger("startfelt.metrics")

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST


class LookedUp(Collector):
    """Queues, locks and clocks, which all processes would say alike. With the database away, that
    is said, and the others are left out."""

    def collect(self) -> Iterator[Metric]:
        """At the moment when somebody asks."""
        now = timezone.now()
        up = GaugeMetricFamily("startfelt_database_up", "Whether the database answers.")
        try:
            found = queues(now)
            drift, locks = clock_drift(), waiting_for_locks()
        except DatabaseError as error:
            log.warning("the database does not answer: %s", type(error).__name__)
            up.add_metric([], 0)
            yield up
        else:
            up.add_metric([], 1)
            yield up
            yield _by_queue(
                "startfelt_queue_waiting",
                "How much of each kind of work waits or is being done.",
                ((name, queue.waiting) for name, queue in found.items()),
            )
            yield _by_queue(
                "startfelt_queue_oldest_seconds",
                "How long the oldest of it has waited.",
                ((name, queue.seconds) for name, queue in found.items()),
            )
            yield _by_queue(
                "startfelt_queue_failed",
                "How much of it was given up.",
                ((name, queue.failed) for name, queue in found.items()),
            )
            yield _one(
                "startfelt_clock_drift_seconds",
                "By how much the database's clock is ahead of this process's.",
                drift,
            )
            yield _one("startfelt_waiting_for_locks", "Connections that wait for a lock.", locks)
        yield from _pulses(now.timestamp())


def _pulses(now: float) -> Iterator[Metric]:
    there = pulses()
    if there:
        yield _one("startfelt_web_processes", "Web processes that are there.", len(there))
        yield _one(
            "startfelt_live_lag_seconds",
            "How long a word to open pages takes, in the process that is furthest behind.",
            max(one.lag for one in there),
        )
    worked = worked_at()
    if worked is not None:
        yield _one(
            "startfelt_worker_idle_seconds",
            "Seconds since a worker last showed itself.",
            max(now - worked, 0.0),
        )


def _by_queue(name: str, said: str, values: Iterable[tuple[str, float]]) -> Metric:
    family = GaugeMetricFamily(name, said, labels=["queue"])
    for queue, value in values:
        family.add_metric([queue], value)
    return family


def _one(name: str, said: str, value: float) -> Metric:
    return GaugeMetricFamily(name, said, value=value)


def exposition() -> bytes:
    """Everything, as Prometheus reads it. Leaves no connection open."""
    now = CollectorRegistry()
    now.register(LookedUp())
    try:
        return generate_latest(readable()) + generate_latest(now)
    finally:
        connections.close_all()
