"""The judges' rulings in their order: for everybody, or with what is for the judges alone."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.queries.rulings import public_rulings
from reports.documents.lists import list_order
from reports.documents.model import Document, Group, RoundChoice, Subject
from reports.press.parts import Order
from tournaments.access import Action


def order(subject: Subject) -> Order:
    """What everybody may read. One query."""
    return _order(DOCUMENT, subject, staff=False)


def staff_order(subject: Subject) -> Order:
    """The same with the judges' own notes, who ruled and when. One query."""
    return _order(STAFF, subject, staff=True)


def _order(document: Document, subject: Subject, *, staff: bool) -> Order:
    context = {"rulings": public_rulings(subject.tournament)[::-1], "staff": staff}
    subtitle = _("For the judges alone") if staff else ""
    return list_order(
        document, subject, "rulings_log.html", context, subtitle, sheets=("rulings_log",)
    )


DOCUMENT: Final = Document(
    name="rulings-log",
    title=gettext_lazy("Rulings"),
    about=gettext_lazy("Every ruling with its rules: to hang up, and to keep."),
    order=order,
    round=RoundChoice.NONE,
    group=Group.JUDGES,
    watches=("ruling.", "entry.edit", "tournament.edit"),
)
STAFF: Final = Document(
    name="rulings-log-staff",
    title=gettext_lazy("Rulings, the judges’ edition"),
    about=gettext_lazy("With the judges’ own notes, and who ruled when. Not for the wall."),
    order=staff_order,
    round=RoundChoice.NONE,
    group=Group.JUDGES,
    watches=("ruling.", "entry.edit", "tournament.edit"),
    needs=Action.JUDGE,
)
