"""The desk's pages of registration: the list, the settings, the payments."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests import factories
from tests.tournaments.registration.conftest import pair
from tournaments.models import Entry, Registration, SignUp, Tournament, User
from tournaments.registration.send_in import send_in

State = SignUp.State


def address(tournament: Tournament, name: str = "sign-up", *more: object) -> str:
    return reverse(name, args=[tournament.slug, *more])


@pytest.mark.parametrize("many", [2, 20])
def test_desk_list_takes_the_same_queries_for_all(
    many: int,
    open_: Tournament,
    organiser: User,
    client_of: Callable[[User], Client],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    SignUp.objects.bulk_create(
        SignUp(
            tournament=open_,
            facts=pair(f"N{n}").to_json(),
            email=f"n{n}@example.org",
            state=State.WAITING,
            queued_at=dt.datetime.now(dt.UTC),
        )
        for n in range(many)
    )
    client = client_of(organiser)
    with django_assert_num_queries(12):
        response = client.get(address(open_, "desk-registration"))
    assert len(response.context["rows"]) == many


def test_desk_confirms_offers_and_cancels(
    open_: Tournament, organiser: User, client_of: Callable[[User], Client]
) -> None:
    client = client_of(organiser)
    rows = [send_in(open_, pair(letter)) for letter in "ABC"]

    def press(row: SignUp, verb: str) -> str:
        client.post(address(open_, "desk-sign-up-do", row.pk, verb), {"key": f"{row.pk}{verb}"})
        row.refresh_from_db()
        return row.state

    assert [press(row, "confirm") for row in rows] == [
        State.ENTERED, State.ENTERED, State.WAITING,
    ]  # fmt: skip
    assert press(rows[2], "enter") == State.WAITING
    open_.capacity = 3
    open_.save()
    assert press(rows[2], "offer") == State.OFFERED
    assert press(rows[2], "cancel") == State.CANCELLED
    assert client.post(address(open_, "desk-sign-up-do", rows[0].pk, "eat")).status_code == 404


def test_desk_opens_registration_by_the_clock_of_the_hall(
    tournament: Tournament, organiser: User, client_of: Callable[[User], Client]
) -> None:
    client = client_of(organiser)
    url = address(tournament, "desk-registration-settings")
    typed = {"opens_at": "2027-02-01T12:00", "closes_at": "2027-03-06T23:59", "doors_open": "09:00"}
    typed |= {"hours_to_accept": "12", "fee": "", "about": "", "contact": "", "consent": ""}
    typed |= {"stamp": client.get(url).context["stamp"], "key": "k"}
    assert client.post(url, typed | {"closes_at": "2027-01-01T10:00"}).status_code == 422
    assert client.post(url, typed).status_code == 302
    assert Registration.objects.get().opens_at == dt.datetime(2027, 2, 1, 11, tzinfo=dt.UTC)
    assert client.post(url, typed | {"key": "l", "fee": "1 kr."}).status_code == 409
    assert 'value="2027-02-01T12:00"' in client.get(url).content.decode()


def test_payment_is_marked_counted_and_taken_back(
    open_: Tournament, organiser: User, client_of: Callable[[User], Client]
) -> None:
    client = client_of(organiser)
    factories.make_entries(open_, 2)
    url = address(open_, "desk-entry-payment", 1)
    for _n in range(2):
        client.post(url, {"payment": "paid", "seen": "unpaid", "key": "k"})
    assert open_.events.filter(verb="entry.pay").count() == 1
    context = client.get(address(open_, "desk-payments") + "?payment=paid").context
    assert [row["entry"].number for row in context["rows"]] == [1]
    assert [count for _key, _label, count in context["sums"]] == [1, 1, 0, 0]

    event = open_.events.get(verb="entry.pay")
    client.post(address(open_, "desk-entry-payment-undo", 1, event.pk))
    assert open_.entries.get(number=1).payment == Entry.Payment.UNPAID

    client.post(url, {"payment": "waived", "seen": "paid", "key": "l"})
    assert open_.entries.get(number=1).payment == Entry.Payment.UNPAID


def test_closing_time_that_has_gone_is_saved_with_a_warning(
    tournament: Tournament, organiser: User, client_of: Callable[[User], Client]
) -> None:
    client = client_of(organiser)
    client.cookies["language"] = "en"
    url = address(tournament, "desk-registration-settings")
    typed = {"opens_at": "", "closes_at": "2020-01-01T12:00", "doors_open": "", "key": "k"}
    typed |= {"hours_to_accept": "12", "fee": "", "about": "", "contact": "", "consent": ""}
    answer = client.post(url, typed, follow=True)
    [message] = answer.context["messages"]
    assert message.level_tag == "warning"
    assert "has gone" in str(message)
