"""What the pages about one entry's comings and goings share: what follows, as they show it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.http import HttpRequest

from tournaments.access import sees_drafts
from tournaments.draw_words import group_words, points_text
from tournaments.models import Entry, Round, Tournament
from tournaments.queries.entries import situation_of
from tournaments.queries.what_follows import Follows, PlaceChange
from tournaments.views.entries import row_of

FOLDER = "tournaments/entries"


def shown(follows: Follows, *, drafts: bool) -> dict[str, Any]:
    """What follows as texts. Without `drafts` a draft is not told of."""
    return {
        "own": [_line(one) for one in follows.own],
        "points": [_line(one) for one in follows.points],
        "places": [_line(one) for one in follows.places],
        "drawn": [
            str(one.number) for one in follows.drawn if drafts or one.state != Round.State.DRAFT
        ],
        "draft": drafts and any(one.state == Round.State.DRAFT for one in follows.drawn),
        "onward": follows.onward,
        "anything": follows.anything,
    }


def _line(one: PlaceChange) -> dict[str, Any]:
    where = [text for text in (one.stage, group_words(one.group) if one.group else "") if text]
    difference = one.difference
    sign = "+" if difference > 0 else "−" if difference < 0 else ""
    return {
        "number": str(one.number),
        "name": one.name,
        "points": tuple("–" if p is None else points_text(p) for p in one.points),
        "moves_points": one.points_change,
        "difference": f"{sign}{points_text(abs(difference))}" if one.points_change else "",
        "rank": tuple("–" if rank is None else str(rank) for rank in one.rank),
        "moves": one.rank[0] != one.rank[1],
        "where": " · ".join(where),
    }


def entry_context(request: HttpRequest, tournament: Tournament, row: Entry) -> dict[str, Any]:
    """The entry and where the tournament stands, for a page about it."""
    situation = situation_of(tournament, drafts=sees_drafts(request))
    return {"row": row_of(row, situation), "situation": situation}


def decimal(text: str | None) -> Decimal | None:
    """Points typed with a comma or a point; None for anything else."""
    text = (text or "").strip().replace(",", ".")
    digits = text.replace(".", "", 1).removeprefix("-")
    return Decimal(text) if digits.isascii() and digits.isdigit() and len(text) < 9 else None
