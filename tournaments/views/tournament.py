"""The desk's front pages: my tournaments, a new one, its overview, settings and people."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access import Action, desk_page, key_of, staff, user_of
from tournaments.domain.create_tournament import (
    create_tournament,
    edit_tournament,
    set_table_service,
    stamp,
)
from tournaments.domain.errors import Conflict, Refused
from tournaments.forms.tournament import TournamentForm
from tournaments.models import Role, Tournament
from tournaments.privacy.retention import erasure_day
from tournaments.queries.what_if import places_that_change
from tournaments.stage_words import said_of


@login_required
@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    """All tournaments the account works at."""
    roles = Role.objects.filter(user=user_of(request)).select_related("tournament")
    roles = roles.order_by("-tournament__date", "tournament__name")
    return render(request, "tournaments/desk/list.html", {"roles": roles})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponseBase:
    """Create a tournament; whoever does is its organiser."""
    form = TournamentForm(request.POST or None)
    key = key_of(request)
    made = (
        Tournament.objects.filter(
            events__verb="tournament.create", events__actor=user_of(request), events__key=key
        ).first()
        if key
        else None
    )
    if made is not None:
        # The same press twice: the first one made it, and its address is taken by itself.
        return redirect("desk-overview", slug=made.slug)
    if request.method == "POST" and form.is_valid():
        try:
            tournament = create_tournament(
                by=user_of(request),
                slug=form.cleaned_data["slug"],
                preset=form.cleaned_data["preset"],
                key=key,
                **_fields(form),
            )
            return redirect("desk-overview", slug=tournament.slug)
        except Refused as refused:
            form.add_error(refused.field or None, str(refused.message))
    status = 422 if form.errors else 200
    return render(request, "tournaments/desk/new.html", {"form": form}, status=status)


@staff(Action.EDIT_TOURNAMENT)
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Change what is said of the tournament. What would move places is shown first."""
    form = TournamentForm(request.POST or None, instance=Tournament.objects.get(pk=tournament.pk))
    moved: list[Any] = []
    made_from = request.POST.get("stamp") or stamp(tournament)
    status = 200
    if request.method == "POST" and form.is_valid():
        if not request.POST.get("seen") and tournament.state != Tournament.State.FINISHED:
            moved = places_that_change(
                tournament,
                points_scheme=form.cleaned_data["points_scheme"],
                tie_breaks=form.cleaned_data["tie_breaks"],
                unplayed_rule=form.cleaned_data["unplayed_rule"],
                struck_rule=form.cleaned_data["struck_rule"],
                penalty_rule=form.cleaned_data["penalty_rule"],
            )
        if not moved:
            try:
                edit_tournament(
                    tournament,
                    by=user_of(request),
                    seen=made_from,
                    key=key_of(request),
                    **_fields(form),
                )
                messages.success(request, _("The settings are saved."))
                return redirect("desk-settings", slug=tournament.slug)
            except Refused as refused:
                form.add_error(refused.field or None, str(refused.message))
                if isinstance(refused, Conflict):
                    # What was typed stays; sent again it is measured against what is there now.
                    made_from, status = stamp(Tournament.objects.get(pk=tournament.pk)), 409
    return desk_page(
        request,
        tournament,
        "settings",
        "tournaments/desk/settings.html",
        {
            "form": form,
            "moved": moved,
            "tables": tournament.tables.all(),
            "stamp": made_from,
            "stages": [{"name": one.name, "lines": said_of(one)} for one in form.stages],
            "erased_on": erasure_day(tournament),
        },
        status=422 if form.errors and status == 200 else status,
    )


def _fields(form: TournamentForm) -> dict[str, Any]:
    """What the verbs take, from a valid form."""
    names = [name for name in form.Meta.fields if name != "slug"]
    names += ["table_count", "points_scheme", "tie_breaks", "game_settings"]
    return {name: form.cleaned_data[name] for name in names}


@staff(Action.EDIT_TOURNAMENT)
@require_POST
def table_service(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """Take a table out of service or put it back; the same button undoes it."""
    table = get_object_or_404(tournament.tables, number=number)
    try:
        set_table_service(
            table,
            request.POST.get("in_service") == "1",
            by=user_of(request),
            key=key_of(request),
        )
    except Refused as refused:
        messages.error(request, str(refused.message))
    return redirect("desk-settings", slug=tournament.slug)
