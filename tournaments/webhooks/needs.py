"""The word at the desk: a program that is told nothing any more, or missed something."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.control.needs import Asked, Kind, Need
from tournaments.marks import Weight
from tournaments.models import Delivery, Webhook

from .change import there

#: An address may be away for so long before anybody is told.
AWAY: Final = timedelta(minutes=10)
#: For so long the desk is told of a message that was given up.
NEWS: Final = timedelta(days=1)


def webhook_needs(sender: object, asked: Asked, **_kwargs: Any) -> list[Need]:
    """Answers `needs_asked`. One query."""
    return list(_needs(asked))


def _needs(asked: Asked) -> Iterator[Need]:
    lost = Q(
        deliveries__state=Delivery.State.FAILED,
        deliveries__tried_at__gt=asked.now - NEWS,
    ) & ~Q(deliveries__error="off")
    for webhook in there(asked.tournament).annotate(lost=Count("deliveries", filter=lost)):
        if (sentence := _sentence(webhook, webhook.lost, asked)) is not None:
            yield Need(
                kind=Kind.WEBHOOK,
                weight=Weight.ACTIVE if webhook.state == Webhook.State.PAUSED else Weight.QUIET,
                sentence=sentence,
                page="desk-webhook",
                url=reverse("desk-webhook", args=[asked.tournament.slug, webhook.pk]),
                since=webhook.failing_since,
                all_at=reverse("desk-webhooks", args=[asked.tournament.slug]),
            )


def _sentence(webhook: Webhook, lost: int, asked: Asked) -> str | None:
    if webhook.state == Webhook.State.PAUSED:
        return _("%(name)s is told nothing any more: it did not answer.") % {"name": webhook.name}
    if webhook.state != Webhook.State.ON:
        return None
    if lost:
        return ngettext(
            "%(name)s missed %(count)s message.",
            "%(name)s missed %(count)s messages.",
            lost,
        ) % {"name": webhook.name, "count": lost}
    since = webhook.failing_since
    if since is not None and asked.now - since >= AWAY:
        return _("%(name)s does not answer.") % {"name": webhook.name}
    return None
