"""A game that lasts too long: how far it is, and its steps."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.views.requests import table_of
from judging.domain.forecast import ask_forecast
from judging.domain.long_game import record_willingness, take_step, take_step_back
from judging.escalation import TRANSITIONS, Step
from judging.models import LongGame, Willingness
from judging.tasks import wake
from tournaments.access import Action
from tournaments.api.bodies import ReasonBody, why_field
from tournaments.api.described import described
from tournaments.api.endpoint import Endpoint, Read
from tournaments.api.rounds import MOST
from tournaments.api.shapes import EntryRef, choice
from tournaments.api.verb_table import Subject, VerbRow, verbs_on
from tournaments.models import Pairing

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


def _forecast(pairing: Pairing, **sent: Any) -> None:
    ask_forecast(pairing, wake=wake, **sent)


urlpatterns = [
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
            "long_game_forecast",
            "forecast/",
            Action.JUDGE,
            "Have the position at the table played out.",
            _forecast,
        ),
    ),
]
