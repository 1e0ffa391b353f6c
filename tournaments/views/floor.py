"""The floor plan: the hall as it is, and the page on which its tables are arranged."""

from __future__ import annotations

import json
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import Action, desk_page, granted, key_of, staff, user_of
from tournaments.control.room import room_stamp
from tournaments.domain.arrange_tables import arrange_tables
from tournaments.domain.errors import Refused, status_of
from tournaments.domain.set_table import numbers_in
from tournaments.floor_plan.places import (
    HEIGHT,
    PITCH_X,
    PITCH_Y,
    WIDTH,
    Place,
    laid_out,
    places_of,
    row_length,
)
from tournaments.floor_plan.plan import UNIT, known_places, places_stamp, plan_of
from tournaments.follows import follows
from tournaments.models import Tournament
from tournaments.typed_number import whole
from tournaments.undo.toasts import undo_tag

#: So many letters tell the places of the largest hall.
_LONGEST: Final = 100_000
_SIZES: Final = {
    "width": WIDTH,
    "height": HEIGHT,
    "pitchX": PITCH_X,
    "pitchY": PITCH_Y,
    "unit": UNIT,
}


def _stamp(_request: HttpRequest, tournament: Tournament) -> str:
    return room_stamp(tournament)


@staff(Action.LOOK)
@require_safe
@follows("all", pieces="#floor", stamp=_stamp)
def floor(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Every table at its place, with what goes on there; a touch opens it."""
    plan = plan_of(tournament, granted(request))
    return desk_page(request, tournament, "floor", "tournaments/control/floor.html", {"plan": plan})


@staff(Action.EDIT_TOURNAMENT)
@require_http_methods(["GET", "HEAD", "POST"])
def arrange(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Move tables on the plan, one by one or in rows, and save the whole arrangement."""
    tables = list(tournament.tables.order_by("number"))
    refused: Refused | None = None
    places = places_of(known_places(tables))
    typed = {"tables": "", "per_row": str(row_length(len(tables)))}
    if request.method == "POST":
        typed |= {name: request.POST.get(name, "").strip()[:200] for name in typed}
        try:
            places |= _sent(request, places)
            if "rows" in request.POST:
                places = _in_rows(places, typed)
            arrange_tables(
                tournament,
                places,
                by=user_of(request),
                seen=request.POST.get("seen", ""),
                key=key_of(request),
            )
            messages.success(
                request,
                _("The tables are arranged."),
                extra_tags=undo_tag(tournament, "table.arrange", tournament, by=user_of(request)),
            )
            rows = "rows" in request.POST
            return redirect("desk-floor-arrange" if rows else "desk-floor", slug=tournament.slug)
        except Refused as found:
            refused = found
            if found.status == 409:
                # Somebody else's arrangement stands, and is shown.
                places = places_of(known_places(tables))
    plan = plan_of(tournament, granted(request))
    context: dict[str, Any] = {
        "plan": plan,
        "spots": [(spot, places[spot.number].x, places[spot.number].y) for spot in plan.spots],
        "seen": places_stamp(tables),
        "refused": refused,
        "typed": typed,
        "sizes": _SIZES,
    }
    return desk_page(
        request,
        tournament,
        "floor",
        "tournaments/control/arrange.html",
        context,
        status=status_of(refused),
    )


def _sent(request: HttpRequest, shown: dict[int, Place]) -> dict[int, Place]:
    """Where tables were moved to: {"12": [x, y]}. Without a script nothing was."""
    text = request.POST.get("places", "")[:_LONGEST]
    if not text:
        return {}
    try:
        read = json.loads(text)
        places = {int(number): Place(int(x), int(y)) for number, (x, y) in read.items()}
    except (ValueError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise Refused(
            "unreadable", _("The plan did not arrive whole. Load the page again.")
        ) from error
    unknown = sorted(places.keys() - shown.keys())
    if unknown:
        raise Refused(
            "no-table", _("There is no table %(number)s in the hall.") % {"number": unknown[0]}
        )
    return places


def _in_rows(places: dict[int, Place], typed: dict[str, str]) -> dict[int, Place]:
    per_row = whole(typed["per_row"])
    if per_row is None or not 1 <= per_row <= len(places):
        raise Refused(
            "per-row",
            _("Write how many tables stand in a row, from 1 to %(most)s.") % {"most": len(places)},
            field="per_row",
        )
    numbers = numbers_in(typed["tables"])
    if numbers is None:
        raise Refused("tables", _("Write numbers like 1-8, 12."), field="tables")
    missing = [number for number in numbers if number not in places]
    if missing:
        raise Refused(
            "no-table",
            _("There is no table %(number)s in the hall.") % {"number": missing[0]},
            field="tables",
        )
    return laid_out(places, numbers or sorted(places), per_row)
