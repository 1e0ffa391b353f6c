"""A pair that a ruling has disqualified: out while the ruling stands, and then as it was before."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from judging.models import Ruling
from tournaments.domain.errors import Refused
from tournaments.models import Entry


def _standing(entry: Entry) -> Ruling | None:
    """The last ruling that keeps `entry` out, if one does."""
    rulings = Ruling.objects.filter(
        entry=entry,
        consequence=Ruling.Consequence.DISQUALIFICATION,
        amended_by__isnull=True,
    )
    return rulings.order_by("number").last()


def put_out(ruling: Ruling) -> None:
    """The pair of a ruling that disqualifies is out; how it stood before is kept with it."""
    if ruling.consequence != Ruling.Consequence.DISQUALIFICATION or ruling.entry_id is None:
        return
    entry = Entry.objects.get(pk=ruling.entry_id)
    ruling.state_before = entry.state
    ruling.save(update_fields=["state_before"])
    entry.state = Entry.State.DISQUALIFIED
    entry.save(update_fields=["state"])


def let_in_again(old: Ruling | None) -> None:
    """The pair that `old`, now amended, had disqualified is as it was before that ruling.

    What others decided stays: one that another ruling or the desk put out remains out.
    """
    if old is None or old.consequence != Ruling.Consequence.DISQUALIFICATION:
        return
    old = Ruling.objects.select_related("entry").get(pk=old.pk)
    entry = old.entry
    assert entry is not None, "one that disqualifies is about a pair"
    standing = _standing(entry)
    if standing is None:
        entry.state = old.state_before or Entry.State.PRESENT
        entry.save(update_fields=["state"])
    elif old.state_before and standing.state_before == Entry.State.DISQUALIFIED:
        # The other one came later; what it would give back is what this one found.
        standing.state_before = old.state_before
        standing.save(update_fields=["state_before"])


def keep_out(sender: object, *, entry: Entry, **_more: Any) -> None:
    """Refuses to let a pair in while a ruling keeps it out: only the ruling's amendment does."""
    ruling = _standing(entry)
    if ruling is not None:
        raise Refused(
            "ruling-stands",
            _("Ruling %(number)s has disqualified %(entry)s. Amend that ruling first.")
            % {"number": ruling.number, "entry": entry.name},
        )
