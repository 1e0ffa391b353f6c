"""A position is played out: asked for, stopped, and done by a worker under a lease."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from threading import Event as Flag
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.rules.partners import GAMES
from judging.domain.place_call import called, refuse_idle_table
from judging.forecast.crew import CrewError, wins_of
from judging.models import Forecast, LongGame
from tournaments.domain.act import act
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import Pairing, User

log = logging.getLogger("startfelt.judging")

GAMES_PLAYED: Final = 1000
#: A worker that has not renewed for so long is taken for dead.
LEASE: Final = timedelta(seconds=15)
#: How often a forecast is begun before it is given up.
ATTEMPTS: Final = 3

State = Forecast.State
AT_WORK: Final = (State.WAITING, State.RUNNING)

#: Set when this process is about to end: work in hand is given back, none is begun.
stopping: Final = Flag()


def ask_forecast(
    pairing: Pairing, *, wake: Callable[[], None], by: User | None, key: str = ""
) -> Forecast:
    """Have the position at the table played out. `wake` tells a worker after the commit.

    The seed is the table's own: the same position gives the same figure.
    """
    with act("forecast.ask", pairing, by=by, key=key) as doing:
        if doing.already:
            return Forecast.objects.get(pk=doing.already.subject_id)
        refuse_idle_table(doing.row)
        if doing.tournament.game not in GAMES:
            raise Refused("no-bots", _("Nobody can play this game out yet."))
        game = LongGame.objects.filter(pairing=doing.row).first()
        if game is None or not game.position:
            raise Refused("no-position", _("Set up the position at the table first."))
        there = Forecast.objects.filter(pairing=doing.row)
        if there.filter(state__in=AT_WORK).exists():
            raise Conflict("at-work", _("This position is being played out already."))
        forecast = Forecast.objects.create(
            round=doing.row.round,
            pairing=doing.row,
            position=game.position,
            ruleset=doing.tournament.ruleset or "dm-2018",
            seed=f"{doing.tournament.seed}:{doing.row.pk}",
            games=GAMES_PLAYED,
            asked_by=by,
        )
        doing.log(forecast, called=called(doing.row))
        transaction.on_commit(wake)
        return forecast


def cancel_forecast(forecast: Forecast, *, by: User | None, key: str = "") -> Forecast:
    """Stop it; the worker notices within a second."""
    with act("forecast.cancel", forecast, by=by, key=key) as doing:
        if doing.already:
            return doing.row
        if doing.row.state not in AT_WORK:
            raise Conflict("over-already", _("This play-out is over already."))
        doing.row.state = State.CANCELLED
        doing.row.lease = None
        doing.row.lease_until = None
        doing.row.finished_at = timezone.now()
        doing.row.save(update_fields=["state", "lease", "lease_until", "finished_at"])
        doing.log(called=called(doing.row.pairing))
        return doing.row


# What a worker does --------------------------------------------------------------------------


class LeaseLost(Exception):
    """Cancelled, or taken by another worker: whatever was played is not to be kept."""


@dataclass(frozen=True, slots=True)
class _Lease:
    forecast: int
    token: uuid.UUID

    def update(self, **fields: Any) -> None:
        ours = Forecast.objects.filter(pk=self.forecast, state=State.RUNNING, lease=self.token)
        if not ours.update(**fields):
            raise LeaseLost(str(self.forecast))


def play_forecasts() -> int:
    """Play out everything that waits, one after another; how many were taken in hand.

    Safe to call anywhere and at any time, in several processes at once.
    """
    count = 0
    while not stopping.is_set() and (lease := _take()) is not None:
        count += 1
        _play(lease)
    return count


def _take() -> _Lease | None:
    """A lease on the oldest forecast that waits, or whose worker is gone."""
    while True:
        now = timezone.now()
        free = Q(state=State.WAITING) | Q(state=State.RUNNING, lease_until__lte=now)
        takeable = Forecast.objects.filter(free)
        found = takeable.order_by("id").values_list("pk", "attempts").first()
        if found is None:
            return None
        pk, attempts = found
        if attempts >= ATTEMPTS:
            takeable.filter(pk=pk).update(
                state=State.FAILED, lease=None, lease_until=None, finished_at=now
            )
            continue
        lease = _Lease(pk, uuid.uuid4())
        # Between the look and this, another worker may have been quicker: then look again.
        if takeable.filter(pk=pk).update(
            state=State.RUNNING,
            lease=lease.token,
            lease_until=now + LEASE,
            attempts=F("attempts") + 1,
            done=0,
            wins=[],
        ):
            return lease


def _play(lease: _Lease) -> None:
    forecast = Forecast.objects.select_related("round__tournament").get(pk=lease.forecast)
    game = forecast.round.tournament.game
    order = {
        "game": game,
        "ruleset": forecast.ruleset,
        "position": forecast.position,
        "seed": forecast.seed,
    }
    wins = [0] * len(GAMES[game].sides)
    shares = wins_of(order, forecast.games)
    try:
        for share in shares:
            wins = [sum(pair) for pair in zip(wins, share, strict=True)]
            if stopping.is_set():
                lease.update(
                    state=State.WAITING, lease=None, lease_until=None, attempts=F("attempts") - 1
                )
                return
            lease.update(done=sum(wins), wins=wins, lease_until=timezone.now() + LEASE)
        lease.update(state=State.DONE, lease=None, lease_until=None, finished_at=timezone.now())
    except LeaseLost:
        log.info("forecast %s: cancelled, or taken by another worker", forecast.pk)
    except CrewError as error:
        log.error("forecast %s: %s", forecast.pk, error)
        # Begun again by the next sweep, unless too often already.
        Forecast.objects.filter(pk=forecast.pk, lease=lease.token).update(
            state=State.WAITING, lease=None, lease_until=None
        )
    finally:
        shares.close()
