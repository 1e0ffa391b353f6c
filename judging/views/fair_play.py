"""Fair play: what judges note about a table, one tap each. For judges alone."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.queries import table_state
from judging.domain.note_incident import note_incident, strike_incident
from judging.fair_play import template_of, templates_of
from judging.ledger import cited
from judging.models import Incident
from judging.queries.rulings import records_of
from judging.views.calls import table_now
from tournaments.access import Action, desk_page, key_of, staff, user_of
from tournaments.domain.errors import Refused
from tournaments.models import Entry, Pairing, Tournament
from tournaments.spoken import language
from tournaments.typed_number import whole


@staff(Action.JUDGE)
@require_safe
def fair_play(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """One table's buttons (`?table=`), and everything noted so far."""
    asked = request.GET.get("table", "")
    pairing: Pairing | None = None
    error: Refused | None = None
    if asked:
        try:
            pairing = table_now(tournament, asked)
        except Refused as refused:
            error = refused
    return _page(request, tournament, pairing, error)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    pairing: Pairing | None,
    error: Refused | None = None,
) -> HttpResponseBase:
    table = table_state(pairing) if pairing is not None else None
    entries = [one for side in table.sides for one in side.entries] if table is not None else []
    noted = list(
        Incident.objects.filter(round__tournament=tournament, struck_at__isnull=True)
        .select_related("entry", "pairing__table", "round", "noted_by", "ruling")
        .defer("round__draw", "pairing__reasons")
    )
    counts: dict[int, int] = {}
    for incident in noted:
        counts[incident.entry_id] = counts.get(incident.entry_id, 0) + 1
    context: dict[str, Any] = {
        "tab": "fair-play",
        "table": table,
        "records": list(zip(table.sides, records_of(tournament.game, entries), strict=False))
        if table is not None
        else [],
        "templates": [
            (template, cited(tournament.game, template.rules, language()))
            for template in templates_of(tournament.game)
        ],
        "lines": [
            (incident, template_of(tournament.game, incident.kind), counts[incident.entry_id])
            for incident in noted
        ],
        "asked": request.GET.get("table", "")[:10],
        "error": error,
    }
    return desk_page(
        request,
        tournament,
        "gavel",
        "judging/fair_play/page.html",
        context,
        status=422 if error is not None and request.method == "POST" else 200,
    )


@staff(Action.JUDGE)
@require_POST
def note(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """A tap: pair `entry` did `kind` at table `number`."""
    try:
        pairing = table_now(tournament, str(number))
        entry = get_object_or_404(
            Entry, tournament=tournament, number=whole(request.POST.get("entry")) or 0
        )
        incident = note_incident(
            pairing,
            entry,
            request.POST.get("kind", ""),
            note=request.POST.get("note", ""),
            by=user_of(request),
            key=key_of(request),
        )
    except Refused as refused:
        messages.error(request, str(refused.message))
    else:
        undo = reverse("desk-fair-play-strike", args=[tournament.slug, incident.pk])
        messages.success(
            request,
            _("Noted about %(entry)s.") % {"entry": entry.name},
            extra_tags=f"undo:{undo}",
        )
    return redirect(f"{reverse('desk-fair-play', args=[tournament.slug])}?table={number}")


@staff(Action.JUDGE)
@require_POST
def strike(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponseBase:
    """It was not so."""
    incident = get_object_or_404(Incident, pk=pk, round__tournament=tournament)
    try:
        strike_incident(incident, by=user_of(request), key=key_of(request))
    except Refused as refused:
        messages.error(request, str(refused.message))
    here = reverse("desk-fair-play", args=[tournament.slug])
    table = incident.pairing.table
    return redirect(f"{here}?table={table.number}" if table is not None else here)
