"""The projector: a wall that turns its screens, and the page on which they are chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.access import on_wall
from tournaments.models import Tournament
from tournaments.pieces import is_piece
from tournaments.typed_number import whole
from tournaments.wall import Look, Source, deck_of, deck_stamp, sources
from tournaments.wall.pages import LONGEST, SECONDS, SHORTEST


@on_wall
@require_safe
def wall(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """All that there is to show (`?show=tables,clock`: those), each screen for `?seconds=`.

    Asked with the `stamp` it has, it answers 204 while nothing is new.
    """
    return _wall(request, tournament, _asked(request))


@on_wall
@require_safe
def wall_pairings(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Every pair of the round by name, with its table."""
    return _wall(request, tournament, ["tables"])


@on_wall
@require_safe
def wall_standings(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Who stands where. Groups have screens of their own; when all is over, it is the list of
    the whole tournament."""
    return _wall(request, tournament, ["standings"])


@on_wall
@require_safe
def wall_bracket(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The bracket or the cross tables of the stage, part after part."""
    return _wall(request, tournament, ["bracket"])


@on_wall
@require_safe
def wall_choose(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Which screens take turns, and for how long: a form that leads to the wall."""
    look = Look(tournament)
    chosen = _asked(request) or [source.code for source in _chosen(look, [])]
    rows = [
        {
            "code": source.code,
            "name": source.name,
            "on": source.code in chosen,
            "screens": len(source.screens(look)),
        }
        for source in sources()
    ]
    context = {
        "tournament": tournament,
        "rows": rows,
        "seconds": _seconds(request),
        "shortest": SHORTEST,
        "longest": LONGEST,
    }
    return render(request, "tournaments/wall/choose.html", context)


def _wall(request: HttpRequest, tournament: Tournament, asked: Sequence[str]) -> HttpResponseBase:
    look = Look(tournament)
    stamp = deck_stamp(look)
    if request.GET.get("stamp") == stamp:
        return _now(HttpResponse(status=204))
    seconds = _seconds(request)
    deck = deck_of(look, _chosen(look, asked), seconds)
    query = urlencode({"show": ",".join(asked), "seconds": f"{seconds:g}"}, safe=",")
    context: dict[str, Any] = {
        "tournament": tournament,
        "deck": deck,
        "stamp": stamp,
        "query": query if asked else f"seconds={seconds:g}",
        "address": request.path,
    }
    piece = is_piece(request)
    template = "deck" if piece else "wall"
    return _now(render(request, f"tournaments/wall/{template}.html", context))


def _asked(request: HttpRequest) -> list[str]:
    """Codes of sources, from `show=a&show=b` or `show=a,b`; what does not exist is passed over."""
    codes = {code for text in request.GET.getlist("show") for code in text.split(",")}
    return [source.code for source in sources() if source.code in codes]


def _chosen(look: Look, asked: Sequence[str]) -> list[Source]:
    if asked:
        return [source for source in sources() if source.code in asked]
    return [source for source in sources() if source.unasked is None or source.unasked(look)]


def _seconds(request: HttpRequest) -> float:
    chosen = whole(request.GET.get("seconds"))
    return float(max(1, min(SECONDS if chosen is None else chosen, LONGEST)))


def _now(response: HttpResponse) -> HttpResponse:
    """Clocks on the wall are set by what the server says."""
    response["X-Server-Now"] = str(int(timezone.now().timestamp() * 1000))
    response["Cache-Control"] = "no-store"
    return response
