"""How much waits behind the entries of the desk's menu, on whatever page somebody is."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import Action, staff
from tournaments.follows import timed
from tournaments.hooks import waiting_asked
from tournaments.models import Tournament
from tournaments.queries.news import news_stamp

#: What changes the numbers.
NEWS: Final = "calls claims results rounds"
#: The entries that have one, by the keys the menu knows them by: tables that do not agree, and
#: calls that no judge has taken.
PLACES: Final = ("results", "gavel")


@staff(Action.LOOK)
@require_safe
def waiting(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The numbers. Asked with the stamp it has, a page learns with 204 that they are the same."""
    stamp = news_stamp(tournament, NEWS)
    if request.GET.get("stamp") == stamp:
        answer: HttpResponse = timed(HttpResponse(status=204))
        return answer
    found = dict.fromkeys(PLACES, 0)
    answers: list[tuple[Any, Any]] = waiting_asked.send(sender=waiting, tournament=tournament)
    for _receiver, numbers in answers:
        found |= {place: number for place, number in numbers.items() if place in found}
    context = {"tournament": tournament, "stamp": stamp, "found": found}
    page: HttpResponse = timed(render(request, "tournaments/desk/waiting.html", context))
    return page
