"""A new tournament, its settings, its tables, and who works there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_entries, make_tournament, make_user
from tournaments.domain.check_in import change_state
from tournaments.models import Entry, Role, Tournament, User

ClientOf = Callable[[User], Client]

NEW = {
    "name": "Ærø 2027",
    "slug": "",
    "game": "partners",
    "ruleset": "dm-2018",
    "date": "2027-03-13",
    "time_zone": "Europe/Copenhagen",
    "venue": "",
    "table_count": "8",
    "capacity": "16",
    "rounds_planned": "6",
    "minutes_per_game": "60",
    "unplayed_rule": "fide_2026",
    "points_win": "1",
    "points_loss": "0",
    "points_bye": "1",
    "points_walkover_win": "1",
    "points_walkover_loss": "0",
}


@pytest.fixture
def client(client_of: ClientOf, organiser: User) -> Client:
    return client_of(organiser)


def address(name: str, tournament: Tournament, *args: object) -> str:
    return reverse(name, args=[tournament.slug, *args])


def test_new_sent_twice_is_one_tournament_and_no_complaint(client_of: ClientOf, db: None) -> None:
    client = client_of(make_user())

    answers = [client.post(reverse("desk-new"), NEW | {"key": "k"}) for _ in range(2)]

    assert [answer.headers.get("Location") for answer in answers] == ["/desk/aeroe-2027/"] * 2
    assert Tournament.objects.count() == 1


def test_new_at_an_address_of_the_desk_itself_is_refused(client_of: ClientOf, db: None) -> None:
    answer = client_of(make_user()).post(reverse("desk-new"), NEW | {"name": "New"})

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["slug"])
    assert Tournament.objects.count() == 0


def test_settings_saved_by_two_are_those_of_the_first(
    client: Client, client_of: ClientOf, tournament: Tournament
) -> None:
    other = client_of(make_user("signe", role=Role.Kind.ORGANISER, tournament=tournament))
    url = address("desk-settings", tournament)
    seen = {"stamp": client.get(url).context["stamp"]}

    first = client.post(url, NEW | seen | {"venue": "Salen"})
    second = other.post(url, NEW | seen | {"venue": "Loftet", "minutes_per_game": "45"})

    assert (first.status_code, second.status_code) == (302, 409)
    tournament.refresh_from_db()
    assert (tournament.venue, tournament.minutes_per_game) == ("Salen", 60)
    # What was typed stays, and sent again knowingly it is saved.
    assert second.context["form"]["venue"].value() == "Loftet"
    again = NEW | {"venue": "Loftet", "stamp": second.context["stamp"]}
    assert other.post(url, again).status_code == 302
    tournament.refresh_from_db()
    assert tournament.venue == "Loftet"


@pytest.mark.parametrize(
    "change", [{"points_win": "3"}, {"tie_break_5": ""}, {"unplayed_rule": "fide_2024"}]
)
def test_settings_that_count_are_kept_once_the_list_is_final(
    client: Client, tournament: Tournament, change: dict[str, str]
) -> None:
    url = address("desk-settings", tournament)
    shown = client.get(url).context["form"]
    data = NEW | {
        field.name: "" if field.value() is None else str(field.value()) for field in shown
    }
    tournament.state = Tournament.State.FINISHED
    tournament.save()

    refused = client.post(url, data | change | {"seen": "1"})
    assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["__all__"])
    assert client.post(url, data | {"venue": "Salen"}).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.points_scheme["win"], tournament.venue) == ("1", "Salen")


def test_settings_sent_twice_are_saved_once(client: Client, tournament: Tournament) -> None:
    url = address("desk-settings", tournament)
    data = NEW | {"stamp": client.get(url).context["stamp"], "key": "k"}

    assert [client.post(url, data).status_code for _ in range(2)] == [302, 302]
    assert tournament.events.filter(verb="tournament.edit").count() == 1


def test_form_out_of_the_browsers_memory_counts_again_with_something_else_in_it(
    client: Client, tournament: Tournament
) -> None:
    for number in (1, 2, 1):
        url = address("desk-table-service", tournament, number)
        assert client.post(url, {"in_service": "0", "key": "k"}).status_code == 302

    out = tournament.tables.filter(in_service=False)
    assert [table.number for table in out] == [1, 2]
    assert tournament.events.filter(verb="table.service").count() == 2


@pytest.mark.parametrize("key", ["x" * 3000, "a\0b", "😀" * 64])
def test_key_may_be_anything(client: Client, tournament: Tournament, key: str) -> None:
    url = address("desk-table-service", tournament, 1)

    assert client.post(url, {"in_service": "0", "key": key}).status_code == 302
    assert not tournament.tables.get(number=1).in_service


@pytest.mark.parametrize("role_id", ["9" * 30, "9" * 5000])
def test_role_with_an_impossible_number_is_not_found(
    client: Client, tournament: Tournament, role_id: str
) -> None:
    url = f"/desk/{tournament.slug}/people/{role_id}/password/"

    assert client.post(url).status_code == 404


@pytest.mark.parametrize("number", ["9" * 30, "9" * 5000, "²"])
def test_rest_with_an_impossible_number_touches_nobody(
    client: Client, tournament: Tournament, number: str
) -> None:
    make_entries(tournament, 1, state="registered")

    answer = client.post(address("desk-check-in-rest", tournament), {"number": [number]})

    assert answer.status_code == 302
    assert tournament.entries.get().state == "registered"


@pytest.mark.parametrize("how_many", [2, 20])
def test_lists_of_the_desk_take_the_same_queries_for_any_number(
    client_of: ClientOf, db: None, how_many: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Tournaments of an account, tables of a hall, people at work, events of the log."""
    user = make_user()
    for _ in range(how_many):
        own = make_tournament(tables=how_many)
        Role.objects.create(tournament=own, user=user, kind=Role.Kind.ORGANISER)
    for _ in range(how_many):
        somebody = make_user(role=Role.Kind.DESK, tournament=own)
        (entry,) = make_entries(own, 1, state=Entry.State.REGISTERED)
        change_state(entry, Entry.State.PRESENT, by=somebody)
    client = client_of(user)
    with django_assert_num_queries(3):
        client.get(reverse("desk"))
    for name, queries in (("desk-settings", 10), ("desk-people", 8), ("desk-log", 10)):
        with django_assert_num_queries(queries):
            client.get(address(name, own))
