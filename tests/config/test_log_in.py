"""Guessing passwords: stopped for who guesses, from one place or many, and for nobody else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from config import log_in
from tests.factories import make_user
from tournaments.models import User

HALL = "203.0.113.7"
PASSWORD = "korrekt hest"


@pytest.fixture(autouse=True)
def nothing_counted(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """And fewer guesses than in life, which take fifty times as long as these."""
    monkeypatch.setattr(log_in, "MOST_ANYWHERE", 12)
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def bente() -> User:
    return make_user("bente")


def tries(client: Client, username: str, password: str, address: str = HALL) -> int:
    answer = client.post(
        "/log-in/", {"username": username, "password": password}, REMOTE_ADDR=address
    )
    return answer.status_code


def in_again(client: Client, username: str = "bente", address: str = HALL) -> bool:
    return tries(client, username, PASSWORD, address) == 302


def guess(username: str, how_often: int, *, spread: bool) -> list[int]:
    """The answers to so many wrong passwords, each from a browser of its own."""
    return [
        tries(
            Client(), username, f"gæt {n}", f"198.51.{n // 200}.{n % 200 + 1}" if spread else HALL
        )
        for n in range(how_often)
    ]


def test_hall_in_which_one_guesses_logs_in_to_every_other_account(bente: User) -> None:
    make_user("jens")
    answers = guess("bente", settings.AXES_FAILURE_LIMIT, spread=False)
    assert answers[-1] == 429
    # The account that is guessed at rests here, also with the right password …
    assert not in_again(Client())
    # … and is open elsewhere; all others are open here.
    assert in_again(Client(), address="192.0.2.9")
    assert in_again(Client(), "jens")


def test_many_who_mistype_once_at_one_address_lock_nobody_out(db: None) -> None:
    names = [f"dommer{number}" for number in range(3 * settings.AXES_FAILURE_LIMIT)]
    assert {tries(Client(), name, "forkert") for name in names} == {200}
    make_user("dommer7")
    assert in_again(Client(), "dommer7")


def test_guesses_from_many_addresses_are_stopped_all_the_same(bente: User) -> None:
    answers = guess("bente", log_in.MOST_ANYWHERE + 5, spread=True)
    assert answers.index(429) == log_in.MOST_ANYWHERE - 1
    assert set(answers[log_in.MOST_ANYWHERE :]) == {429}
    # Nor does the right password help who came from nowhere.
    assert not in_again(Client(), address="198.51.77.77")


def test_owner_whose_account_is_guessed_at_logs_in_on_a_browser_of_theirs(bente: User) -> None:
    own = Client()
    assert in_again(own)
    own.post("/log-out/")
    guess("bente", log_in.MOST_ANYWHERE + 5, spread=True)

    assert in_again(own)

    # The browser is one of the owner's, not of everybody's.
    make_user("jens")
    guess("jens", log_in.MOST_ANYWHERE, spread=True)
    own.post("/log-out/")
    assert not in_again(own, "jens", "192.0.2.10")


def test_browser_of_the_owner_may_not_guess_for_ever(bente: User) -> None:
    own = Client()
    assert in_again(own)
    own.post("/log-out/")
    answers = [tries(own, "bente", "forkert") for _ in range(settings.AXES_FAILURE_LIMIT)]
    assert answers[-1] == 429


@pytest.mark.parametrize(
    "cookie", ["", "x", "WyJ4Il0:1tABCd:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"]
)
def test_cookie_that_is_not_ours_knows_nobody(bente: User, cookie: str) -> None:
    guess("bente", log_in.MOST_ANYWHERE, spread=True)
    client = Client()
    client.cookies[log_in.COOKIE] = cookie
    assert not in_again(client, address="192.0.2.11")


def test_cookie_names_no_account_and_is_for_the_server_alone(bente: User) -> None:
    client = Client()
    assert in_again(client)
    cookie = client.cookies[log_in.COOKIE]
    assert "bente" not in cookie.value
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
