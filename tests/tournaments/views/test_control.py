"""The control room as each role sees it, as fast in a large hall as in a small one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from judging.domain.place_call import place_call
from tests.factories import make_entries, make_round, make_user
from tests.tournaments.control.halls import hall_that_plays
from tournaments.control.room import room_of
from tournaments.models import Entry, Role, Tournament, User

ClientOf = Callable[[User], Client]


def overview(tournament: Tournament) -> str:
    return reverse("desk-overview", args=[tournament.slug])


def playing(tournament: Tournament, tables: int, calls: int = 0) -> None:
    entries = make_entries(tournament, 2 * tables)
    pairs = list(zip(entries[::2], entries[1::2], strict=True))
    round_ = make_round(tournament, pairs)
    for pairing in round_.pairings.order_by("order")[:calls]:
        place_call(pairing, by=None)


def test_page_says_what_is_needed_and_what_is_in_the_way(
    tournament: Tournament, organiser: User, client_of: ClientOf
) -> None:
    playing(tournament, 3, calls=2)
    page = client_of(organiser).get(overview(tournament))
    room = page.context["room"]
    assert [line.need.table for line in room.needs.lines] == [1, 2, None]
    assert [one.count for one in room.way] == [3, 2]
    assert page.context["next"].url in page.content.decode()


def test_page_asks_for_itself_again_when_something_happens(
    tournament: Tournament, organiser: User, client_of: ClientOf
) -> None:
    playing(tournament, 2)
    client = client_of(organiser)
    address = client.get(overview(tournament)).context["request"].following.address
    place_call(tournament.rounds.get().pairings.get(table__number=2), by=None)
    again = client.get(address, headers={"HX-Request": "true"})
    assert (again.status_code, b"<html" in again.content) == (200, False)
    assert [line.need.table for line in again.context["room"].needs.lines] == [2, None]


@pytest.mark.parametrize("role", [Role.Kind.JUDGE, Role.Kind.DESK])
def test_role_is_told_only_of_what_it_may_do(
    tournament: Tournament, client_of: ClientOf, role: str
) -> None:
    make_entries(tournament, 2, state=Entry.State.REGISTERED)
    client = client_of(make_user(role=role, tournament=tournament))
    lines = client.get(overview(tournament)).context["room"].needs.lines
    assert len(lines) == (1 if role == Role.Kind.DESK else 0)


def test_large_hall_asks_no_more_than_a_small_one(
    tournament: Tournament, organiser: User, client_of: ClientOf
) -> None:
    counts = []
    for tables in (2, 250):
        hall = hall_that_plays(tables)
        Role.objects.create(tournament=hall, user=organiser, kind=Role.Kind.ORGANISER)
        for pairing in hall.rounds.get().pairings.order_by("order")[: tables // 50 + 1]:
            place_call(pairing, by=None)
        hall.entries.filter(number__gt=tables).update(state=Entry.State.LATE)
        client = client_of(organiser)
        client.get(overview(hall))
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client.get(overview(hall)).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1] < 45


def test_room_of_one_who_may_nothing_is_empty(tournament: Tournament) -> None:
    playing(tournament, 2, calls=1)
    assert room_of(tournament, ()).needs.all == ()
