"""What the games of a tournament were like."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from games.archive import places_of
from games.statistics import figures_of, games_of
from games.statistics.extras import READERS
from games.statistics.facts import GameFact
from games.statistics.figures import Bar
from tournaments.api.described import described
from tournaments.api.endpoint import Read
from tournaments.public_names import public_names


class BarShape(serializers.Serializer):
    """So many from `first` to `last`."""

    first = serializers.IntegerField()
    last = serializers.IntegerField()
    count = serializers.IntegerField()


class GameSide(serializers.Serializer):
    """One side of a game that was played."""

    numbers = serializers.ListField(child=serializers.IntegerField())
    names = serializers.ListField(child=serializers.CharField())
    score = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)


class GameShape(serializers.Serializer):
    """A game that was played, the best side first."""

    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    minutes = serializers.IntegerField(allow_null=True)
    margin = serializers.IntegerField(allow_null=True)
    sides = GameSide(many=True)


class UpsetShape(serializers.Serializer):
    """A game won by the one who came to stand further down."""

    game = GameShape()
    winner_place = serializers.IntegerField()
    loser_place = serializers.IntegerField()


class ExtraShape(serializers.Serializer):
    """What the game itself adds."""

    code = serializers.CharField()
    bars = BarShape(many=True)


class StatisticsShape(serializers.Serializer):
    """All that is told of the games of a tournament."""

    games = serializers.IntegerField()
    rounds = serializers.IntegerField()
    level = serializers.IntegerField(help_text="Games that nobody won.")
    stopped = serializers.IntegerField(help_text="Games that did not end by themselves.")
    minutes_median = serializers.FloatField(allow_null=True)
    minutes_all = serializers.IntegerField()
    shortest = GameShape(allow_null=True)
    longest = GameShape(allow_null=True)
    lengths = BarShape(many=True)
    beaten = BarShape(many=True)
    margins = BarShape(many=True)
    closest = GameShape(many=True)
    biggest = GameShape(many=True)
    upsets = UpsetShape(many=True)
    extras = ExtraShape(many=True)


@described("statistics", "statistics", "What the games were like.", StatisticsShape)
class Statistics(Read):
    news = "results rounds entries tournament"

    def read(self) -> dict[str, Any]:
        games = games_of(self.tournament, public_names(self.tournament))
        places = places_of(self.tournament) if games else {}
        figures = figures_of(games, places, READERS.get(self.tournament.game))
        return {
            "games": figures.games,
            "rounds": figures.rounds,
            "level": figures.level,
            "stopped": figures.stopped,
            "minutes_median": figures.minutes_median,
            "minutes_all": figures.minutes_all,
            "shortest": _game(figures.shortest),
            "longest": _game(figures.longest),
            "lengths": _bars(figures.lengths),
            "beaten": _bars(figures.beaten),
            "margins": _bars(figures.margins),
            "closest": [_game(game) for game in figures.closest],
            "biggest": [_game(game) for game in figures.biggest],
            "upsets": [
                {
                    "game": _game(upset.game),
                    "winner_place": upset.winner_place,
                    "loser_place": upset.loser_place,
                }
                for upset in figures.upsets
            ],
            "extras": [{"code": code, "bars": _bars(bars)} for code, bars in figures.extras],
        }


def _game(game: GameFact | None) -> dict[str, Any] | None:
    if game is None:
        return None
    return {
        "round": game.round,
        "table": game.table,
        "minutes": game.minutes,
        "margin": game.margin,
        "sides": [
            {
                "numbers": list(side.numbers),
                "names": list(side.names),
                "score": side.score,
                "place": side.place,
            }
            for side in game.sides
        ],
    }


def _bars(bars: Iterable[Bar]) -> list[dict[str, int]]:
    return [{"first": bar.first, "last": bar.last, "count": bar.count} for bar in bars]
