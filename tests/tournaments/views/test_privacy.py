"""The desk's page of personal data."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.tournaments.privacy.people import EMAIL, FORMER, NAMES, PHONE, Town, email_of, town
from tournaments.models import Event, Player, Tournament, User

Clients = Callable[[User], Client]
FIRST = NAMES[0][0]


@pytest.fixture
def there(tournament: Tournament) -> Town:
    return town(tournament)


@pytest.fixture
def client(organiser: User, client_of: Clients) -> Client:
    return client_of(organiser)


def page(there: Town, name: str = "desk-privacy", *more: str, q: str = "") -> str:
    return reverse(name, args=[there.tournament.slug, *more]) + (f"?q={q}" if q else "")


def ref(there: Town, name: str = FIRST) -> str:
    return f"player-{there.player(name).pk}"


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("wilhelmine", [FIRST, "Xerxes Zahle"]),  # both play in the pair of that name
        (f"ottoline.{EMAIL}", ["Ottoline Fabritius"]),
        ("ahlefeldt", [FORMER]),
        ("fritjof", ["Fritjof Lindenov"]),
        ("nobody", []),
    ],
)
def test_people_are_found_wherever_they_stand(
    there: Town, client: Client, asked: str, names: list[str]
) -> None:
    response = client.get(page(there, q=asked))
    assert [one.name for one in response.context["found"]] == names


def test_page_says_when_contact_details_go(there: Town, client: Client) -> None:
    text = client.get(page(there)).content.decode()
    assert "11. juni 2027" in text


def test_file_has_everything_of_the_person_and_nothing_of_others(
    there: Town, client: Client
) -> None:
    response = client.get(page(there, "desk-person-data", ref(there)))
    told = json.loads(response.content)
    assert told["person"]["email"] == email_of(FIRST)
    assert [(row["round"], row["score"]) for row in told["results"]] == [(1, 8), (2, None)]
    assert [mail["text"] for mail in told["emails"]] == ["Hej Wilhelmine\n"]
    text = response.content.decode()
    others = [email_of(name) for pair in NAMES for name in pair if name != FIRST]
    assert [email for email in others if email in text] == []


def test_person_who_only_signed_up_is_told_without_the_other_ones_address(
    there: Town, client: Client
) -> None:
    told = json.loads(
        client.get(page(there, "desk-person-data", f"sign-up-{there.sign_up.pk}-1")).content
    )
    [row] = told["registrations"]
    assert (row["email"], row["players"]) == (
        email_of("Fritjof"),
        ["Gunhilde Sehested", "Fritjof Lindenov"],
    )
    assert email_of("Gunhilde") not in json.dumps(told)


def test_initials_are_set_and_taken_back_once_for_the_same_press(
    there: Town, client: Client
) -> None:
    url = page(there, "desk-person-initials", ref(there))
    for _ in range(2):
        client.post(url, {"short": "1", "key": "k"})
    assert Player.objects.filter(initials_only=True).get().name == FIRST
    assert Event.objects.filter(verb="privacy.initials").count() == 1
    client.post(url, {"short": "0", "key": "l"})
    assert not Player.objects.filter(initials_only=True).exists()


def test_erasing_shows_what_follows_and_then_does_it(there: Town, client: Client) -> None:
    url = page(there, "desk-person-erase", ref(there))
    text = client.get(url).content.decode()
    assert "W. Q. &amp; Xerxes Zahle" in text
    assert Event.objects.count() == 0
    assert client.post(url, {"instead": ""}).status_code == 422
    assert client.post(url, {"instead": "initials", "key": "k"}).status_code == 302
    assert client.post(url, {"instead": "initials", "key": "k"}).status_code == 302
    assert Event.objects.filter(verb="privacy.erase").count() == 1
    assert not Player.objects.filter(name=FIRST).exists()


def test_somebody_who_is_gone_is_not_there(there: Town, client: Client) -> None:
    for name in ("desk-person", "desk-person-data", "desk-person-erase"):
        assert client.get(page(there, name, "player-0")).status_code == 404
    gone = client.post(page(there, "desk-person-erase", "player-0"), {"instead": "number"})
    assert gone.status_code == 302


def test_all_contact_details_are_erased_at_once(there: Town, client: Client) -> None:
    client.post(page(there, "desk-privacy-erase"), {"key": "k"})
    client.post(page(there, "desk-privacy-erase"), {"key": "l"})
    assert PHONE not in str(list(Player.objects.values()))
    assert Event.objects.count() == 1


def test_personal_data_is_the_organisers(
    there: Town, desk: User, judge: User, client_of: Clients
) -> None:
    for user in (desk, judge):
        for name in ("desk-person", "desk-person-data", "desk-person-erase"):
            assert client_of(user).get(page(there, name, ref(there))).status_code == 403


@pytest.mark.parametrize("how_many", [1, 10])
def test_search_takes_the_same_queries_at_any_size(
    there: Town, client: Client, django_assert_num_queries: DjangoAssertNumQueries, how_many: int
) -> None:
    Player.objects.filter(pk__in=[p.pk for p in there.tournament.players.all()[:how_many]]).update(
        initials_only=True
    )
    with django_assert_num_queries(13):
        client.get(page(there, q="e"))
