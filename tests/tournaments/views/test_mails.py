"""The desk's page of letters."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.mail_server import make_mail
from tournaments.models import Event, Mail, Tournament, User

Clients = Callable[[User], Client]


def page(tournament: Tournament, **asked: str) -> str:
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    return reverse("desk-mails", args=[tournament.slug]) + f"?{query}"


@pytest.fixture
def letters(tournament: Tournament) -> dict[str, Mail]:
    return {
        "sent": make_mail(tournament, "anna@example.org", state="sent", attempts=1),
        "failed": make_mail(
            tournament,
            "gone@example.org",
            state="failed",
            attempts=1,
            error="no-address: 550 5.1.1 User unknown",
        ),
        "again": make_mail(tournament, "busy@example.org", attempts=2, error="later: 450 Later"),
        "new": make_mail(tournament, "bo@example.org", subject="Din plads", text="http://x.dk/a\n"),
    }


def addresses(response: Any) -> list[str]:
    return [row["mail"].to for row in response.context["rows"]]


def test_page_shows_what_became_of_each_letter(
    letters: dict[str, Mail], tournament: Tournament, organiser: User, client_of: Clients
) -> None:
    response = client_of(organiser).get(page(tournament))
    assert [
        (row["mail"].to, row["badge"], row["repeatable"]) for row in response.context["rows"]
    ] == [
        ("bo@example.org", "queued", False),
        ("busy@example.org", "queued", True),
        ("gone@example.org", "failed", True),
        ("anna@example.org", "sent", True),
    ]
    assert (response.context["on_the_way"], response.context["done"]) == (2, 2)
    assert "User unknown" not in response.content.decode()


def test_letters_are_found_by_state_and_words(
    letters: dict[str, Mail], tournament: Tournament, organiser: User, client_of: Clients
) -> None:
    client = client_of(organiser)
    assert addresses(client.get(page(tournament, state="failed"))) == ["gone@example.org"]
    assert addresses(client.get(page(tournament, q="din PLADS"))) == ["bo@example.org"]
    assert addresses(client.get(page(tournament, q="anna@", state="sent"))) == ["anna@example.org"]
    assert addresses(client.get(page(tournament, state="nothing", q="zzz"))) == []
    assert addresses(client.get(page(tournament, page="99"))) == [
        "bo@example.org", "busy@example.org", "gone@example.org", "anna@example.org",
    ]  # fmt: skip


def test_page_says_when_there_is_no_mail_server(
    tournament: Tournament, organiser: User, client_of: Clients, settings: Any
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    make_mail(tournament, state="sent", error="no-server", text="Se http://x.dk/a?b=1&c=2\n")
    response = client_of(organiser).get(page(tournament))
    assert "EMAIL_URL" in response.content.decode()
    assert [row["link"] for row in response.context["rows"]] == ["http://x.dk/a?b=1&c=2"]


def test_letter_is_read_with_its_links_and_nothing_of_it_is_html(
    tournament: Tournament, organiser: User, client_of: Clients
) -> None:
    letter = make_mail(tournament, text="<script>x</script>\nhttp://x.dk/a?b=1&c=2\n")
    text = client_of(organiser).get(reverse("desk-mail", args=[tournament.slug, letter.pk]))
    html = text.content.decode()
    assert "<script>x" not in html
    assert 'href="http://x.dk/a?b=1&amp;c=2"' in html


def test_failed_letter_is_sent_again_once_for_the_same_press(
    letters: dict[str, Mail], tournament: Tournament, organiser: User, client_of: Clients
) -> None:
    client, letter = client_of(organiser), letters["failed"]
    url = reverse("desk-mail-again", args=[tournament.slug, letter.pk])
    for _ in range(2):
        assert client.post(url, {"key": "k"}).status_code == 302
    letter.refresh_from_db()
    assert (letter.state, letter.attempts, letter.error) == ("waiting", 0, "")
    assert Event.objects.filter(verb="mail.again").count() == 1
    assert "gone@" not in str(Event.objects.values_list("subject", "before", "after"))


def test_letter_on_its_way_is_not_sent_again(
    letters: dict[str, Mail], tournament: Tournament, organiser: User, client_of: Clients
) -> None:
    client = client_of(organiser)
    Mail.objects.filter(pk=letters["sent"].pk).update(state="sending", lease=uuid.uuid4())
    for letter in (letters["new"], letters["sent"]):
        client.post(reverse("desk-mail-again", args=[tournament.slug, letter.pk]), {"one": "1"})
    assert Event.objects.count() == 0


def test_all_failed_are_tried_again(
    letters: dict[str, Mail], tournament: Tournament, organiser: User, client_of: Clients
) -> None:
    client, url = client_of(organiser), reverse("desk-mails-again", args=[tournament.slug])
    client.post(url, {"key": "k"})
    client.post(url, {"key": "k"})
    client.post(url, {"key": "other"})
    assert list(Event.objects.values_list("verb", "after")) == [("mail.all-again", {"letters": 1})]
    assert sorted(Mail.objects.values_list("state", flat=True)) == ["sent", *["waiting"] * 3]


def test_letters_are_the_organisers(
    letters: dict[str, Mail], tournament: Tournament, desk: User, judge: User, client_of: Clients
) -> None:
    for user in (desk, judge):
        assert client_of(user).get(page(tournament)).status_code == 403


@pytest.mark.parametrize("how_many", [2, 20])
def test_list_takes_the_same_queries_at_any_size(
    tournament: Tournament,
    organiser: User,
    client_of: Clients,
    django_assert_num_queries: DjangoAssertNumQueries,
    how_many: int,
) -> None:
    for n in range(how_many):
        make_mail(tournament, f"p{n}@example.org")
    client = client_of(organiser)
    with django_assert_num_queries(7):
        client.get(page(tournament))
