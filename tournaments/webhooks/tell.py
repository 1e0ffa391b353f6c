"""From the log to what is to be sent: each sealed event is looked at once for each webhook.

The chain has no gaps and no event that was rolled back, and events stand in it in one order. So a
webhook needs nothing but the place up to which it was told: what is beyond it becomes deliveries in
the same transaction in which the place goes on.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, OuterRef

from tournaments.domain.seal_log import seal_log, seal_logs
from tournaments.models import Delivery, Event, Tournament, Webhook
from tournaments.waking import wake_for

from .body import body_of
from .vocabulary import is_told, type_of

#: Events looked at in one transaction.
_AT_ONCE: Final = 500


def end_of_log(tournament: Tournament) -> int:
    """The last place of the log, once all that has been written is sealed: whoever is told from
    here on hears of nothing that happened before."""
    seal_log(tournament)
    events = Event.objects.filter(tournament=tournament)
    return int(
        events.exclude(place=None).order_by("-place").values_list("place", flat=True).first() or 0
    )


def tell_all() -> int:
    """Write the deliveries of all that happened since the last time; how many."""
    following = Webhook.objects.filter(state=Webhook.State.ON)
    if not following.exists():
        return 0
    seal_logs()
    beyond = Event.objects.filter(tournament=OuterRef("tournament"), place__gt=OuterRef("told_to"))
    count = 0
    for webhook in following.filter(Exists(beyond)):
        while (told := _tell(webhook)) is not None:
            count += told
    return count


def _tell(webhook: Webhook) -> int | None:
    """The same for the next events of one; None when there are none."""
    with transaction.atomic():
        webhook = (
            Webhook.objects.select_for_update(of=("self",), no_key=True)
            .select_related("tournament")
            .get(pk=webhook.pk)
        )
        if webhook.state != Webhook.State.ON:
            return None
        beyond = Event.objects.filter(tournament=webhook.tournament, place__gt=webhook.told_to)
        events = list(beyond.order_by("place")[:_AT_ONCE])
        if not events:
            return None
        rows = [
            Delivery(
                webhook=webhook,
                event=event,
                type=type_.name,
                sequence=event.place or 0,
                body=body_of(event, type_, webhook.tournament),
            )
            for event in events
            if (type_ := type_of(event)) is not None and type_.name in webhook.types
        ]
        Delivery.objects.bulk_create(rows)
        webhook.told_to = events[-1].place or 0
        webhook.save(update_fields=["told_to"])
    return len(rows)


def on_event(sender: object, *, event: Event, **_more: Any) -> None:
    """Receiver of `event_recorded`: somebody waits to be told, so a worker need not wait for the
    next sweep."""
    if not is_told(event.verb):
        return
    following = Webhook.objects.filter(tournament=event.tournament_id, state=Webhook.State.ON)
    if following.exists():
        wake()


def wake() -> None:
    """Tell a worker to look."""
    from .tasks import send_waiting_webhooks  # it needs this module

    wake_for(send_waiting_webhooks, "a message to a program")
