"""What everybody sees of the tournaments: the list, and the pairings of a round."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from tournaments.access import public
from tournaments.models import Pairing, Round, Seat, Tournament
from tournaments.names import sort_key
from tournaments.queries.played import PUBLIC_STATES

#: Lines on one screen of the wall.
WALL_LINES = 36


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """All public tournaments: running ones first, then those to come, then those over."""
    tournaments = list(Tournament.objects.filter(public=True))
    groups = {
        state: [row for row in tournaments if row.state == state]
        for state in (Tournament.State.RUNNING, Tournament.State.OPEN, Tournament.State.FINISHED)
    }
    return render(request, "tournaments/public/home.html", {"groups": groups})


def published_round(tournament: Tournament, number: int | None = None) -> Round | None:
    """The round of that number, or the newest, if everybody may see it."""
    rounds = tournament.rounds.filter(state__in=PUBLIC_STATES).order_by("-number")
    return (rounds if number is None else rounds.filter(number=number)).first()


def pairings_of(round_: Round) -> list[Pairing]:
    """Pairings by table, the bye last, with seats, entries and players: four queries."""
    seats = Seat.objects.select_related("entry").prefetch_related("entry__players")
    rows = round_.pairings.select_related("table").prefetch_related(Prefetch("seats", seats))
    return sorted(rows, key=lambda row: (row.table is None, row.table and row.table.number))


@public
@require_safe
def pairings(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The newest round."""
    newest = published_round(tournament)
    if newest is None:
        context = {"tournament": tournament, "section": "pairings", "round": None}
        return render(request, "tournaments/public/round.html", context)
    return redirect("round", slug=tournament.slug, number=newest.number)


@public
@require_safe
def round_page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """One round: who sat where, and what it gave."""
    round_ = get_object_or_404(tournament.rounds, number=number, state__in=PUBLIC_STATES)
    context = {
        "tournament": tournament,
        "section": "pairings",
        "round": round_,
        "rounds": tournament.rounds.filter(state__in=PUBLIC_STATES),
        "pairings": pairings_of(round_),
    }
    return render(request, "tournaments/public/round.html", context)


@public
@require_safe
def wall_pairings(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Every pair of the round by name, with its table: a screenful at a time."""
    round_ = published_round(tournament)
    lines: list[dict[str, Any]] = []
    for pairing in pairings_of(round_) if round_ else []:
        lines += [
            {"name": seat.entry.name, "table": pairing.table.number if pairing.table else None}
            for seat in pairing.seats.all()
        ]
    lines.sort(key=lambda line: sort_key(line["name"]))
    pages = max(1, -(-len(lines) // WALL_LINES))
    asked = request.GET.get("page", "1")
    page = (int(asked) - 1) % pages + 1 if asked.isdecimal() and len(asked) < 7 else 1
    context = {
        "tournament": tournament,
        "round": round_,
        "lines": lines[(page - 1) * WALL_LINES : page * WALL_LINES],
        "page": page,
        "pages": pages,
        "next_page": page % pages + 1,
    }
    template = "wall_piece" if getattr(request, "htmx", False) else "wall"
    return render(request, f"tournaments/public/{template}.html", context)
