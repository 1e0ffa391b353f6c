"""Where one can go from every desk page: as data for the palette, and as a page without scripts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import make_entries, make_round, make_user
from tests.tournaments.control.halls import hall_that_plays
from tournaments.access import ALLOWED
from tournaments.models import Role, Tournament, User

ClientOf = Callable[[User], Client]


def playing(tournament: Tournament, tables: int) -> None:
    entries = make_entries(tournament, 2 * tables)
    make_round(tournament, list(zip(entries[::2], entries[1::2], strict=True)))


def rows(client: Client, tournament: Tournament) -> list[list[str]]:
    answer = client.get(reverse("desk-go-list", args=[tournament.slug]))
    found: list[list[str]] = answer.json()["rows"]
    return found


@pytest.mark.parametrize("role", [kind for kind, actions in ALLOWED.items() if "look" in actions])
def test_nothing_is_offered_that_is_refused(
    tournament: Tournament, client_of: ClientOf, role: str
) -> None:
    playing(tournament, 2)
    client = client_of(make_user(role=role, tournament=tournament))
    urls = {row[2].partition("#")[0] for row in rows(client, tournament)}
    answers = {url: client.get(url).status_code for url in urls}
    assert {url: code for url, code in answers.items() if code not in {200, 302}} == {}


def test_table_leads_to_its_game_and_entry_to_its_page(
    tournament: Tournament, organiser: User, client_of: ClientOf
) -> None:
    playing(tournament, 2)
    by_url = {row[2]: row for row in rows(client_of(organiser), tournament)}
    game = reverse("desk-table-result", args=[tournament.slug, 1, 2])
    free = reverse("desk-tables", args=[tournament.slug]) + "#table-3"
    entry = reverse("desk-entry", args=[tournament.slug, 3])
    assert (by_url[game][0], by_url[game][3]) == ("table", "Par 3 – Par 4")
    assert (by_url[free][0], by_url[free][3]) == ("table", "")
    assert (by_url[entry][1], by_url[entry][3]) == ("3 Par 3", "Anna 3 · Bo 3")


def test_list_that_has_not_changed_is_not_sent_again(
    tournament: Tournament, organiser: User, client_of: ClientOf
) -> None:
    client = client_of(organiser)
    url = reverse("desk-go-list", args=[tournament.slug])
    stamp = client.get(url).headers["ETag"]
    assert client.get(url, headers={"If-None-Match": f"W/{stamp}"}).status_code == 304
    make_entries(tournament, 1)
    assert client.get(url, headers={"If-None-Match": stamp}).status_code == 200


def test_page_finds_without_a_script(
    tournament: Tournament, organiser: User, client_of: ClientOf
) -> None:
    playing(tournament, 2)
    client = client_of(organiser)
    url = reverse("desk-go", args=[tournament.slug])
    page = client.get(url, {"q": "anna 3"})
    assert [one.title for _words, found in page.context["groups"] for one in found] == ["3 Par 3"]
    assert len(client.get(url).context["groups"]) > 3
    nothing = client.get(url, {"q": "<b>\0"})
    assert nothing.context["groups"] == []
    assert b"&lt;b&gt;" in nothing.content
    assert b"<b>" not in nothing.content


@pytest.mark.parametrize("name", ["desk-go", "desk-go-list"])
def test_large_hall_asks_no_more_than_a_small_one(
    db: None, organiser: User, client_of: ClientOf, name: str
) -> None:
    counts = []
    for tables in (2, 250):
        hall = hall_that_plays(tables)
        Role.objects.create(tournament=hall, user=organiser, kind=Role.Kind.ORGANISER)
        client = client_of(organiser)
        url = reverse(name, args=[hall.slug])
        client.get(url)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(url).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1] < 30
