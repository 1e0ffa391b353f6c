"""A game that lasts too long: how far it is, and its steps."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from games.views.requests import table_of
from judging.domain.forecast import ask_forecast, cancel_forecast
from judging.domain.long_game import (
    record_willingness,
    set_position,
    take_step,
    take_step_back,
)
from judging.escalation import TRANSITIONS, Step
from judging.forms import read_position
from judging.models import Forecast, LongGame, Willingness
from judging.tasks import wake
from tournaments.access import Action
from tournaments.api.bodies import ReasonBody, why_field
from tournaments.api.described import described
from tournaments.api.endpoint import Endpoint, Read
from tournaments.api.rounds import MOST
from tournaments.api.shapes import EntryRef, choice
from tournaments.api.verb_table import Subject, VerbRow, verbs_on
from tournaments.domain.errors import Refused
from tournaments.models import Pairing, User

from .found import text_field


class LongGameShape(serializers.Serializer):
    """How far a game is that lasts too long."""

    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    entries = EntryRef(many=True)
    step = choice([step.value for step in Step])
    following = choice(
        [step.value for step in Step], "The one step that may follow.", allow_null=True
    )
    since = serializers.DateTimeField(allow_null=True)
    until = serializers.DateTimeField(
        allow_null=True, help_text="When the minutes to open the game end."
    )
    version = serializers.IntegerField(help_text="Counts up with each step; 0 before the first.")


def _game_of(view: Endpoint, number: int, table: int) -> Pairing:
    return table_of(view.tournament, number, table, drafts=False).pairing


def _long_game(_view: Endpoint, pairing: Pairing) -> dict[str, Any]:
    game = LongGame.objects.filter(pairing=pairing).first()
    step = Step(game.step) if game is not None else Step.RUNNING
    following = TRANSITIONS.get(step)
    seats = pairing.seats.select_related("entry").order_by("side", "id")
    return {
        "round": pairing.round.number,
        "table": pairing.table.number if pairing.table is not None else None,
        "entries": [{"number": seat.entry.number, "name": seat.entry.name} for seat in seats],
        "step": step.value,
        "following": following.target.value if following is not None else None,
        "since": game.since if game is not None else None,
        "until": game.until if game is not None else None,
        "version": game.version if game is not None else 0,
    }


@described("long_game", "long games", "How far the game at a table is.", LongGameShape)
class OneLongGame(Read):
    access = Action.LOOK

    def read(self, number: int, table: int) -> dict[str, Any]:
        return _long_game(self, _game_of(self, number, table))

    def version(self, **kwargs: Any) -> str:
        """That of the steps."""
        return str(_long_game(self, _game_of(self, **kwargs))["version"])


LONG_GAME = Subject(
    tag="long games",
    address="rounds/<int:number>/tables/<int:table>/long-game/",
    find=_game_of,
    answer=LongGameShape,
    shaped=_long_game,
    version="version",
)


class StepBody(serializers.Serializer):
    """Which step, and what was decided."""

    target = choice([step.value for step in Step])
    seen = serializers.IntegerField(
        min_value=0, max_value=MOST, help_text="`version` as it was known; another by now: 409."
    )
    why = why_field()


class StepBackBody(ReasonBody):
    """Why the last step is taken back."""

    seen = serializers.IntegerField(
        min_value=0, max_value=MOST, help_text="`version` as it was known; another by now: 409."
    )


class WillingnessBody(serializers.Serializer):
    """What was seen of a side."""

    side = serializers.IntegerField(min_value=0, max_value=8)
    grade = choice(Willingness.Grade.values)
    note = text_field(300)


class PositionBody(serializers.Serializer):
    """A position."""

    position = serializers.CharField(
        max_length=2000,
        help_text="As the address of the rule desk has it after the question mark.",
    )


def _forecast(pairing: Pairing, **sent: Any) -> Pairing:
    ask_forecast(pairing, wake=wake, **sent)
    return pairing


def _position(pairing: Pairing, *, position: str, **sent: Any) -> None:
    read, _question = read_position(position, pairing.round.tournament)
    if read is None:
        raise Refused("no-rule-desk", _("Nobody can play this game out yet."), field="position")
    set_position(pairing, read, **sent)


class ForecastShape(serializers.Serializer):
    """How often each side won when the position was played out. Null where nobody asked."""

    state = choice(Forecast.State.values, allow_null=True)
    done = serializers.IntegerField(help_text="Games that were played.")
    total = serializers.IntegerField(help_text="Games that are to be.")
    wins = serializers.ListField(
        child=serializers.IntegerField(), help_text="Of each side, by players of some sense."
    )
    wins_by_lot = serializers.ListField(
        child=serializers.IntegerField(), help_text="Of each side, by players that draw lots."
    )
    asked_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)


def _newest(pairing: Pairing) -> Forecast | None:
    return Forecast.objects.filter(pairing=pairing).order_by("-id").first()


def _forecast_shape(_view: Endpoint, pairing: Pairing) -> dict[str, Any]:
    row = _newest(pairing)
    return {
        "state": row.state if row is not None else None,
        "done": row.done_in_all if row is not None else 0,
        "total": row.games_in_all if row is not None else 0,
        "wins": row.wins if row is not None else [],
        "wins_by_lot": row.wins_by_lot if row is not None else [],
        "asked_at": row.asked_at if row is not None else None,
        "finished_at": row.finished_at if row is not None else None,
    }


@described(
    "long_game_forecast_read",
    "long games",
    "What playing out the position at a table has come to so far.",
    ForecastShape,
)
class OneForecast(Read):
    access = Action.LOOK

    def stamp(self, **kwargs: Any) -> str:
        """None: a worker goes on without an event."""
        return ""

    def read(self, number: int, table: int) -> dict[str, Any]:
        return _forecast_shape(self, _game_of(self, number, table))


FORECAST = Subject(
    tag="long games",
    address="rounds/<int:number>/tables/<int:table>/long-game/forecast/",
    find=_game_of,
    answer=ForecastShape,
    shaped=_forecast_shape,
)


def _cancel(pairing: Pairing, *, by: User, key: str) -> None:
    row = _newest(pairing)
    if row is None:
        raise Refused("over-already", _("This play-out is over already."))
    cancel_forecast(row, by=by, key=key)


urlpatterns = [
    *verbs_on(
        FORECAST,
        VerbRow(
            "long_game_forecast",
            "",
            Action.JUDGE,
            "Have the position at the table played out.",
            _forecast,
            answers=LONG_GAME,
            beside=OneForecast,
            route="api-long-game-forecast",
        ),
        VerbRow(
            "long_game_forecast_cancel",
            "cancel/",
            Action.JUDGE,
            "Do without it.",
            _cancel,
        ),
    ),
    *verbs_on(
        LONG_GAME,
        VerbRow(
            "long_game_step",
            "step/",
            Action.JUDGE,
            "A long game takes the step that follows; the last one is a ruling.",
            take_step,
            StepBody,
        ),
        VerbRow(
            "long_game_step_back",
            "step-back/",
            Action.HEAD_JUDGE,
            "The last step is taken back.",
            take_step_back,
            StepBackBody,
        ),
        VerbRow(
            "long_game_willingness",
            "willingness/",
            Action.JUDGE,
            "What a judge saw of a side's will to open the game.",
            record_willingness,
            WillingnessBody,
        ),
        VerbRow(
            "long_game_position",
            "position/",
            Action.JUDGE,
            "The position at the table.",
            _position,
            PositionBody,
        ),
    ),
]
