"""What entries and tournaments look like in answers, and the words that stand for them."""

from __future__ import annotations

from rest_framework import serializers

from tournaments.models import Entry, Game, Round, Seat, Stage, Tournament


def choice(values: list[str], text: str = "", **options: object) -> serializers.ChoiceField:
    """One of `values`, without words: the description is the same in every language."""
    return serializers.ChoiceField(choices=values, help_text=text, **options)  # type: ignore[arg-type]


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


class PublicEntry(EntryRef):
    """An entry as everybody sees it: initials where a player asked for them."""

    players = serializers.ListField(child=serializers.CharField())
    city = serializers.CharField(allow_blank=True)
    club = serializers.CharField(allow_blank=True)
    state = choice(Entry.State.values)
    seed = serializers.IntegerField(allow_null=True)
    from_round = serializers.IntegerField(help_text="The first round it is drawn in.")


class RoundShape(serializers.Serializer):
    """A round that everybody sees."""

    number = serializers.IntegerField(help_text="Counted through the tournament.")
    stage = serializers.IntegerField(help_text="Number of its stage.")
    state = choice([Round.State.PUBLISHED.value, Round.State.CLOSED.value])
    games = serializers.IntegerField()
    results_in = serializers.IntegerField()
    results_missing = serializers.IntegerField()
    published_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)


class SeatShape(serializers.Serializer):
    """Who sits on a side. A side's entries are partners."""

    entry = EntryRef()
    players = serializers.ListField(
        child=serializers.CharField(), help_text="Who played this round."
    )


class SideShape(serializers.Serializer):
    """One side of a table, and what the game gave it."""

    side = serializers.IntegerField(help_text="0, 1, …")
    seats = SeatShape(many=True)
    colours = serializers.ListField(child=serializers.CharField())
    outcome = choice(
        ["", *Seat.Outcome.values], "Empty while there is no result.", allow_blank=True
    )
    place = serializers.IntegerField(allow_null=True, help_text="Rank at the table.")
    score = serializers.IntegerField(allow_null=True, help_text="What it scored in the game.")
    points = serializers.FloatField(allow_null=True, help_text="For each entry of the side.")


class PairingShape(serializers.Serializer):
    """Those who sit together in a round."""

    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True, help_text="Null for a bye.")
    kind = choice(["game", "bye"])
    group = serializers.CharField(allow_blank=True, help_text="Group or bracket, where there are.")
    final = serializers.BooleanField(help_text="Whether the result stands.")
    sides = SideShape(many=True)
