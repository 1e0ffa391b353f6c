"""What does not fit now, all of it, with what can be done about each thing."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access import Action, desk_page, key_of, may, staff, user_of, why_of
from tournaments.domain.correct_misfits import (
    RESOLVE,
    Decided,
    names_of,
    resolve_misfits,
    undo_resolve,
)
from tournaments.domain.errors import Refused, status_of
from tournaments.follows import follows
from tournaments.formats.dependents_model import Choice
from tournaments.misfit_words import asked
from tournaments.models import Tournament
from tournaments.queries.misfit_questions import following
from tournaments.queries.misfits import misfit_facts

CHOICE = "choice-"


def decided_of(request: HttpRequest) -> Decided:
    """What a form with questions sent. Only those who draw may choose anything but to leave it."""
    choices = {
        name.removeprefix(CHOICE): value
        for name, value in request.POST.dict().items()
        if name.startswith(CHOICE)
    }
    if set(choices.values()) - {Choice.KEEP.value} and not may(request, Action.DRAW):
        raise PermissionDenied(Action.DRAW)
    return Decided(request.POST.get("follows", "")[:20], choices)


@staff(Action.LOOK, to_change=Action.DRAW)
@require_http_methods(["GET", "HEAD", "POST"])
@follows("rounds results entries tournament staff", pieces="#page")
def misfits(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The list; with POST what was chosen is done."""
    if request.method != "POST":
        return _page(request, tournament)
    decided = decided_of(request)
    try:
        event = resolve_misfits(
            tournament, decided, by=user_of(request), why=why_of(request), key=key_of(request)
        )
    except Refused as refused:
        return _page(request, tournament, decided, refused)
    address = reverse("desk-misfits-undo", args=[tournament.slug, event.pk])
    tags = "" if event.after["corrected"]["redrawn"] else f"undo:{address}"
    messages.success(request, _("It is done, and everybody’s pages follow."), extra_tags=tags)
    return redirect("desk-misfits", tournament.slug)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    decided: Decided | None = None,
    error: Refused | None = None,
) -> HttpResponseBase:
    facts = misfit_facts(tournament, with_rounds=True)
    follow = following(facts)
    questions = asked(
        follow.questions,
        names_of(tournament) if follow.questions else {},
        decided.choices if decided else None,
    )
    context = {
        "wrong": [one for one in questions if one.wrong],
        "told": [one for one in questions if not one.wrong],
        "open": any(one.open for one in questions),
        "follows_stamp": follow.stamp,
        "why": request.POST.get("why", "")[:500],
        "error": error,
        "finished": tournament.state == Tournament.State.FINISHED,
    }
    status = status_of(error)
    return desk_page(
        request, tournament, "rounds", "tournaments/misfits/page.html", context, status=status
    )


@staff(Action.DRAW)
@require_POST
def undo(request: HttpRequest, tournament: Tournament, event: int) -> HttpResponseBase:
    """Take back what was put right."""
    done = get_object_or_404(tournament.events, pk=event, verb=RESOLVE)
    try:
        undo_resolve(tournament, done, by=user_of(request), key=key_of(request))
        messages.success(request, _("It is as it was before."))
    except Refused as refused:
        messages.error(request, str(refused.message))
    return redirect("desk-misfits", tournament.slug)
