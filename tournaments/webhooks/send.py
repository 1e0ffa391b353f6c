"""Sending: take a delivery that is due, sign it, send it, write down what was answered."""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from threading import Lock
from typing import Final

from django.utils import timezone

from tournaments.domain.errors import Refused
from tournaments.domain.lease import LeaseLost, stopping
from tournaments.models import Delivery, Webhook

from .address import parse
from .change import pause
from .faults import Fault
from .lease import (
    DeliveryLease,
    address_answered,
    address_failed,
    give_up_on_the_hopeless,
    take_delivery,
)
from .post import post
from .signing import SecretLost, headers, unlock
from .tell import tell_all

log = logging.getLogger("startfelt.webhooks")

#: An address that has taken nothing for so long is told nothing more.
PATIENCE: Final = timedelta(days=3)
#: How long a delivery that ended is kept.
KEPT: Final = timedelta(days=30)

#: A slow receiver keeps one worker of a process busy, not all.
_at_work: Final = Lock()


def send_webhooks() -> int:
    """Tell everybody all that is due; how many messages were taken in hand.

    Safe to call anywhere and at any time, in several processes at once.
    """
    if not _at_work.acquire(blocking=False):
        return 0
    try:
        return send_due_deliveries()
    finally:
        _at_work.release()


def send_due_deliveries() -> int:
    """As `send_webhooks`, whoever else is sending in this process."""
    tell_all()
    give_up_on_the_hopeless()
    count = 0
    while not stopping.is_set() and (lease := take_delivery()) is not None:
        count += 1
        send_one(lease)
        # What happened meanwhile stands behind what waits, and need not wait for a sweep.
        tell_all()
    return count


def send_one(lease: DeliveryLease) -> None:
    """Send the delivery of `lease`; whatever goes wrong is noted."""
    row = Delivery.objects.select_related("webhook__tournament").get(pk=lease.delivery)
    webhook = row.webhook
    status, took, fault = None, None, None
    began = time.monotonic()
    try:
        body = row.body.encode()
        signed = headers(_keys(webhook), str(row.pk), int(timezone.now().timestamp()), body)
        status, fault = post(parse(webhook.url), body, signed)
        took = round((time.monotonic() - began) * 1000)
    except Refused:
        # What may be sent to is another matter by now.
        fault = Fault("not-allowed")
    except SecretLost:
        fault = Fault("secret")
    except Exception:
        log.exception("delivery %s could not be sent", row.pk)
        fault = Fault("program")
    try:
        if fault is None:
            lease.sent(status, took or 0)
        else:
            lease.failed(fault, status, took)
            log.info("delivery %s: %s (%s)", row.pk, fault.code, status or "no answer")
    except LeaseLost:
        log.warning("delivery %s: taken by another worker meanwhile", row.pk)
        return
    _remember(webhook, fault)


def _keys(webhook: Webhook) -> list[str]:
    """The secrets that hold, the newest first."""
    keys = [unlock(webhook.secret)]
    if webhook.former_secret and webhook.former_until and webhook.former_until > timezone.now():
        keys.append(unlock(webhook.former_secret))
    return keys


def _remember(webhook: Webhook, fault: Fault | None) -> None:
    """What a delivery's end says of its address."""
    if fault is None:
        address_answered(webhook)
        return
    address_failed(webhook, fault)
    since = webhook.failing_since
    if fault.code == "gone" or (since is not None and timezone.now() - since >= PATIENCE):
        pause(webhook, fault)


def forget_old_deliveries() -> int:
    """Remove deliveries that ended long ago; how many."""
    ended = Delivery.objects.filter(state__in=[Delivery.State.SENT, Delivery.State.FAILED])
    return ended.filter(created_at__lt=timezone.now() - KEPT).delete()[0]
