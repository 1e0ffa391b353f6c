"""Who has paid, as the desk marks it. No money moves here."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.domain.act import Act, act, undoing
from tournaments.domain.entry_events import last_event, who_and_when
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import Entry, Event, Tournament, User

VERB = "entry.pay"
UNDO = "entry.pay-undo"


def mark_payment(
    entry: Entry, payment: str, *, by: User | None, seen: str = "", key: str = ""
) -> Event:
    """`entry` has paid, not paid, need not pay, or was paid back. The event undoes it.

    `seen` is the payment the page showed: `Conflict` when somebody else was faster.
    """
    payment = Entry.Payment(payment)
    with act(VERB, entry.tournament, by=by, key=key) as doing:
        entry = doing.row.entries.get(pk=entry.pk)
        if doing.already:
            return doing.already
        if seen and seen != entry.payment:
            raise Conflict("payment-changed", _meanwhile(entry))
        return _write(doing, entry, payment)


def undo_payment(entry: Entry, event_id: int, *, by: User | None, key: str = "") -> Event:
    """As it was before the event, if nobody has marked it since."""
    with act(UNDO, entry.tournament, by=by, key=key) as doing:
        entry = doing.row.entries.get(pk=entry.pk)
        if doing.already:
            return doing.already
        event = doing.row.events.filter(
            pk=event_id, verb=VERB, subject_kind="entry", subject_id=entry.pk
        ).first()
        if event is None:
            raise Refused("nothing-to-undo", _("There is nothing to undo. Load the page again."))
        if entry.payment != event.after["payment"]:
            raise Conflict("payment-changed", _meanwhile(entry))
        with undoing(event):
            return _write(doing, entry, event.before["payment"])


def _write(doing: Act[Tournament], entry: Entry, payment: str) -> Event:
    before, entry.payment = entry.payment, payment
    entry.save(update_fields=["payment"])
    return doing.log(entry, before={"payment": before}, after={"payment": str(payment)})


def _meanwhile(entry: Entry) -> str:
    return _("%(entry)s is marked “%(payment)s” already (%(who)s, %(at)s).") % {
        "entry": entry.name,
        "payment": entry.get_payment_display(),
        **who_and_when(entry, last_event(entry)),
    }
