"""Receivers that count: what happened elsewhere, without anybody there knowing of metrics."""

from __future__ import annotations

from typing import Any, Final

from config.metrics import registry as metrics
from tournaments.models import Event

#: Verbs with which a table has a result, or another one.
RESULTS: Final = frozenset(
    {"result.record", "result.correct", "result.agree", "escalation.adjudicate"}
)


def count_event(event: Event, **_kwargs: Any) -> None:
    """Receiver of `event_recorded`."""
    metrics.EVENTS.labels(event.verb).inc()
    if event.verb in RESULTS:
        metrics.RESULTS.inc()


def count_document(*, document: str, state: str, seconds: float, **_kwargs: Any) -> None:
    """Receiver of `document_ended`."""
    metrics.RENDERS.labels(document, state).inc()
    metrics.RENDER_SECONDS.observe(seconds)
