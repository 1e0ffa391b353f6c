"""All entries by name, with a box to tick at the door."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from reports.documents.alphabet import name_order
from reports.documents.fitting import Column
from reports.documents.lists import entry_line, list_order
from reports.documents.model import Document, Group, RoundChoice, Subject
from reports.press.parts import Order
from tournaments import spoken
from tournaments.models import Entry

_NAMES: Final = Column(63, ((10.5, 2), (9.5, 2), (8.5, 2)))


def order(subject: Subject) -> Order:
    """Everybody but those who have left; those already present have their box filled."""
    language = spoken.language()
    entries = (
        subject.tournament.entries.exclude(
            state__in=(Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED)
        )
        .select_related("fixed_table")
        .prefetch_related("players")
    )
    rows = [
        (entry_line(entry), entry.state)
        for entry in sorted(entries, key=lambda entry: name_order(entry.name, language))
    ]
    return list_order(
        DOCUMENT, subject, "check_in_list.html", {"rows": rows, "name_column": _NAMES}
    )


DOCUMENT: Final = Document(
    name="check-in-list",
    title=_("Check-in list"),
    about=_("For the door, should power or network fail: all pairs by name, with boxes to tick."),
    order=order,
    round=RoundChoice.NONE,
    group=Group.HALL,
    watches=("entry.", "tournament.edit"),
)
