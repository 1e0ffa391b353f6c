"""All who are still waited for are absent: one tap when the check-in closes, and the way back."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from tournaments.models import Entry, Event, Tournament, User

from .act import act, undoing
from .errors import Conflict, Refused

VERB = "entries.absent"
UNDO = "entries.absent-undo"


def mark_rest_absent(
    tournament: Tournament, numbers: Collection[int], *, by: User | None, key: str = ""
) -> Event:
    """Of the entries `numbers` (those the page showed) all still waited for become absent.

    Whoever was checked in meanwhile stays so, and whoever was registered meanwhile is not
    touched. The event's `after` holds the numbers. Raises Conflict when nobody is left.
    """
    with act(VERB, tournament, by=by, key=key) as doing:
        if doing.already:
            return doing.already
        if doing.row.state == Tournament.State.FINISHED:
            raise Refused("finished", _("The tournament is over. Who was there stays as it is."))
        waiting = doing.row.entries.filter(number__in=numbers, state=Entry.State.REGISTERED)
        found = sorted(waiting.values_list("number", flat=True))
        if not found:
            raise Conflict(
                "nobody-waiting",
                _("Nobody is waited for any more: somebody else was faster."),
            )
        waiting.update(state=Entry.State.ABSENT)
        return doing.log(before={"waiting": found}, after={"absent": found}, called=str(len(found)))


def undo_rest_absent(
    tournament: Tournament, event_id: int, *, by: User | None, key: str = ""
) -> Event:
    """Those whom the event made absent, and who still are, are waited for again."""
    with act(UNDO, tournament, by=by, key=key) as doing:
        if doing.already:
            return doing.already
        event = Event.objects.filter(tournament=doing.row, pk=event_id, verb=VERB).first()
        if event is None:
            raise Refused("nothing-to-undo", _("There is nothing to undo. Load the page again."))
        absent = doing.row.entries.filter(
            number__in=event.after["absent"], state=Entry.State.ABSENT
        )
        found = sorted(absent.values_list("number", flat=True))
        if not found:
            raise Conflict(
                "nobody-absent", _("None of them is absent any more: there is nothing to undo.")
            )
        absent.update(state=Entry.State.REGISTERED)
        with undoing(event):
            return doing.log(
                before={"absent": found}, after={"waiting": found}, called=str(len(found))
            )
