"""A phone becomes a pair's own: by its code, typed or scanned; and the way out again."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.player_access import (
    act_for,
    acting_entry,
    device_of,
    entry_with,
    leave,
    read_code,
    remember,
)
from tournaments.access import public
from tournaments.domain.errors import Refused
from tournaments.models import Entry, Tournament
from tournaments.public_names import public_names


@require_http_methods(["GET", "HEAD", "POST"])
def type_code(request: HttpRequest) -> HttpResponseBase:
    """One field for the code on the slip."""
    typed, error = "", None
    if request.method == "POST":
        typed = request.POST.get("code", "").replace("\0", "")[:40]
        try:
            return _opened(request, entry_with(read_code(typed), request))
        except Refused as refused:
            error = refused
    return _asked(request, error, typed)


@require_safe
def open_code(request: HttpRequest, code: str) -> HttpResponseBase:
    """What the QR code leads to. It answers with a redirect either way: no address with a code in
    it stays in the history, in a log of errors, or with the next page as its referrer."""
    try:
        entry = entry_with(read_code(code[:40]), request)
    except Refused as refused:
        messages.error(request, str(refused.message))
        return _secret(request, redirect("player-code"))
    return _opened(request, entry)


@public
@require_POST
def leave_entry(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """ "Not us": the device acts for nobody here any more."""
    entry = get_object_or_404(tournament.entries, number=number)
    response = redirect("entry", tournament.slug, number)
    if acting_entry(request, tournament) == entry:
        leave(request, response, tournament)
        messages.success(
            request,
            _("This phone no longer acts for %(entry)s. The code opens it again.")
            % {"entry": public_names(tournament).entry(entry.pk, entry.name)},
        )
    return response


def _opened(request: HttpRequest, entry: Entry) -> HttpResponse:
    before = acting_entry(request, entry.tournament)
    names = public_names(entry.tournament)
    called = names.entry(entry.pk, entry.name)
    response = redirect("entry", entry.tournament.slug, entry.number)
    if before is not None and before != entry:
        words = _("This phone is now that of %(entry)s, no longer that of %(before)s.")
        gone = names.entry(before.pk, before.name)
        messages.warning(request, words % {"entry": called, "before": gone})
    elif before is None:
        words = _("This phone is now that of %(entry)s.")
        messages.success(request, words % {"entry": called})
    act_for(request, response, entry)
    return _secret(request, response)


def _asked(request: HttpRequest, error: Refused | None, typed: str) -> HttpResponse:
    context = {"error": error.message if error is not None else "", "typed": typed}
    status = 422 if error is not None else 200
    response = _secret(request, render(request, "games/play/code.html", context, status=status))
    # Its own address is no secret, and a form on a page that names no referrer has no origin
    # either: the check against forged forms would refuse it.
    response["Referrer-Policy"] = "same-origin"
    return response


def _secret(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Nobody keeps the answer, and no later page learns the address. A new device gets its name,
    so that its wrong codes are counted."""
    if not device_of(request).known and not response.cookies:
        remember(response, device_of(request))
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "no-store, private"
    response["X-Robots-Tag"] = "noindex"
    return response
