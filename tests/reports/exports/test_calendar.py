"""The timetable in a calendar: the hall's own times, and the same identities every time."""

from __future__ import annotations

import datetime as dt

from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from games.models import Clock
from reports.domain.plan_day import plan_day
from reports.exports.calendar import calendar_of
from reports.timetable import Break
from tests.reports.paper import make_round
from tournaments.models import Tournament


def events(tournament: Tournament) -> dict[str, tuple[object, object]]:
    read = Calendar.from_ical(calendar_of(tournament))
    return {
        str(event["uid"]): (event["dtstart"].dt, event["dtend"].dt)
        for event in read.walk("VEVENT")
        if "dtend" in event
    }


def test_rounds_stand_there_at_the_times_of_the_hall(db: None) -> None:
    round_ = make_round(1, rounds_planned=2, time_zone="Pacific/Auckland")
    tournament = round_.tournament
    plan_day(
        tournament,
        first_round=dt.time(9, 30),
        minutes_between=15,
        breaks=[Break(1, 45, "Frokost")],
        by=None,
    )
    found = events(tournament)
    assert len(found) == 4
    first = found[f"{tournament.slug}-round-1@127.0.0.1"]
    assert [f"{at:%H:%M %z}" for at in first] == ["09:30 +1300", "10:30 +1300"]
    second = found[f"{tournament.slug}-round-2@127.0.0.1"]
    assert f"{second[0]:%H:%M}" == "11:15"

    # A round that began late moves those after it, under the same identities.
    began = dt.datetime(2027, 3, 12, 21, 0, tzinfo=dt.UTC)
    Clock.objects.create(round=round_, seconds=3600, started_at=began)
    moved = events(tournament)
    assert set(moved) == set(found)
    assert f"{moved[f'{tournament.slug}-round-2@127.0.0.1'][0]:%H:%M}" == "11:45"


def test_tournament_without_times_is_a_whole_day_for_everybody(tournament: Tournament) -> None:
    answer = Client().get(f"/t/{tournament.slug}/calendar.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    (event,) = Calendar.from_ical(answer.content).walk("VEVENT")
    assert event["dtstart"].dt == tournament.date
    assert timezone.now() >= event["dtstamp"].dt
