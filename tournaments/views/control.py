"""The control room: the desk's front page of a tournament, and the way to everything else."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_safe

from tournaments.access import Action, desk_page, granted, sees_drafts, staff
from tournaments.control.commands import GROUPS, Group, as_json, commands_of, found
from tournaments.control.room import room_of, room_stamp
from tournaments.day_words import next_of, steps_of
from tournaments.follows import follows
from tournaments.log_words import told
from tournaments.models import Tournament

#: Events shown; the rest are in the log.
_LATEST = 6
#: Letters of what was typed that are looked at.
_TYPED = 80


def _stamp(_request: HttpRequest, tournament: Tournament) -> str:
    return room_stamp(tournament)


@staff(Action.LOOK)
@require_safe
@follows("all", pieces="#page", stamp=_stamp)
def overview(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Where the day stands, what needs doing now, what comes next and what is in its way."""
    room = room_of(tournament, granted(request))
    latest = tournament.events.select_related("actor")[:_LATEST]
    return desk_page(
        request,
        tournament,
        "overview",
        "tournaments/control/room.html",
        {
            "room": room,
            "day": room.day,
            "next": next_of(tournament, room.day),
            "steps": steps_of(tournament, room.day),
            "events": told(latest, drafts=sees_drafts(request)),
        },
    )


@staff(Action.LOOK)
@require_safe
def go(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Where one can go, as a page: what the palette shows, for browsers without scripts."""
    text = request.GET.get("q", "").replace("\0", "")[:_TYPED]
    commands = found(commands_of(tournament, granted(request)), text)
    groups = [
        (GROUPS[group], [one for one in commands if one.group is group])
        for group in (dict.fromkeys(one.group for one in commands) if text.strip() else Group)
    ]
    context = {"q": text, "groups": [pair for pair in groups if pair[1]]}
    return desk_page(request, tournament, "go", "tournaments/control/go.html", context)


@staff(Action.LOOK)
@require_safe
def go_list(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The same as data. The browser keeps it and asks whether it still holds."""
    text, stamp = as_json(commands_of(tournament, granted(request)))
    etag = f'"{stamp}"'
    kept = request.headers.get("If-None-Match", "").replace("W/", "").split(", ")
    response = (
        HttpResponse(status=304)
        if etag in kept
        else HttpResponse(text, content_type="application/json")
    )
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    return response
