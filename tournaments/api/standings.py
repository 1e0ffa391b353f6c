"""Where everybody stands, how each number came about, and brackets and cross tables as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from rest_framework import serializers

from tournaments.api.described import described
from tournaments.api.endpoint import Read
from tournaments.api.shapes import EntryRef
from tournaments.formats.model import EntryId
from tournaments.formats.scoring import TieBreak
from tournaments.formats.stage_ranks import GroupTable
from tournaments.formats.standings import Standings
from tournaments.formats.tie_breaks import Term
from tournaments.models import Entry, Tournament
from tournaments.queries.played import PUBLIC_STATES
from tournaments.queries.stage_standings import StageRanking, rank_stage, tournament_ranking
from tournaments.queries.stages import StageFacts, current_stage, stage_of_round, stages_of
from tournaments.queries.standings import StageField, stage_field
from tournaments.standings_words import TERMS, columns_of, entries_by_id, mean_of

from .rounds import MOST

NEWS = "results rounds entries tournament"


class TieBreakShape(serializers.Serializer):
    """A number that ranks."""

    code = serializers.CharField()
    name = serializers.CharField(help_text="What stands above it.")


class StandingShape(serializers.Serializer):
    """One line of the standings."""

    rank = serializers.IntegerField(help_text="Level entries share one.")
    entry = EntryRef()
    played = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()
    values = serializers.ListField(
        child=serializers.FloatField(allow_null=True),
        help_text="One for each of tie_breaks; null where it says nothing.",
    )
    separated_by = serializers.CharField(
        allow_null=True, help_text="The tie-break that put it below the line above."
    )
    struck = serializers.BooleanField(help_text="Its results count for nobody.")


class GroupShape(serializers.Serializer):
    """A table of the standings: one, or one for each group."""

    group = serializers.CharField(allow_blank=True)
    rows = StandingShape(many=True)


class PlaceShape(serializers.Serializer):
    """A place reached."""

    place = serializers.IntegerField()
    last = serializers.IntegerField(help_text="The last of those who share it.")
    decided = serializers.BooleanField()
    group = serializers.CharField(allow_blank=True)
    entry = EntryRef()


class StandingsShape(serializers.Serializer):
    """The standings of a stage after a round."""

    stage = serializers.IntegerField()
    through_round = serializers.IntegerField(allow_null=True, help_text="Null: all there are.")
    open_pairings = serializers.IntegerField(help_text="Games without a result, not counted.")
    tie_breaks = TieBreakShape(many=True)
    tables = GroupShape(many=True)
    places = PlaceShape(many=True, help_text="The ranking of the stage as a whole.")


class StandingsQuery(serializers.Serializer):
    """Of which stage, after which round."""

    stage = serializers.IntegerField(
        min_value=1, max_value=MOST, required=False, help_text="The one being played, without it."
    )
    round = serializers.IntegerField(
        min_value=1, max_value=MOST, required=False, help_text="After that round."
    )


class _Standings(Read):
    """What both readings begin with."""

    news = NEWS
    query = StandingsQuery

    def ranking(self) -> tuple[StageRanking, StageField]:
        """The ranking that is asked for. Raises Http404."""
        facts, through = self._chosen()
        field = stage_field(facts)
        return rank_stage(facts, field, through), field

    def _chosen(self) -> tuple[StageFacts, int | None]:
        stages = stages_of(self.tournament)
        asked, through = self.asked.get("stage"), self.asked.get("round")
        rounds = self.tournament.rounds.filter(state__in=PUBLIC_STATES)
        if through is not None and not rounds.filter(number=through).exists():
            raise Http404(str(through))
        if asked is None:
            chosen = current_stage(stages) if through is None else stage_of_round(stages, through)
            return chosen, through
        facts = next((one for one in stages if one.stage.number == asked), None)
        if facts is None or (through is not None and not facts.offset < through <= facts.last):
            raise Http404(str(asked))
        return facts, through


@described("standings", "standings", "The standings of a stage.", StandingsShape)
class StageStandings(_Standings):
    def read(self) -> dict[str, Any]:
        ranking, _field = self.ranking()
        entries = entries_by_id(self.tournament, public=True)
        return {
            "stage": ranking.facts.stage.number,
            "through_round": self.asked.get("round"),
            "open_pairings": ranking.open_pairings,
            "tie_breaks": _tie_breaks(ranking.tables[0].standings, self.tournament),
            "tables": [_table(table, entries) for table in ranking.tables],
            "places": [_place(rank, entries) for rank in ranking.ranks],
        }


def _tie_breaks(standings: Standings, tournament: Tournament) -> list[dict[str, str]]:
    columns = columns_of(standings, tournament.game)
    return [{"code": str(column.code), "name": column.head} for column in columns]


def _table(table: GroupTable, entries: Mapping[EntryId, Entry]) -> dict[str, Any]:
    return {
        "group": table.name,
        "rows": [
            {
                "rank": row.rank,
                "entry": _ref(entries[row.entry]),
                "played": row.played,
                "wins": row.wins,
                "draws": row.draws,
                "losses": row.losses,
                "values": [None if value is None else float(value) for value in row.values],
                "separated_by": None if row.separated_by is None else str(row.separated_by),
                "struck": row.struck,
            }
            for row in table.standings.rows
        ],
    }


def _place(rank: Any, entries: Mapping[EntryId, Entry]) -> dict[str, Any]:
    return {
        "place": rank.place,
        "last": rank.last,
        "decided": rank.decided,
        "group": rank.group,
        "entry": _ref(entries[rank.entry]),
    }


def _ref(entry: Entry) -> dict[str, Any]:
    return {"number": entry.number, "name": entry.name}


class TermShape(serializers.Serializer):
    """A part of a number."""

    round = serializers.IntegerField(allow_null=True, help_text="Null for what is of none.")
    what = serializers.ChoiceField(choices=sorted(TERMS))
    opponents = EntryRef(many=True)
    value = serializers.FloatField(allow_null=True)
    counted = serializers.BooleanField(help_text="False for what was cut away.")


class WorkingShape(TieBreakShape):
    """How a number came about: the sum of the terms that count, or their mean."""

    value = serializers.FloatField(allow_null=True)
    mean = serializers.BooleanField()
    terms = TermShape(many=True)


class WorkingsShape(serializers.Serializer):
    """Every number of one line."""

    entry = EntryRef()
    rank = serializers.IntegerField()
    workings = WorkingShape(many=True)


@described(
    "standing_workings",
    "standings",
    "How each number of one entry came about.",
    WorkingsShape,
)
class Workings(_Standings):
    def read(self, number: int) -> dict[str, Any]:
        entry = self.tournament.entries.filter(number=number).first()
        ranking, _field = self.ranking()
        standings = ranking.standings_of(entry.pk) if entry is not None else None
        if entry is None or standings is None:
            raise Http404(str(number))
        entries = entries_by_id(self.tournament, public=True)
        row = standings.by_entry[entry.pk]
        before = ranking.facts.chain_offset
        return {
            "entry": _ref(entries[entry.pk]),
            "rank": row.rank,
            "workings": [
                {
                    "code": str(column.code),
                    "name": column.head,
                    "value": None if value is None else float(value),
                    "mean": mean_of(TieBreak(column.code)),
                    "terms": [
                        _term(term, entries, before)
                        for term in standings.working(entry.pk, TieBreak(column.code))
                    ],
                }
                for column, value in zip(
                    columns_of(standings, self.tournament.game), row.values, strict=True
                )
            ],
        }


def _term(term: Term, entries: Mapping[EntryId, Entry], before: int) -> dict[str, Any]:
    return {
        "round": term.round + before if term.round else None,
        "what": term.code,
        "opponents": [_ref(entries[pk]) for pk in term.opponents],
        "value": None if term.value is None else float(term.value),
        "counted": term.counted,
    }


class RankingShape(serializers.Serializer):
    """Everybody, over all stages."""

    final = serializers.BooleanField(help_text="Whether the tournament is finished.")
    places = PlaceShape(many=True)


@described("ranking", "standings", "The list of the whole tournament.", RankingShape)
class Ranking(Read):
    news = NEWS

    def read(self) -> dict[str, Any]:
        entries = entries_by_id(self.tournament, public=True)
        ranks = tournament_ranking(self.tournament)
        return {
            "final": self.tournament.state == Tournament.State.FINISHED,
            "places": [_place(rank, entries) for rank in ranks],
        }
