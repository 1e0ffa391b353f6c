"""The round's clock: at the desk with its controls, and on the wall."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from games.clock_facts import clock_facts, wall_lists
from games.domain.extend_table import extend_table, withdraw_extension
from games.domain.run_clock import (
    end_clock,
    pause_clock,
    resume_clock,
    set_clock_length,
    start_clock,
    undo_clock_start,
)
from games.forms import instant_today, whole_number
from games.models import Extension
from games.queries import (
    TableState,
    clock_stamp,
    shown_round,
)
from games.views.requests import fragment, round_of, with_server_now
from tournaments.access import Action, desk_page, key_of, on_wall, staff, user_of, why_of
from tournaments.addresses import stem
from tournaments.domain.errors import Refused
from tournaments.models import Pairing, Round, Tournament
from tournaments.pieces import is_piece
from tournaments.templatetags.look import icon
from tournaments.undo.toasts import undo_tag

#: The drawing and the word of each state on a tile.
_TILES = {
    "done": ("check", gettext_lazy("done")),
    "over-time": ("clock-alert", gettext_lazy("over time")),
    "paused": ("pause", gettext_lazy("paused")),
    "playing": ("play", gettext_lazy("playing")),
    "waiting": ("hourglass", gettext_lazy("waiting")),
}

#: What is said when a button of the clock has done its work.
DONE = {
    "start": gettext_lazy("The clock runs."),
    "pause": gettext_lazy("The clock stands still."),
    "resume": gettext_lazy("The clock runs on."),
    "length": gettext_lazy("The playing time is changed."),
    "end": gettext_lazy("Time is up."),
    "undo": gettext_lazy("The clock waits: its start is taken back."),
}


def _tiles(tables: Sequence[TableState]) -> list[dict[str, Any]]:
    """Every table at a glance, as texts in dictionaries: there are hundreds."""
    marks = {key: (icon(drawing), str(word)) for key, (drawing, word) in _TILES.items()}
    return [
        {
            "state": table.state,
            "number": str(table.number or "–"),
            "address": str(table.number or 0),
            "extended": bool(table.extensions),
            "more": str(table.more_minutes) if table.extensions and table.state != "done" else "",
            "icon": marks[table.state][0],
            "word": marks[table.state][1],
        }
        for table in tables
    ]


def _nothing_new(request: HttpRequest, tournament: Tournament, round_: Round | None) -> bool:
    """Whether the page that asks has seen all there is."""
    seen = request.GET.get("seen", "")
    return bool(seen) and seen == clock_stamp(tournament, round_)


@staff(Action.LOOK)
@require_safe
def desk_clock(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Controls, and every table at a glance. Asked again every few seconds (`?seen=`)."""
    round_ = shown_round(tournament)
    piece = is_piece(request)
    if piece and _nothing_new(request, tournament, round_):
        return with_server_now(HttpResponse(status=204))
    return _desk(request, tournament, piece=piece)


def _desk(
    request: HttpRequest,
    tournament: Tournament,
    *,
    piece: bool = False,
    error: Refused | None = None,
) -> HttpResponseBase:
    round_ = shown_round(tournament)
    facts = clock_facts(tournament, round_)
    facts |= {
        "tiles": _tiles(facts["tables"]),
        "tables_at": stem("desk-table-result", tournament.slug, round_.number if round_ else 0),
        "error": error,
        "typed": request.POST,
        "minutes_choices": (5, 10, 15),
    }
    if piece:
        return fragment(request, tournament, "games/clock/desk_piece.html", facts)
    response = desk_page(
        request,
        tournament,
        "clock",
        "games/clock/desk.html",
        facts,
        status=422 if error is not None else 200,
    )
    assert isinstance(response, HttpResponse)
    return with_server_now(response)


@on_wall
@require_safe
def wall_clock(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The projector's page. Asked again every few seconds (`?seen=`)."""
    round_ = shown_round(tournament)
    piece = is_piece(request)
    if piece and _nothing_new(request, tournament, round_):
        return with_server_now(HttpResponse(status=204))
    facts = clock_facts(tournament, round_)
    facts |= wall_lists(facts["over_time"], facts["extended"])
    template = "games/clock/wall_piece.html" if piece else "games/clock/wall.html"
    return with_server_now(render(request, template, facts))


# What the buttons do ---------------------------------------------------------------------------


def _run(request: HttpRequest, tournament: Tournament, n: int, verb: str) -> None:
    """Do `verb` to the clock of round `n`; Refused says why not."""
    round_, by, key = round_of(tournament, n), user_of(request), key_of(request)
    if verb == "start":
        at = instant_today(request.POST.get("at", ""), tournament)
        start_clock(round_, at=at, by=by, key=key)
    elif verb == "length":
        seen = whole_number(request.POST.get("seen", ""), "minutes")
        more = whole_number(request.POST.get("minutes", ""), "minutes") * 60
        seconds = seen - more if request.POST.get("less") else seen + more
        set_clock_length(round_, seconds=seconds, seen=seen, by=by, key=key)
    else:
        simple: dict[str, Callable[..., object]] = {
            "pause": pause_clock,
            "resume": resume_clock,
            "end": end_clock,
            "undo": undo_clock_start,
        }
        if verb not in simple:
            raise Http404(verb)
        simple[verb](round_, by=by, key=key)


@staff(Action.RUN_CLOCK)
@require_POST
def run_clock(request: HttpRequest, tournament: Tournament, n: int, verb: str) -> HttpResponseBase:
    """Start, pause, resume, lengthen, end, or take the start back; then the clock page again."""
    try:
        _run(request, tournament, n, verb)
    except Refused as refused:
        if refused.field:
            return _desk(request, tournament, error=refused)
        messages.error(request, str(refused.message))
    else:
        messages.success(
            request,
            DONE[verb],
            extra_tags=undo_tag(
                tournament, _verb(verb), round_of(tournament, n), by=user_of(request)
            ),
        )
    return redirect("desk-clock", tournament.slug)


def _verb(said: str) -> str:
    """The verb of the log for one of the address."""
    return "clock.undo-start" if said == "undo" else f"clock.{said}"


@staff(Action.EXTEND)
@require_POST
def extend(request: HttpRequest, tournament: Tournament, n: int) -> HttpResponseBase:
    """Extra time for the table whose number was typed."""
    round_ = round_of(tournament, n)
    try:
        number = whole_number(request.POST.get("table", ""), "table")
        pairing = round_.pairings.filter(table__number=number, kind=Pairing.Kind.GAME).first()
        if pairing is None:
            raise Refused(
                "no-such-table",
                _("Nobody sits at table %(table)s in this round.") % {"table": number},
                field="table",
            )
        minutes = whole_number(request.POST.get("minutes", ""), "minutes")
        extend_table(
            pairing,
            minutes=minutes,
            why=why_of(request),
            by=user_of(request),
            key=key_of(request),
        )
    except Refused as refused:
        return _desk(request, tournament, error=refused)
    messages.success(
        request,
        ngettext(
            "Table %(table)s has %(minutes)s minute more.",
            "Table %(table)s has %(minutes)s minutes more.",
            minutes,
        )
        % {"table": number, "minutes": minutes},
        extra_tags=undo_tag(tournament, "table.extend", pairing, by=user_of(request)),
    )
    if request.POST.get("next") == "table":
        return redirect("desk-table-result", tournament.slug, n, number)
    return redirect("desk-clock", tournament.slug)


@staff(Action.EXTEND)
@require_POST
def withdraw(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponseBase:
    """Take extra time back."""
    extension = get_object_or_404(
        Extension.objects.select_related("pairing"), pk=pk, pairing__round__tournament=tournament
    )
    try:
        withdraw_extension(extension, by=user_of(request), key=key_of(request))
    except Refused as refused:
        messages.error(request, str(refused.message))
    else:
        messages.success(
            request,
            _("The extra time is taken back."),
            extra_tags=undo_tag(
                tournament, "table.withdraw-extension", extension.pairing, by=user_of(request)
            ),
        )
    return redirect("desk-clock", tournament.slug)
