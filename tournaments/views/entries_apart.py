"""Whom an entry is not to meet."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access import Action, desk_page, key_of, staff, user_of, why_of
from tournaments.domain.errors import Refused, status_of
from tournaments.domain.keep_apart import keep_apart, let_meet
from tournaments.models import Round, Tournament
from tournaments.queries.kept_apart import kept_apart_from
from tournaments.typed_number import whole
from tournaments.undo.toasts import undo_tag
from tournaments.views.entries import entry_of
from tournaments.views.entries_follow import FOLDER, entry_context


@staff(Action.DRAW)
@require_http_methods(["GET", "HEAD", "POST"])
def apart(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """Those it is not to meet; one more, by number."""
    row = entry_of(tournament, number)
    refused: Refused | None = None
    if request.method == "POST":
        other = tournament.entries.filter(number=whole(request.POST.get("other")) or 0).first()
        try:
            if other is None:
                raise Refused("no-entry", _("Choose one from the list."), field="other")
            keep_apart(row, other, by=user_of(request), why=why_of(request), key=key_of(request))
        except Refused as error:
            refused = error
        else:
            messages.success(
                request,
                _("%(entry)s and %(other)s do not meet from the next draw on.")
                % {"entry": row.name, "other": other.name},
                extra_tags=undo_tag(tournament, "entry.keep-apart", row, by=user_of(request)),
            )
            return redirect("desk-entry-apart", slug=tournament.slug, number=number)
    pairs = kept_apart_from(row)
    taken = {row.pk, *(other.pk for _pair, other in pairs)}
    draft = tournament.rounds.filter(state=Round.State.DRAFT).values_list("number", flat=True)
    context = entry_context(request, tournament, row) | {
        "pairs": pairs,
        "others": [
            one
            for one in tournament.entries.order_by("number")
            if one.pk not in taken and one.merged_into_id is None
        ],
        "chosen": request.POST.get("other", ""),
        "draft": draft.first(),
        "refused": refused,
        "why": request.POST.get("why", ""),
    }
    return desk_page(
        request,
        tournament,
        "entries",
        f"{FOLDER}/apart.html",
        context,
        status=status_of(refused),
    )


@staff(Action.DRAW)
@require_POST
def meet(request: HttpRequest, tournament: Tournament, number: int, pk: int) -> HttpResponseBase:
    """The two may meet after all."""
    row = entry_of(tournament, number)
    try:
        let_meet(row, pk, by=user_of(request), key=key_of(request))
        messages.success(
            request,
            _("They may meet again."),
            extra_tags=undo_tag(tournament, "entry.keep-apart-undo", row, by=user_of(request)),
        )
    except Refused as refused:
        messages.error(request, str(refused.message))
    return redirect("desk-entry-apart", slug=tournament.slug, number=number)
