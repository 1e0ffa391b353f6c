"""Sending messages to a real web server in this process."""

from __future__ import annotations

import base64
import hashlib
import hmac
from datetime import timedelta
from threading import Event as Flag
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from tests.dying import Died
from tests.services import free_port
from tests.tournaments.webhooks.happening import happens, only, row
from tests.webhook_server import WebhookServer, follow
from tournaments.domain.act import act
from tournaments.models import Tournament, Webhook
from tournaments.webhooks.change import add_webhook, renew_secret, send_again, send_test, switch_off
from tournaments.webhooks.lease import DAY, LONGEST_REST, RESTS
from tournaments.webhooks.send import (
    PATIENCE,
    send_webhooks,
)

ENOUGH = 60


def test_what_happens_is_told_signed_and_in_its_order(
    server: WebhookServer, tournament: Tournament
) -> None:
    happens(tournament)
    webhook, secret = add_webhook(
        tournament, name="Storskærm", url=server.url, types=["round.closed", "round.published"],
        by=None,
    )  # fmt: skip
    happens(tournament)
    happens(tournament, "round.draw")
    happens(tournament, "clock.start")
    happens(tournament, "round.close")

    assert send_webhooks() == 2

    published, closed = server.messages
    # What happened before it was made, what it did not ask for and what is nobody's business: not.
    assert [one.said["type"] for one in server.messages] == ["round.published", "round.closed"]
    assert published.said["data"]["sequence"] < closed.said["data"]["sequence"]
    assert published.path == "/told?by=startfelt"
    assert published.headers["content-type"] == "application/json"
    when = int(published.headers["webhook-timestamp"])
    assert abs(when - timezone.now().timestamp()) < ENOUGH
    # As Standard Webhooks says it, in the words of that standard.
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = b".".join([published.id.encode(), str(when).encode(), published.body])
    expected = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    assert published.headers["webhook-signature"] == f"v1,{expected}"
    assert [row(one) for one in webhook.deliveries.all()] == [("sent", 1, 204, "")] * 2
    assert send_webhooks() == 0


def test_each_event_is_told_once_however_often_it_is_looked(
    server: WebhookServer, tournament: Tournament
) -> None:
    follow(tournament, server.url)
    for _ in range(3):
        happens(tournament)
        send_webhooks()
        send_webhooks()
    assert len({one.id for one in server.messages}) == len(server.messages) == 3


def test_what_a_verb_took_back_is_told_to_nobody(
    server: WebhookServer, tournament: Tournament
) -> None:
    follow(tournament, server.url)
    with pytest.raises(Died), act("tournament.edit", tournament, by=None) as doing:
        doing.log()
        raise Died
    assert (send_webhooks(), server.messages) == (0, [])


def test_fault_there_is_tried_again_with_the_same_id_and_body(
    server: WebhookServer, tournament: Tournament
) -> None:
    webhook = follow(tournament, server.url)
    happens(tournament)
    server.statuses = [500, 204]
    with time_machine.travel(timezone.now(), tick=False) as clock:
        assert send_webhooks() == 1
        assert row(only(webhook)) == ("waiting", 1, 500, "error")
        clock.shift(RESTS[0] - timedelta(seconds=1))
        assert send_webhooks() == 0
        clock.shift(timedelta(seconds=1))
        assert send_webhooks() == 1
    assert row(only(webhook)) == ("sent", 2, 204, "")
    first, second = server.messages
    assert (first.id, first.body) == (second.id, second.body)
    assert first.headers["webhook-timestamp"] != second.headers["webhook-timestamp"]
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.failing_since, webhook.rests_until) == (0, None, None)


@pytest.mark.parametrize(
    ("status", "code", "state"),
    [
        (302, "moved", "waiting"),
        (404, "refused", "waiting"),
        (429, "later", "waiting"),
        (503, "later", "waiting"),
        (410, "gone", "failed"),
    ],
)
def test_answer_says_what_becomes_of_the_message(
    server: WebhookServer, tournament: Tournament, status: int, code: str, state: str
) -> None:
    webhook = follow(tournament, server.url)
    happens(tournament)
    server.statuses, server.location = [status], server.url.replace("told", "elsewhere")
    send_webhooks()
    assert row(only(webhook)) == (state, 1, status, code)
    # Nobody is sent on elsewhere.
    assert [one.path for one in server.messages] == ["/told?by=startfelt"]


def test_address_that_wants_no_more_is_left_alone(
    server: WebhookServer, tournament: Tournament
) -> None:
    webhook = follow(tournament, server.url)
    happens(tournament)
    server.statuses = [410]
    send_webhooks()
    webhook.refresh_from_db()
    assert webhook.state == Webhook.State.PAUSED
    assert tournament.events.filter(verb="webhook.pause").get().after == {"fault": "gone"}


@pytest.mark.parametrize(
    "answer",
    [b"", b"HTTP/1.1 20", b"hello\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200 + b"\r\n"],
)
def test_odd_answer_is_none(server: WebhookServer, tournament: Tournament, answer: bytes) -> None:
    webhook = follow(tournament, server.url)
    happens(tournament)
    server.raw = answer
    send_webhooks()
    delivery = only(webhook)
    assert (delivery.state, delivery.status) == ("waiting", None)
    assert delivery.error in {"no-http", "no-answer"}


def test_endless_answer_is_not_read_to_its_end(
    server: WebhookServer, tournament: Tournament
) -> None:
    webhook = follow(tournament, server.url)
    happens(tournament)
    server.raw = b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 3_000_000
    send_webhooks()
    assert row(only(webhook)) == ("sent", 1, 200, "")


def test_slow_program_is_not_waited_for_for_ever(
    server: WebhookServer, tournament: Tournament, settings: Any
) -> None:
    settings.WEBHOOK_TIMEOUT = 0.2
    webhook = follow(tournament, server.url)
    happens(tournament)
    server.silent = Flag()
    send_webhooks()
    delivery = only(webhook)
    assert row(delivery) == ("waiting", 1, None, "too-slow")
    assert delivery.took is not None and delivery.took >= 200


def test_answer_that_drips_is_not_waited_for_either(
    server: WebhookServer, tournament: Tournament, settings: Any
) -> None:
    settings.WEBHOOK_TIMEOUT = 0.3
    webhook = follow(tournament, server.url)
    happens(tournament)
    # Interim answers without end, each of them in time.
    server.drips = b"HTTP/1.1 100 Continue\r\n\r\n"
    send_webhooks()
    assert row(only(webhook)) == ("waiting", 1, None, "too-slow")


def test_nobody_there_is_tried_by_one_message_alone(near: None, tournament: Tournament) -> None:
    webhook = follow(tournament, f"http://127.0.0.1:{free_port()}/")
    for _ in range(3):
        happens(tournament)
    assert send_webhooks() == 1
    assert sorted(webhook.deliveries.values_list("attempts", "error")) == [
        (0, ""), (0, ""), (1, "no-answer"),
    ]  # fmt: skip


def test_what_waited_while_it_was_away_comes_at_once_and_in_its_order(
    server: WebhookServer, tournament: Tournament
) -> None:
    follow(tournament, server.url)
    server.statuses = [503]
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(4):
            happens(tournament)
            send_webhooks()
            clock.shift(LONGEST_REST)
        server.messages.clear()
        server.statuses = [204]
        happens(tournament)
        assert send_webhooks() == 5
    order = [one.said["data"]["sequence"] for one in server.messages]
    assert order[1:] == sorted(order[1:])
    assert sorted(order) == list(range(min(order), min(order) + 5))


def test_message_is_given_up_after_a_day(server: WebhookServer, tournament: Tournament) -> None:
    webhook = follow(tournament, server.url)
    happens(tournament)
    server.statuses = [400]
    began = timezone.now()
    attempts = 0
    with time_machine.travel(began, tick=False) as clock:
        while not attempts or row(only(webhook))[0] == "waiting":
            attempts += send_webhooks()
            clock.move_to(max(only(webhook).due_at, timezone.now()))
        delivery = only(webhook)
        assert (delivery.tried_at, delivery.error) == (began + DAY, "refused")
        assert attempts == len(server.messages) == 11
        assert send_webhooks() == 0
        # Asked for, it has a day before it again, and is still the same message.
        server.statuses = [204]
        send_again(delivery, by=None)
        assert send_webhooks() == 1
    assert row(delivery) == ("sent", 1, 204, "")
    assert len({one.id for one in server.messages}) == 1


def test_address_that_takes_nothing_for_days_is_paused(
    server: WebhookServer, tournament: Tournament
) -> None:
    webhook = follow(tournament, server.url)
    server.statuses = [500]
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(4):
            happens(tournament)
            send_webhooks()
            clock.shift(PATIENCE / 3)
        send_webhooks()
        webhook.refresh_from_db()
        assert webhook.state == Webhook.State.PAUSED
        happens(tournament)
        assert send_webhooks() == 0
    assert set(webhook.deliveries.values_list("state", flat=True)) == {"failed"}


def test_what_waits_when_it_is_switched_off_is_given_up(
    server: WebhookServer, tournament: Tournament
) -> None:
    webhook = follow(tournament, server.url)
    happens(tournament)
    server.statuses = [500]
    send_webhooks()
    switch_off(webhook, by=None)
    assert row(only(webhook)) == ("failed", 1, 500, "off")


def test_address_that_may_not_be_sent_to_any_more_is_not(
    server: WebhookServer, tournament: Tournament, settings: Any
) -> None:
    webhook = follow(tournament, server.url)
    happens(tournament)
    settings.WEBHOOK_NETWORKS = ["192.168.0.0/16"]
    send_webhooks()
    assert (row(only(webhook)), server.messages) == (("failed", 1, None, "not-allowed"), [])


def test_name_that_leads_into_the_house_is_not_followed(
    server: WebhookServer, tournament: Tournament, settings: Any
) -> None:
    webhook = follow(tournament, f"http://localhost:{server.port}/")
    happens(tournament)
    settings.WEBHOOK_NETWORKS = ["10.0.0.0/8"]
    send_webhooks()
    assert (row(only(webhook)), server.messages) == (("failed", 1, None, "not-allowed"), [])


def test_secret_of_another_installation_signs_nothing(
    server: WebhookServer, tournament: Tournament, settings: Any
) -> None:
    webhook = follow(tournament, server.url)
    happens(tournament)
    settings.SECRET_KEY = "another"
    send_webhooks()
    assert (row(only(webhook)), server.messages) == (("failed", 1, None, "secret"), [])


def test_both_secrets_sign_for_a_day(server: WebhookServer, tournament: Tournament) -> None:
    webhook = follow(tournament, server.url)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        renew_secret(webhook, by=None)
        for shift in (timedelta(), timedelta(hours=25)):
            clock.shift(shift)
            happens(tournament)
            send_webhooks()
    assert [one.headers["webhook-signature"].count("v1,") for one in server.messages] == [2, 1]


def test_test_is_sent_although_the_address_rests(
    server: WebhookServer, tournament: Tournament
) -> None:
    webhook = follow(tournament, server.url)
    happens(tournament)
    server.statuses = [500]
    with time_machine.travel(timezone.now(), tick=False):
        send_webhooks()
        server.statuses = [204]
        test = send_test(webhook, by=None)
        assert send_webhooks() >= 1
    assert row(test) == ("sent", 1, 204, "")
    assert server.messages[1].said["type"] == "webhook.test"
