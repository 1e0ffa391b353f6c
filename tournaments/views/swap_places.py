"""Two pairs sat down at each other's tables: let them change places."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import Action, desk_page, key_of, staff, user_of, why_of
from tournaments.domain.draft import place_of
from tournaments.domain.draft_rows import read_draft
from tournaments.domain.errors import Refused, status_of
from tournaments.domain.swap_places import swap_places, swapped
from tournaments.models import Entry, Round, Tournament
from tournaments.queries.rounds import pairings_of
from tournaments.typed_number import whole
from tournaments.undo.toasts import undo_tag

from .draft import round_of
from .round_rows import is_over


@staff(Action.DRAW)
@require_http_methods(["GET", "HEAD", "POST"])
def swap(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """Pick the two, read what follows, do it."""
    round_ = round_of(tournament, number)
    if round_.state != Round.State.PUBLISHED and request.method != "POST":
        return redirect("desk-round", slug=tournament.slug, number=number)
    typed = request.POST if request.method == "POST" else request.GET
    pairings = pairings_of(round_)
    sitting = {
        seat.entry_id: (seat.entry, pairing) for pairing in pairings for seat in pairing.seats.all()
    }
    by_number = {entry.number: entry for entry, _pairing in sitting.values()}
    one, other = (by_number.get(whole(typed.get(name)) or 0) for name in ("one", "other"))
    refused: Refused | None = None
    lines: list[str] = []
    try:
        if one is not None and other is not None:
            if request.method == "POST":
                swap_places(
                    round_,
                    one,
                    other,
                    by=user_of(request),
                    version=whole(typed.get("version")),
                    why=why_of(request),
                    key=key_of(request),
                )
                messages.success(
                    request,
                    _("%(one)s and %(other)s have changed places.")
                    % {"one": one.name, "other": other.name},
                    extra_tags=undo_tag(
                        tournament, "round.swap-places", round_, by=user_of(request)
                    ),
                )
                return redirect("desk-round", slug=tournament.slug, number=number)
            lines = _follows(round_, one, other, {pk: row for pk, (row, _p) in sitting.items()})
        elif request.method == "POST":
            raise Refused("pick-two", _("Pick the two pairs."), field="one")
    except Refused as error:
        refused = error
        round_.refresh_from_db(fields=["version"])
    choices = [
        {
            "entry": entry,
            "where": _("table %(table)s") % {"table": pairing.table}
            if pairing.table
            else _("sits out"),
        }
        for entry, pairing in sorted(sitting.values(), key=lambda row: row[0].number)
        if pairing.table is None or not is_over(pairing)
    ]
    context: dict[str, Any] = {
        "round": round_,
        "choices": choices,
        "one": one,
        "other": other,
        "lines": lines,
        "refused": refused,
        "why": typed.get("why", ""),
    }
    status = status_of(refused)
    return desk_page(
        request, tournament, "rounds", "tournaments/rounds/swap.html", context, status=status
    )


def _follows(round_: Round, one: Entry, other: Entry, names: dict[int, Entry]) -> list[str]:
    """Who sits where, against whom. Raises what the verb would."""
    before = read_draft(round_)
    after, means = swapped(round_, before, one.pk, other.pk)
    lines = []
    for entry in (one, other):
        was, now = (draft[place_of(draft, entry.pk)] for draft in (before, after))
        side = dict(now.seats)[entry.pk]
        against = ", ".join(names[pk].name for pk, its in now.seats if its != side)
        words = {
            "entry": entry.name,
            "old": "–" if was.table is None else was.table,
            "new": now.table,
            "against": against,
        }
        lines.append(
            _("%(entry)s leaves table %(old)s and sits out.") % words
            if now.table is None
            else _("%(entry)s plays at table %(new)s against %(against)s (was at %(old)s).") % words
        )
    return [*lines, *means]
