"""The hall's tables at the desk, and what taking one out means."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests import factories
from tests.results import write_result
from tests.tournaments.domain.leaving import played
from tournaments.domain.draw_round import draw_round
from tournaments.domain.publish_round import publish_round
from tournaments.domain.set_table import numbers_in, spans
from tournaments.domain.stages import StageSetup
from tournaments.models import Entry, Event, Role, Round, Table, Tournament, User

ClientOf = Callable[[User], Client]


@pytest.fixture
def round_(draft: Round) -> Round:
    return publish_round(draft, by=None)


@pytest.fixture
def client(round_: Round, client_of: ClientOf, organiser: User) -> Client:
    return client_of(organiser)


def address(name: str, tournament: Tournament, *args: int) -> str:
    return reverse(name, args=[tournament.slug, *args])


def test_hall_shows_who_sits_where_and_whose_a_table_is(client: Client, round_: Round) -> None:
    tournament = round_.tournament
    Entry.objects.filter(tournament=tournament, number=1).update(
        fixed_table=Table.objects.get(tournament=tournament, number=7)
    )
    rows = client.get(address("desk-tables", tournament)).context["rows"]
    assert [bool(row["who"]) for row in rows] == [True] * 4 + [False] * 4
    assert [row["number"] for row in rows if row["fixed"]] == ["7"]
    assert [row["number"] for row in rows if row["concerns"]] == ["1", "2", "3", "4", "7"]


def test_taking_out_a_table_in_use_shows_the_game_and_a_way_to_move_it(
    client: Client, round_: Round
) -> None:
    tournament = round_.tournament
    page = client.get(address("desk-table-out", tournament, 2))
    order = round_.pairings.get(table__number=2).order
    assert address("desk-move", tournament, round_.number, order) in page.content.decode()
    response = client.post(
        address("desk-table-out", tournament, 2), {"why": "it wobbles"}, follow=True
    )
    assert not tournament.tables.get(number=2).in_service
    assert Event.objects.get(verb="table.service").why == "it wobbles"
    (message,) = response.context["messages"]
    client.post(message.extra_tags.removeprefix("undo:"))
    assert tournament.tables.get(number=2).in_service


def test_a_table_whose_game_is_over_concerns_nobody(client: Client, round_: Round) -> None:
    write_result(round_.pairings.get(table__number=1), 0)
    rows = client.get(address("desk-tables", round_.tournament)).context["rows"]
    assert rows[0]["concerns"] is False


def test_without_steps_is_switched_on_and_off(client: Client, round_: Round) -> None:
    tournament = round_.tournament
    for value in ("1", "0"):
        client.post(address("desk-table-access", tournament, 3), {"accessible": value})
        assert tournament.tables.get(number=3).accessible is (value == "1")
    assert Event.objects.filter(verb="table.access").count() == 2


def test_groups_sit_at_the_tables_kept_for_them(db: None, client_of: ClientOf) -> None:
    tournament = played(8, 0, StageSetup("groups", {"groups": 2}))
    client = client_of(
        factories.make_user("bente-x", role=Role.Kind.ORGANISER, tournament=tournament)
    )
    (shown,) = client.get(address("desk-tables", tournament)).context["stages"]
    sent = {"tables-A": "9-10", "tables-B": "3, 4", "seen": shown["stamp"]}
    client.post(address("desk-table-ranges", tournament, 1), sent)
    round_ = draw_round(tournament, by=None)
    sits = set(round_.pairings.values_list("group", "table__number"))
    assert sits == {("A", 9), ("A", 10), ("B", 3), ("B", 4)}
    again = client.post(address("desk-table-ranges", tournament, 1), sent | {"tables-A": "1-2"})
    assert again.status_code == 409


@pytest.mark.parametrize(
    ("typed", "group"),
    [
        ({"tables-A": "8-1", "tables-B": ""}, "A"),
        ({"tables-A": "1", "tables-B": "99"}, "B"),
        ({"tables-A": "1-3", "tables-B": "3"}, "B"),
    ],
)
def test_ranges_that_cannot_be_are_said_beside_their_group(
    db: None, client_of: ClientOf, typed: dict[str, str], group: str
) -> None:
    tournament = played(8, 0, StageSetup("groups", {"groups": 2}))
    client = client_of(
        factories.make_user("bente-x", role=Role.Kind.ORGANISER, tournament=tournament)
    )
    response = client.post(address("desk-table-ranges", tournament, 1), typed)
    assert response.status_code == 422
    (stage,) = response.context["stages"]
    assert stage["refused"].field == group
    assert [one["typed"] for one in stage["groups"]] == [typed["tables-A"], typed["tables-B"]]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("1-3, 7", [1, 2, 3, 7]), ("4–5;2", [2, 4, 5]), ("", []), ("a", None), ("1-2-3", None)],
)
def test_numbers_as_people_write_them(text: str, numbers: list[int] | None) -> None:
    assert numbers_in(text) == numbers
    if numbers:
        assert numbers_in(spans(numbers)) == numbers


def test_only_organisers_change_the_hall(
    round_: Round, client_of: ClientOf, desk: User, judge: User
) -> None:
    tournament = round_.tournament
    for user in (desk, judge):
        page = client_of(user).get(address("desk-tables", tournament))
        changing = address("desk-table-access", tournament, 1)
        assert (page.status_code, changing in page.content.decode()) == (200, False)
        for name in ("desk-table-out", "desk-table-in", "desk-table-access", "desk-table-ranges"):
            assert client_of(user).post(address(name, tournament, 1)).status_code == 403


def test_draft_is_told_to_nobody_else(draft: Round, client_of: ClientOf, desk: User) -> None:
    page = client_of(desk).get(address("desk-tables", draft.tournament))
    assert [row["who"] for row in page.context["rows"]] == [""] * 8


def test_hall_takes_the_same_queries_for_any_number(
    client_of: ClientOf, db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for tables in (4, 40):
        tournament = factories.make_tournament(tables=tables)
        user = factories.make_user(f"o{tables}", role=Role.Kind.ORGANISER, tournament=tournament)
        factories.make_entries(tournament, min(tables, 8))
        publish_round(draw_round(tournament, by=None), by=None)
        client = client_of(user)
        client.get(address("desk-tables", tournament))
        with django_assert_num_queries(12):
            client.get(address("desk-tables", tournament))
