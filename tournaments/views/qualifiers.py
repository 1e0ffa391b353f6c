"""The desk's page of those who qualified elsewhere: the rules, a preview, and bringing them in."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access import Action, desk_page, key_of, staff, user_of
from tournaments.domain.errors import Refused, status_of
from tournaments.forms.qualifiers import choices_from
from tournaments.models import Qualifier, Tournament
from tournaments.qualifiers.bring import bring_in, set_qualifiers, sources_for
from tournaments.qualifiers.plan import plan_of
from tournaments.typed_number import whole

WHY = {**dict(Qualifier.Rule.choices), "reserve": _("reserve"), "hand": _("wild card")}
STATES = {
    "comes": _("comes now"),
    "there": _("is there"),
    "left": _("has left again"),
    "twice": _("plays there already"),
    "waits": _("waits"),
}


@staff(Action.EDIT_TOURNAMENT)
@require_http_methods(["GET", "HEAD", "POST"])
def qualifiers(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Which tournaments lead here, and who of them comes."""
    refused: Refused | None = None
    if request.method == "POST":
        try:
            choices = choices_from(request.POST, _sources(request, tournament))
            set_qualifiers(tournament, choices, by=user_of(request), key=key_of(request))
            return redirect("desk-qualifiers", slug=tournament.slug)
        except Refused as error:
            refused = error
    return _page(request, tournament, refused)


@staff(Action.EDIT_TOURNAMENT)
@require_POST
def bring(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Those who are ticked become entries here."""
    chosen = {number for one in request.POST.getlist("entry") if (number := whole(one))}
    try:
        made = bring_in(tournament, chosen, by=user_of(request), key=key_of(request))
    except Refused as refused:
        return _page(request, tournament, refused)
    messages.success(
        request,
        ngettext("%(count)s has come.", "%(count)s have come.", len(made)) % {"count": len(made)},
    )
    return redirect("desk-qualifiers", slug=tournament.slug)


def _sources(request: HttpRequest, tournament: Tournament) -> list[Tournament]:
    """Those that may be chosen, and those that were, whoever chose them."""
    found = {one.pk: one for one in sources_for(tournament, user_of(request))}
    for one in tournament.qualifiers.select_related("source"):
        found.setdefault(one.source_id, one.source)
    return list(found.values())


def _page(
    request: HttpRequest, tournament: Tournament, refused: Refused | None = None
) -> HttpResponseBase:
    rules = {one.source_id: one for one in tournament.qualifiers.all()}
    choices = [
        {"source": one, "rule": rules.get(one.pk), "hand": _hand(rules.get(one.pk))}
        for one in _sources(request, tournament)
    ]
    plan = plan_of(tournament)
    context: dict[str, Any] = {
        "choices": choices,
        "rules": Qualifier.Rule.choices,
        "plan": [
            {
                "source": one.qualifier.source,
                "lines": [
                    {"line": line, "why": WHY[line.why], "state": STATES[line.state]}
                    for line in one.lines
                ],
            }
            for one in plan
        ],
        "coming": sum(one.coming for one in plan),
        "refused": refused,
    }
    return desk_page(
        request,
        tournament,
        "entries",
        "tournaments/qualifiers/page.html",
        context,
        status=status_of(refused),
    )


def _hand(rule: Qualifier | None) -> str:
    return "" if rule is None else ", ".join(map(str, rule.by_hand))
