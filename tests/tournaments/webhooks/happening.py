"""What webhooks tell of, and how a message stands."""

from __future__ import annotations

from typing import Any

from tournaments.models import Delivery, Event, Tournament, Webhook


def happens(tournament: Tournament, verb: str = "round.publish", **fields: Any) -> Event:
    """An event, as a verb leaves it."""
    said = {"subject_kind": "round", "subject_id": 1, "subject": "Runde 1"} | fields
    return Event.objects.create(tournament=tournament, verb=verb, **said)


def row(delivery: Delivery) -> tuple[str, int, int | None, str]:
    delivery.refresh_from_db()
    return delivery.state, delivery.attempts, delivery.status, delivery.error


def only(webhook: Webhook) -> Delivery:
    return webhook.deliveries.get()
