"""Brackets and cross tables, as the data that their pictures are drawn from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import Http404
from rest_framework import serializers

from tournaments.api.described import described
from tournaments.api.endpoint import Read
from tournaments.api.shapes import choice
from tournaments.api.standings import NEWS
from tournaments.pictures import Bracket, CrossTable, State, Tree, TreeRound
from tournaments.pictures.model import Mark, Match
from tournaments.queries.stage_standings import rank_stage
from tournaments.queries.stages import stages_of
from tournaments.queries.standings import stage_field
from tournaments.stage_pictures import shapes_of
from tournaments.standings_words import entries_by_id


class MatchSide(serializers.Serializer):
    """A line of a match."""

    name = serializers.CharField(allow_blank=True, help_text="Empty while nobody is known.")
    seed = serializers.IntegerField(allow_null=True)
    score = serializers.CharField(allow_blank=True)
    won = serializers.BooleanField()
    comes_from = serializers.CharField(allow_blank=True, help_text="While there is no name.")


class MatchShape(serializers.Serializer):
    """A match of a tree. Without sides: there is none in that place."""

    state = choice([state.value for state in State], allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    if_needed = serializers.BooleanField()
    sides = MatchSide(many=True)


class TreeRoundShape(serializers.Serializer):
    """A column of a tree."""

    name = serializers.CharField(allow_blank=True)
    matches = MatchShape(many=True, help_text="From the top.")


class TreeShape(serializers.Serializer):
    """A tree, or matches beside one."""

    part = choice(["main", "losers", "finals", "third_place", "consolation"])
    name = serializers.CharField(allow_blank=True)
    rounds = TreeRoundShape(many=True)


class CellShape(serializers.Serializer):
    """What one did against an opponent, or in a round."""

    text = serializers.CharField(allow_blank=True)
    small = serializers.CharField(allow_blank=True)
    mark = choice([mark.value for mark in Mark])
    state = choice([state.value for state in State])


class CrossRow(serializers.Serializer):
    """An entry of a cross table."""

    number = serializers.IntegerField(help_text="What cells of others call it.")
    name = serializers.CharField()
    cells = serializers.ListField(
        child=CellShape(many=True), help_text="For each column none, one or several."
    )
    totals = serializers.ListField(child=serializers.CharField(allow_blank=True))


class CrossTableShape(serializers.Serializer):
    """Entries down, opponents or rounds across."""

    title = serializers.CharField(allow_blank=True)
    columns = serializers.ListField(child=serializers.CharField())
    total_heads = serializers.ListField(child=serializers.CharField())
    rows = CrossRow(many=True)


class ChartShape(serializers.Serializer):
    """The pictures of a stage, as data."""

    stage = serializers.IntegerField()
    trees = TreeShape(many=True)
    cross_tables = CrossTableShape(many=True)


@described("stage_chart", "standings", "The bracket of a stage, or its cross tables.", ChartShape)
class Chart(Read):
    news = NEWS

    def read(self, number: int) -> dict[str, Any]:
        stages = stages_of(self.tournament)
        facts = next((one for one in stages if one.stage.number == number), None)
        if facts is None:
            raise Http404(str(number))
        field = stage_field(facts)
        entries = entries_by_id(self.tournament, public=True)
        shapes = shapes_of(rank_stage(facts, field), field, entries)
        return {
            "stage": number,
            "trees": [tree for one in shapes if isinstance(one, Bracket) for tree in _trees(one)],
            "cross_tables": [_crossed(one) for one in shapes if isinstance(one, CrossTable)],
        }


def _trees(bracket: Bracket) -> Iterator[dict[str, Any]]:
    named: list[tuple[str, Tree | None]] = [
        ("main", bracket.main),
        ("losers", bracket.losers),
        ("finals", Tree("", bracket.finals) if bracket.finals else None),
        ("third_place", Tree("", (bracket.third_place,)) if bracket.third_place else None),
        ("consolation", bracket.consolation),
    ]
    for part, tree in named:
        if tree is not None:
            yield {
                "part": part,
                "name": tree.name,
                "rounds": [_column(column) for column in tree.rounds],
            }


def _column(column: TreeRound) -> dict[str, Any]:
    return {"name": column.name, "matches": [_match(match) for match in column.matches]}


def _match(match: Match | None) -> dict[str, Any]:
    if match is None:
        return {"state": None, "table": None, "if_needed": False, "sides": []}
    return {
        "state": match.state.value,
        "table": match.table,
        "if_needed": match.if_needed,
        "sides": [
            {
                "name": side.name,
                "seed": side.seed,
                "score": side.score,
                "won": side.won,
                "comes_from": side.hint,
            }
            for side in match.sides
        ],
    }


def _crossed(table: CrossTable) -> dict[str, Any]:
    return {
        "title": table.title,
        "columns": list(table.columns),
        "total_heads": list(table.total_heads),
        "rows": [
            {
                "number": row.number,
                "name": row.name,
                "cells": [
                    [
                        {
                            "text": cell.text,
                            "small": cell.small,
                            "mark": cell.mark.value,
                            "state": cell.state.value,
                        }
                        for cell in cells
                    ]
                    for cells in row.cells
                ],
                "totals": list(row.totals),
            }
            for row in table.rows
        ],
    }
