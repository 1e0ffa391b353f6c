"""The rule desk: for judges at the desk, and for everybody who was sent a question's address."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.views.requests import fragment, table_of
from judging.domain.long_game import set_position
from judging.forms import read_position
from judging.ledger import cited
from judging.rule_desk import desk_for
from tournaments.access import Action, desk_page, key_of, public, staff, user_of
from tournaments.domain.errors import Refused
from tournaments.models import Tournament
from tournaments.pieces import is_piece
from tournaments.spoken import language
from tournaments.typed_number import whole


@staff(Action.LOOK)
@require_safe
def desk_rule_desk(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The judges' rule desk; `?for=round/table` sets up the position of that table."""
    context = _asked(request, tournament) | {"tab": "rule-desk"}
    if is_piece(request):
        response = fragment(request, tournament, "judging/rule_desk/piece.html", context)
        return _renamed(response, context)
    return desk_page(request, tournament, "gavel", "judging/rule_desk/page.html", context)


@public
@require_safe
def rule_desk(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The same for everybody."""
    context = _asked(request, tournament) | {"section": "rule-desk", "for": "", "for_table": None}
    if is_piece(request):
        response = render(request, "judging/rule_desk/piece.html", context)
        return _renamed(response, context)
    return render(request, "judging/rule_desk/public.html", context)


def _asked(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    desk = desk_for(tournament)
    if desk is None:
        return {"tournament": tournament, "answer": None, "here": request.path}
    query = dict(request.GET.lists())
    answer = desk.ask(query, language())
    wanted = request.GET.get("for", "")[:20]
    # `for` is kept beside the question: it is no part of what is shared.
    keep = f"&for={wanted}" if _table_numbers(wanted) else ""
    return {
        "tournament": tournament,
        "answer": answer,
        "board": SafeString(answer.board),
        "fields": desk.form(query, language()),
        "fields_template": desk.template,
        "cited": cited(tournament.game, answer.rules, language()),
        "here": request.path,
        "keep": keep,
        "for": wanted if keep else "",
        "for_table": _table_numbers(wanted),
        "share": request.build_absolute_uri(
            f"{reverse('rule-desk', args=[tournament.slug])}?{answer.query}"
        ),
    }


def _renamed(response: HttpResponse, context: dict[str, Any]) -> HttpResponse:
    """The address bar keeps the question after "#", where a reload needs no network for it."""
    if context["answer"] is not None:
        page = f"{context['here']}?for={context['for']}" if context["for"] else context["here"]
        response["HX-Replace-Url"] = f"{page}#{context['answer'].query}"
    return response


def _table_numbers(wanted: str) -> tuple[int, int] | None:
    round_number, _slash, table = wanted.partition("/")
    numbers = whole(round_number), whole(table)
    return None if numbers[0] is None or numbers[1] is None else (numbers[0], numbers[1])


@staff(Action.JUDGE)
@require_POST
def keep_position(
    request: HttpRequest, tournament: Tournament, n: int, number: int
) -> HttpResponseBase:
    """The position asked about is the one at table `number` of round `n`."""
    table = table_of(tournament, n, number, drafts=False)
    query = request.POST.get("position", "")[:2000]
    try:
        position, _question = read_position(query, tournament)
        if position is None:
            raise Http404(query)
        set_position(table.pairing, position, by=user_of(request), key=key_of(request))
    except Refused as refused:
        messages.error(request, str(refused.message))
        here = reverse("desk-rule-desk", args=[tournament.slug])
        return redirect(f"{here}?{query}&for={n}/{number}")
    messages.success(request, _("The position of table %(table)s is kept.") % {"table": number})
    return redirect("desk-long-game", tournament.slug, n, number)
