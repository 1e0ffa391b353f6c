"""Who is behind an entry: somebody else plays, or two entries are one pair."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access import Action, desk_page, key_of, sees_drafts, staff, user_of, why_of
from tournaments.domain.entry_rows import facts_of, stamp
from tournaments.domain.errors import Refused, status_of
from tournaments.domain.merge_entries import (
    merge_entries,
    plan_merge,
    refuse_merge,
    undo_merge,
)
from tournaments.domain.substitute import VERB, undo_substitution
from tournaments.domain.substitute import substitute as substitute_player
from tournaments.imports.facts import (
    MAX_EMAIL,
    MAX_NAME,
    MAX_PHONE,
    Person,
    is_email,
)
from tournaments.imports.rows import clean
from tournaments.models import Entry, Round, Tournament
from tournaments.names import name_key
from tournaments.queries.players import player_names
from tournaments.queries.what_follows import what_follows, with_results_moved
from tournaments.typed_number import whole
from tournaments.views.entries import entry_of
from tournaments.views.entries_follow import FOLDER, entry_context, shown


@staff(Action.EDIT_ENTRIES)
@require_http_methods(["GET", "HEAD", "POST"])
def substitute(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """Who goes, who comes, and from which round on."""
    row = entry_of(tournament, number)
    refused: Refused | None = None
    if request.method == "POST":
        try:
            changed = substitute_player(
                row,
                whole(request.POST.get("position"), 9) or 0,
                _person(request),
                from_round=whole(request.POST.get("from_round"), 99),
                by=user_of(request),
                seen=request.POST.get("seen", ""),
                why=why_of(request),
                key=key_of(request),
            )
        except Refused as error:
            refused = error
            row = entry_of(tournament, number)
        else:
            event = tournament.events.filter(
                verb=VERB, subject_kind="entry", subject_id=row.pk
            ).first()
            assert event is not None
            undo = reverse("desk-entry-substitute-undo", args=[tournament.slug, number, event.pk])
            messages.success(
                request,
                _("%(player)s plays in %(entry)s.")
                % {"player": request.POST["name"].strip(), "entry": changed.name},
                extra_tags=f"undo:{undo}",
            )
            return redirect("desk-entry", slug=tournament.slug, number=number)
    context = entry_context(request, tournament, row)
    running = context["situation"].open_round
    context |= {
        "players": list(row.players.all()),
        "former": row.former_players.filter(through_round__gte=1),
        "typed": {
            name: request.POST.get(name, "")
            for name in ("position", "name", "email", "phone", "from_round", "why")
        },
        "most": {"name": MAX_NAME, "email": MAX_EMAIL, "phone": MAX_PHONE},
        "running": running
        if running is not None and running.state == Round.State.PUBLISHED
        else None,
        "seen": stamp(row, facts_of(row)),
        "refused": refused,
    }
    return desk_page(
        request,
        tournament,
        "entries",
        f"{FOLDER}/substitute.html",
        context,
        status=status_of(refused),
    )


def _person(request: HttpRequest) -> Person:
    """Who comes, as typed."""
    name, email, phone = (
        clean(request.POST.get(field, ""))[:most]
        for field, most in (("name", MAX_NAME), ("email", MAX_EMAIL), ("phone", MAX_PHONE))
    )
    if not name:
        raise Refused("name-missing", _("Write the name of the one who comes."), field="name")
    if email and not is_email(email):
        raise Refused(
            "email",
            _("“%(text)s” is not an e-mail address. Correct it, or leave it empty.")
            % {"text": email},
            field="email",
        )
    return Person(name, email, phone)


@staff(Action.EDIT_ENTRIES)
@require_POST
def substitute_undo(
    request: HttpRequest, tournament: Tournament, number: int, event: int
) -> HttpResponseBase:
    """The one who was replaced plays again."""
    row = entry_of(tournament, number)
    try:
        undo_substitution(row, event, by=user_of(request), key=key_of(request))
        messages.success(request, _("%(entry)s is as it was.") % {"entry": row.name})
    except Refused as refused:
        messages.error(request, str(refused.message))
    return redirect("desk-entry", slug=tournament.slug, number=number)


@staff(Action.EDIT_ENTRIES)
@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """Which other entry is the same pair, what follows, and the merging."""
    row = entry_of(tournament, number)
    typed = request.POST if request.method == "POST" else request.GET
    other = whole(typed.get("other"), 9999)
    gone = tournament.entries.filter(number=other).first() if other is not None else None
    refused: Refused | None = None
    context: dict[str, Any] = {}
    try:
        if typed.get("other") and gone is None:
            raise Refused("no-entry", _("There is no pair with that number."), field="other")
        if gone is not None:
            plan = plan_merge(row, gone)
            context["plan"] = plan
            refuse_merge(plan)
            context["follows"] = shown(
                what_follows(tournament, [row.pk, gone.pk], with_results_moved(gone.pk, row.pk)),
                drafts=sees_drafts(request),
            )
            if request.method == "POST":
                merge_entries(
                    row, gone, by=user_of(request), why=why_of(request), key=key_of(request)
                )
                event = tournament.events.filter(verb="entry.merge", subject_id=row.pk).first()
                assert event is not None
                undo = reverse("desk-entry-merge-undo", args=[tournament.slug, event.pk])
                messages.success(
                    request,
                    _("Number %(gone)s and number %(keep)s are one pair now: %(entry)s.")
                    % {"gone": gone.number, "keep": row.number, "entry": row.name},
                    extra_tags=f"undo:{undo}",
                )
                return redirect("desk-entry", slug=tournament.slug, number=number)
    except Refused as error:
        refused = error
    context = entry_context(request, tournament, row) | context
    context |= {
        "gone": gone,
        "alike": _alike(tournament, row),
        "others": tournament.entries.exclude(pk=row.pk).filter(merged_into=None),
        "refused": refused,
        "why": typed.get("why", ""),
    }
    return desk_page(
        request, tournament, "entries", f"{FOLDER}/merge.html", context, status=status_of(refused)
    )


def _alike(tournament: Tournament, row: Entry) -> list[Entry]:
    """Entries with a player called as one of this one's."""
    names = player_names(tournament)
    own = {name_key(name) for name in names.get(row.pk, ())}
    alike = {
        pk for pk, players in names.items() if pk != row.pk and own & {name_key(p) for p in players}
    }
    return list(tournament.entries.filter(pk__in=alike, merged_into=None))


@staff(Action.EDIT_ENTRIES)
@require_POST
def merge_undo(request: HttpRequest, tournament: Tournament, event: int) -> HttpResponseBase:
    """The two are two again."""
    try:
        keep = undo_merge(tournament, event, by=user_of(request), key=key_of(request))
        messages.success(request, _("They are two pairs again."))
        return redirect("desk-entry", slug=tournament.slug, number=keep.number)
    except Refused as refused:
        messages.error(request, str(refused.message))
    return redirect("desk-entries", slug=tournament.slug)
