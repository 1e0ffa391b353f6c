"""The desk's page of what is kept about people: find somebody, hand it out, erase it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access import Action, desk_page, key_of, staff, user_of, why_of
from tournaments.domain.errors import Refused, status_of
from tournaments.models import Player, Tournament
from tournaments.pieces import is_piece
from tournaments.privacy.erase import Instead, consequences, erase_person
from tournaments.privacy.initials import set_initials
from tournaments.privacy.keep import keep_contacts_for
from tournaments.privacy.person import Person, find_people, person_of
from tournaments.privacy.retention import erase_contacts, erasure_day, kept_now
from tournaments.privacy.told import as_json, told_about
from tournaments.privacy.tombstones import VERB
from tournaments.typed_number import whole

MOST_FOUND = 50


def _person(tournament: Tournament, ref: str) -> Person:
    found = person_of(tournament, ref)
    if found is None:
        raise Http404(ref)
    return found


@staff(Action.EDIT_TOURNAMENT)
@require_safe
def privacy(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Search for a person; until when contact details are kept; who was erased."""
    return _page(request, tournament)


@staff(Action.EDIT_TOURNAMENT)
@require_POST
def days(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """How many days contact details are kept; nothing typed: until somebody erases them."""
    typed = request.POST.get("days", "").strip()[:10]
    try:
        keep_contacts_for(
            tournament,
            # What is no number is none of the numbers that are taken.
            None if not typed else (whole(typed) or 0),
            by=user_of(request),
            seen=whole(request.POST.get("seen")),
            key=key_of(request),
        )
    except Refused as refused:
        return _page(request, tournament, refused=refused, typed=typed)
    messages.success(request, _("It is saved."))
    return redirect("desk-privacy", slug=tournament.slug)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    refused: Refused | None = None,
    typed: str | None = None,
) -> HttpResponseBase:
    if refused is not None:
        tournament.refresh_from_db()
    asked = request.GET.get("q", "").replace("\0", "").strip()[:100]
    found = find_people(tournament, asked)
    context = {
        "asked": asked,
        "found": found[:MOST_FOUND],
        "more": len(found[MOST_FOUND:]),
        "day": erasure_day(tournament),
        "kept": kept_now(tournament),
        "refused": refused,
        "days": typed if typed is not None else tournament.days_kept,
        "short": Player.objects.filter(tournament=tournament, initials_only=True)
        .select_related("entry")
        .order_by("name"),
        "erased": tournament.events.filter(verb=VERB).select_related("actor"),
    }
    piece = is_piece(request, "people")
    template = "tournaments/privacy/found.html" if piece else "tournaments/privacy/page.html"
    return desk_page(request, tournament, "settings", template, context, status=status_of(refused))


@staff(Action.EDIT_TOURNAMENT)
@require_safe
def person(request: HttpRequest, tournament: Tournament, ref: str) -> HttpResponseBase:
    """Everything that is kept about somebody, to be read or printed."""
    found = _person(tournament, ref)
    context = {
        "person": found,
        "told": told_about(found),
        "short": any(row.initials_only for row in found.rows),
        "plays": bool(found.rows),
    }
    response = desk_page(
        request, tournament, "settings", "tournaments/privacy/person.html", context
    )
    response["Cache-Control"] = "no-store"
    return response


@staff(Action.EDIT_TOURNAMENT)
@require_safe
def data(request: HttpRequest, tournament: Tournament, ref: str) -> HttpResponseBase:
    """The same as a file to hand out."""
    found = _person(tournament, ref)
    text = as_json(told_about(found))
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-{ref}.json"'
    response["Cache-Control"] = "no-store"
    return response


@staff(Action.EDIT_TOURNAMENT)
@require_POST
def initials(request: HttpRequest, tournament: Tournament, ref: str) -> HttpResponseBase:
    """Show somebody by initials in public, or by name again."""
    short = request.POST.get("short") == "1"
    try:
        set_initials(tournament, ref, short, by=user_of(request), key=key_of(request))
        messages.success(
            request,
            _("Everybody sees only the initials now.") if short else _("Everybody sees the name."),
        )
    except Refused as refused:
        messages.error(request, str(refused.message))
        return redirect("desk-privacy", slug=tournament.slug)
    return redirect("desk-person", slug=tournament.slug, ref=ref)


@staff(Action.EDIT_TOURNAMENT)
@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: HttpRequest, tournament: Tournament, ref: str) -> HttpResponseBase:
    """What follows when somebody is erased; POST does it."""
    error: Refused | None = None
    if request.method == "POST":
        try:
            name = erase_person(
                tournament,
                ref,
                instead=request.POST.get("instead", ""),
                by=user_of(request),
                why=why_of(request),
                key=key_of(request),
            )
            messages.success(request, _("Erased. The name is %(name)s now.") % {"name": name})
            return redirect("desk-privacy", slug=tournament.slug)
        except Refused as refused:
            if refused.code == "no-person":
                messages.error(request, str(refused.message))
                return redirect("desk-privacy", slug=tournament.slug)
            error = refused
    found = _person(tournament, ref)
    context: dict[str, Any] = {
        "person": found,
        "follows": consequences(found),
        "choices": Instead,
        "error": error,
        "why": why_of(request),
    }
    return desk_page(
        request,
        tournament,
        "settings",
        "tournaments/privacy/erase.html",
        context,
        status=422 if error else 200,
    )


@staff(Action.EDIT_TOURNAMENT)
@require_POST
def erase_now(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Erase everybody's contact details without waiting for the day."""
    kept = erase_contacts(tournament, by=user_of(request), key=key_of(request))
    if kept:
        messages.success(request, _("All contact details are erased."))
    else:
        messages.info(request, _("There are no contact details left."))
    return redirect("desk-privacy", slug=tournament.slug)
