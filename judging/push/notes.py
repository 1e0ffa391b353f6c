"""What devices are to be told: written with the call, sent by a worker, forgotten when it is late.

A push that does not arrive loses nothing: the call stands in the queue, and every page of the
judges that is open rings (`ring.js`).
"""

from __future__ import annotations

import json
import logging
import uuid
from datetime import timedelta
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from judging.domain.offices import is_head, judges_of
from judging.models import Call, PushDevice, PushNote
from judging.push.encrypt import encrypt
from judging.push.keys import authorization
from tournaments.domain.lease import LeaseLost, is_over, stopping, take_lease, update_leased
from tournaments.models import User

log = logging.getLogger("startfelt.judging")

State = PushNote.State

#: A worker that has not answered for so long is taken for dead.
LEASE: Final = timedelta(seconds=30)
REST: Final = timedelta(seconds=5)
ATTEMPTS: Final = 3
#: After so long a call is no news any more: the pages show it.
FRESH: Final = timedelta(minutes=5)
#: Seconds that a push service is waited for.
PATIENCE: Final = 5
#: What a service answers for a browser that has subscribed no more.
GONE: Final = frozenset({404, 410})


def write_notes(call: Call, *, by: User | None) -> int:
    """One for each device of the judges who may take the call, but not of `by`, who knows. In the
    transaction of the call; how many."""
    tournament = call.round.tournament
    told = [judge for judge in judges_of(tournament) if judge != by]
    if call.for_head:
        told = [judge for judge in told if is_head(judge, tournament)]
    devices = PushDevice.objects.filter(user__in=told, user__is_active=True)
    now = timezone.now()
    notes = [PushNote(device=device, call=call, made_at=now) for device in devices]
    return len(PushNote.objects.bulk_create(notes))


def call_waits(sender: object, *, call: Call, by: User | None, **_more: Any) -> None:
    """A call waits for a judge: hear of it. The workers are woken after the commit."""
    if settings.PUSH_SERVICES and write_notes(call, by=by):
        from judging.tasks import wake_for_pushes  # it needs this module

        transaction.on_commit(wake_for_pushes)


def send_notes() -> int:
    """Send everything that is due; how many were taken in hand. Safe to call anywhere and at any
    time, in several processes at once."""
    now = timezone.now()
    done = PushNote.objects.filter(state__in=[State.SENT, State.DROPPED])
    done.filter(made_at__lt=now - timedelta(days=1)).delete()
    count = 0
    while not stopping.is_set() and (taken := _take()) is not None:
        count += 1
        _send(*taken)
    return count


def _take() -> tuple[int, uuid.UUID] | None:
    now = timezone.now()
    free = Q(state=State.WAITING) & (Q(lease_until=None) | is_over(now, REST))
    dead = Q(state=State.SENDING) & is_over(now, LEASE)
    return take_lease(PushNote.objects.filter(free | dead), "id", lasts=LEASE, state=State.SENDING)


def _send(pk: int, token: uuid.UUID) -> None:
    note = PushNote.objects.select_related("device", "call__pairing__table", "call__round").get(
        pk=pk
    )
    now = timezone.now()
    late = now - note.made_at > FRESH or note.attempts > ATTEMPTS
    if late or note.call.state != Call.State.WAITING:
        _end(note, token, State.DROPPED)
        return
    answer = _post(note)
    if answer in GONE:
        # The notes go with it.
        note.device.delete()
    elif 200 <= answer < 300:
        PushDevice.objects.filter(pk=note.device_id).update(told_at=now)
        _end(note, token, State.SENT)
    elif 400 <= answer < 500 and answer != 429:
        log.warning("push %s: the service answers %s", pk, answer)
        _end(note, token, State.DROPPED)
    else:
        log.info("push %s: no answer (%s), tried again", pk, answer)
        _end(note, token, State.WAITING, lease_until=now + REST)


def _end(note: PushNote, token: uuid.UUID, state: str, **fields: Any) -> None:
    try:
        update_leased(
            PushNote, note.pk, token, State.SENDING,
            **{"state": state, "lease": None, "lease_until": None, **fields},
        )  # fmt: skip
    except LeaseLost:
        log.info("push %s: taken by another worker meanwhile", note.pk)


def message_of(note: PushNote) -> dict[str, str]:
    """What the phone shows: the table and where to tap. Nobody's name is in it."""
    table = note.call.pairing.table
    with override(note.device.language):
        return {
            "title": _("Table %(table)s") % {"table": table or "–"},
            "body": _("A judge is called."),
            "tag": f"call-{note.call_id}",
            "url": reverse("desk-calls", args=[note.call.round.tournament.slug]),
        }


def _post(note: PushNote) -> int:
    """The status that the service answers; 0 where it does not. Nobody is sent on elsewhere."""
    device = note.device
    where = urlsplit(device.endpoint)
    kind = HTTPSConnection if where.scheme == "https" else HTTPConnection
    connection = kind(where.netloc, timeout=PATIENCE)
    message = json.dumps(message_of(note)).encode()
    try:
        connection.request(
            "POST",
            f"{where.path or '/'}{'?' * bool(where.query)}{where.query}",
            body=encrypt(message, p256dh=device.p256dh, auth=device.auth),
            headers={
                "Authorization": authorization(device.endpoint),
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(int(FRESH.total_seconds())),
                "Urgency": "high",
                "Topic": f"call-{note.call_id}",
            },
        )
        return connection.getresponse().status
    except (OSError, HTTPException):
        return 0
    finally:
        connection.close()
