"""How long contact details are kept after a tournament."""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.domain.act import act
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import Tournament, User

from .retention import erasure_day

VERB: Final = "privacy.days"
LEAST, MOST = 1, 3650


def keep_contacts_for(
    tournament: Tournament,
    days: int | None,
    *,
    by: User | None,
    seen: int | None,
    now: dt.datetime | None = None,
    key: str = "",
) -> None:
    """E-mail addresses and telephone numbers are erased `days` after the tournament's date; None:
    when somebody erases them. `seen` is what the page showed.

    Refused: `days` when it is not between `LEAST` and `MOST`, `day-gone` when that day has come:
    to erase at once is a press of its own. `Conflict` when somebody else chose meanwhile.
    """
    now = now or timezone.now()
    with act(VERB, tournament, by=by, key=key) as doing:
        if doing.already:
            return
        row = doing.row
        if row.days_kept != seen:
            raise Conflict(
                "days-changed",
                _("Somebody else has chosen meanwhile. Look at what holds now, and choose again."),
                field="days",
            )
        if days is not None and not LEAST <= days <= MOST:
            raise Refused(
                "days",
                _("Write a number of days between %(least)s and %(most)s, or nothing.")
                % {"least": LEAST, "most": MOST},
                field="days",
            )
        before = row.days_kept
        row.days_kept = days
        day = erasure_day(row)
        if day is not None and day <= now.astimezone(row.zone).date():
            raise Refused(
                "day-gone",
                _(
                    "That day has gone: it was %(day)s. Choose more days, or erase them now with "
                    "the button below."
                )
                % {"day": date_format(day, "DATE_FORMAT")},
                field="days",
            )
        row.save(update_fields=["days_kept"])
        doing.log(before={"days_kept": before}, after={"days_kept": days})
