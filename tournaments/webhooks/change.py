"""Webhooks are added, changed, switched on and off, given another secret, tried and removed.

The log has what was done and where to (the host alone: the rest of an address may be a key), never
a secret.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final
from urllib.parse import urlsplit

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain.act import act
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import Delivery, Tournament, User, Webhook

from .address import parse
from .body import body_of_test
from .faults import Fault
from .signing import lock, new_secret
from .tell import end_of_log, wake
from .vocabulary import TEST, TYPES

State = Webhook.State

#: Webhooks that one tournament may have.
MOST: Final = 10
#: How long the secret of before signs, too.
BOTH_HOLD: Final = timedelta(days=1)
#: How many tests may wait at once: this server is nobody's hammer.
MOST_TESTS: Final = 3


def there(tournament: Tournament) -> Any:
    """The webhooks of a tournament that were not removed, in the order in which they were made."""
    return tournament.webhooks.exclude(state=State.REMOVED).order_by("pk")


def add_webhook(
    tournament: Tournament,
    *,
    name: str,
    url: str,
    types: Collection[str],
    by: User | None,
    key: str = "",
) -> tuple[Webhook, str]:
    """A new webhook, told of what happens from now on, and its secret: shown this one time, and
    empty for the same request again.

    Refused: `address…`, `no-types`, `too-many`.
    """
    address, chosen = parse(url), _chosen(types)
    with act("webhook.add", tournament, by=by, key=key) as doing:
        if doing.already:
            return Webhook.objects.get(pk=doing.already.subject_id), ""
        if there(doing.row).count() >= MOST:
            raise Refused(
                "too-many",
                _("A tournament has %(most)s webhooks at most. Remove one first.") % {"most": MOST},
            )
        secret = new_secret()
        webhook = Webhook.objects.create(
            tournament=doing.row,
            name=name,
            url=address.url,
            types=chosen,
            secret=lock(secret),
            told_to=end_of_log(doing.row),
        )
        doing.log(webhook, after=_told(webhook))
    return webhook, secret


def edit_webhook(
    webhook: Webhook,
    *,
    name: str,
    url: str,
    types: Collection[str],
    by: User | None,
    key: str = "",
) -> Webhook:
    """Another name, address or choice. What waits goes to the new address, at once."""
    address, chosen = parse(url), _chosen(types)
    with act("webhook.edit", webhook, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return row
        _refuse_removed(row)
        before, moved = _told(row), row.url != address.url
        row.name, row.url, row.types = name, address.url, chosen
        if moved:
            _begin_anew(row)
        row.save()
        doing.log(before=before, after=_told(row))
        transaction.on_commit(wake)
    return row


def switch_on(webhook: Webhook, *, by: User | None, key: str = "") -> Webhook:
    """Tell of what happens from now on; what happened meanwhile is told to nobody."""
    with act("webhook.on", webhook, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return row
        _refuse_removed(row)
        if row.state == State.ON:
            raise Conflict("on-already", _("It is switched on already."))
        row.told_to = end_of_log(row.tournament)
        row.state = State.ON
        _begin_anew(row)
        row.save()
        doing.log()
    return row


def switch_off(webhook: Webhook, *, by: User | None, key: str = "") -> Webhook:
    """Send nothing more; what waits is given up."""
    with act("webhook.off", webhook, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return row
        _refuse_removed(row)
        if row.state != State.ON:
            raise Conflict("off-already", _("It is switched off already."))
        _end(row, State.OFF)
        doing.log()
    return row


def pause(webhook: Webhook, fault: Fault) -> None:
    """The program itself switches it off, since nobody takes what it sends. Somebody may have done
    so already."""
    with suppress(Conflict), act("webhook.pause", webhook, by=None) as doing:
        if doing.row.state != State.ON:
            raise Conflict("off-already", _("It is switched off already."))
        _end(doing.row, State.PAUSED)
        doing.log(after={"fault": fault.code})


def remove_webhook(webhook: Webhook, *, by: User | None, key: str = "") -> None:
    """It is no more: its secret and its address are forgotten, and what waits is given up."""
    with act("webhook.remove", webhook, by=by, key=key) as doing:
        if doing.already:
            return
        _refuse_removed(doing.row)
        called = doing.row.name
        _remove(doing.row)
        doing.log(called=called)


def remove_all(tournament: Tournament) -> int:
    """The same for all of a tournament, within another verb; how many."""
    rows = list(there(tournament).select_for_update(no_key=True))
    for row in rows:
        _remove(row)
    return len(rows)


def renew_secret(webhook: Webhook, *, by: User | None, key: str = "") -> str:
    """Another secret, shown this one time (empty for the same request again). For a day messages
    are signed with the one of before, too."""
    with act("webhook.secret", webhook, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return ""
        _refuse_removed(row)
        secret = new_secret()
        row.former_secret, row.former_until = row.secret, timezone.now() + BOTH_HOLD
        row.secret = lock(secret)
        row.save(update_fields=["secret", "former_secret", "former_until"])
        doing.log()
    return secret


def send_test(webhook: Webhook, *, by: User | None, key: str = "") -> Delivery:
    """A message that is about nothing, sent at once. Refused: `off`, `tests-waiting`."""
    with act("webhook.test", webhook, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return Delivery.objects.get(pk=uuid.UUID(doing.already.after["delivery"]))
        _refuse_off(row)
        waiting = row.deliveries.filter(type=TEST, state__in=_UNENDED).count()
        if waiting >= MOST_TESTS:
            raise Refused("tests-waiting", _("Some tests wait to be sent already."))
        now = timezone.now()
        delivery = Delivery.objects.create(
            webhook=row, type=TEST, body=body_of_test(row.tournament, now, row.told_to),
            sequence=row.told_to,
        )  # fmt: skip
        Webhook.objects.filter(pk=row.pk).update(rests_until=None)
        doing.log(after={"delivery": str(delivery.pk)})
        transaction.on_commit(wake)
    return delivery


def send_again(delivery: Delivery, *, by: User | None, key: str = "") -> Delivery:
    """The same message once more, with the same id and a day of attempts before it. Refused:
    `off`. Conflict: `on-its-way`."""
    with act("webhook.again", delivery.webhook, by=by, key=key) as doing:
        row = Delivery.objects.select_for_update(no_key=True).get(pk=delivery.pk)
        if doing.already:
            return row
        _refuse_off(doing.row)
        if row.state in _UNENDED and not (row.state == Delivery.State.WAITING and row.attempts):
            raise Conflict("on-its-way", _("This message is on its way already."))
        row.state, row.attempts, row.error = Delivery.State.WAITING, 0, ""
        row.due_at = row.begun_at = timezone.now()
        row.lease = row.lease_until = row.status = row.took = None
        row.save()
        Webhook.objects.filter(pk=doing.row.pk).update(rests_until=None)
        doing.log(after={"delivery": str(row.pk), "message": row.type})
        transaction.on_commit(wake)
    return row


_UNENDED: Final = (Delivery.State.WAITING, Delivery.State.SENDING)


def _chosen(types: Collection[str]) -> list[str]:
    chosen = [name for name in TYPES if name in set(types)]
    if not chosen:
        raise Refused("no-types", _("Choose at least one thing to be told of."), field="types")
    return chosen


def _told(webhook: Webhook) -> dict[str, Any]:
    """What the log keeps of one."""
    host = urlsplit(webhook.url).netloc
    return {"name": webhook.name, "host": host, "told": list(webhook.types)}


def _refuse_removed(webhook: Webhook) -> None:
    if webhook.state == State.REMOVED:
        raise Conflict("removed", _("Somebody has removed this webhook meanwhile."))


def _refuse_off(webhook: Webhook) -> None:
    _refuse_removed(webhook)
    if webhook.state != State.ON:
        raise Refused("off", _("The webhook is switched off. Switch it on first."))


def _begin_anew(webhook: Webhook) -> None:
    """Nothing that was said of the address counts any more. The caller saves it."""
    webhook.failures, webhook.failing_since, webhook.rests_until = 0, None, None
    now = timezone.now()
    waiting = webhook.deliveries.filter(state=Delivery.State.WAITING)
    waiting.update(due_at=now, begun_at=now)


def _end(webhook: Webhook, state: str) -> None:
    webhook.state = state
    webhook.save()
    # One that is being sent by now ends by itself.
    webhook.deliveries.filter(state=Delivery.State.WAITING).update(
        state=Delivery.State.FAILED, error="off"
    )


def _remove(webhook: Webhook) -> None:
    webhook.url, webhook.secret = "", ""
    webhook.former_secret, webhook.former_until = "", None
    _end(webhook, State.REMOVED)
