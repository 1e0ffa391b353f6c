"""How the games of a stage or a round are played, where it differs from the tournament."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.domain.set_differences import set_round_differences, set_stage_differences
from games.game_settings import (
    BackgammonSettings,
    GameSettings,
    minutes_of,
    minutes_of_stage,
    settings_of,
    settings_of_stage,
)
from games.views.requests import round_of
from tournaments.access import Action, desk_page, key_of, staff, user_of
from tournaments.domain.errors import Refused, status_of
from tournaments.forms.game_settings import DifferenceForm
from tournaments.game_settings import MINUTES, Stored, differing_settings, resolved
from tournaments.models import Stage, Tournament


@staff(Action.DRAW)
@require_http_methods(["GET", "HEAD", "POST"])
def round_settings(request: HttpRequest, tournament: Tournament, n: int) -> HttpResponseBase:
    """What this round plays otherwise than its stage."""
    round_ = round_of(tournament, n)
    above = resolved(tournament.game, tournament.game_settings, round_.stage.game_settings)
    above[MINUTES] = minutes_of_stage(round_.stage)
    form = _form(request, tournament, above, round_.game_settings)
    error: Refused | None = None
    if request.method == "POST" and form.is_valid():
        try:
            set_round_differences(
                round_,
                form.cleaned_data["differences"],
                seen=_seen(request),
                by=user_of(request),
                key=key_of(request),
            )
            messages.success(request, _("Round %(number)s is set.") % {"number": n})
            return redirect("desk-round-results", tournament.slug, n)
        except Refused as refused:
            error = refused
            round_.refresh_from_db(fields=["game_settings"])
    return _page(
        request,
        tournament,
        form,
        error,
        title=_("How round %(number)s is played") % {"number": n},
        back=reverse("desk-rounds", args=[tournament.slug]),
        stored=round_.game_settings,
        settings=settings_of(round_),
        minutes=minutes_of(round_),
    )


@staff(Action.DRAW)
@require_http_methods(["GET", "HEAD", "POST"])
def stage_settings(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """What a stage plays otherwise than the tournament."""
    stage = get_object_or_404(Stage, tournament=tournament, number=number)
    stage.tournament = tournament
    above = resolved(tournament.game, tournament.game_settings)
    above[MINUTES] = tournament.minutes_per_game
    form = _form(request, tournament, above, stage.game_settings)
    error: Refused | None = None
    if request.method == "POST" and form.is_valid():
        try:
            set_stage_differences(
                stage,
                form.cleaned_data["differences"],
                seen=_seen(request),
                by=user_of(request),
                key=key_of(request),
            )
            messages.success(request, _("Stage %(number)s is set.") % {"number": number})
            return redirect("desk-rounds", tournament.slug)
        except Refused as refused:
            error = refused
            stage.refresh_from_db(fields=["game_settings"])
    return _page(
        request,
        tournament,
        form,
        error,
        title=_("How stage %(number)s is played") % {"number": number},
        back=reverse("desk-rounds", args=[tournament.slug]),
        stored=stage.game_settings,
        settings=settings_of_stage(stage),
        minutes=minutes_of_stage(stage),
    )


def _form(
    request: HttpRequest, tournament: Tournament, above: Mapping[str, Any], stored: Stored
) -> DifferenceForm:
    if not differing_settings(tournament.game):
        raise Http404(tournament.game)
    return DifferenceForm(
        tournament.game, above, stored, request.POST if request.method == "POST" else None
    )


def _seen(request: HttpRequest) -> dict[str, Any] | None:
    """What the form was made from; None where a program sent it without."""
    try:
        seen = json.loads(request.POST.get("seen", "null"))
    except ValueError:
        return None
    return seen if isinstance(seen, dict) else None


def _page(
    request: HttpRequest,
    tournament: Tournament,
    form: DifferenceForm,
    error: Refused | None,
    *,
    title: str,
    back: str,
    stored: Stored,
    settings: GameSettings,
    minutes: int,
) -> HttpResponseBase:
    suggested = settings.suggested_minutes if isinstance(settings, BackgammonSettings) else None
    status = 422 if error is None and form.errors else status_of(error)
    return desk_page(
        request,
        tournament,
        "rounds",
        "games/settings/page.html",
        {
            "form": form,
            "title": title,
            "back": back,
            "error": error,
            "seen": json.dumps(stored),
            "facts": settings.facts(),
            "suggested": suggested,
            "minutes": minutes,
        },
        status=status,
    )
