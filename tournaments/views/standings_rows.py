"""The lines of the standings as a page shows them, and which of them it shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.draw_words import group_words
from tournaments.formats.stage_ranks import Rank
from tournaments.long_list import LONGEST, Part, part_of
from tournaments.models import Entry
from tournaments.names import players_beside
from tournaments.queries.stage_standings import StageRanking
from tournaments.ranking_words import place_text, tree_words
from tournaments.standings_words import StandingsTable
from tournaments.typed_number import whole


@dataclass(frozen=True)
class Who:
    """Everybody, by the keys of their entries."""

    entries: dict[int, Entry]
    players: dict[int, list[str]]

    def text(self, key: int) -> str:
        """What a line is found by."""
        entry = self.entries[key]
        return f"{entry.number} {entry.name} {' '.join(self.players.get(key, ()))}"

    def line(self, key: int) -> dict[str, Any]:
        """What every list says of an entry."""
        entry = self.entries[key]
        return {
            "number": str(entry.number),
            "name": entry.name,
            "players": players_beside(entry.name, self.players.get(key, ())),
            "withdrawn": entry.state == Entry.State.WITHDRAWN,
            "disqualified": entry.state == Entry.State.DISQUALIFIED,
        }


def part_asked_for(request: HttpRequest, lists: Sequence[Sequence[int]], who: Who) -> Part[int]:
    """The lines that are asked for: `?find=` words, `?page=` of what is found, or the page on
    which number `?entry=` stands."""
    asked = whole(request.GET.get("entry", ""))
    beside = next((pk for pk, one in who.entries.items() if one.number == asked), None)
    return part_of(
        lists,
        who.text,
        find=request.GET.get("find", ""),
        page=whole(request.GET.get("page", "")) or 1,
        beside=beside if asked else None,
    )


def around(request: HttpRequest, part: Part[int]) -> dict[str, Any]:
    """What stands around a part of the list."""
    kept = request.GET.copy()
    for name in ("stamp", "page", "entry", "show"):
        kept.pop(name, None)
    others = kept.copy()
    others.pop("find", None)
    return {
        "part": part,
        "shown_of": _("{shown} of {all}").format(shown=part.found, all=part.of),
        "page_query": f"{kept.urlencode()}&" if kept else "",
        "search_keeps": list(others.items()),
        "longest": LONGEST,
    }


def table_rows(table: StandingsTable, name: str, who: Who) -> dict[str, Any]:
    """The lines as the page shows them. Texts in dictionaries, since a template looks thousands
    of them up."""
    return {
        "name": group_words(name),
        "table": table,
        "rows": [
            who.line(line.entry.pk)
            | {
                "rank": str(line.rank),
                "score": f"{line.wins}/{line.played}",
                "cells": [(cell.column.head, cell.text) for cell in line.cells],
                "struck": line.struck,
            }
            for line in table.lines
        ],
    }


def tree_rows(ranking: StageRanking, part: Part[int], who: Who) -> list[dict[str, Any]]:
    """The places of a tree: who is where, and how far it came."""
    names = {pk: entry.name for pk, entry in who.entries.items()}
    return [
        who.line(rank.entry)
        | {
            "place": place_text(rank) if rank.decided else "",
            "decided": rank.decided,
            "how": tree_words(rank, names, ranking.facts.offset),
        }
        for rank in ranking.ranks
        if rank.entry in part.keys
    ]


def whole_rows(ranks: Sequence[Rank], part: Part[int], who: Who) -> list[dict[str, Any]]:
    return [
        who.line(rank.entry) | {"place": place_text(rank), "group": group_words(rank.group)}
        for rank in ranks
        if rank.entry in part.keys
    ]
