"""The list of entries, one entry, its withdrawal, the export."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_entries
from tests.tournaments.domain.test_check_in import add_round
from tests.tournaments.imports.files import table_of, table_of_file
from tournaments.domain.entry_rows import facts_of, stamp
from tournaments.domain.import_entries import import_entries, plan_import
from tournaments.models import Entry, Event, Pairing, Role, Seat, Tournament, User

ClientOf = Callable[[User], Client]


@pytest.fixture
def client(client_of: ClientOf, organiser: User) -> Client:
    return client_of(organiser)


def address(name: str, tournament: Tournament, *args: Any) -> str:
    return reverse(name, args=[tournament.slug, *args])


FORM = {
    "name": "",
    "player1": "Søren Ågård",
    "email1": "s@x.dk",
    "phone1": "+45 22 34 15 27",
    "player2": "Åse",
    "email2": "",
    "phone2": "",
    "city": "Ærø",
    "notes": "",
    "seed_rank": "",
    "fixed_table": "",
    "from_round": "1",
}


@pytest.mark.parametrize("how_many", [2, 20])
def test_list_takes_the_same_queries_for_any_number(
    client: Client,
    tournament: Tournament,
    how_many: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    make_entries(tournament, how_many)
    client.get(address("desk-entries", tournament))

    with django_assert_num_queries(7):
        client.get(address("desk-entries-export", tournament))
    with django_assert_num_queries(8):
        response = client.get(address("desk-entries", tournament))
    assert len(response.context["rows"]) == how_many


def test_empty_list_says_what_to_do_first(client: Client, tournament: Tournament) -> None:
    response = client.get(address("desk-entries", tournament))

    assert address("desk-import", tournament) in response.content.decode()


def test_list_shows_what_notes_ask_for_until_it_is_done(
    client: Client, tournament: Tournament
) -> None:
    one, _other = make_entries(tournament, 2)
    one.notes = "kørestol, fast bord"
    one.save()
    asking = address("desk-entries", tournament) + "?state=asking"
    assert [row["entry"].number for row in client.get(asking).context["rows"]] == [1]

    one.fixed_table = tournament.tables.get(number=1)
    one.save()
    assert client.get(asking).context["rows"] == []


def test_judge_looks_and_changes_nothing(
    client_of: ClientOf, tournament: Tournament, judge: User
) -> None:
    entry, *_ = make_entries(tournament, 1)
    entry.notes = "privat note"
    entry.save()

    page = client_of(judge).get(address("desk-entries", tournament)).content.decode()

    for hidden in ("privat note", "desk-entry", address("desk-import", tournament)):
        assert hidden not in page


def test_new_pair_is_registered_and_may_be_here_at_once(
    client: Client, tournament: Tournament
) -> None:
    response = client.post(address("desk-entry-new", tournament), FORM | {"present": "on"})

    entry = Entry.objects.get()
    assert response["Location"] == address("desk-entries", tournament)
    assert (entry.name, entry.state, entry.city) == ("Søren Ågård & Åse", "present", "Ærø")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"player2": " "}, "player2"),
        ({"email1": "nej"}, "email1"),
        ({"player2": "søren ågård", "email2": "s@x.dk"}, "player2"),
        ({"from_round": "0"}, "from_round"),
        ({"fixed_table": "77"}, "fixed_table"),
        ({"name": "PAR 1"}, "name"),
        ({"player1": "x" * 100, "player2": "y" * 100}, "name"),
    ],
)
def test_refused_form_says_so_beside_the_field_and_keeps_what_was_typed(
    client: Client, tournament: Tournament, change: dict[str, str], field: str
) -> None:
    make_entries(tournament, 1)

    response = client.post(address("desk-entry-new", tournament), FORM | change)

    form = response.context["form"]
    assert (response.status_code, list(form.errors)) == (422, [field])
    assert form["city"].value() == "Ærø"
    assert Entry.objects.count() == 1


def test_entry_is_changed_by_the_form(client: Client, tournament: Tournament) -> None:
    (entry,) = make_entries(tournament, 1)
    url = address("desk-entry", tournament, 1)
    assert client.get(url).context["form"]["email2"].value() == "bo1@example.org"

    response = client.post(url, FORM | {"fixed_table": "3", "name": "Nyt navn"})

    entry.refresh_from_db()
    assert response.status_code == 302
    assert (entry.name, entry.fixed_table and entry.fixed_table.number) == ("Nyt navn", 3)


def test_entry_changed_meanwhile_is_not_overwritten(client: Client, tournament: Tournament) -> None:
    (entry,) = make_entries(tournament, 1)
    seen = stamp(entry, facts_of(entry))
    Entry.objects.update(city="Nuuk")

    response = client.post(address("desk-entry", tournament, 1), FORM | {"seen": seen})

    assert response.status_code == 422
    assert response.context["form"]["city"].value() == "Ærø"
    assert Entry.objects.get().city == "Nuuk"


def test_withdrawal_shows_where_the_pair_sits_before_it_happens(
    client: Client, tournament: Tournament
) -> None:
    one, other = make_entries(tournament, 2)
    round_ = add_round(tournament, 1, "published")
    pairing = Pairing.objects.create(round=round_, table=tournament.tables.get(number=7), order=1)
    for side, entry in enumerate((one, other)):
        Seat.objects.create(pairing=pairing, round=round_, entry=entry, side=side)
    url = address("desk-entry-withdraw", tournament, 1)

    shown = [one.what for one in client.get(url).context["consequences"]]
    assert any("7" in what and "Par 2" in what for what in shown)
    assert Event.objects.count() == 0

    client.post(url, {"why": "syg", "seen": "present:1"})

    one.refresh_from_db()
    assert (one.state, Event.objects.get().why) == ("withdrawn", "syg")
    assert Seat.objects.filter(entry=one).count() == 1


def test_withdrawal_twice_is_one_event(client: Client, tournament: Tournament) -> None:
    make_entries(tournament, 1)
    url = address("desk-entry-withdraw", tournament, 1)

    codes = [client.post(url, {"seen": "present:1", "key": "k"}).status_code for _ in range(2)]

    assert (codes, Event.objects.count()) == ([302, 302], 1)


def test_export_opens_in_excel_and_comes_back_the_same(
    client: Client, tournament: Tournament
) -> None:
    what = table_of_file("pairs-messy.csv")
    seen = plan_import(tournament, what).fingerprint
    import_entries(tournament, what, by=None, seen=seen, despite_faults=True)
    client.cookies["language"] = "en"

    response = client.get(address("desk-entries-export", tournament))

    assert response.content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(response.content.decode("utf-8-sig")), delimiter=";"))
    assert {len(row) for row in rows} == {17}
    assert not any(cell[:1] in {"=", "+", "-", "@"} for row in rows for cell in row)
    again = plan_import(tournament, table_of(response.content))
    assert (again.empty, len(again.unchanged), again.faulty) == (True, 17, ())


def test_export_is_not_for_judges(client_of: ClientOf, tournament: Tournament, judge: User) -> None:
    assert judge.roles.get().kind == Role.Kind.JUDGE
    url = address("desk-entries-export", tournament)

    assert client_of(judge).get(url).status_code == 403


@pytest.mark.parametrize(
    ("game", "players"),
    [("backgammon", 1), ("kroket", 1), ("partners-plus-pairs", 2), ("partners-plus-teams", 3)],
)
def test_form_asks_for_as_many_players_as_the_game_has(
    client: Client, tournament: Tournament, game: str, players: int
) -> None:
    Tournament.objects.update(game=game)
    people = {f"player{n}": f"Spiller {n}" for n in range(1, players + 1)}

    response = client.post(address("desk-entry-new", tournament), {"from_round": "1", **people})

    assert response.status_code == 302
    assert [p.name for p in Entry.objects.get().players.all()] == list(people.values())
    assert client.get(address("desk-entry", tournament, 1)).status_code == 200
    assert client.get(address("desk-entries-export", tournament)).status_code == 200
