"""Leaving and coming back at the desk: what follows is read before it is done."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests import factories
from tests.tournaments.domain.leaving import entry, listed, played
from tournaments.domain.check_in import seen_of
from tournaments.domain.disqualify import disqualify
from tournaments.domain.draw_round import draw_round
from tournaments.domain.stages import StageSetup
from tournaments.domain.withdraw import withdraw
from tournaments.models import Entry, Event, Role, Tournament, User

ClientOf = Callable[[User], Client]


@pytest.fixture
def running(db: None) -> Tournament:
    return played(8, 2)


def at_work(tournament: Tournament, kind: str, client_of: ClientOf) -> Client:
    return client_of(factories.make_user(f"{kind}-x", role=kind, tournament=tournament))


@pytest.fixture
def client(running: Tournament, client_of: ClientOf) -> Client:
    return at_work(running, Role.Kind.ORGANISER, client_of)


def address(name: str, tournament: Tournament, number: int) -> str:
    return reverse(name, args=[tournament.slug, number])


def test_page_shows_both_choices_with_whose_points_change(
    client: Client, running: Tournament
) -> None:
    best = next(number for number, (rank, *_rest) in listed(running).items() if rank == 1)
    response = client.get(address("desk-entry-withdraw", running, best))
    keep, strike = response.context["choices"]
    assert (keep["checked"], strike["checked"]) == (True, False)
    assert keep["follows"]["anything"] is False
    assert strike["follows"]["own"][0]["name"] == f"Par {best}"
    assert strike["follows"]["points"]
    for one in strike["follows"]["points"]:
        assert one["name"] in response.content.decode()


def test_withdrawal_struck_and_undone(client: Client, running: Tournament) -> None:
    row = entry(running, 1)
    sent = {"results": "strike", "why": "gone home", "seen": seen_of(row), "drawn": "2"}
    response = client.post(address("desk-entry-withdraw", running, 1), sent, follow=True)
    assert entry(running, 1).struck
    (message,) = response.context["messages"]
    undo = message.extra_tags.removeprefix("undo:")
    client.post(undo)
    row = entry(running, 1)
    assert (row.state, row.struck) == (Entry.State.PRESENT, False)


def test_without_a_choice_the_format_decides(client_of: ClientOf, db: None) -> None:
    tournament = played(6, 1, StageSetup("round_robin"))
    client = at_work(tournament, Role.Kind.ORGANISER, client_of)
    page = client.get(address("desk-entry-withdraw", tournament, 1))
    assert [one["checked"] for one in page.context["choices"]] == [False, True]
    client.post(address("desk-entry-withdraw", tournament, 1), {})
    assert entry(tournament, 1).struck


def test_one_that_has_played_nothing_has_nothing_to_choose(
    client: Client, running: Tournament
) -> None:
    factories.make_entries(running, 1)
    response = client.get(address("desk-entry-withdraw", running, 9))
    assert response.context["choices"] == []


def test_a_draw_meanwhile_shows_the_consequences_again(client: Client, running: Tournament) -> None:
    draw_round(running, by=None)
    response = client.post(
        address("desk-entry-withdraw", running, 1), {"results": "strike", "drawn": "2"}
    )
    assert response.status_code == 409
    assert response.context["drawn"] == 3
    assert entry(running, 1).state == Entry.State.PRESENT


def test_two_at_once(client: Client, running: Tournament) -> None:
    seen = seen_of(entry(running, 1))
    withdraw(entry(running, 1), by=None, struck=True)
    response = client.post(
        address("desk-entry-withdraw", running, 1), {"results": "keep", "seen": seen}
    )
    assert response.status_code == 409
    assert entry(running, 1).struck


def test_disqualification_wants_a_reason_and_keeps_what_was_chosen(
    client: Client, running: Tournament
) -> None:
    response = client.post(
        address("desk-entry-disqualify", running, 1), {"results": "strike", "why": ""}
    )
    assert response.status_code == 422
    assert [one["checked"] for one in response.context["choices"]] == [False, True]
    assert "id_why_error" in response.content.decode()
    client.post(
        address("desk-entry-disqualify", running, 1), {"results": "keep", "why": "hit the table"}
    )
    assert entry(running, 1).state == Entry.State.DISQUALIFIED


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        (Role.Kind.ORGANISER, 200),
        (Role.Kind.HEAD_JUDGE, 200),
        (Role.Kind.JUDGE, 403),
        (Role.Kind.DESK, 403),
    ],
)
def test_who_disqualifies(running: Tournament, client_of: ClientOf, kind: str, status: int) -> None:
    client = at_work(running, kind, client_of)
    assert client.get(address("desk-entry-disqualify", running, 1)).status_code == status


def test_the_desk_brings_back_the_withdrawn_and_not_the_disqualified(
    running: Tournament, client_of: ClientOf
) -> None:
    desk = at_work(running, Role.Kind.DESK, client_of)
    withdraw(entry(running, 1), by=None, struck=True)
    page = desk.get(address("desk-entry-back", running, 1))
    assert page.context["follows"]["own"][0]["name"] == "Par 1"
    desk.post(address("desk-entry-back", running, 1), {"seen": seen_of(entry(running, 1))})
    assert (entry(running, 1).state, entry(running, 1).struck) == ("present", False)
    out = disqualify(entry(running, 2), by=None, struck=False, why="unfair")
    assert desk.get(address("desk-entry-back", running, 2)).status_code == 403
    undo = reverse("desk-check-in-undo", args=[running.slug, 2, out.event.pk])
    assert desk.post(undo).status_code == 403
    tap = desk.post(address("desk-check-in-one", running, 2), {"state": "present"})
    assert tap.status_code == 302
    assert entry(running, 2).state == Entry.State.DISQUALIFIED


def test_pages_take_a_constant_number_of_queries(
    db: None, client_of: ClientOf, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for entries in (8, 20):
        tournament = played(entries, 2)
        client = client_of(
            factories.make_user(f"o{entries}", role=Role.Kind.ORGANISER, tournament=tournament)
        )
        client.get(address("desk-entry-withdraw", tournament, 1))
        with django_assert_num_queries(QUERIES):
            client.get(address("desk-entry-withdraw", tournament, 1))


QUERIES = 20


def test_the_same_press_twice_is_one_event(client: Client, running: Tournament) -> None:
    for _press in range(2):
        client.post(address("desk-entry-withdraw", running, 1), {"results": "strike", "key": "abc"})
    assert Event.objects.filter(verb="entry.withdraw").count() == 1
