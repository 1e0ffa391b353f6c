"""Redis is stopped while people type codes and sign up: nobody is counted, nobody is shut out."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.factories import make_entries, make_tournament
from tests.services import free_port, redis
from tournaments.counters import count, counted
from tournaments.models import Registration, SignUp, Tournament
from tournaments.registration import guard
from tournaments.registration.guard import form_code

pytestmark = pytest.mark.services


@pytest.fixture
def port(settings: LazySettings) -> Iterator[int]:
    """Where the Redis of the cache is to listen."""
    port = free_port()
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": f"redis://127.0.0.1:{port}/0",
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
        }
    }
    yield port
    cache.close()


def test_counting_goes_on_when_redis_comes_back(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    with redis(port):
        assert [count("a", 60), count("a", 60), counted("a")] == [1, 2, 2]
    with caplog.at_level(logging.WARNING, "startfelt.counters"):
        assert [count("a", 60), counted("a")] == [0, 0]
    assert len(caplog.records) == 2
    with redis(port):
        assert [counted("a"), count("a", 60)] == [0, 1]


def test_pages_that_count_work_while_redis_is_away(
    db: None, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = make_tournament(capacity=20)
    Registration.objects.create(tournament=tournament)
    [entry] = make_entries(tournament, 1)
    client = Client()
    with redis(port):
        wrong = client.post(reverse("player-code"), {"code": "2345-6789"})
        assert wrong.status_code == 422
    began = time.monotonic()
    wrong = client.post(reverse("player-code"), {"code": "2345-6789"})
    assert wrong.status_code == 422
    assert client.post(reverse("player-code"), {"code": entry.code}).status_code == 302
    assert signed_up(client, tournament, monkeypatch).state == SignUp.State.UNCONFIRMED
    # A second each where somebody waits; whoever waited for ever would be cut off much later.
    assert time.monotonic() - began < 60


def signed_up(client: Client, tournament: Tournament, monkeypatch: pytest.MonkeyPatch) -> SignUp:
    """By the public form, opened a minute ago."""
    with monkeypatch.context() as patch:
        patch.setattr(guard.time, "time", lambda base=guard.time.time: base() - 60)
        code = form_code()
    typed = {"player1": "Anna Holm", "email1": "anna@example.org", "player2": "Bo Krag"}
    answer = client.post(
        reverse("sign-up", args=[tournament.slug]), {"code": code, "website": "", **typed}
    )
    assert answer.status_code == 302
    return SignUp.objects.get()
