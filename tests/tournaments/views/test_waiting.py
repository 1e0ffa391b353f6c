"""The numbers in the desk's menu: tables that do not agree, and calls that no judge has taken."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.domain.claims import claim_result
from games.domain.game_results import Typed
from judging.domain.place_call import place_call
from tests.factories import make_entries, make_tournament, make_user
from tests.results import make_round
from tournaments.models import Role, Tournament, User


def numbers(client: Client, tournament: Tournament, stamp: str = "") -> dict[str, int] | int:
    """What the menu is told, or the answer's number where it is told nothing."""
    query = {"stamp": stamp} if stamp else {}
    answer = client.get(reverse("desk-waiting", args=[tournament.slug]), query)
    if answer.status_code != 200:
        return answer.status_code
    found = re.findall(r'data-count="(\w+)"[^>]*>(\d+)<', answer.content.decode())
    return {key: int(number) for key, number in found}


def test_disputes_and_calls_are_counted_as_they_come(
    tournament: Tournament, client_of: Callable[..., Client], organiser: User
) -> None:
    client = client_of(organiser)
    entries = make_entries(tournament, 4)
    round_ = make_round(tournament, 1, [entries[:2], entries[2:]])
    pairing = round_.pairings.earliest("order")
    assert numbers(client, tournament) == {"results": 0, "gavel": 0}
    for entry, scores in zip(entries[:2], ((8, 5), (5, 8)), strict=True):
        typed = Typed(scores=scores, winner=scores.index(8))
        claim_result(pairing, entry, typed, device="x", instead_of=0)
    assert numbers(client, tournament) == {"results": 1, "gavel": 0}
    place_call(pairing, by=None)
    assert numbers(client, tournament) == {"results": 1, "gavel": 1}


def test_every_page_of_the_desk_asks_and_learns_only_what_is_new(
    tournament: Tournament, client_of: Callable[..., Client], organiser: User
) -> None:
    client = client_of(organiser)
    entries = make_entries(tournament, 2)
    round_ = make_round(tournament, 1, [entries])
    page = client.get(reverse("desk-entries", args=[tournament.slug])).content.decode()
    address = reverse("desk-waiting", args=[tournament.slug])
    assert (page.count(f'hx-get="{address}"'), 'data-count="gavel" hidden' in page) == (1, True)
    stamp = client.get(address).context["stamp"]
    assert numbers(client, tournament, stamp) == 204
    place_call(round_.pairings.get(), by=None)
    assert numbers(client, tournament, stamp) == {"results": 0, "gavel": 1}


@pytest.mark.parametrize("tables", [2, 8])
def test_queries_do_not_grow_with_the_hall(
    db: None,
    client_of: Callable[..., Client],
    django_assert_num_queries: DjangoAssertNumQueries,
    tables: int,
) -> None:
    tournament = make_tournament(tables=tables)
    user = make_user("bente", role=Role.Kind.ORGANISER, tournament=tournament)
    entries = make_entries(tournament, 2 * tables)
    pairs = list(zip(entries[::2], entries[1::2], strict=True))
    round_ = make_round(tournament, 1, pairs)
    for pairing, (entry, _other) in zip(round_.pairings.order_by("order"), pairs, strict=True):
        typed = Typed(scores=(8, 5), winner=0)
        claim_result(pairing, entry, typed, device="x", instead_of=0)
    client = client_of(user)
    with django_assert_num_queries(8):
        numbers(client, tournament)
