"""Who is sending a delivery, when one that failed is tried again, and when it is given up.

A worker that is killed after the receiver has taken a message, and before that is written down,
leaves it to the next, which sends it again with the same id: better twice than never.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db.models import F, Q
from django.utils import timezone

from tournaments.domain.lease import is_over, take_lease, update_leased
from tournaments.models import Delivery, Webhook

from .faults import Fault

State = Delivery.State

#: A worker that has not finished a delivery for so long is taken for dead. Longer than
#: WEBHOOK_TIMEOUT and a look-up of the name, which nothing cuts short.
LEASE: Final = timedelta(minutes=1)
#: How long a delivery rests after each attempt that failed; the last one again and again.
RESTS: Final = (
    timedelta(seconds=10),
    *(timedelta(minutes=minutes) for minutes in (1, 5, 20, 60, 180, 360)),
)
#: After so long it is tried for the last time.
DAY: Final = timedelta(days=1)
#: More attempts than a day of rests allows: whoever begins one always dies over it.
MOST_ATTEMPTS: Final = 30
#: An address that fails is left alone for as long as its messages rest, but never longer: then
#: the oldest of them is tried.
LONGEST_REST: Final = timedelta(minutes=20)


@dataclass(frozen=True, slots=True)
class DeliveryLease:
    delivery: uuid.UUID
    token: uuid.UUID

    def _update(self, **fields: Any) -> None:
        update_leased(
            Delivery,
            self.delivery,
            self.token,
            State.SENDING,
            **({"lease": None, "lease_until": None, "tried_at": timezone.now()} | fields),
        )

    def sent(self, status: int | None, took: int) -> None:
        """The receiver has it. `LeaseLost` if it is not ours."""
        self._update(state=State.SENT, status=status, took=took, error="")

    def failed(self, fault: Fault, status: int | None, took: int | None) -> bool:
        """It went wrong: tried again after a rest until its day is over, unless for good. Whether
        it was given up."""
        row = Delivery.objects.values("attempts", "begun_at").get(pk=self.delivery)
        now, last = timezone.now(), row["begun_at"] + DAY
        told = {"status": status, "took": took, "error": fault.code}
        if fault.for_good or now >= last:
            self._update(state=State.FAILED, **told)
            return True
        due = min(now + rest_after(row["attempts"]), last)
        self._update(state=State.WAITING, due_at=due, **told)
        return False


def rest_after(attempts: int) -> timedelta:
    """How long to wait after so many attempts in a row have failed."""
    return RESTS[min(max(attempts, 1), len(RESTS)) - 1]


def take_delivery() -> DeliveryLease | None:
    """A lease on the delivery that has been due longest, of an address that is not resting and to
    which nobody is sending; None without."""
    now = timezone.now()
    busy = Delivery.objects.filter(~is_over(now, LEASE), state=State.SENDING)
    ready = list(
        Webhook.objects.filter(state=Webhook.State.ON)
        .filter(Q(rests_until=None) | Q(rests_until__lte=now))
        .exclude(pk__in=busy.values("webhook"))
        .values_list("pk", flat=True)
    )
    due = Q(state=State.WAITING, due_at__lte=now)
    dead = Q(state=State.SENDING) & is_over(now, LEASE)
    # The webhooks by their keys, not by a join: only so does the update that takes the row look
    # again at nothing but the row.
    takeable = Delivery.objects.filter(due | dead, attempts__lt=MOST_ATTEMPTS, webhook_id__in=ready)
    taken = take_lease(
        takeable, "due_at", "sequence", "created_at", lasts=LEASE, state=State.SENDING
    )
    return None if taken is None else DeliveryLease(*taken)


def give_up_on_the_hopeless() -> int:
    """Give up what was begun so often and whose last worker is gone, too, and what was on its way
    when its webhook was switched off; how many."""
    waiting = Delivery.objects.filter(state=State.WAITING)
    off = waiting.exclude(webhook__state=Webhook.State.ON).update(state=State.FAILED, error="off")
    return off + Delivery.objects.filter(
        is_over(timezone.now(), LEASE), state=State.SENDING, attempts__gte=MOST_ATTEMPTS
    ).update(state=State.FAILED, lease=None, lease_until=None, error="stopped")


def address_failed(webhook: Webhook, fault: Fault) -> None:
    """Remember it, and leave the address alone where the fault lies with it."""
    now = timezone.now()
    ours = Webhook.objects.filter(pk=webhook.pk)
    ours.filter(failing_since=None).update(failing_since=now)
    ours.update(failures=F("failures") + 1)
    if fault.of_the_address:
        failures = ours.values_list("failures", flat=True).get()
        ours.update(rests_until=now + min(rest_after(failures), LONGEST_REST))


def address_answered(webhook: Webhook) -> None:
    """It takes messages: after a time in which it did not, all that wait are due, in their
    order."""
    now = timezone.now()
    Webhook.objects.filter(pk=webhook.pk).update(
        failures=0, failing_since=None, rests_until=None, answered_at=now
    )
    if webhook.failing_since is not None:
        Delivery.objects.filter(webhook=webhook, state=State.WAITING).update(due_at=now)
