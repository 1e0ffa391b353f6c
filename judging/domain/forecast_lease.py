"""Who is playing a position out: how a row is held is `tournaments.domain.lease`."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db.models import F, Q
from django.utils import timezone

from judging.models import Forecast
from tournaments.domain.lease import is_over, take_lease, update_leased

State = Forecast.State

#: A worker that has not renewed for so long is taken for dead.
LEASE: Final = timedelta(seconds=15)
#: How often a forecast is begun before it is given up.
ATTEMPTS: Final = 3
#: How long one that failed rests before it is begun again.
REST: Final = timedelta(seconds=5)


@dataclass(frozen=True, slots=True)
class ForecastLease:
    forecast: int
    token: uuid.UUID

    def _update(self, **fields: Any) -> None:
        update_leased(Forecast, self.forecast, self.token, State.RUNNING, **fields)

    def renew(self, wins: list[int], by_lot: list[int]) -> None:
        """Keep it for another `LEASE`, with the games won so far by each side. `LeaseLost` if it
        was stopped, or is another worker's."""
        until = timezone.now() + LEASE
        self._update(done=sum(wins), wins=wins, wins_by_lot=by_lot, lease_until=until)

    def finish(self) -> None:
        """All games are played. `LeaseLost` as in `renew`."""
        self._update(state=State.DONE, lease=None, lease_until=None, finished_at=timezone.now())

    def fail(self) -> None:
        """It went wrong: begun again after a rest, unless too often already."""
        now = timezone.now()
        last = Forecast.objects.filter(pk=self.forecast, attempts__gte=ATTEMPTS).exists()
        self._update(
            state=State.FAILED if last else State.WAITING,
            lease=None,
            lease_until=None if last else now + REST,
            finished_at=now if last else None,
        )

    def give_back(self) -> None:
        """Stopped on purpose: somebody may begin it at once, and it does not count as begun."""
        self._update(state=State.WAITING, lease=None, lease_until=None, attempts=F("attempts") - 1)


def take_forecast() -> ForecastLease | None:
    """A lease on the oldest that waits, or whose worker is gone; None when there is none."""
    now = timezone.now()
    free = Q(state=State.WAITING) & (Q(lease_until=None) | is_over(now, REST))
    dead = Q(state=State.RUNNING) & is_over(now, LEASE)
    taken = take_lease(
        Forecast.objects.filter(free | dead, attempts__lt=ATTEMPTS),
        "id",
        lasts=LEASE,
        state=State.RUNNING,
        done=0,
        wins=[],
        wins_by_lot=[],
    )
    return None if taken is None else ForecastLease(*taken)


def give_up_on_the_hopeless() -> int:
    """Fail those that were begun `ATTEMPTS` times and whose last worker is gone, too."""
    now = timezone.now()
    return Forecast.objects.filter(
        is_over(now, LEASE), state=State.RUNNING, attempts__gte=ATTEMPTS
    ).update(state=State.FAILED, lease=None, lease_until=None, finished_at=now)
