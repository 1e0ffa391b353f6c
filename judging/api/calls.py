"""A call for a judge: placed, taken, come to, dealt with, handed over, taken back."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers

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
from judging.models import Call
from tournaments.access import Action
from tournaments.api.bodies import number_field
from tournaments.api.endpoint import Endpoint
from tournaments.api.found import the_tournament
from tournaments.api.shapes import choice
from tournaments.api.verb_table import Subject, VerbRow, verbs_on
from tournaments.domain.errors import Refused
from tournaments.models import Tournament

from .found import game_now, text_field
from .rulings import Calls, CallShape, call_shape


def _call_of(view: Endpoint, pk: int) -> Call:
    rows = Call.objects.select_related("pairing__table", "round", "entry", "judge")
    row = rows.filter(pk=pk, round__tournament=view.tournament).first()
    if row is None:
        raise Http404(str(pk))
    return row


CALL = Subject(
    tag="calls",
    address="calls/<int:pk>/",
    find=_call_of,
    answer=CallShape,
    shaped=lambda _view, row: call_shape(row),
)
#: The queue, in which a call is placed.
CALLS = Subject(
    tag="calls",
    address="calls/",
    find=the_tournament,
    answer=CallShape,
    shaped=lambda view, row: call_shape(_call_of(view, row.pk)),
)


class CallBody(serializers.Serializer):
    """Which table wants a judge, and why."""

    table = number_field("A table that is played at now.")
    reason = choice(["", *Call.Reason.values], default="")
    note = text_field(200)


class TableBody(serializers.Serializer):
    """Which table."""

    table = number_field("A table that is played at now.")


class ResolveBody(serializers.Serializer):
    """Whether the table gets its time back."""

    give_back = serializers.BooleanField(
        default=False, help_text="It plays longer by the time that this took."
    )


class HandOverBody(serializers.Serializer):
    """Who goes."""

    to = text_field(150, "Name of a judge's account; empty: whoever takes it next.")


def _place(tournament: Tournament, *, table: int, **sent: Any) -> Call:
    return place_call(game_now(tournament, table), **sent)


def _go(tournament: Tournament, *, table: int, **sent: Any) -> Call:
    return answer_clock(game_now(tournament, table), **sent)


def _hand_over(call: Call, *, to: str, **sent: Any) -> None:
    judge = None
    if to:
        judges = judges_of(call.round.tournament)
        judge = next((one for one in judges if one.username == to), None)
        if judge is None:
            raise Refused("no-judge", _("%(name)s is no judge here.") % {"name": to}, field="to")
    hand_over_call(call, to=judge, **sent)


urlpatterns = [
    *verbs_on(
        CALLS,
        VerbRow(
            "call_place",
            "",
            Action.CALL_JUDGE,
            "Send for a judge.",
            _place,
            CallBody,
            answers=CALLS,
            status=201,
            beside=Calls,
            route="api-calls",
        ),
        VerbRow(
            "call_go",
            "go/",
            Action.JUDGE,
            "A judge goes to a table whose time is up, before anybody called.",
            _go,
            TableBody,
            answers=CALLS,
            status=201,
        ),
    ),
    *verbs_on(
        CALL,
        VerbRow("call_take", "take/", Action.JUDGE, "A judge goes to the table.", take_call),
        VerbRow(
            "call_arrive", "arrive/", Action.JUDGE, "The judge is at the table.", arrive_at_call
        ),
        VerbRow(
            "call_resolve",
            "resolve/",
            Action.JUDGE,
            "The table plays on.",
            resolve_call,
            ResolveBody,
        ),
        VerbRow(
            "call_hand_over",
            "hand-over/",
            Action.JUDGE,
            "Another judge goes.",
            _hand_over,
            HandOverBody,
        ),
        VerbRow(
            "call_send_head",
            "send-head/",
            Action.JUDGE,
            "The head judge is to come: the call waits again, for them alone.",
            send_head_judge,
        ),
        VerbRow(
            "call_withdraw",
            "withdraw/",
            Action.CALL_JUDGE,
            "The table needs nobody any more.",
            withdraw_call,
        ),
    ),
]
