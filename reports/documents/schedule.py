"""The timetable for the wall."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reports.documents.lists import list_order
from reports.documents.model import Document, Group, RoundChoice, Subject
from reports.press.parts import Order
from reports.timetable import SlotKind
from reports.timetable_of import slot_words, timetable_of
from tournaments.domain.errors import Refused


def order(subject: Subject) -> Order:
    """A line for each round and break, large enough to be read by three at once."""
    lines = [
        {
            "begins": slot.begins,
            "ends": slot.ends if slot.ends > slot.begins else None,
            "words": slot_words(slot),
            "round": slot.kind is SlotKind.ROUND,
            "begun": slot.begun,
        }
        for slot in timetable_of(subject.tournament)
    ]
    if not lines:
        raise Refused(
            "no-timetable",
            _("No times are known. Say in the timetable when the first round begins."),
        )
    return list_order(DOCUMENT, subject, "schedule.html", {"lines": lines}, sheets=("schedule",))


DOCUMENT: Final = Document(
    name="schedule",
    title=gettext_lazy("Timetable"),
    about=gettext_lazy("For the wall: when each round begins. Say it under “Files and timetable”."),
    order=order,
    round=RoundChoice.NONE,
    group=Group.HALL,
    watches=(
        "timetable.",
        "clock.start",
        "round.close",
        "round.reopen",
        "tournament.edit",
        "stage.",
    ),
)
