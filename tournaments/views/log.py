"""The log: who did what, looked up by person, table, entry, round and words."""

from __future__ import annotations

from dataclasses import replace

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe

from tournaments.access import Action, desk_page, granted, sees_drafts, staff
from tournaments.domain.seal_log import verify_log
from tournaments.follows import follows
from tournaments.forms.log import LogForm
from tournaments.log_words import told
from tournaments.models import Tournament
from tournaments.queries.log import looked_up
from tournaments.undo.offers import offers

EVENTS_A_PAGE = 100


@staff(Action.LOOK)
@require_safe
@follows("all", pieces="#page")
def log(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Who did what, newest first. With ?check the whole chain is reckoned again."""
    form = LogForm(tournament, request.GET)
    wanted = form.wanted
    events = looked_up(tournament, wanted)
    page = Paginator(events, EVENTS_A_PAGE).get_page(request.GET.get("page"))
    offered = offers(tournament, page.object_list, granted(request))
    asked = request.GET.copy()
    asked.pop("page", None)
    asked.pop("stamp", None)
    context = {
        "page": page,
        "events": [
            replace(one, offer=offered[one.event.pk])
            for one in told(page.object_list, drafts=sees_drafts(request))
        ],
        "form": form,
        "narrowed": not wanted.empty or bool(form.errors),
        "asked": asked.urlencode(),
        "chain": verify_log(tournament) if "check" in request.GET else None,
    }
    return desk_page(request, tournament, "log", "tournaments/desk/log.html", context)
