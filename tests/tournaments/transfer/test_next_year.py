"""Next year's tournament is made as this one was, and nobody is entered."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from reports.models import Timetable
from tests.factories import make_tournament, make_user
from tests.tournaments.transfer.made import everything
from tournaments.domain.errors import Refused
from tournaments.domain.seal_log import seal_log, verify_log
from tournaments.models import Registration, Role, Tournament, User
from tournaments.transfer.next_year import copy_for_next_year, proposed

pytestmark = pytest.mark.django_db

DATE = dt.date(2028, 3, 11)


def test_settings_hall_timetable_and_registration_are_taken_along() -> None:
    tournament = everything()
    by = make_user("karen")
    Registration.objects.filter(tournament=tournament).update(
        opens_at=dt.datetime(2027, 1, 4, 11, tzinfo=dt.UTC),
        closes_at=dt.datetime(2027, 6, 1, 18, tzinfo=dt.UTC),
    )
    table = tournament.tables.get(number=3)
    table.accessible, table.plan_x, table.plan_y = True, 4, 5
    table.save()

    copy = copy_for_next_year(tournament, by=by, name="DM 2028", slug="dm-2028", date=DATE)

    assert (copy.name, copy.date, copy.state, copy.wall_text) == (
        "DM 2028",
        DATE,
        Tournament.State.OPEN,
        tournament.wall_text,
    )
    assert copy.seed != tournament.seed
    assert [(one.number, one.format, one.settings) for one in copy.stages.all()] == [
        (1, "swiss", {}),
        (2, "schedule", {}),
    ]
    assert copy.tables.count() == 8
    there = copy.tables.get(number=3)
    assert (there.accessible, there.plan_x, there.plan_y) == (True, 4, 5)
    assert Timetable.objects.get(tournament=copy).first_round == dt.time(10)
    registration = Registration.objects.get(tournament=copy)
    # 364 days later, by the clock of the hall.
    assert registration.fee == "200 kr."
    assert registration.opens_at == dt.datetime(2028, 1, 3, 11, tzinfo=dt.UTC)
    assert registration.closes_at == dt.datetime(2028, 5, 30, 18, tzinfo=dt.UTC)


def test_nobody_is_taken_along() -> None:
    tournament = everything()
    by = make_user("karen")
    copy = copy_for_next_year(tournament, by=by, name="DM 2028", slug="dm-2028", date=DATE)
    for name in ("entries", "players", "rounds", "sign_ups", "mails", "rulings", "jobs"):
        assert getattr(copy, name).count() == 0, name
    assert [(role.user, role.kind) for role in Role.objects.filter(tournament=copy)] == [
        (by, Role.Kind.ORGANISER)
    ]
    assert [event.verb for event in copy.events.all()] == ["tournament.create"]
    seal_log(copy)
    assert verify_log(copy).whole


def test_same_hour_where_summer_time_lies_between() -> None:
    tournament = make_tournament(date=dt.date(2027, 3, 13))
    Registration.objects.create(
        tournament=tournament, closes_at=dt.datetime(2027, 3, 10, 19, tzinfo=dt.UTC)
    )
    copy = copy_for_next_year(
        tournament, by=make_user(), name="DM", slug="dm-sommer", date=dt.date(2027, 6, 13)
    )
    closes = Registration.objects.get(tournament=copy).closes_at
    assert closes == dt.datetime(2027, 6, 10, 18, tzinfo=dt.UTC)


def test_address_that_is_taken_is_refused(tournament: Tournament) -> None:
    with pytest.raises(Refused) as refused:
        copy_for_next_year(tournament, by=make_user(), name="DM", slug=tournament.slug, date=DATE)
    assert refused.value.code == "slug-taken"


@pytest.mark.parametrize(
    ("name", "slug", "date", "found"),
    [
        ("DM 2027", "dm-2027", dt.date(2027, 3, 13), ("DM 2028", "dm-2028", dt.date(2028, 3, 11))),
        (
            "DM 2027",
            "dm-27",
            dt.date(2026, 11, 30),
            ("DM 2028", "dm-27-2027", dt.date(2027, 11, 29)),
        ),
        ("Ribe", "ribe", dt.date(2027, 3, 13), ("Ribe", "ribe-2028", dt.date(2028, 3, 11))),
        ("X", "x", dt.date(2028, 12, 31), ("X", "x-2029", dt.date(2029, 12, 30))),
        ("X", "x", dt.date(2027, 1, 1), ("X", "x-2028", dt.date(2028, 1, 7))),
    ],
)
def test_name_address_and_day_are_proposed(
    name: str, slug: str, date: dt.date, found: tuple[str, str, dt.date]
) -> None:
    assert proposed(Tournament(name=name, slug=slug, date=date)) == found


def test_page_makes_it_once_for_one_press(
    tournament: Tournament, organiser: User, client_of: Callable[[User], Client]
) -> None:
    client = client_of(organiser)
    page = reverse("desk-next-year", args=[tournament.slug])
    assert client.get(page).status_code == 200
    sent = {"name": "DM 2028", "slug": "dm-2028", "date": "2028-03-11", "key": "k"}
    answers = [client.post(page, sent) for _ in range(2)]
    assert [answer.headers["Location"] for answer in answers] == ["/desk/dm-2028/settings/"] * 2
    assert Tournament.objects.filter(slug="dm-2028").count() == 1
    again = client.post(page, sent | {"key": "other"})
    assert again.status_code == 422
