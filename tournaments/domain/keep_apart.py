"""Two entries that no draw lets meet: brothers, say, or two of one club in the last round."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.models import Entry, Event, KeptApart, User

from .act import act
from .check_in import GONE, read_entry
from .errors import Conflict, Refused

KEEP = "entry.keep-apart"
TAKE_BACK = "entry.keep-apart-undo"


def keep_apart(
    entry: Entry, other: Entry, *, by: User | None, why: str = "", key: str = ""
) -> Event:
    """From the next draw on, the two do not meet in rounds that are drawn from results.

    Raises `Refused`: `same-entry`, `gone` for one that has left, `why-missing` without a reason;
    `Conflict` when they are kept apart already.
    """
    with act(KEEP, entry.tournament, by=by, key=key) as doing:
        entry, other = read_entry(doing, entry), read_entry(doing, other)
        if doing.already:
            return doing.already
        if entry.pk == other.pk:
            raise Refused("same-entry", _("Pick two different pairs."), field="other")
        gone = next((one for one in (entry, other) if one.state in GONE), None)
        if gone is not None:
            raise Refused("gone", _("%(entry)s has left.") % {"entry": gone.name}, field="other")
        if not why:
            raise Refused(
                "why-missing", _("Say why the two are not to meet: the log keeps it."), field="why"
            )
        low, high = sorted((entry.pk, other.pk))
        _row, created = KeptApart.objects.get_or_create(one_id=low, other_id=high)
        if not created:
            raise Conflict(
                "apart-already",
                _("%(entry)s and %(other)s are kept apart already.")
                % {"entry": entry.name, "other": other.name},
            )
        return doing.log(entry, after={"apart": other.name, "other": other.pk}, why=why)


def let_meet(entry: Entry, row: int, *, by: User | None, why: str = "", key: str = "") -> Event:
    """The two of a `KeptApart` (by key) may meet again. `Conflict` when they may already."""
    with act(TAKE_BACK, entry.tournament, by=by, key=key) as doing:
        entry = read_entry(doing, entry)
        if doing.already:
            return doing.already
        apart = (
            KeptApart.objects.filter(pk=row, one__tournament=doing.row)
            .select_related("one", "other")
            .first()
        )
        if apart is None or entry.pk not in {apart.one_id, apart.other_id}:
            raise Conflict("may-meet", _("They may meet already: somebody was faster."))
        other = apart.other if apart.one_id == entry.pk else apart.one
        apart.delete()
        return doing.log(entry, before={"apart": other.name, "other": other.pk}, why=why)
