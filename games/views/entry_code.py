"""An entry's code at the desk: show it, print it, give another."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.player_access import entry_address, shown_code
from tournaments.access import Action, desk_page, key_of, staff, user_of
from tournaments.domain.errors import Refused
from tournaments.domain.renew_code import renew_code
from tournaments.models import Tournament
from tournaments.pieces import is_piece
from tournaments.qr import qr_code


@staff(Action.CHECK_IN)
@require_http_methods(["GET", "HEAD", "POST"])
def entry_code(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """The code and its QR code, to be shown or printed; a POST gives another.

    A piece of the entry's page there, a page by itself to print and without JavaScript.
    """
    entry = get_object_or_404(tournament.entries, number=number)
    entry.tournament = tournament
    error = ""
    if request.method == "POST":
        try:
            renew_code(
                entry,
                by=user_of(request),
                seen=request.POST.get("seen", "")[:8],
                key=key_of(request),
            )
        except Refused as refused:
            error = str(refused.message)
            entry.refresh_from_db(fields=["code"])
        else:
            words = _("%(entry)s has a new code. The old one opens nothing any more.")
            messages.success(request, words % {"entry": entry.name})
            return redirect("desk-entry-code", tournament.slug, number)
    context = {
        "entry": entry,
        "code": shown_code(entry.code),
        "address": entry_address(entry),
        "qr": qr_code(entry_address(entry)),
        "error": error,
    }
    if is_piece(request):
        piece = {"tournament": tournament, "can": {"CHECK_IN": True}} | context
        response: HttpResponseBase = render(request, "games/play/desk_code_piece.html", piece)
    else:
        status = 409 if error else 200
        response = desk_page(
            request, tournament, "entries", "games/play/desk_code.html", context, status
        )
    assert isinstance(response, HttpResponse)
    response["Cache-Control"] = "no-store, private"
    return response
