"""Who is sending a letter, and when one that failed is tried again.

A worker that is killed after the mail server has taken a letter, and before that is written down,
leaves it to the next, which sends it again: better twice than never. Both have the same
Message-ID, by which mail programs know the second for the first.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db.models import F, Q
from django.utils import timezone

from tournaments.domain.lease import is_over, take_lease, update_leased
from tournaments.mail.faults import Fault
from tournaments.models import Mail

State = Mail.State

#: A worker that has not finished a letter for so long is taken for dead. Longer than all steps of
#: a delivery with `EMAIL_TIMEOUT` each.
LEASE: Final = timedelta(minutes=4)
#: How long a letter rests after each attempt that failed; after the last it is given up.
RESTS: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240, 720))
ATTEMPTS: Final = len(RESTS) + 1


@dataclass(frozen=True)
class MailLease:
    mail: uuid.UUID
    token: uuid.UUID

    def _update(self, **fields: Any) -> None:
        update_leased(
            Mail, self.mail, self.token, State.SENDING, lease=None, lease_until=None, **fields
        )

    def sent(self, note: str = "") -> None:
        """The mail server has it. `LeaseLost` if it is not ours."""
        self._update(state=State.SENT, sent_at=timezone.now(), error=note)

    def failed(self, fault: Fault) -> None:
        """It went wrong: tried again after a rest, unless for good or too often already."""
        attempts = Mail.objects.values_list("attempts", flat=True).get(pk=self.mail)
        if fault.for_good or attempts >= ATTEMPTS:
            self._update(state=State.FAILED, error=fault.stored)
        else:
            due = timezone.now() + RESTS[max(attempts, 1) - 1]
            self._update(state=State.WAITING, due_at=due, error=fault.stored)

    def give_back(self) -> None:
        """Stopped on purpose before it was sent: it does not count as an attempt."""
        self._update(state=State.WAITING, attempts=F("attempts") - 1)


def take_mail() -> MailLease | None:
    """A lease on the letter that has been due longest, or whose worker is gone; None without."""
    now = timezone.now()
    due = Q(state=State.WAITING, due_at__lte=now)
    dead = Q(state=State.SENDING) & is_over(now, LEASE)
    taken = take_lease(
        Mail.objects.filter(due | dead, attempts__lt=ATTEMPTS),
        "due_at",
        "created_at",
        lasts=LEASE,
        state=State.SENDING,
    )
    return None if taken is None else MailLease(*taken)


def give_up_on_the_hopeless() -> int:
    """Fail the letters that were begun `ATTEMPTS` times and whose last worker is gone, too."""
    return Mail.objects.filter(
        is_over(timezone.now(), LEASE), state=State.SENDING, attempts__gte=ATTEMPTS
    ).update(state=State.FAILED, lease=None, lease_until=None, error=Fault("stopped").stored)
