"""Next year's tournament, as this one was: stages, hall, timetable, registration. No people."""

from __future__ import annotations

import datetime as dt
import re
import secrets

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournaments.domain.act import act
from tournaments.domain.create_tournament import FIELDS, facts_of
from tournaments.domain.errors import Refused
from tournaments.models import Role, Tournament, User

from .export import rows_for_next_year
from .kinds import Made, all_kinds
from .rows import make_rows

VERB = "tournament.create"
#: So many days later is the same day of the week.
YEAR = dt.timedelta(days=364)


def proposed(tournament: Tournament) -> tuple[str, str, dt.date]:
    """Name, address and day that next year's tournament would have."""
    date = tournament.date + YEAR
    if date.year == tournament.date.year:
        date += dt.timedelta(days=7)
    name, slug = _a_year_on(tournament.name), _a_year_on(tournament.slug)
    return name, slug if slug != tournament.slug else f"{slug[:55]}-{date.year}", date


def _a_year_on(text: str) -> str:
    """Each year of this century in it is the next one."""
    return re.sub(r"(?<!\d)20\d\d(?!\d)", lambda year: str(int(year[0]) + 1), text)


def copy_for_next_year(
    tournament: Tournament, *, by: User, name: str, slug: str, date: dt.date, key: str = ""
) -> Tournament:
    """A new tournament with the settings, stages, tables, timetable and registration of this one,
    on `date`; moments of the registration lie as long before it. `by` is its organiser.

    It has seeds, entries and a log of its own. Raises `Refused("slug-taken")`. The same `key`
    again answers what the first request made.
    """
    if key:
        done = Tournament.objects.filter(
            slug=slug, events__verb=VERB, events__actor=by, events__key=key
        ).first()
        if done is not None:
            return done
    zone, days = tournament.zone, date - tournament.date

    def later(at: dt.datetime) -> dt.datetime:
        """The same by the clock of the hall, also where summer time lies between."""
        there = at.astimezone(zone).replace(tzinfo=None) + days
        return there.replace(tzinfo=zone)

    with transaction.atomic():
        try:
            with transaction.atomic():
                copy = Tournament.objects.create(
                    **{field: getattr(tournament, field) for field in FIELDS}
                    | {
                        "name": name,
                        "slug": slug,
                        "date": date,
                        "seed": secrets.randbits(31),
                        "public": tournament.public,
                        "days_kept": tournament.days_kept,
                    }
                )
        except IntegrityError as error:
            words = _("Another tournament has the address “%(slug)s”. Write one of your own.")
            raise Refused("slug-taken", words % {"slug": slug}, field="slug") from error
        made = Made(copy)
        for kind in all_kinds():
            if kind.next_year is not None:
                make_rows(kind, rows_for_next_year(tournament, kind, later), made)
        with act(VERB, copy, by=by, key=key) as doing:
            Role.objects.create(tournament=copy, user=by, kind=Role.Kind.ORGANISER)
            doing.log(
                after=facts_of(copy, copy.tables.count()),
                why=_("As %(name)s") % {"name": tournament.name},
            )
    return copy
