"""The first round and rounds sat out, at the desk."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.results import play_round
from tests.tournaments.domain.leaving import again, entry, played
from tournaments.domain.draw_round import draw_round
from tournaments.domain.first_round import first_round_seen, set_first_round
from tournaments.models import RequestedBye, Role, Tournament, User

ClientOf = Callable[[User], Client]


@pytest.fixture
def running(db: None) -> Tournament:
    tournament = played(8, 1)
    (row,) = factories.make_entries(tournament, 1)
    set_first_round(row, 2, None, by=None)
    play_round(again(tournament))
    return again(tournament)


@pytest.fixture
def client(running: Tournament, client_of: ClientOf) -> Client:
    return client_of(factories.make_user("ditte-x", role=Role.Kind.DESK, tournament=running))


def address(name: str, tournament: Tournament, *args: int) -> str:
    return reverse(name, args=[tournament.slug, *args])


def test_points_for_missed_rounds_are_shown_then_saved(client: Client, running: Tournament) -> None:
    page = client.get(
        address("desk-entry-first-round", running, 9), {"from_round": "2", "missed_points": "0,5"}
    )
    (own,) = page.context["follows"]["own"]
    assert own["difference"].startswith("+0")
    assert entry(running, 9).missed_points is None
    sent = {
        "from_round": "2",
        "missed_points": "0,5",
        "seen": first_round_seen(entry(running, 9)),
    }
    response = client.post(address("desk-entry-first-round", running, 9), sent, follow=True)
    assert entry(running, 9).missed_points == Decimal("0.5")
    (message,) = response.context["messages"]
    client.post(message.extra_tags.removeprefix("undo:"))
    assert entry(running, 9).missed_points is None


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"from_round": "x"}, "from_round"),
        ({"from_round": "3"}, "from_round"),
        ({"from_round": "2", "missed_points": "many"}, "missed_points"),
        ({"from_round": "2", "missed_points": "7"}, "missed_points"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_kept(
    client: Client, running: Tournament, typed: dict[str, str], field: str
) -> None:
    response = client.post(address("desk-entry-first-round", running, 9), typed)
    assert (response.status_code, response.context["refused"].field) == (422, field)
    assert f'value="{typed[field]}"' in response.content.decode()


def test_two_at_once(client: Client, running: Tournament) -> None:
    seen = first_round_seen(entry(running, 9))
    set_first_round(entry(running, 9), 2, Decimal(1), by=None)
    sent = {"from_round": "2", "missed_points": "0.5", "seen": seen}
    assert client.post(address("desk-entry-first-round", running, 9), sent).status_code == 409
    assert entry(running, 9).missed_points == 1


def test_a_round_is_sat_out_and_played_after_all(client: Client, running: Tournament) -> None:
    page = client.get(address("desk-entry-sit-out", running, 1))
    assert page.context["rounds"] == [3, 4, 5]
    response = client.post(
        address("desk-entry-sit-out", running, 1), {"round": "4", "why": "a train"}, follow=True
    )
    assert RequestedBye.objects.get().round_number == 4
    (message,) = response.context["messages"]
    client.post(message.extra_tags.removeprefix("undo:"))
    assert not RequestedBye.objects.exists()


def test_the_draft_is_told_to_those_who_may_see_it(
    running: Tournament, client: Client, client_of: ClientOf
) -> None:
    draw_round(running, by=None)
    organiser = client_of(
        factories.make_user("bente-x", role=Role.Kind.ORGANISER, tournament=running)
    )
    assert organiser.get(address("desk-entry-sit-out", running, 1)).context["in_draft"]
    assert client.get(address("desk-entry-sit-out", running, 1)).context["in_draft"] == ""


def test_round_that_cannot_be_sat_out_is_422(client: Client, running: Tournament) -> None:
    response = client.post(address("desk-entry-sit-out", running, 1), {"round": "1"})
    assert (response.status_code, response.context["refused"].field) == (422, "round")


def test_judges_have_no_such_pages(running: Tournament, client_of: ClientOf) -> None:
    judge = client_of(factories.make_user("jens-x", role=Role.Kind.JUDGE, tournament=running))
    for name in ("desk-entry-first-round", "desk-entry-sit-out"):
        assert judge.get(address(name, running, 1)).status_code == 403
