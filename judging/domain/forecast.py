"""A position is played out: asked for, stopped, and done by a worker under a lease."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.game_settings import PartnersSettings, settings_of
from games.rules.partners import GAMES
from games.rules.partners.bots import QUICK, RANDOM
from judging.domain.forecast_lease import ForecastLease, give_up_on_the_hopeless, take_forecast
from judging.domain.place_call import called, refuse_idle_table
from judging.forecast.crew import CrewError, wins_of
from judging.models import Forecast, LongGame
from tournaments.domain.act import act
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.lease import LeaseLost, stopping
from tournaments.models import Pairing, User

log = logging.getLogger("startfelt.judging")

#: By bots that play with some sense, and by bots that choose by lot: how much of the chance is the
#: position's own.
GAMES_PLAYED: Final = 1000
GAMES_BY_LOT: Final = 200

State = Forecast.State
AT_WORK: Final = (State.WAITING, State.RUNNING)


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
        settings = settings_of(doing.row.round)
        if not isinstance(settings, PartnersSettings):
            raise Refused("no-bots", _("Nobody can play this game out yet."))
        setup = settings.setup
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
            ruleset=setup.ruleset,
            options=setup.options,
            seed=f"{doing.tournament.seed}:{doing.row.pk}",
            games=GAMES_PLAYED,
            games_by_lot=GAMES_BY_LOT,
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


def play_forecasts() -> int:
    """Play out everything that waits, one after another; how many were taken in hand.

    Safe to call anywhere and at any time, in several processes at once.
    """
    give_up_on_the_hopeless()
    count = 0
    while not stopping.is_set() and (lease := take_forecast()) is not None:
        count += 1
        _play(lease)
    return count


def _play(lease: ForecastLease) -> None:
    forecast = Forecast.objects.select_related("round__tournament").get(pk=lease.forecast)
    game = forecast.round.tournament.game
    order = {
        "game": game,
        "ruleset": forecast.ruleset,
        "options": forecast.options,
        "position": forecast.position,
        "seed": forecast.seed,
    }
    games = {QUICK.name: forecast.games, RANDOM.name: forecast.games_by_lot}
    wins = {bot: [0] * len(GAMES[game].sides) for bot in games}
    shares = wins_of(order, games)
    try:
        for bot, share in shares:
            wins[bot] = [sum(pair) for pair in zip(wins[bot], share, strict=True)]
            if stopping.is_set():
                lease.give_back()
                return
            lease.renew(wins[QUICK.name], wins[RANDOM.name])
        lease.finish()
    except LeaseLost:
        log.info("forecast %s: cancelled, or taken by another worker", forecast.pk)
    except CrewError as error:
        log.error("forecast %s: %s", forecast.pk, error)
        with suppress(LeaseLost):
            lease.fail()
    finally:
        shares.close()
