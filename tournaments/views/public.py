"""What everybody sees of the tournaments: the list, and the pairings of a round."""

from __future__ import annotations

from typing import Any

from django.db.models import F
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from tournaments.access import public
from tournaments.addresses import stem
from tournaments.draw_words import group_order, group_words
from tournaments.models import Pairing, Round, Seat, Tournament
from tournaments.names import players_beside
from tournaments.public_names import public_names
from tournaments.queries.news import newest_event
from tournaments.queries.played import PUBLIC_STATES
from tournaments.queries.players import player_names
from tournaments.queries.stages import shows_stage, stage_name
from tournaments.table_words import moved_words, wishes_words
from tournaments.templatetags.look import side

_WALKOVERS = frozenset({Seat.Outcome.WALKOVER_WIN, Seat.Outcome.WALKOVER_LOSS})
_WON = frozenset({Seat.Outcome.WIN, Seat.Outcome.WALKOVER_WIN})


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """All public tournaments: running ones first, then those to come with the next one at the
    top, then those over with the last one at the top."""
    tournaments = list(Tournament.objects.filter(public=True).select_related("registration"))
    groups = {
        state: [row for row in tournaments if row.state == state]
        for state in (Tournament.State.RUNNING, Tournament.State.OPEN, Tournament.State.FINISHED)
    }
    groups[Tournament.State.OPEN].sort(key=lambda row: row.date)
    return render(request, "tournaments/public/home.html", {"groups": groups})


def published_round(tournament: Tournament, number: int | None = None) -> Round | None:
    """The round of that number, or the newest, if everybody may see it."""
    rounds = tournament.rounds.filter(state__in=PUBLIC_STATES).order_by("-number")
    return (rounds if number is None else rounds.filter(number=number)).first()


def pairing_rows(tournament: Tournament, round_: Round) -> list[dict[str, Any]]:
    """Pairings by table, the bye last, group by group where there are groups: two queries.

    Texts in dictionaries, since a template looks thousands of them up. A side may be one entry
    or several. Players are those who played this round, whoever came for them since.
    """
    players = player_names(tournament, round_number=round_.number, public=True)
    names = public_names(tournament)
    marks: dict[tuple[str, ...], SafeString] = {}
    rows: dict[int, dict[str, Any]] = {}
    seats = Seat.objects.filter(round=round_).select_related(
        "entry", "moved_from", "pairing__table"
    )
    order = (F("pairing__table__number").asc(nulls_last=True), "pairing__order", "side", "id")
    for seat in seats.defer("pairing__reasons", "entry__notes").order_by(*order):
        table = seat.pairing.table
        row = rows.setdefault(
            seat.pairing_id,
            {
                "table": "" if table is None else str(table.number),
                "group": seat.pairing.group,
                "sides": {},
            },
        )
        colours = tuple(seat.colours)
        if colours not in marks:
            marks[colours] = format_html_join("", "{}", ((side(c, "small"),) for c in colours))
        sits = row["sides"].setdefault(
            seat.side,
            {
                "entries": [],
                "marks": marks[colours],
                "score": "" if seat.score is None else str(seat.score),
                "won": seat.outcome in _WON or seat.place == 1,
                "place": "" if seat.place is None else str(seat.place),
                "walkover": seat.get_outcome_display() if seat.outcome in _WALKOVERS else "",
            },
        )
        name = names.entry(seat.entry_id, seat.entry.name)
        sits["entries"].append(
            {
                "number": str(seat.entry.number),
                "name": name,
                "moved": moved_words([seat.moved_from]),
                "wishes": wishes_words([seat.entry]),
                "players": players_beside(name, players.get(seat.entry_id, ())),
            }
        )
    listed = list(rows.values())
    for row in listed:
        row["sides"] = list(row["sides"].values())
        row["several"] = len(row["sides"]) > 2
    return with_heads(listed)


def with_heads(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows that name a `group`, group by group, the first of each with its name as `head`."""
    if len({row["group"] for row in rows}) < 2:
        return rows
    ordered = sorted(rows, key=lambda row: group_order(row["group"]))
    for row, before in zip(ordered, [None, *ordered[:-1]], strict=True):
        if before is None or before["group"] != row["group"]:
            row["head"] = group_words(row["group"]) or gettext("Main tree")
    return ordered


@public
@require_safe
def pairings(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The newest round."""
    newest = published_round(tournament)
    if newest is None:
        stamp = str(newest_event(tournament))
        if request.GET.get("stamp") == stamp:
            return HttpResponse(status=204)
        context = {"tournament": tournament, "section": "pairings", "round": None, "stamp": stamp}
        return render(request, "tournaments/public/round.html", context)
    return redirect("round", slug=tournament.slug, number=newest.number)


@public
@require_safe
def round_page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """One round: who sat where, and what it gave. Asked with the `stamp` it has, it answers 204
    while nothing is new."""
    round_ = get_object_or_404(
        tournament.rounds.select_related("stage"), number=number, state__in=PUBLIC_STATES
    )
    stamp = str(newest_event(tournament, pairings=Pairing.objects.filter(round=round_)))
    if request.GET.get("stamp") == stamp:
        return HttpResponse(status=204)
    context = {
        "tournament": tournament,
        "section": "pairings",
        "round": round_,
        "rounds": tournament.rounds.filter(state__in=PUBLIC_STATES),
        "pairings": pairing_rows(tournament, round_),
        "stage_name": stage_name(round_.stage) if shows_stage(round_.stage) else "",
        "tables": stem("table", tournament.slug),
        "entries": stem("entry", tournament.slug),
        "stamp": stamp,
    }
    return render(request, "tournaments/public/round.html", context)
