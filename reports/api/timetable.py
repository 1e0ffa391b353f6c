"""When what happens."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from reports.timetable import Slot, SlotKind
from reports.timetable_of import slot_words, timetable_of
from tournaments.api.described import described
from tournaments.api.endpoint import Read
from tournaments.api.shapes import choice


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
        return {"slots": [_slot(slot) for slot in timetable_of(self.tournament)]}


def _slot(slot: Slot) -> dict[str, Any]:
    return {
        "kind": slot.kind.value,
        "name": slot_words(slot),
        "round": slot.number or None,
        "begins": slot.begins,
        "ends": slot.ends,
        "begun": slot.begun,
    }
