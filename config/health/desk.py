"""The organiser's page of how Startfelt is doing, in plain words."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.health.state import state_of
from config.health.words import WELL, level_of, lines_of
from tournaments.access import Action, desk_page, staff
from tournaments.follows import follows
from tournaments.models import Tournament


def _every_second(_request: HttpRequest, _tournament: Tournament) -> str:
    """The page is about now, so it is never what it was."""
    return str(int(timezone.now().timestamp()))


@staff(Action.EDIT_TOURNAMENT)
@require_safe
@follows("all", pieces="#status", stamp=_every_second)
def status(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """What is well, and what to do where it is not."""
    with timezone.override(tournament.time_zone):
        state = state_of(tournament)
        lines = lines_of(state)
    context = {
        "lines": lines,
        "level": level_of(lines),
        "wanting": [line for line in lines if line.level != WELL],
        "now": state.now,
    }
    return desk_page(request, tournament, "eye", "health/status.html", context)
