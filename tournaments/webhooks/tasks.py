"""What workers do for webhooks. A task only delegates; what is to be sent stands in `Delivery`."""

from __future__ import annotations

from celery import shared_task


@shared_task(name="tournaments.send_webhooks")
def send_waiting_webhooks() -> int:
    """Tell everybody who follows a tournament what has happened."""
    from tournaments.webhooks.send import send_webhooks

    return send_webhooks()


@shared_task(name="tournaments.prune_webhooks")
def prune_old_deliveries() -> int:
    """Forget deliveries that ended long ago."""
    from tournaments.webhooks.send import forget_old_deliveries

    return forget_old_deliveries()
