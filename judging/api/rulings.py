"""Rulings, for everybody; calls, for staff."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from judging.models import Call, Ruling
from judging.queries.rulings import RulingLine, line, rows
from tournaments.access import Action
from tournaments.api.described import described
from tournaments.api.endpoint import Read
from tournaments.api.pages import PageQuery, page_of, paged
from tournaments.api.rounds import MOST
from tournaments.api.shapes import EntryRef, choice
from tournaments.public_names import public_names


class RuleShape(serializers.Serializer):
    """A rule that was cited."""

    id = serializers.CharField(help_text="As in the engine, the guide and the refusals.")
    title = serializers.CharField()


class RulingShape(serializers.Serializer):
    """A ruling as everybody may read it."""

    number = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    happened = serializers.CharField(allow_blank=True)
    decision = serializers.CharField(allow_blank=True)
    rules = RuleShape(many=True)
    consequence = choice(Ruling.Consequence.values)
    entry = EntryRef(allow_null=True)
    minutes = serializers.IntegerField(allow_null=True)
    points = serializers.FloatField(allow_null=True)
    amends = serializers.IntegerField(allow_null=True, help_text="Number of the one it replaces.")
    amended_by = serializers.IntegerField(allow_null=True)
    given_at = serializers.DateTimeField()


class RulingsQuery(PageQuery):
    """Which rulings."""

    entry = serializers.IntegerField(min_value=1, max_value=MOST, required=False)
    round = serializers.IntegerField(min_value=1, max_value=MOST, required=False)
    table = serializers.IntegerField(min_value=1, max_value=MOST, required=False)
    changed_since = serializers.DateTimeField(required=False)


_FILTERS = {
    "entry": "entry__number",
    "round": "pairing__round__number",
    "table": "pairing__table__number",
    "changed_since": "given_at__gte",
}


@described("rulings_list", "rulings", "What judges ruled, the newest first.", page_of(RulingShape))
class Rulings(Read):
    news = "rulings entries"
    query = RulingsQuery

    def read(self) -> dict[str, Any]:
        found = rows().filter(tournament=self.tournament).order_by("-number")
        found = found.filter(
            **{field: self.asked[name] for name, field in _FILTERS.items() if name in self.asked}
        )
        return paged(self.request, self.asked, found, self._shaped)

    def _shaped(self, page: Sequence[Ruling]) -> list[dict[str, Any]]:
        public_names(self.tournament).cover(one.entry for one in page if one.entry is not None)
        return [ruling_shape(line(one)) for one in page]


def ruling_shape(one: RulingLine) -> dict[str, Any]:
    """A ruling, with its entry under the name it has here."""
    ruling = one.ruling
    entry, amends = ruling.entry, ruling.amends
    return {
        "number": ruling.number,
        "round": one.round,
        "table": one.table,
        "happened": ruling.happened,
        "decision": ruling.decision,
        "rules": [{"id": rule.id, "title": str(rule.title)} for rule in one.rules],
        "consequence": ruling.consequence,
        "entry": None if entry is None else {"number": entry.number, "name": entry.name},
        "minutes": ruling.minutes,
        "points": None if ruling.points is None else float(ruling.points),
        "amends": amends.number if amends is not None else None,
        "amended_by": one.amended_by,
        "given_at": ruling.given_at,
    }


class CallShape(serializers.Serializer):
    """A table's call for a judge."""

    id = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    entry = EntryRef(allow_null=True)
    source = choice(Call.Source.values)
    reason = choice(Call.Reason.values, allow_null=True)
    note = serializers.CharField(allow_blank=True)
    language = serializers.CharField(help_text="What the caller reads.")
    state = choice(Call.State.values)
    for_head = serializers.BooleanField(help_text="Only the head judge takes it.")
    judge = serializers.CharField(allow_null=True)
    placed_at = serializers.DateTimeField()
    taken_at = serializers.DateTimeField(allow_null=True)
    arrived_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    minutes_given = serializers.IntegerField()


class CallsQuery(PageQuery):
    """Which calls."""

    state = choice(Call.State.values, required=False)
    round = serializers.IntegerField(min_value=1, max_value=MOST, required=False)
    table = serializers.IntegerField(min_value=1, max_value=MOST, required=False)
    entry = serializers.IntegerField(min_value=1, max_value=MOST, required=False)


_CALL_FILTERS = {
    "state": "state",
    "round": "round__number",
    "table": "pairing__table__number",
    "entry": "entry__number",
}


@described("calls_list", "staff", "Calls for a judge, the oldest first.", page_of(CallShape))
class Calls(Read):
    access = Action.LOOK
    news = "calls rulings"
    query = CallsQuery

    def read(self) -> dict[str, Any]:
        found = (
            Call.objects.filter(round__tournament=self.tournament)
            .select_related("pairing__table", "round", "entry", "judge")
            .defer("round__draw", "pairing__reasons")
            .order_by("placed_at", "id")
        )
        asked = {
            field: self.asked[name] for name, field in _CALL_FILTERS.items() if name in self.asked
        }
        return paged(self.request, self.asked, found.filter(**asked), _calls)


def _calls(page: Sequence[Call]) -> list[dict[str, Any]]:
    return [call_shape(call) for call in page]


def call_shape(call: Call) -> dict[str, Any]:
    """A call with its table, entry and judge."""
    table, entry = call.pairing.table, call.entry
    return {
        "id": call.pk,
        "round": call.round.number,
        "table": table.number if table is not None else None,
        "entry": None if entry is None else {"number": entry.number, "name": entry.name},
        "source": call.source,
        "reason": call.reason or None,
        "note": call.note,
        "language": call.language,
        "state": call.state,
        "for_head": call.for_head,
        "judge": call.judge.display_name if call.judge is not None else None,
        "placed_at": call.placed_at,
        "taken_at": call.taken_at,
        "arrived_at": call.arrived_at,
        "closed_at": call.closed_at,
        "minutes_given": call.minutes_given,
    }
