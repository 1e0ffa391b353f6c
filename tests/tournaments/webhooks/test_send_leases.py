"""Workers that die over a message, come back too late, or send side by side."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tests.at_once import at_once
from tests.dying import Died, dying_at
from tests.factories import make_tournament
from tests.tournaments.webhooks.happening import happens, only, row
from tests.webhook_server import WebhookServer, follow
from tournaments.domain.lease import LeaseLost
from tournaments.models import Delivery, Tournament
from tournaments.webhooks.change import send_test
from tournaments.webhooks.faults import Fault
from tournaments.webhooks.lease import LEASE, MOST_ATTEMPTS, take_delivery
from tournaments.webhooks.send import (
    KEPT,
    forget_old_deliveries,
    send_due_deliveries,
    send_webhooks,
)
from tournaments.webhooks.tell import tell_all


def die_before_it_is_written_down() -> None:
    """A worker has sent a message, and ends before it could say so."""
    with pytest.raises(Died), dying_at("UPDATE tournaments_delivery SET lease = NULL"):
        send_webhooks()


def test_worker_that_dies_before_it_wrote_it_down_leaves_the_message_to_the_next(
    server: WebhookServer, tournament: Tournament
) -> None:
    webhook = follow(tournament, server.url)
    happens(tournament)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        die_before_it_is_written_down()
        assert row(only(webhook)) == ("sending", 1, None, "")
        assert send_webhooks() == 0
        clock.shift(LEASE)
        assert send_webhooks() == 1
    assert row(only(webhook)) == ("sent", 2, 204, "")
    first, second = server.messages
    assert (first.id, first.body) == (second.id, second.body)


def test_message_of_a_dead_worker_does_not_wait_for_a_clock_that_was_set_back(
    server: WebhookServer, tournament: Tournament
) -> None:
    webhook = follow(tournament, server.url)
    happens(tournament)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        die_before_it_is_written_down()
        clock.shift(timedelta(hours=-1))
        assert send_webhooks() == 1
    assert row(only(webhook)) == ("sent", 2, 204, "")


def test_worker_that_comes_back_too_late_changes_nothing(
    server: WebhookServer, tournament: Tournament
) -> None:
    webhook = follow(tournament, server.url)
    happens(tournament)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        tell_all()
        lease = take_delivery()
        assert lease is not None
        clock.shift(LEASE)
        assert send_webhooks() == 1
        for too_late in (
            lambda: lease.sent(204, 1),
            lambda: lease.failed(Fault("later"), 503, 1),
        ):
            with pytest.raises(LeaseLost):
                too_late()
    assert row(only(webhook)) == ("sent", 2, 204, "")


def test_message_that_kills_every_worker_is_given_up(
    server: WebhookServer, tournament: Tournament
) -> None:
    webhook = follow(tournament, server.url)
    test = send_test(webhook, by=None)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(MOST_ATTEMPTS):
            assert take_delivery() is not None
            clock.shift(LEASE)
        assert send_webhooks() == 0
    assert row(test) == ("failed", MOST_ATTEMPTS, None, "stopped")


def test_what_ended_long_ago_is_forgotten(server: WebhookServer, tournament: Tournament) -> None:
    webhook = follow(tournament, server.url)
    test = send_test(webhook, by=None)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        send_webhooks()
        clock.shift(KEPT - timedelta(hours=1))
        assert forget_old_deliveries() == 0
        clock.shift(timedelta(hours=2))
        assert forget_old_deliveries() == 1
    assert not Delivery.objects.filter(pk=test.pk).exists()


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_send_each_message_once(server: WebhookServer) -> None:
    tournament = make_tournament(tables=1)
    follow(tournament, server.url)
    for _ in range(6):
        happens(tournament)
    assert at_once(*[send_due_deliveries] * 3) == ["done"] * 3
    # Whoever finds somebody else at the same address leaves it to them.
    send_due_deliveries()
    assert len({one.id for one in server.messages}) == len(server.messages) == 6
    assert set(Delivery.objects.values_list("state", "attempts")) == {("sent", 1)}
