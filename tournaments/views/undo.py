"""A step is looked at before it is taken back, and taken back."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from tournaments.access import Action, desk_page, granted, key_of, sees_drafts, staff, user_of
from tournaments.domain.errors import Refused, status_of
from tournaments.log_words import told
from tournaments.models import Event, Tournament
from tournaments.undo.offers import offers
from tournaments.undo.registry import WAYS
from tournaments.undo.rehearsal import Rehearsal, rehearse
from tournaments.undo.take_back import take_back
from tournaments.undo.toasts import undo_address


@staff(Action.LOOK)
@require_http_methods(["GET", "HEAD", "POST"])
def undo(request: HttpRequest, tournament: Tournament, event: int) -> HttpResponseBase:
    """What taking the step back would change, or why it is not to be had; and doing it.

    Whoever could do what the step did may take it back; everybody at the desk may look.
    """
    step = get_object_or_404(tournament.events.select_related("actor"), pk=event)
    step.tournament = tournament
    way = WAYS.get(step.verb)
    may_do = way is not None and way.needs(step) in granted(request)
    refused: Refused | None = None
    if request.method == "POST":
        if way is not None and not may_do:
            raise PermissionDenied(way.needs(step))
        try:
            done = take_back(tournament, step.pk, by=user_of(request), key=key_of(request))
        except Refused as error:
            refused = error
        else:
            return _done(request, tournament, step, done)
        if "next" in request.POST:
            messages.error(request, str(refused.message))
            return redirect(_next(request, tournament))
    seen = Rehearsal(refused)
    if refused is None and may_do:
        seen = rehearse(tournament, step, by=user_of(request))
    offer = offers(tournament, [step], granted(request))[step.pk]
    context = {
        "told": told([step], drafts=sees_drafts(request))[0],
        "offer": offer,
        "seen": seen,
        "may_do": may_do,
        "shown_moves": seen.moves[:12],
        "more_moves": max(len(seen.moves) - 12, 0),
    }
    return desk_page(
        request, tournament, "log", "tournaments/desk/undo.html", context, status_of(refused)
    )


def _done(
    request: HttpRequest, tournament: Tournament, event: Event, done: Event
) -> HttpResponseBase:
    """Back to where it was pressed, with a way back from this, too."""
    subject = told([event])[0].event.subject
    messages.success(
        request,
        str(WAYS[event.verb].becomes) % {"subject": subject},
        extra_tags=f"undo:{undo_address(tournament, done)}" if done.verb in WAYS else "",
    )
    return redirect(_next(request, tournament))


def _next(request: HttpRequest, tournament: Tournament) -> str:
    address = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(address, {request.get_host()}, request.is_secure())
    if address and safe:
        return address
    return reverse("desk-log", args=[tournament.slug])
