"""The standings for everybody, at the desk, on the wall, and how each number came about."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.access import Action, desk_page, public, staff
from tournaments.addresses import stem
from tournaments.models import Entry, Round, Tournament
from tournaments.queries.played import PUBLIC_STATES
from tournaments.queries.players import player_names
from tournaments.queries.standings import standings_of
from tournaments.standings_words import StandingsTable, entries_by_id, standings_table, workings

#: Lines on one screen of the wall, read from 15 m.
WALL_LINES = 16


def _through(request: HttpRequest) -> int | None:
    """The round asked for (`?round=3`), None for all."""
    text = request.GET.get("round", "")
    if not text:
        return None
    if not text.isdecimal() or len(text) > 4 or not int(text):
        raise Http404(text)
    return int(text)


def _context(tournament: Tournament, through: int | None) -> dict[str, Any]:
    rounds = list(tournament.rounds.filter(state__in=PUBLIC_STATES))
    if through is not None and through not in {row.number for row in rounds}:
        raise Http404(str(through))
    table = standings_table(standings_of(tournament, through), entries_by_id(tournament))
    return {
        "tournament": tournament,
        "rounds": rounds,
        "through": through,
        "table": table,
        "final": tournament.state == Tournament.State.FINISHED and through is None,
        "running": any(row.state == Round.State.PUBLISHED for row in rounds),
    }


def _page(tournament: Tournament, through: int | None) -> dict[str, Any]:
    """What the page with all lines shows."""
    context = _context(tournament, through)
    return context | _rows(tournament, context["table"], through)


def _rows(tournament: Tournament, table: StandingsTable, through: int | None) -> dict[str, Any]:
    """The lines as the page shows them. Texts in dictionaries, since a template looks thousands
    of them up."""
    players = player_names(tournament)
    return {
        "rows": [
            {
                "rank": str(line.rank),
                "number": str(line.entry.number),
                "name": line.entry.name,
                "players": " · ".join(players.get(line.entry.pk, ())),
                "withdrawn": line.entry.state == Entry.State.WITHDRAWN,
                "score": f"{line.wins}/{line.played}",
                "cells": [(cell.column.head, cell.text) for cell in line.cells],
            }
            for line in table.lines
        ],
        "base": stem("working", tournament.slug),
        "query": f"?round={through}" if through else "",
    }


@public
@require_safe
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Ranks, points and tie-breaks, after all rounds or after one."""
    context = _page(tournament, _through(request)) | {"section": "standings"}
    return render(request, "tournaments/standings/public.html", context)


@staff(Action.LOOK)
@require_safe
def desk_standings(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The same table inside the desk."""
    context = _page(tournament, _through(request))
    return desk_page(request, tournament, "standings", "tournaments/standings/desk.html", context)


@public
@require_safe
def working(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """How each number of one line came about: a piece of the table, or a page of its own."""
    entry = get_object_or_404(tournament.entries, number=number)
    through = _through(request)
    standings = standings_of(tournament, through)
    if entry.pk not in standings.by_entry:
        raise Http404(str(number))
    context = {
        "tournament": tournament,
        "entry": entry,
        "row": standings.by_entry[entry.pk],
        "workings": workings(standings, entry.pk, entries_by_id(tournament)),
        "through": through,
        "section": "standings",
    }
    template = "working_piece" if getattr(request, "htmx", False) else "working"
    return render(request, f"tournaments/standings/{template}.html", context)


@public
@require_safe
def wall_standings(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """A screenful at a time: the page asks for the next (`?page=`) by itself."""
    context = _context(tournament, None)
    lines = context["table"].lines
    pages = max(1, -(-len(lines) // WALL_LINES))
    asked = request.GET.get("page", "1")
    page = (int(asked) - 1) % pages + 1 if asked.isdecimal() and len(asked) < 7 else 1
    context |= {
        "lines": lines[(page - 1) * WALL_LINES : page * WALL_LINES],
        "page": page,
        "pages": pages,
        "next_page": page % pages + 1,
    }
    template = "wall_piece" if getattr(request, "htmx", False) else "wall"
    return render(request, f"tournaments/standings/{template}.html", context)
