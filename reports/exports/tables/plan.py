"""The timetable as a table."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reports.exports.model import Export, Reader, Table, text, time, yes_no
from reports.timetable_of import slot_words, timetable_of


def schedule(reader: Reader) -> Table:
    """What happens when. Five queries at most."""
    columns = (time(_("Begins")), time(_("Ends")), text(_("What"), 24), yes_no(_("Has begun"), 10))
    rows = [
        [slot.begins, slot.ends if slot.ends > slot.begins else None, slot_words(slot), slot.begun]
        for slot in timetable_of(reader.tournament)
    ]
    return Table(columns, rows)


SCHEDULE: Final = Export(
    name="schedule",
    title=gettext_lazy("Timetable"),
    about=gettext_lazy("When what happens; rounds that were played with the time it was."),
    read=schedule,
)
