"""Public pages that renew themselves: nothing new is answered with nothing, cheaply."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_entries, make_round
from tournaments.models import Event, Tournament

HTMX = {"HX-Request": "true"}


def tell(tournament: Tournament, verb: str, kind: str, pk: int) -> None:
    Event.objects.create(
        tournament=tournament, verb=verb, subject_kind=kind, subject_id=pk, subject="x"
    )


def stamp_of(client: Client, url: str) -> str:
    """That of the page there."""
    context = client.get(url).context
    following = getattr(context["request"], "following", None)
    return str(following.stamp if following is not None else context["stamp"])


@pytest.fixture
def hall(tournament: Tournament) -> Tournament:
    entries = make_entries(tournament, 4)
    make_round(tournament, [(entries[0], entries[1]), (entries[2], entries[3])])
    return tournament


@pytest.mark.parametrize(
    ("name", "args"), [("round", [1]), ("standings", []), ("entry", [1]), ("table", [1])]
)
def test_nothing_new_costs_a_few_queries(
    hall: Tournament,
    name: str,
    args: list[int],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    client, url = Client(), reverse(name, args=[hall.slug, *args])
    stamp = stamp_of(client, url)
    with django_assert_max_num_queries(6):
        again = client.get(url, {"stamp": stamp}, headers=HTMX)
    assert (again.status_code, again.content) == (204, b"")
    tell(hall, "round.close", "round", 1)
    assert client.get(url, {"stamp": stamp}, headers=HTMX).status_code == 200


@pytest.mark.parametrize(("name", "number"), [("entry", 1), ("table", 1)])
def test_a_result_elsewhere_is_no_news(hall: Tournament, name: str, number: int) -> None:
    client, url = Client(), reverse(name, args=[hall.slug, number])
    stamp = client.get(url).context["stamp"]
    own, other = hall.rounds.get().pairings.order_by("order")
    tell(hall, "result.enter", "pairing", other.pk)
    assert client.get(url, {"stamp": stamp}).status_code == 204
    tell(hall, "result.enter", "pairing", own.pk)
    assert client.get(url, {"stamp": stamp}).status_code == 200


def test_a_page_asks_for_itself_again(hall: Tournament) -> None:
    standings = reverse("standings", args=[hall.slug])
    text = Client().get(standings, {"round": "1", "stamp": "old"}).content.decode()
    assert f'hx-get="{standings}?round=1&amp;stamp=' in text
    round_ = reverse("round", args=[hall.slug, 1])
    assert f'hx-get="{round_}?stamp=' in Client().get(round_).content.decode()


def test_before_the_first_round_the_page_waits_for_it(tournament: Tournament) -> None:
    client, url = Client(), reverse("pairings", args=[tournament.slug])
    stamp = stamp_of(client, url)
    assert client.get(url, {"stamp": stamp}).status_code == 204
    one, two = make_entries(tournament, 2)
    make_round(tournament, [(one, two)])
    assert client.get(url, {"stamp": stamp}).status_code == 302
