"""The check-in page: one tap, what it answers, and what other desks see of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_entries
from tests.tournaments.domain.test_check_in import add_round
from tournaments.domain.check_in import change_state
from tournaments.domain.register import register
from tournaments.imports.facts import EntryFacts, Person
from tournaments.models import Entry, Event, Tournament, User

HTMX = {"HTTP_HX_REQUEST": "true"}
ClientOf = Callable[[User], Client]


@pytest.fixture
def client(client_of: ClientOf, desk: User) -> Client:
    client = client_of(desk)
    client.cookies["language"] = "en"
    return client


@pytest.fixture
def entries(tournament: Tournament) -> list[Entry]:
    return make_entries(tournament, 3, state=Entry.State.REGISTERED)


def address(name: str, tournament: Tournament, *args: Any) -> str:
    return reverse(f"desk-check-in{name}", args=[tournament.slug, *args])


def states(tournament: Tournament) -> list[str]:
    return list(tournament.entries.order_by("number").values_list("state", flat=True))


@pytest.mark.parametrize("how_many", [2, 20])
def test_page_takes_the_same_queries_for_any_number(
    client: Client,
    tournament: Tournament,
    how_many: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    make_entries(tournament, how_many)
    client.get(address("", tournament))

    with django_assert_num_queries(8):
        newest = client.get(address("", tournament)).context["newest"]
    with django_assert_num_queries(6):
        client.get(address("-rest", tournament))
    for entry in tournament.entries.all():
        change_state(entry, Entry.State.ABSENT, by=None)
    with django_assert_num_queries(8):
        client.get(address("-changes", tournament, newest))


def test_those_waited_for_come_first(
    client: Client, tournament: Tournament, entries: list[Entry]
) -> None:
    change_state(entries[0], Entry.State.PRESENT, by=None)

    rows = client.get(address("", tournament)).context["rows"]

    assert [row["entry"].number for row in rows] == [2, 3, 1]


def test_tap_answers_row_counts_and_undo(
    client: Client, tournament: Tournament, entries: list[Entry]
) -> None:
    response = client.post(
        address("-one", tournament, 2), {"tap": "present registered:1 0", "key": "k"}, **HTMX
    )

    page = response.content.decode()
    event = Event.objects.get()
    assert (response.status_code, states(tournament)) == (
        200,
        ["registered", "present", "registered"],
    )
    assert page.count('id="entry-') == 1
    assert 'id="entry-2"' in page
    assert address("-undo", tournament, 2, event.pk) in page
    assert response.context["check_in_counts"]["present"] == 1

    client.post(address("-undo", tournament, 2, event.pk))
    assert states(tournament) == ["registered"] * 3


def test_double_tap_is_one_event_and_no_warning(
    client: Client, tournament: Tournament, entries: list[Entry]
) -> None:
    url = address("-one", tournament, 2)

    codes = [
        client.post(url, {"tap": "present registered:1 0", "key": "k"}, **HTMX).status_code
        for _ in range(2)
    ]

    assert (codes, Event.objects.count()) == ([200, 200], 1)


def test_same_tap_counts_again_after_it_was_taken_back(
    client: Client, tournament: Tournament, entries: list[Entry]
) -> None:
    url = address("-one", tournament, 2)
    for _ in range(2):
        newest = client.get(address("", tournament)).context["newest"]
        tap = {"tap": f"present registered:1 {newest}", "key": "k"}
        client.post(url, tap, **HTMX)
        assert states(tournament)[1] == "present"
        undo = address("-undo", tournament, 2, Event.objects.latest("id").pk)
        client.post(undo)
        assert states(tournament)[1] == "registered"


def test_tap_without_javascript_comes_back_with_undo(
    client: Client, tournament: Tournament, entries: list[Entry]
) -> None:
    response = client.post(address("-one", tournament, 1), {"state": "absent"}, follow=True)

    assert response.redirect_chain == [(address("", tournament), 302)]
    assert "1 Par 1 is absent: not drawn in round 1." in response.content.decode()


def test_second_desk_gets_the_row_as_it_is_and_who_was_faster(
    client: Client, tournament: Tournament, entries: list[Entry], organiser: User
) -> None:
    change_state(entries[0], Entry.State.PRESENT, by=organiser)

    response = client.post(
        address("-one", tournament, 1), {"state": "absent", "seen": "registered:1"}, **HTMX
    )

    assert (response.status_code, states(tournament)[0]) == (409, "present")
    assert "checked in already (bente" in response.content.decode()


@pytest.mark.parametrize("state", ["withdrawn", "nonsense", ""])
def test_states_no_button_offers_are_refused(
    client: Client, tournament: Tournament, entries: list[Entry], state: str
) -> None:
    response = client.post(address("-one", tournament, 1), {"state": state})

    assert (response.status_code, states(tournament)[0]) == (422, "registered")


def test_one_entry_shows_what_each_state_brings_about(
    client: Client, tournament: Tournament, entries: list[Entry]
) -> None:
    add_round(tournament, 1, "published")

    choices = client.get(address("-one", tournament, 1)).context["choices"]

    said = {
        (choice["state"], choice["late"]): [one.what for one in choice["consequences"]]
        for choice in choices
    }
    assert said["present", None] == ["Round 1 is published without it."]
    assert said["late", 4][0] == "Not drawn before round 4."
    assert said["absent", None] == ["Not drawn in round 2."]


def test_late_says_its_round(client: Client, tournament: Tournament, entries: list[Entry]) -> None:
    client.post(address("-one", tournament, 1), {"late": "3", "seen": "registered:1"})

    entry = tournament.entries.get(number=1)
    assert (entry.state, entry.from_round) == ("late", 3)


def test_other_desks_changes_arrive_as_rows(
    client: Client, tournament: Tournament, entries: list[Entry]
) -> None:
    newest = client.get(address("", tournament)).context["newest"]
    assert client.get(address("-changes", tournament, newest)).status_code == 204
    event = change_state(entries[1], Entry.State.PRESENT, by=None).event

    response = client.get(address("-changes", tournament, newest))

    page = response.content.decode()
    assert [row["entry"].number for row in response.context["rows"]] == [2]
    assert address("-changes", tournament, event.pk) in page
    assert "Load the page again" not in page


def test_new_pair_elsewhere_says_that_the_page_is_out_of_date(
    client: Client, tournament: Tournament
) -> None:
    newest = client.get(address("", tournament)).context["newest"]
    register(tournament, EntryFacts("Ny", (Person("A"), Person("B"))), by=None)

    page = client.get(address("-changes", tournament, newest)).content.decode()

    assert "Load the page again" in page


def test_rest_absent_shows_who_then_marks_and_undoes(
    client: Client, tournament: Tournament, entries: list[Entry]
) -> None:
    url = address("-rest", tournament)
    assert [e.number for e in client.get(url).context["waiting"]] == [1, 2, 3]
    change_state(entries[0], Entry.State.PRESENT, by=None)

    response = client.post(url, {"number": ["1", "2", "3"], "key": "k"}, follow=True)

    assert states(tournament) == ["present", "absent", "absent"]
    assert "2 are absent. 1 came meanwhile and stays as it is." in response.content.decode()
    event = Event.objects.get(verb="entries.absent")
    client.post(address("-rest-undo", tournament, event.pk))
    assert states(tournament) == ["present", "registered", "registered"]


def test_press_leads_back_only_to_our_own_pages(
    client: Client, tournament: Tournament, entries: list[Entry]
) -> None:
    for wanted, expected in (
        ("https://evil.example/", address("", tournament)),
        ("//evil.example/desk/x/", address("", tournament)),
        (address("-one", tournament, 1), address("", tournament)),
        (reverse("desk-entries", args=[tournament.slug]) + "?state=late",
         reverse("desk-entries", args=[tournament.slug]) + "?state=late"),
    ):  # fmt: skip
        response = client.post(address("-one", tournament, 1), {"state": "x", "next": wanted})
        assert response.status_code == 422
        state = "present" if states(tournament)[0] != "present" else "absent"
        response = client.post(address("-one", tournament, 1), {"state": state, "next": wanted})
        assert response["Location"] == expected


def test_late_choices_end_with_the_last_round_planned(
    tournament: Tournament, desk: User, client_of: Callable[[User], Client]
) -> None:
    tournament.rounds_planned = 3
    tournament.save()
    make_entries(tournament, 1, state=Entry.State.REGISTERED)

    response = client_of(desk).get(reverse("desk-check-in-one", args=[tournament.slug, 1]))

    late = [choice["late"] for choice in response.context["choices"] if choice["late"]]
    assert late == [2, 3]
