"""What entries and tournaments look like in answers, and the words that stand for them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.models import Game, Stage, Tournament


def choice(values: list[str], text: str = "", **options: Any) -> serializers.ChoiceField:
    """One of `values`, without words: the description is the same in every language."""
    return serializers.ChoiceField(choices=values, help_text=text, **options)


class TournamentShape(serializers.Serializer):
    """A tournament."""

    slug = serializers.CharField(help_text="Names it in every address.")
    name = serializers.CharField()
    game = choice(Game.values)
    ruleset = serializers.CharField(allow_blank=True)
    date = serializers.DateField()
    venue = serializers.CharField(allow_blank=True)
    time_zone = serializers.CharField(help_text="As in Europe/Copenhagen.")
    capacity = serializers.IntegerField(help_text="How many entries may take part.")
    rounds_planned = serializers.IntegerField()
    minutes_per_game = serializers.IntegerField()
    state = choice(Tournament.State.values)
    url = serializers.URLField(help_text="Its page for people.")


class StageShape(serializers.Serializer):
    """A part of a tournament that is drawn by one format."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    format = choice(Stage.Format.values)
    begun = serializers.BooleanField()
    first_round = serializers.IntegerField(
        allow_null=True, help_text="Counted through the tournament; null before it begins."
    )
    rounds = serializers.IntegerField(help_text="Rounds that everybody sees.")
    planned = serializers.IntegerField(allow_null=True, help_text="Rounds it takes, where known.")
    carries_results = serializers.BooleanField(
        help_text="Whether results of the stage before count in it."
    )


class TournamentFullShape(TournamentShape):
    """A tournament with how it is played."""

    stages = StageShape(many=True)
    tie_breaks = serializers.ListField(child=serializers.CharField())
    points = serializers.JSONField(help_text="What a result gives, as it is stored.")
    newest_round = serializers.IntegerField(
        allow_null=True, help_text="The newest round that everybody sees."
    )
    live = serializers.CharField(help_text="Where hints come from (server-sent events).")


class EntryRef(serializers.Serializer):
    """An entry where it is mentioned."""

    number = serializers.IntegerField(help_text="What it is called by in addresses and on paper.")
    name = serializers.CharField(help_text="As everybody may read it.")
