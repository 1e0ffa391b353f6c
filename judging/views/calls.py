"""The judges' queue: who called, who goes, what the clock proposes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.queries import shown_round
from games.views.requests import fragment, with_server_now
from judging.domain.answer_call import (
    arrive_at_call,
    hand_over_call,
    resolve_call,
    send_head_judge,
    take_call,
    withdraw_call,
)
from judging.domain.offices import judges_of
from judging.domain.place_call import answer_clock, place_call
from judging.escalation_words import STEPS
from judging.models import Call
from judging.queries.calls import open_calls, queue_of, queue_stamp, waits_of
from judging.views import phones
from tournaments.access import Action, desk_page, key_of, may, staff, user_of
from tournaments.addresses import stem
from tournaments.domain.errors import Refused
from tournaments.models import Pairing, Round, Tournament, User
from tournaments.pieces import is_piece
from tournaments.typed_number import whole

#: What judges press on a call. What the desk may, too, is `WITHDRAW`.
VERBS: Final[Mapping[str, Callable[..., Call]]] = {
    "take": take_call,
    "arrive": arrive_at_call,
    "resolve": resolve_call,
    "hand-over": hand_over_call,
    "send-head": send_head_judge,
    "withdraw": withdraw_call,
}


@staff(Action.LOOK)
@require_safe
def calls(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The queue. Asked again every few seconds (`?seen=`)."""
    if is_piece(request):
        stamp = queue_stamp(tournament, shown_round(tournament), timezone.now())
        if request.GET.get("seen") == stamp:
            return with_server_now(HttpResponse(status=204))
        context = _queue(request, tournament)
        return fragment(request, tournament, "judging/calls/answer.html", context)
    return _page(request, tournament)


@staff(Action.JUDGE)
@require_safe
def watch(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The calls that wait, for a page that rings when there is another one."""
    waiting = [
        {
            "id": call.pk,
            "table": _("Table %(table)s") % {"table": call.pairing.table or "–"},
            "reason": call.get_reason_display() if call.reason else "",
        }
        for call in open_calls(tournament)
        if call.state == Call.State.WAITING
    ]
    context = {"calls": json.dumps(waiting)}
    return fragment(request, tournament, "judging/calls/watch.html", context)


def _queue(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    queue = queue_of(tournament, user_of(request))
    number = queue.round.number if queue.round is not None else 0
    return {
        "queue": queue,
        "tables_at": stem("desk-long-game", tournament.slug, number),
        "waits": waits_of(tournament),
        "judges": [judge for judge in judges_of(tournament) if judge != request.user],
        "steps": {step.value: words for step, words in STEPS.items()},
    }


def _page(
    request: HttpRequest, tournament: Tournament, error: Refused | None = None
) -> HttpResponseBase:
    context = _queue(request, tournament) | {
        "tab": "calls",
        "reasons": Call.Reason.choices,
        "error": error,
        "typed": request.POST,
    }
    if may(request, Action.JUDGE):
        context |= phones.of_account(user_of(request))
    response = desk_page(
        request,
        tournament,
        "gavel",
        "judging/calls/page.html",
        context,
        status=422 if error is not None else 200,
    )
    assert isinstance(response, HttpResponse)
    return with_server_now(response)


@staff(Action.CALL_JUDGE)
@require_POST
def new(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Somebody at the desk sends for a judge."""
    try:
        pairing = table_now(tournament, request.POST.get("table", ""))
        place_call(
            pairing,
            reason=request.POST.get("reason", ""),
            note=request.POST.get("note", ""),
            by=user_of(request),
            key=key_of(request),
        )
    except Refused as refused:
        return _page(request, tournament, refused)
    messages.success(request, _("A judge is called to table %(table)s.") % {"table": pairing.table})
    return redirect("desk-calls", tournament.slug)


def table_now(tournament: Tournament, text: str) -> Pairing:
    """The game at the table typed, in the round being played. Refused, beside the field."""
    round_ = shown_round(tournament)
    number = whole(text) or 0
    pairing = (
        Pairing.objects.filter(round=round_, table__number=number, kind=Pairing.Kind.GAME)
        .select_related("table", "round")
        .first()
        if round_ is not None and round_.state == Round.State.PUBLISHED
        else None
    )
    if pairing is None:
        raise Refused(
            "no-such-table",
            _("Nobody plays at table %(table)s now.") % {"table": text.strip()[:20] or "–"},
            field="table",
        )
    return pairing


@staff(Action.JUDGE)
@require_POST
def do(request: HttpRequest, tournament: Tournament, pk: int, verb: str) -> HttpResponseBase:
    """A judge presses `verb` on a call."""
    if verb not in VERBS:
        raise Http404(verb)
    call = _call(tournament, pk)
    more: dict[str, Any] = {}
    if verb == "resolve":
        more["give_back"] = bool(request.POST.get("give_back"))
    if verb == "hand-over" and request.POST.get("to"):
        more["to"] = get_object_or_404(User, username=request.POST["to"])
    try:
        call = VERBS[verb](call, by=user_of(request), key=key_of(request), **more)
    except Refused as refused:
        messages.error(request, str(refused.message))
        return redirect("desk-calls", tournament.slug)
    if call.minutes_given:
        messages.success(
            request,
            _("Table %(table)s plays on, with %(minutes)s min more.")
            % {"table": call.pairing.table, "minutes": call.minutes_given},
        )
    return redirect(f"{reverse('desk-calls', args=[tournament.slug])}#call-{call.pk}")


@staff(Action.CALL_JUDGE)
@require_POST
def withdraw(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponseBase:
    """The desk takes a call back that nobody needs."""
    try:
        withdraw_call(_call(tournament, pk), by=user_of(request), key=key_of(request))
    except Refused as refused:
        messages.error(request, str(refused.message))
    return redirect("desk-calls", tournament.slug)


@staff(Action.JUDGE)
@require_POST
def go(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """A judge goes to a table since the clock says so."""
    try:
        pairing = table_now(tournament, str(number))
        answer_clock(pairing, by=user_of(request), key=key_of(request))
    except Refused as refused:
        messages.error(request, str(refused.message))
    return redirect("desk-calls", tournament.slug)


def _call(tournament: Tournament, pk: int) -> Call:
    return get_object_or_404(
        Call.objects.select_related("pairing__table", "round"), pk=pk, round__tournament=tournament
    )
