"""The desk's pages of webhooks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_tournament
from tests.webhook_server import WebhookServer, follow, webhook_server
from tournaments.control.needs import Asked, Kind
from tournaments.models import Delivery, Tournament, User, Webhook
from tournaments.queries.day import day_of
from tournaments.webhooks.change import pause, send_test
from tournaments.webhooks.faults import Fault
from tournaments.webhooks.needs import webhook_needs
from tournaments.webhooks.send import send_webhooks

URL = "https://example.org/told"
ClientOf = Callable[[User], Client]


@pytest.fixture
def server(settings: Any) -> Iterator[WebhookServer]:
    settings.HTTPS = False
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    with webhook_server() as told:
        yield told


def address(name: str, tournament: Tournament, *more: object) -> str:
    return reverse(name, args=[tournament.slug, *more])


def add(client: Client, tournament: Tournament, **fields: Any) -> Any:
    said = {"name": "Storskærm", "url": URL, "types": ["round.published"], "key": "k"} | fields
    return client.post(address("desk-webhooks", tournament), said)


def secrets_on(answer: Any) -> set[str]:
    return set(re.findall(r"whsec_[\w+/=]{40,}", answer.content.decode()))


def test_secret_is_shown_once_and_kept_by_no_cache(
    tournament: Tournament, organiser: User, client_of: ClientOf
) -> None:
    client = client_of(organiser)
    answer = add(client, tournament)
    (secret,) = secrets_on(answer)
    assert answer.headers["Cache-Control"] == "no-store"
    page = client.get(address("desk-webhooks", tournament))
    assert (secrets_on(page), URL in page.content.decode()) == (set(), True)
    again = add(client, tournament)
    assert (again.status_code, Webhook.objects.count()) == (302, 1)

    webhook = Webhook.objects.get()
    fresh = client.post(address("desk-webhook-change", tournament, webhook.pk, "secret"))
    assert len(secrets_on(fresh) - {secret}) == 1
    assert secrets_on(client.get(address("desk-webhook", tournament, webhook.pk))) == set()


@pytest.mark.parametrize("wrong", [{"name": ""}, {"types": ["all"]}, {"types": []}, {"url": "x"}])
def test_wrong_webhook_is_not_made_and_says_why(
    tournament: Tournament, organiser: User, client_of: ClientOf, wrong: dict[str, Any]
) -> None:
    answer = add(client_of(organiser), tournament, **wrong)
    assert (answer.status_code, Webhook.objects.count()) == (422, 0)
    assert "field-errors" in answer.content.decode()


def test_webhook_of_another_tournament_is_not_there(
    tournament: Tournament, organiser: User, client_of: ClientOf
) -> None:
    add(client_of(organiser), tournament)
    foreign = Webhook.objects.get()
    Webhook.objects.update(tournament=make_tournament(tables=1))
    client = client_of(organiser)
    assert client.get(address("desk-webhook", tournament, foreign.pk)).status_code == 404
    for what in ("on", "off", "test", "secret", "remove"):
        url = address("desk-webhook-change", tournament, foreign.pk, what)
        assert client.post(url).status_code == 404


def test_test_is_sent_and_listed_and_sent_again(
    server: WebhookServer, tournament: Tournament, organiser: User, client_of: ClientOf
) -> None:
    webhook = follow(tournament, server.url)
    client = client_of(organiser)
    page = address("desk-webhook", tournament, webhook.pk)
    client.post(address("desk-webhook-change", tournament, webhook.pk, "test"))
    send_webhooks()
    delivery = Delivery.objects.get()
    assert re.search(r">204 <span", client.get(page).content.decode())
    client.post(address("desk-delivery-again", tournament, webhook.pk, delivery.pk))
    send_webhooks()
    assert [one.id for one in server.messages] == [str(delivery.pk)] * 2
    shown = client.get(page + "?state=sent").content.decode()
    assert str(delivery.pk) in shown
    assert str(delivery.pk) not in client.get(page + "?state=failed").content.decode()


def test_webhook_is_switched_and_removed(
    tournament: Tournament, organiser: User, client_of: ClientOf
) -> None:
    client = client_of(organiser)
    add(client, tournament)
    webhook = Webhook.objects.get()

    def state_after(what: str) -> str:
        client.post(address("desk-webhook-change", tournament, webhook.pk, what))
        webhook.refresh_from_db()
        return webhook.state

    assert [state_after(what) for what in ("off", "off", "on", "remove")] == [
        "off", "off", "on", "removed",
    ]  # fmt: skip
    assert client.get(address("desk-webhook", tournament, webhook.pk)).status_code == 404


def test_edit_is_kept_and_a_wrong_one_is_not(
    tournament: Tournament, organiser: User, client_of: ClientOf
) -> None:
    client = client_of(organiser)
    add(client, tournament)
    webhook = Webhook.objects.get()
    page = address("desk-webhook", tournament, webhook.pk)
    said = {"name": "Væg", "url": URL, "types": ["round.closed"]}
    assert client.post(page, said | {"url": "https://10.0.0.1/"}).status_code == 422
    assert client.post(page, said).status_code == 302
    webhook.refresh_from_db()
    assert (webhook.name, webhook.types) == ("Væg", ["round.closed"])


@pytest.mark.parametrize("how_many", [1, 3])
def test_list_costs_the_same_however_long(
    tournament: Tournament,
    organiser: User,
    client_of: ClientOf,
    django_assert_max_num_queries: Any,
    how_many: int,
) -> None:
    client = client_of(organiser)
    for n in range(how_many):
        add(client, tournament, key=f"k{n}")
        send_test(Webhook.objects.latest("pk"), by=None)
    for url in (
        address("desk-webhooks", tournament),
        address("desk-webhook", tournament, Webhook.objects.latest("pk").pk),
    ):
        with django_assert_max_num_queries(12):
            client.get(url)


def test_word_at_the_desk_while_something_is_missed(
    server: WebhookServer, tournament: Tournament, organiser: User
) -> None:
    def words() -> list[tuple[str, str]]:
        asked = Asked(
            tournament=tournament,
            day=day_of(tournament),
            now=timezone.now(),
            actions=frozenset(),
        )
        return [(one.kind, one.sentence) for one in webhook_needs(None, asked)]

    webhook = follow(tournament, server.url, name="Væg")
    assert words() == []
    send_test(webhook, by=None)
    server.statuses = [410]
    send_webhooks()
    assert [kind for kind, _sentence in words()] == [Kind.WEBHOOK]
    Webhook.objects.update(state=Webhook.State.ON)
    pause(webhook, Fault("gone"))
    ((_kind, sentence),) = words()
    assert sentence.startswith("Væg")
