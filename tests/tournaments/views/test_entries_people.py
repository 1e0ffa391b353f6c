"""Somebody else plays, and two entries that are one, at the desk."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.tournaments.domain.leaving import entry, played
from tests.tournaments.domain.test_merge_entries import doubled
from tournaments.domain.draw_round import draw_round
from tournaments.domain.publish_round import publish_round
from tournaments.models import Entry, FormerPlayer, Role, Tournament, User

ClientOf = Callable[[User], Client]
Working = tuple[Client, Tournament]


def at_work(tournament: Tournament, client_of: ClientOf, kind: str = Role.Kind.DESK) -> Client:
    return client_of(factories.make_user(f"{kind}-x", role=kind, tournament=tournament))


@pytest.fixture
def running(db: None, client_of: ClientOf) -> Working:
    tournament = played(4, 1)
    publish_round(draw_round(tournament, by=None), by=None)
    return at_work(tournament, client_of), tournament


def address(name: str, tournament: Tournament, *args: int) -> str:
    return reverse(name, args=[tournament.slug, *args])


SENT = {"position": "2", "name": "Cille", "email": "", "phone": "", "from_round": "2"}


def test_substitute_comes_and_the_old_one_is_told_of(running: Working) -> None:
    client, tournament = running
    where = address("desk-entry-substitute", tournament, 1)
    assert client.get(where).context["running"].number == 2
    response = client.post(where, SENT, follow=True)
    assert entry(tournament, 1).players.get(position=2).name == "Cille"
    assert "Bo 1" in response.content.decode()
    (message,) = response.context["messages"]
    client.post(message.extra_tags.removeprefix("undo:"))
    assert entry(tournament, 1).players.get(position=2).name == "Bo 1"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": " "}, "name"),
        ({"email": "nobody"}, "email"),
        ({"position": "7"}, "position"),
        ({"from_round": "1"}, "from_round"),
        ({"name": "Anna 2", "email": "anna2@example.org"}, "player2"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(
    running: Working, change: dict[str, str], field: str
) -> None:
    client, tournament = running
    response = client.post(address("desk-entry-substitute", tournament, 1), SENT | change)
    assert (response.status_code, response.context["refused"].field) == (422, field)
    assert "field-errors" in response.content.decode()
    assert not FormerPlayer.objects.exists()


def test_merging_is_proposed_shown_done_and_taken_back(db: None, client_of: ClientOf) -> None:
    tournament = doubled([[1, 2], [3, 4]], [[8, 3], [2, 4]])
    client = at_work(tournament, client_of)
    player = entry(tournament, 8).players.get(position=1)
    player.name, player.person_key = "ANNA 1", "other"
    player.save()
    where = address("desk-entry-merge", tournament, 1)
    assert [one.number for one in client.get(where).context["alike"]] == [8]
    page = client.get(where, {"other": "8"})
    own = {one["number"]: one["points"] for one in page.context["follows"]["own"]}
    assert own == {"1": ("1", "2"), "8": ("1", "–")}
    assert not Entry.objects.filter(merged_into__isnull=False).exists()
    response = client.post(where, {"other": "8", "why": "twice"}, follow=True)
    assert entry(tournament, 8).merged_into == entry(tournament, 1)
    (message,) = response.context["messages"]
    merged = client.get(address("desk-entry", tournament, 8)).content.decode()
    assert address("desk-entry", tournament, 1) in merged
    client.post(message.extra_tags.removeprefix("undo:"))
    assert entry(tournament, 8).merged_into is None


def test_rounds_that_collide_are_listed(db: None, client_of: ClientOf) -> None:
    tournament = doubled([[1, 2], [8, 3]], [[2, 3]])
    client = at_work(tournament, client_of)
    response = client.get(address("desk-entry-merge", tournament, 1), {"other": "8"})
    assert (response.status_code, response.context["refused"].code) == (422, "rounds-collide")
    assert [number for number, _a, _b in response.context["plan"].collisions] == [1]
    assert "follows" not in response.context


def test_judges_have_no_such_pages(running: Working, client_of: ClientOf) -> None:
    _client, tournament = running
    judge = at_work(tournament, client_of, Role.Kind.JUDGE)
    for name in ("desk-entry-substitute", "desk-entry-merge"):
        assert judge.get(address(name, tournament, 1)).status_code == 403
