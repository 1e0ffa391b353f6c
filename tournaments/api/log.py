"""The log and the hall: for staff, and the tables for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from tournaments.access import Action
from tournaments.api.described import described
from tournaments.api.endpoint import Read
from tournaments.api.pages import PageQuery, page_of, paged
from tournaments.api.rounds import MOST
from tournaments.api.shapes import choice
from tournaments.log_words import told
from tournaments.models import Event, Table
from tournaments.queries.log import KINDS, LogFilter, looked_up


class ChangeShape(serializers.Serializer):
    """What a field was and became, in words."""

    field = serializers.CharField()
    before = serializers.CharField(allow_blank=True)
    after = serializers.CharField(allow_blank=True)


class EventShape(serializers.Serializer):
    """Something that was done."""

    id = serializers.IntegerField(help_text="Counts up with each event.")
    at = serializers.DateTimeField()
    verb = serializers.CharField(help_text="As in round.publish.")
    actor = serializers.CharField()
    subject = serializers.CharField(allow_blank=True)
    sentence = serializers.CharField()
    why = serializers.CharField(allow_blank=True)
    changes = ChangeShape(many=True)


class LogQuery(PageQuery):
    """Which events; all that is said must fit."""

    kind = choice(sorted(KINDS), required=False)
    table = serializers.IntegerField(min_value=1, max_value=MOST, required=False)
    entry = serializers.IntegerField(min_value=1, max_value=MOST, required=False)
    round = serializers.IntegerField(min_value=1, max_value=MOST, required=False)
    words = serializers.CharField(max_length=100, required=False)
    changed_since = serializers.DateTimeField(required=False)
    after = serializers.IntegerField(
        min_value=0, max_value=MOST, required=False, help_text="Events after that id."
    )


@described("log_list", "staff", "What was done, the newest first.", page_of(EventShape))
class Log(Read):
    access = Action.LOOK
    query = LogQuery

    def read(self) -> dict[str, Any]:
        names = ("kind", "table", "entry", "round", "words")
        wanted = LogFilter(**{name: self.asked[name] for name in names if name in self.asked})
        rows = looked_up(self.tournament, wanted).order_by("-id")
        if "changed_since" in self.asked:
            rows = rows.filter(at__gte=self.asked["changed_since"])
        if "after" in self.asked:
            rows = rows.filter(pk__gt=self.asked["after"])
        return paged(self.request, self.asked, rows, self._shaped)

    def _shaped(self, rows: Sequence[Event]) -> list[dict[str, Any]]:
        for row in rows:
            row.tournament = self.tournament
        return event_shapes(rows, drafts=Action.DRAW in self.actions)


def event_shapes(rows: Sequence[Event], *, drafts: bool) -> list[dict[str, Any]]:
    """Events in words; what is about a draft only with `drafts`."""
    return [
        {
            "id": one.event.pk,
            "at": one.event.at,
            "verb": one.event.verb,
            "actor": one.actor,
            "subject": one.event.subject,
            "sentence": one.sentence,
            "why": one.event.why,
            "changes": [
                {"field": str(field), "before": str(before), "after": str(after)}
                for field, before, after in one.changes
            ],
        }
        for one in told(rows, drafts=drafts)
    ]


class TableShape(serializers.Serializer):
    """A table of the hall."""

    number = serializers.IntegerField()
    in_service = serializers.BooleanField()
    accessible = serializers.BooleanField(help_text="Reached without steps.")


@described("tables_list", "tables", "The tables of the hall.", page_of(TableShape))
class Tables(Read):
    news = "rounds tournament"
    query = PageQuery

    def read(self) -> dict[str, Any]:
        return paged(self.request, self.asked, self.tournament.tables.order_by("number"), _tables)


def _tables(rows: Sequence[Table]) -> list[dict[str, Any]]:
    names = TableShape().fields
    return [{name: getattr(row, name) for name in names} for row in rows]
