"""What bodies of the API of `judging` name, and how texts in them are bounded."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from games.queries import shown_round
from tournaments.api.found import game_named
from tournaments.domain.errors import Refused
from tournaments.models import Pairing, Round, Tournament


def text_field(most: int, text: str = "", **options: Any) -> serializers.CharField:
    options = {"default": "", "allow_blank": True} | options
    return serializers.CharField(max_length=most, help_text=text, **options)


def game_now(tournament: Tournament, table: int) -> Pairing:
    """The game at a table in the round that is played. Refused without one."""
    round_ = shown_round(tournament)
    if round_ is None or round_.state != Round.State.PUBLISHED:
        said = _("Nobody plays at table %(table)s now.") % {"table": table}
        raise Refused("no-such-table", said, field="table")
    return game_named(round_, table, "table")
