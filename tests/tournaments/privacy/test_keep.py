"""How long contact details are kept is chosen for the tournament, whoever came how."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_entries, make_tournament
from tournaments.domain.errors import Refused
from tournaments.models import Event, Registration, Tournament, User
from tournaments.privacy.keep import keep_contacts_for
from tournaments.privacy.retention import erase_what_is_due, kept_now

#: The tournaments of `tests.factories` are played on 13 March 2027.
BEFORE = dt.datetime(2027, 3, 1, 12, tzinfo=dt.UTC)


def test_imported_list_is_erased_after_ninety_days_without_registration_online(db: None) -> None:
    tournament = make_tournament()
    make_entries(tournament, 2)
    assert not Registration.objects.exists()
    assert erase_what_is_due(dt.datetime(2027, 6, 10, 12, tzinfo=dt.UTC)) == 0
    assert erase_what_is_due(dt.datetime(2027, 6, 11, 12, tzinfo=dt.UTC)) == 1
    assert not kept_now(tournament)


@pytest.mark.parametrize(
    ("days", "seen", "now", "code"),
    [
        (0, 90, BEFORE, "days"),
        (3651, 90, BEFORE, "days"),
        (30, 60, BEFORE, "days-changed"),
        # To erase at once is a press of its own.
        (30, 90, dt.datetime(2027, 4, 12, 12, tzinfo=dt.UTC), "day-gone"),
    ],
)
def test_not_chosen(
    tournament: Tournament, days: int, seen: int, now: dt.datetime, code: str
) -> None:
    with pytest.raises(Refused) as refused:
        keep_contacts_for(tournament, days, by=None, seen=seen, now=now)
    tournament.refresh_from_db()
    assert (refused.value.code, refused.value.field, tournament.days_kept) == (code, "days", 90)


def test_organiser_chooses_on_the_page_of_personal_data(
    tournament: Tournament, organiser: User, client_of: Callable[[User], Client]
) -> None:
    client = client_of(organiser)
    page = reverse("desk-privacy", args=[tournament.slug])
    days = reverse("desk-privacy-days", args=[tournament.slug])
    assert days in client.get(page).content.decode()
    for text in ("thirty", "-3", "0"):
        answer = client.post(days, {"days": text, "seen": "90"})
        assert (answer.status_code, f'value="{text}"' in answer.content.decode()) == (422, True)
    assert client.post(days, {"days": "30", "seen": "90", "key": "k"}).status_code == 302
    assert client.post(days, {"days": "30", "seen": "90", "key": "k"}).status_code == 302
    assert client.post(days, {"days": "40", "seen": "90", "key": "l"}).status_code == 409
    [event] = Event.objects.filter(verb="privacy.days")
    assert (event.before, event.after) == ({"days_kept": 90}, {"days_kept": 30})
    client.post(days, {"days": "", "seen": "30"})
    tournament.refresh_from_db()
    assert tournament.days_kept is None
    assert erase_what_is_due(dt.datetime(2099, 1, 1, tzinfo=dt.UTC)) == 0
