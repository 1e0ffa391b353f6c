"""The organiser says when the rounds begin."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from reports.models import Timetable
from reports.timetable import Break
from tournaments.domain.act import act
from tournaments.domain.errors import Refused
from tournaments.models import Tournament, User

MOST_MINUTES: Final = 240


def plan_day(
    tournament: Tournament,
    *,
    first_round: dt.time,
    minutes_between: int,
    breaks: Sequence[Break] = (),
    by: User | None,
    key: str = "",
) -> Timetable:
    """Keep the timetable. Refused: `too-long`, `two-breaks` after the same round."""
    with act("timetable.set", tournament, by=by, key=key) as doing:
        if doing.already:
            return Timetable.objects.get(tournament=tournament)
        if not all(0 <= n <= MOST_MINUTES for n in (minutes_between, *(b.minutes for b in breaks))):
            raise Refused(
                "too-long",
                _("A break takes %(most)s minutes at most.") % {"most": MOST_MINUTES},
                field="minutes_between",
            )
        rounds = [one.after for one in breaks]
        if len(rounds) != len(set(rounds)):
            raise Refused("two-breaks", _("Two breaks come after the same round."), field="breaks")
        old = Timetable.objects.filter(tournament=doing.row).first()
        new, _created = Timetable.objects.update_or_create(
            tournament=doing.row,
            defaults={
                "first_round": first_round,
                "minutes_between": minutes_between,
                "breaks": [
                    {"after": one.after, "minutes": one.minutes, "name": one.name}
                    for one in sorted(breaks, key=lambda one: one.after)
                ],
            },
        )
        doing.log(before=_told(old), after=_told(new))
    return new


def _told(row: Timetable | None) -> dict[str, Any]:
    if row is None:
        return {}
    breaks = ", ".join(
        f"{one['after']}: {one['minutes']} {one['name']}".strip() for one in row.breaks
    )
    return {
        "first_round": f"{row.first_round:%H.%M}",
        "minutes_between": row.minutes_between,
        "breaks": breaks,
    }
