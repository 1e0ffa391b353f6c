"""Two change places at the desk, after what follows was read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.results import write_result
from tests.tournaments.domain.test_swap_places import where
from tournaments.domain.publish_round import publish_round
from tournaments.models import Event, Round, User

ClientOf = Callable[[User], Client]


@pytest.fixture
def round_(draft: Round) -> Round:
    return publish_round(draft, by=None)


@pytest.fixture
def client(round_: Round, client_of: ClientOf, organiser: User) -> Client:
    return client_of(organiser)


def address(round_: Round) -> str:
    return reverse("desk-swap", args=[round_.tournament.slug, round_.number])


def two(round_: Round) -> dict[str, str]:
    at = {table: number for number, table in where(round_).items()}
    return {"one": str(at[1]), "other": str(at[3])}


def test_what_follows_is_shown_then_done(client: Client, round_: Round) -> None:
    before = where(round_)
    page = client.get(address(round_), two(round_))
    assert len(page.context["lines"]) == 3
    assert where(round_) == before
    picked = two(round_)
    client.post(address(round_), picked | {"version": str(round_.version), "why": "sat down wrong"})
    one, other = int(picked["one"]), int(picked["other"])
    assert where(round_) == before | {one: before[other], other: before[one]}
    assert Event.objects.get(verb="round.swap-places").why == "sat down wrong"


def test_games_that_are_over_are_not_offered(client: Client, round_: Round) -> None:
    write_result(round_.pairings.get(table__number=1), 0)
    offered = {row["entry"].number for row in client.get(address(round_)).context["choices"]}
    assert offered == {number for number, table in where(round_).items() if table != 1}


def test_too_late_is_409_and_nobody_moves(client: Client, round_: Round) -> None:
    before = where(round_)
    response = client.post(address(round_), two(round_) | {"version": "1"})
    assert response.status_code == 409
    assert where(round_) == before


def test_only_those_who_draw_swap(
    round_: Round, client_of: ClientOf, desk: User, judge: User
) -> None:
    for user in (desk, judge):
        assert client_of(user).get(address(round_)).status_code == 403
