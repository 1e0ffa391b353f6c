"""An entry leaves or comes back: what follows is shown first."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import Action, desk_page, key_of, may, sees_drafts, staff, user_of, why_of
from tournaments.domain.bring_back import bring_back
from tournaments.domain.check_in import GONE, Changed
from tournaments.domain.disqualify import disqualify as disqualify_entry
from tournaments.domain.errors import Refused, status_of
from tournaments.domain.rounds import newest_round
from tournaments.domain.withdraw import withdraw as withdraw_entry
from tournaments.entry_words import consequences, done_words
from tournaments.formats.model import EntrantStatus
from tournaments.models import Entry, Tournament
from tournaments.queries.entries import situation_of
from tournaments.queries.leaving import LeavingRule, rule_of
from tournaments.queries.what_follows import what_follows, with_entrants
from tournaments.typed_number import whole
from tournaments.undo.toasts import undo_address
from tournaments.views.entries import entry_of
from tournaments.views.entries_follow import FOLDER, entry_context, shown

KEEP, STRIKE = "keep", "strike"


@staff(Action.EDIT_ENTRIES)
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """What a withdrawal brings about, and the withdrawal."""
    return _leave(request, tournament, number, Entry.State.WITHDRAWN)


@staff(Action.HEAD_JUDGE)
@require_http_methods(["GET", "HEAD", "POST"])
def disqualify(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """What putting an entry out brings about, and doing it."""
    return _leave(request, tournament, number, Entry.State.DISQUALIFIED)


def _leave(
    request: HttpRequest, tournament: Tournament, number: int, state: Entry.State
) -> HttpResponseBase:
    row = entry_of(tournament, number)
    refused: Refused | None = None
    if request.method == "POST":
        try:
            changed = _do(request, row, state)
        except Refused as error:
            refused = error
            row = entry_of(tournament, number)
        else:
            return _done(request, tournament, changed)
    rule = rule_of(row)
    chosen = request.POST.get("results") or (STRIKE if rule.strike else KEEP)
    context = entry_context(request, tournament, row)
    return desk_page(
        request,
        tournament,
        "entries",
        f"{FOLDER}/leave.html",
        context
        | {
            "out": state == Entry.State.DISQUALIFIED,
            "already": row.state == state and state == Entry.State.WITHDRAWN,
            "consequences": consequences(
                row, state, row.from_round, context["situation"], meaning_too=False
            ),
            "choices": _choices(request, tournament, row, rule, chosen),
            "rule": rule,
            "refused": refused,
            "why": request.POST.get("why", ""),
            "drawn": newest_round(tournament),
        },
        status=status_of(refused),
    )


def _do(request: HttpRequest, row: Entry, state: Entry.State) -> Changed:
    results = request.POST.get("results")
    more: dict[str, Any] = {
        "drawn": whole(request.POST.get("drawn")),
        "by": user_of(request),
        "seen": request.POST.get("seen", ""),
        "why": why_of(request),
        "key": key_of(request),
    }
    if state == Entry.State.DISQUALIFIED:
        return disqualify_entry(row, struck=results == STRIKE, **more)
    struck = None if results not in {KEEP, STRIKE} else results == STRIKE
    return withdraw_entry(row, struck=struck, **more)


def _done(request: HttpRequest, tournament: Tournament, changed: Changed) -> HttpResponseBase:
    undo = undo_address(tournament, changed.event)
    situation = situation_of(tournament, drafts=sees_drafts(request))
    messages.success(request, done_words(changed.entry, situation), extra_tags=f"undo:{undo}")
    return redirect("desk-entry", slug=tournament.slug, number=changed.entry.number)


def _choices(
    request: HttpRequest, tournament: Tournament, row: Entry, rule: LeavingRule, chosen: str
) -> list[dict[str, Any]]:
    """Keep the results, or strike them, each with what follows. Nothing to choose for one that
    has played nothing."""
    if not row.seats.exists():
        return []
    drafts = sees_drafts(request)
    choices = []
    for value, label, strike in (
        (KEEP, _("Keep its results"), False),
        (STRIKE, _("Strike its results"), True),
    ):
        facts = {"struck": strike, "status": EntrantStatus.WITHDRAWN}
        follows = what_follows(tournament, [row.pk], with_entrants({row.pk: facts}))
        choices.append(
            {
                "value": value,
                "label": label,
                "checked": value == chosen,
                "usual": strike == rule.strike,
                "strike": strike,
                "follows": shown(follows, drafts=drafts),
            }
        )
    return choices


@staff(Action.EDIT_ENTRIES)
@require_http_methods(["GET", "HEAD", "POST"])
def back(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """What the return of one who has left brings about, and the return."""
    row = entry_of(tournament, number)
    if row.state == Entry.State.DISQUALIFIED and not may(request, Action.HEAD_JUDGE):
        raise PermissionDenied(Action.HEAD_JUDGE)
    refused: Refused | None = None
    if request.method == "POST":
        try:
            changed = bring_back(
                row,
                by=user_of(request),
                seen=request.POST.get("seen", ""),
                why=why_of(request),
                key=key_of(request),
            )
        except Refused as error:
            refused = error
            row = entry_of(tournament, number)
        else:
            return _done(request, tournament, changed)
    if row.state not in GONE and refused is None:
        return redirect("desk-entry", slug=tournament.slug, number=number)
    facts = {"struck": False, "status": EntrantStatus.ACTIVE}
    follows = what_follows(tournament, [row.pk], with_entrants({row.pk: facts}))
    context = entry_context(request, tournament, row)
    return desk_page(
        request,
        tournament,
        "entries",
        f"{FOLDER}/back.html",
        context
        | {
            "consequences": consequences(
                row,
                Entry.State.PRESENT,
                row.from_round,
                context["situation"],
                meaning_too=False,
            ),
            "follows": shown(follows, drafts=sees_drafts(request)),
            "refused": refused,
            "gone": row.state in GONE,
            "why": request.POST.get("why", ""),
        },
        status=status_of(refused),
    )
