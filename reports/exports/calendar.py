"""The timetable as a calendar (iCalendar, RFC 5545)."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from reports.timetable import SlotKind
from reports.timetable_of import slot_words, timetable_of
from tournaments import spoken
from tournaments.models import Tournament

if TYPE_CHECKING:
    from icalendar import Event

#: How long what has no end of its own stands in a calendar.
_SHOWN = dt.timedelta(minutes=15)


def calendar_of(tournament: Tournament) -> bytes:
    """The timetable in the active language, its times in the tournament's zone, which is in it.

    Each line has the same identity whenever it is asked for, so that a calendar that knows it
    moves it; without any time yet the tournament stands there as a whole day.
    """
    # Here, so that nobody who starts Startfelt waits for it.
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("prodid", f"-//Startfelt//{spoken.language().upper()}")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", tournament.name)
    calendar.add("x-wr-timezone", tournament.time_zone)
    lines = timetable_of(tournament)
    for slot in lines:
        event = _event(tournament, f"{slot.kind}-{slot.number}", f"{slot_words(slot)}")
        event.add("dtstart", slot.begins)
        event.add("dtend", slot.ends if slot.ends > slot.begins else slot.begins + _SHOWN)
        event.add("transp", "OPAQUE" if slot.kind is SlotKind.ROUND else "TRANSPARENT")
        event.add("status", "CONFIRMED" if slot.begun else "TENTATIVE")
        calendar.add_component(event)
    if not lines:
        event = _event(tournament, "day", _("The whole day"))
        event.add("dtstart", tournament.date)
        calendar.add_component(event)
    calendar.add_missing_timezones()
    written: bytes = calendar.to_ical()
    return written


def _event(tournament: Tournament, what: str, words: str) -> Event:
    from icalendar import Event

    event = Event()
    host = urlsplit(settings.SITE_URL).hostname or "startfelt"
    event.add("uid", f"{tournament.slug}-{what}@{host}")
    event.add("dtstamp", timezone.now())
    event.add("summary", f"{tournament.name}: {words}")
    if tournament.venue:
        event.add("location", tournament.venue)
    event.add("url", f"{settings.SITE_URL}{reverse('tournament', args=[tournament.slug])}")
    return event
