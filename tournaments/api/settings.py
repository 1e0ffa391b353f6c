"""What is said of a tournament, as far as it is plain values. What results count by and the game's
own settings are in `counting`, the stages in `stages`."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.access import Action
from tournaments.domain.create_tournament import edit_tournament, stamp
from tournaments.domain.errors import Refused
from tournaments.forms.tournament import MOST_WALL_TEXT
from tournaments.models import Tournament
from tournaments.models.tournament import validate_time_zone
from tournaments.queries.stages import stages_of

from .described import described
from .endpoint import Endpoint, Read
from .found import the_tournament
from .verb_table import Subject, VerbRow, verbs_on


class SettingsBody(serializers.Serializer):
    """Plain settings. What is left out stays as it is."""

    name = serializers.CharField(max_length=120, required=False)
    date = serializers.DateField(required=False)
    venue = serializers.CharField(max_length=160, allow_blank=True, required=False)
    time_zone = serializers.CharField(
        max_length=64,
        required=False,
        validators=[validate_time_zone],
        help_text="As in Europe/Copenhagen.",
    )
    capacity = serializers.IntegerField(
        min_value=2, max_value=100_000, required=False, help_text="How many entries may take part."
    )
    rounds_planned = serializers.IntegerField(min_value=1, max_value=50, required=False)
    minutes_per_game = serializers.IntegerField(min_value=1, max_value=600, required=False)
    wall_text = serializers.CharField(
        max_length=MOST_WALL_TEXT,
        allow_blank=True,
        required=False,
        help_text="Each paragraph is a screen of its own on the wall.",
    )
    tables = serializers.IntegerField(
        min_value=1, max_value=1000, required=False, help_text="How many; numbered from 1."
    )


class SettingsShape(SettingsBody):
    """Plain settings, as they are."""

    version = serializers.CharField(help_text="Another one as soon as any setting changes.")

    def get_fields(self) -> dict[str, serializers.Field]:
        """All of them are always there."""
        fields: dict[str, serializers.Field] = super().get_fields()
        for field in fields.values():
            field.required = True
        return fields


def _shaped(_view: Endpoint, row: Tournament) -> dict[str, Any]:
    plain = {name: getattr(row, name) for name in SettingsBody().fields if name != "tables"}
    return plain | {"tables": row.tables.count(), "version": stamp(row)}


@described("settings", "tournaments", "The plain settings of a tournament.", SettingsShape)
class Settings(Read):
    access = Action.EDIT_TOURNAMENT

    def read(self) -> dict[str, Any]:
        return _shaped(self, the_tournament(self))

    def version(self, **kwargs: Any) -> str:
        """That of all settings."""
        return stamp(the_tournament(self))


SETTINGS = Subject(
    tag="tournaments",
    address="settings/",
    find=the_tournament,
    answer=SettingsShape,
    shaped=_shaped,
    version="version",
)


def _edit(tournament: Tournament, *, tables: int | None = None, **sent: Any) -> None:
    rounds = sent.get("rounds_planned", tournament.rounds_planned)
    if rounds != tournament.rounds_planned:
        stages = stages_of(tournament)
        if len(stages) > 1 or stages[0].row.fixed_rounds:
            raise Refused(
                "follows-from-stages", _("It follows from the stages."), field="rounds_planned"
            )
    count = tournament.tables.count() if tables is None else tables
    try:
        edit_tournament(tournament, table_count=count, **sent)
    except Refused as refused:
        if refused.field == "table_count":
            raise Refused(refused.code, refused.message, field="tables") from refused
        raise


urlpatterns = verbs_on(
    SETTINGS,
    VerbRow(
        "settings_edit",
        "",
        Action.EDIT_TOURNAMENT,
        "Change plain settings of a tournament.",
        _edit,
        SettingsBody,
        beside=Settings,
        route="api-settings",
    ),
)
