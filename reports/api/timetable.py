"""When what happens."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from reports.domain.plan_day import MOST_MINUTES, plan_day
from reports.timetable import Break, Slot, SlotKind
from reports.timetable_of import slot_words, timetable_of
from tournaments.access import Action
from tournaments.api.bodies import number_field
from tournaments.api.described import described
from tournaments.api.endpoint import Endpoint, Read
from tournaments.api.found import the_tournament
from tournaments.api.shapes import choice
from tournaments.api.verb_table import Subject, VerbRow, verbs_on
from tournaments.models import Tournament


class SlotShape(serializers.Serializer):
    """One line of the day."""

    kind = choice([kind.value for kind in SlotKind])
    name = serializers.CharField()
    round = serializers.IntegerField(
        allow_null=True, help_text="The round, or the one a break comes after."
    )
    begins = serializers.DateTimeField()
    ends = serializers.DateTimeField()
    begun = serializers.BooleanField(help_text="What stands there is what happened.")


class TimetableShape(serializers.Serializer):
    """The day in order; empty while no time is known."""

    slots = SlotShape(many=True)


@described("timetable", "tournaments", "When what happens.", TimetableShape)
class Timetable(Read):
    def read(self) -> dict[str, Any]:
        return _timetable(self, self.tournament)


def _timetable(_view: Endpoint, row: Tournament) -> dict[str, Any]:
    return {"slots": [_slot(slot) for slot in timetable_of(row)]}


def _slot(slot: Slot) -> dict[str, Any]:
    return {
        "kind": slot.kind.value,
        "name": slot_words(slot),
        "round": slot.number or None,
        "begins": slot.begins,
        "ends": slot.ends,
        "begun": slot.begun,
    }


class BreakBody(serializers.Serializer):
    """A longer pause."""

    after = number_field("The round that it comes after.", 99)
    minutes = serializers.IntegerField(min_value=1, max_value=MOST_MINUTES)
    name = serializers.CharField(max_length=60, allow_blank=True, default="")


class PlanBody(serializers.Serializer):
    """When the rounds are to begin."""

    first_round = serializers.TimeField(help_text="By the clock of the hall.")
    minutes_between = serializers.IntegerField(min_value=0, max_value=MOST_MINUTES)
    breaks = BreakBody(many=True, default=list, max_length=20)


def _plan(tournament: Tournament, *, breaks: list[dict[str, Any]], **sent: Any) -> None:
    plan_day(tournament, breaks=[Break(**one) for one in breaks], **sent)


urlpatterns = verbs_on(
    Subject(
        tag="tournaments",
        address="timetable/",
        find=the_tournament,
        answer=TimetableShape,
        shaped=_timetable,
    ),
    VerbRow(
        "timetable_set",
        "",
        Action.EDIT_TOURNAMENT,
        "Say when the rounds are to begin.",
        _plan,
        PlanBody,
        beside=Timetable,
        route="api-timetable",
    ),
)
