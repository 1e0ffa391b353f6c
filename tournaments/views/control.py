"""The control room: the desk's front page of a tournament."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe

from tournaments.access import Action, desk_page, granted, sees_drafts, staff
from tournaments.control.room import room_of, room_stamp
from tournaments.day_words import next_of, steps_of
from tournaments.follows import follows
from tournaments.log_words import told
from tournaments.models import Tournament

#: Events shown; the rest are in the log.
_LATEST = 6


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
