"""The hall: tables in and out of service, reached without steps, kept for groups."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access import Action, desk_page, key_of, sees_drafts, staff, user_of, why_of
from tournaments.domain.create_tournament import set_table_service
from tournaments.domain.errors import Refused, status_of
from tournaments.domain.set_table import (
    keep_tables,
    numbers_in,
    ranges_stamp,
    set_table_access,
    spans,
)
from tournaments.draw_words import group_words
from tournaments.follows import follows
from tournaments.models import Round, Stage, Tournament
from tournaments.queries.hall import Hall, HallTable, hall_of, stages_with_groups
from tournaments.queries.stages import stage_name
from tournaments.undo.toasts import undo_tag

from .round_rows import who_text


@staff(Action.LOOK)
@require_http_methods(["GET", "HEAD"])
@follows("rounds results entries tournament staff", pieces="#page")
def tables(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Every table: who sits there, what is said of it, and what can be changed."""
    return _page(request, tournament)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    refused: Refused | None = None,
    stage: Stage | None = None,
    typed: dict[str, str] | None = None,
) -> HttpResponseBase:
    hall = hall_of(tournament, drafts=sees_drafts(request))
    context = {
        "rows": [_row(one) for one in hall.tables],
        "round": hall.round,
        "in_service": hall.in_service,
        "accessible": sum(one.table.accessible for one in hall.tables),
        "stages": [
            {
                "stage": one,
                "name": stage_name(one),
                "stamp": ranges_stamp(one),
                "refused": refused if stage is not None and one.pk == stage.pk else None,
                "groups": [
                    {
                        "key": key,
                        "name": group_words(key),
                        "typed": typed[key]
                        if typed is not None and stage is not None and one.pk == stage.pk
                        else spans(one.table_ranges.get(key, ())),
                    }
                    for key in groups
                ],
            }
            for one, groups in stages_with_groups(tournament)
        ],
    }
    status = status_of(refused)
    return desk_page(
        request, tournament, "settings", "tournaments/tables/hall.html", context, status=status
    )


def _row(one: HallTable) -> dict[str, Any]:
    return {
        "number": str(one.table.number),
        "in_service": one.table.in_service,
        "accessible": one.table.accessible,
        "who": who_text(one.game) if one.game is not None else "",
        "over": one.over,
        "fixed": one.fixed,
        "group": group_words(one.group) if one.group else "",
        "concerns": one.concerns,
    }


def _find(hall: Hall, number: int) -> HallTable:
    found = hall.find(number)
    if found is None:
        raise Http404(number)
    return found


@staff(Action.EDIT_TOURNAMENT)
@require_http_methods(["GET", "HEAD", "POST"])
def take_out(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """What taking a table out of service means for those it concerns, and doing it."""
    hall = hall_of(tournament, drafts=sees_drafts(request))
    one = _find(hall, number)
    if request.method == "POST":
        set_table_service(
            one.table, False, by=user_of(request), why=why_of(request), key=key_of(request)
        )
        messages.success(
            request,
            _("Table %(number)s is out of service.") % {"number": number},
            extra_tags=undo_tag(tournament, "table.service", one.table, by=user_of(request)),
        )
        return redirect("desk-tables", slug=tournament.slug)
    playing = one.game is not None and not one.over
    context = {
        "one": _row(one),
        "round": hall.round,
        "draft": hall.round is not None and hall.round.state == Round.State.DRAFT,
        "order": one.game.order if one.game is not None and playing else None,
        "left": hall.in_service - 1,
    }
    return desk_page(request, tournament, "settings", "tournaments/tables/take_out.html", context)


@staff(Action.EDIT_TOURNAMENT)
@require_POST
def put_in(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """The table is in service again."""
    table = get_object_or_404(tournament.tables, number=number)
    set_table_service(table, True, by=user_of(request), key=key_of(request))
    messages.success(
        request,
        _("Table %(number)s is in service.") % {"number": number},
        extra_tags=undo_tag(tournament, "table.service", table, by=user_of(request)),
    )
    return redirect("desk-tables", slug=tournament.slug)


@staff(Action.EDIT_TOURNAMENT)
@require_POST
def access(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """Whether the table is reached without steps; the same button undoes it."""
    table = get_object_or_404(tournament.tables, number=number)
    set_table_access(
        table, request.POST.get("accessible") == "1", by=user_of(request), key=key_of(request)
    )
    return redirect(reverse("desk-tables", args=[tournament.slug]) + f"#table-{number}")


@staff(Action.EDIT_TOURNAMENT)
@require_POST
def ranges(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """Tables kept for the groups of stage `number`."""
    stage = get_object_or_404(tournament.stages, number=number)
    groups = next((own for one, own in stages_with_groups(tournament) if one.pk == stage.pk), [])
    typed = {key: request.POST.get(f"tables-{key}", "")[:200] for key in groups}
    kept = {key: numbers_in(text) for key, text in typed.items()}
    try:
        for key, numbers in kept.items():
            if numbers is None:
                raise Refused("bad-range", _("Write table numbers like 1-8, 12."), field=key)
        keep_tables(
            stage,
            {key: numbers or [] for key, numbers in kept.items()},
            by=user_of(request),
            seen=request.POST.get("seen", ""),
            key=key_of(request),
        )
    except Refused as refused:
        return _page(request, tournament, refused, stage, typed)
    messages.success(
        request,
        _("Saved. The next draw goes by it."),
        extra_tags=undo_tag(tournament, "stage.tables", stage, by=user_of(request)),
    )
    return redirect("desk-tables", slug=tournament.slug)
