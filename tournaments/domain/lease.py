"""Work in the background as rows: one worker has a row at a time, and no row is lost.

A row is held by a token with a time; whoever wants to change it names the token. Each step is one
UPDATE, so it either happens to a row that is still ours or not at all, on either database and
without a lock held while the work is done.

What is done by whom, for how long and how often is said beside each kind of work: papers
(`reports.domain.lease`), letters (`tournaments.mail.lease`) and positions played out
(`judging.domain.forecast_lease`). The model has the fields `lease`, `lease_until` and `attempts`.
"""

from __future__ import annotations

import mmap
import uuid
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import F, Model, Q, QuerySet
from django.utils import timezone


class SharedFlag:
    """A flag that processes share which were forked from the one that made it: a worker's parent is
    told to end, and its children do the work. One byte of memory that all of them have."""

    def __init__(self) -> None:
        self._byte = mmap.mmap(-1, 1)

    def is_set(self) -> bool:
        return self._byte[0] == 1

    def set(self) -> None:
        self._byte[0] = 1

    def clear(self) -> None:
        self._byte[0] = 0


#: Set when the program is about to end: work in hand is given back, none is begun.
stopping: Final = SharedFlag()


class LeaseLost(Exception):
    """The row is somebody else's by now; whatever was made of it is not to be kept."""


def is_over(now: datetime, lasts: timedelta) -> Q:
    """Rows whose lease, or rest, of `lasts` has ended: its time has come, or lies so far ahead that
    somebody has set the clock back since. Then nobody waits for that long; twice as far is borne,
    since the clocks of two machines differ."""
    return Q(lease_until__lte=now) | Q(lease_until__gt=now + 2 * lasts)


def take_lease(
    takeable: QuerySet[Any], *order: str, lasts: timedelta, **fields: Any
) -> tuple[Any, uuid.UUID] | None:
    """Take the first of `takeable` by `order`: its key and a token; None when there is none.

    Counts as an attempt. `fields` are set with it, such as the state of what is worked on.
    """
    while True:
        pk = takeable.order_by(*order).values_list("pk", flat=True).first()
        if pk is None:
            return None
        token = uuid.uuid4()
        # Between the look and this, another worker may have been quicker: then look again.
        if takeable.filter(pk=pk).update(
            lease=token,
            lease_until=timezone.now() + lasts,
            attempts=F("attempts") + 1,
            **fields,
        ):
            return pk, token


def update_leased(
    model: type[Model], pk: object, token: uuid.UUID, held: str, /, **fields: Any
) -> None:
    """Change the row while it is ours and its state is `held`. `LeaseLost` if it is not."""
    ours = model._default_manager.filter(pk=pk, lease=token, state=held)
    if not ours.update(**fields):
        raise LeaseLost(str(pk))
