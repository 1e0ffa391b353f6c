"""Somebody did not come to the table: what a walkover gives, and the result."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.consequences import consequences_of
from games.domain.game_results import NOBODY, WALKOVER, Typed
from games.domain.record_result import record_result
from games.domain.seats import colours_of, seats_of
from games.forms import version_seen
from games.queries import TableState
from games.views.requests import key_of, rules_of, table_of, with_server_now
from tournaments.access import Action, desk_page, may, staff, user_of
from tournaments.domain.check_in import change_state
from tournaments.domain.errors import Refused, status_of
from tournaments.models import Entry, Tournament


def walkover(table: TableState, absent: list[int]) -> Typed:
    """The result when the sides `absent` (counted from 0) did not come.

    Raises `Refused` when nobody is absent. Where two sides or more came they play: `others_play`.
    """
    sides = len(table.sides)
    came = [side for side in range(sides) if side not in absent]
    if len(came) == sides:
        raise Refused("nobody-absent", _("Choose who did not come."), field="absent")
    if not came:
        return Typed(scores=(None,) * sides, ended=NOBODY)
    return Typed(scores=(None,) * sides, winner=came[0], ended=WALKOVER)


def others_play(table: TableState, absent: list[int]) -> bool:
    """Whether two sides or more came, and play without those `absent`."""
    return bool(absent) and len(table.sides) - len(absent) > 1


@staff(Action.ENTER_RESULTS)
@require_http_methods(["GET", "HEAD", "POST"])
def no_show(request: HttpRequest, tournament: Tournament, n: int, number: int) -> HttpResponseBase:
    """Pick who did not come, read what follows, save it."""
    table = table_of(tournament, n, number)
    chosen = request.POST if request.method == "POST" else request.GET
    absent = sorted({int(side) for side in chosen.getlist("absent") if side in {*"0123456789"}})
    absent = [side for side in absent if side < len(table.sides)]
    if table.result is not None and request.method != "POST":
        return redirect("desk-table-result", tournament.slug, n, number)
    if others_play(table, absent):
        # They play on; their result says who was not there.
        marked = urlencode([(f"absent_{side}", "1") for side in absent])
        messages.info(
            request, _("The others can play. Who did not come is marked: enter the result then.")
        )
        address = reverse("desk-table-result", args=[tournament.slug, n, number])
        return redirect(f"{address}?{marked}")
    refused: Refused | None = None
    follows: Any = None
    try:
        if absent or request.method == "POST":
            typed = walkover(table, absent)
            if request.method == "POST":
                return _save(request, tournament, table, typed, absent)
            seats = seats_of(table.pairing)
            payload = rules_of(table.pairing.round).payload(typed, colours_of(tournament, seats))
            follows = consequences_of(table.pairing, payload)
    except Refused as error:
        refused = error
    response = desk_page(
        request,
        tournament,
        "results",
        "games/results/no_show.html",
        {
            "round": table.pairing.round,
            "number": number,
            "table": table,
            "sides": [
                {
                    "index": str(side),
                    "name": " + ".join(entry.name for entry in one.entries),
                    "absent": side in absent,
                }
                for side, one in enumerate(table.sides)
            ],
            "both": len(absent) == len(table.sides),
            "follows": follows,
            "absent": [str(side) for side in absent],
            "version": table.version,
            "refused": refused,
        },
        status=status_of(refused),
    )
    assert isinstance(response, HttpResponse)
    return with_server_now(response)


def _save(
    request: HttpRequest,
    tournament: Tournament,
    table: TableState,
    typed: Typed,
    absent: list[int],
) -> HttpResponseBase:
    """The result; and, where it is asked for, they are absent from the next draw on."""
    pairing = table.pairing
    key = key_of(request)
    result = record_result(
        pairing, typed, seen=version_seen(request.POST), by=user_of(request), key=key
    )
    n, number = pairing.round.number, pairing.table.number if pairing.table else 0
    messages.success(
        request,
        _("Table %(table)s: nobody came.") % {"table": number}
        if typed.ended == NOBODY
        else _("Table %(table)s: won by walkover.") % {"table": number},
        extra_tags="undo:"
        + reverse("desk-table-undo", args=[tournament.slug, n, number, result.version]),
    )
    if request.POST.get("away") and may(request, Action.CHECK_IN):
        for side in absent:
            for entry in table.sides[side].entries:
                _mark_absent(request, entry, key)
    return redirect("desk-round-results", tournament.slug, n)


def _mark_absent(request: HttpRequest, entry: Entry, key: str) -> None:
    try:
        change_state(
            entry,
            Entry.State.ABSENT,
            by=user_of(request),
            why=_("did not come to the table"),
            key=f"{key[:50]}-{entry.number}" if key else "",
        )
    except Refused as refused:
        messages.warning(request, str(refused.message))
