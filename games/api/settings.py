"""What a stage or a round plays otherwise than the tournament, such as a longer match."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from rest_framework import serializers

from games.domain.set_differences import set_round_differences, set_stage_differences
from games.game_settings import minutes_of, minutes_of_stage
from tournaments.access import Action
from tournaments.api.described import described
from tournaments.api.endpoint import Endpoint, Read
from tournaments.api.found import round_of, stage_of
from tournaments.api.verb_table import Subject, VerbRow, verbs_on
from tournaments.domain.errors import Refused
from tournaments.game_settings import resolved
from tournaments.models import Round, Stage


class DifferencesBody(serializers.Serializer):
    """What is otherwise; all of it: what is left out is as usual again."""

    settings = serializers.DictField(child=serializers.JSONField())


class DifferencesShape(serializers.Serializer):
    """What is otherwise, and what follows from it."""

    settings = serializers.DictField(
        child=serializers.JSONField(), help_text="What is said here, and not above it."
    )
    played = serializers.DictField(
        child=serializers.JSONField(), help_text="How the games are played, all in all."
    )
    minutes = serializers.IntegerField(help_text="What the clock begins with.")
    version = serializers.CharField()


def _version(settings: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:20]


def _shape(row: Round | Stage, minutes: int, *layers: Mapping[str, Any]) -> dict[str, Any]:
    told = dict(row.game_settings)
    return {
        "settings": told,
        "played": {
            name: value
            for name, value in resolved(row.tournament.game, *layers, told).items()
            # What was loaded from a file is no setting to read here.
            if name != "own"
        },
        "minutes": minutes,
        "version": _version(told),
    }


def _round(_view: Endpoint, row: Round) -> dict[str, Any]:
    above = (row.tournament.game_settings, row.stage.game_settings)
    return _shape(row, minutes_of(row), *above)


def _stage(_view: Endpoint, row: Stage) -> dict[str, Any]:
    return _shape(row, minutes_of_stage(row), row.tournament.game_settings)


@described("round_game", "rounds", "How the games of a round are played.", DifferencesShape)
class RoundGame(Read):
    access = Action.DRAW

    def read(self, number: int) -> dict[str, Any]:
        return _round(self, round_of(self, number))

    def version(self, **kwargs: Any) -> str:
        """That of what is said here."""
        return _version(round_of(self, **kwargs).game_settings)


@described("stage_game", "stages", "How the games of a stage are played.", DifferencesShape)
class StageGame(Read):
    access = Action.DRAW

    def read(self, number: int) -> dict[str, Any]:
        return _stage(self, stage_of(self, number))

    def version(self, **kwargs: Any) -> str:
        """That of what is said here."""
        return _version(stage_of(self, **kwargs).game_settings)


def _said(verb: Callable[..., Any]) -> Callable[..., Any]:
    def do(row: Round | Stage, *, settings: Mapping[str, Any], **sent: Any) -> None:
        try:
            verb(row, settings, **sent)
        except Refused as refused:
            field = f"settings.{refused.field}" if refused.field else ""
            raise type(refused)(refused.code, refused.message, field=field) from refused

    return do


urlpatterns = [
    *verbs_on(
        Subject(
            tag="rounds",
            address="rounds/<int:number>/game/",
            find=round_of,
            answer=DifferencesShape,
            shaped=_round,
            version="version",
        ),
        VerbRow(
            "round_game_edit",
            "",
            Action.DRAW,
            "Say how the games of a round are played, before its first result.",
            _said(set_round_differences),
            DifferencesBody,
            beside=RoundGame,
            route="api-round-game",
        ),
    ),
    *verbs_on(
        Subject(
            tag="stages",
            address="stages/<int:number>/game/",
            find=stage_of,
            answer=DifferencesShape,
            shaped=_stage,
            version="version",
        ),
        VerbRow(
            "stage_game_edit",
            "",
            Action.DRAW,
            "The same for all rounds of a stage.",
            _said(set_stage_differences),
            DifferencesBody,
            beside=StageGame,
            route="api-stage-game",
        ),
    ),
]
