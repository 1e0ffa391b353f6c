"""The doors of the API, its language, its ETags, and how it says that something is wrong."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import make_tournament, make_user
from tests.tournaments.api.asking import V1, ask, bearer, key_of
from tournaments.api.endpoint import language_of
from tournaments.domain.api_tokens import make_token, revoke_token
from tournaments.domain.create_tournament import set_table_service
from tournaments.models import ApiToken, Role, Tournament, User

PROBLEM = "application/problem+json"


def codes_of(response: object) -> tuple[int, str]:
    assert response.headers["Content-Type"] == PROBLEM  # type: ignore[attr-defined]
    body = response.json()  # type: ignore[attr-defined]
    assert body["status"] == response.status_code  # type: ignore[attr-defined]
    assert body["type"] == f"urn:startfelt:problem:{body['code']}"
    assert len(body["detail"]) > 20
    return body["status"], body["code"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path", "headers", "expected"),
    [
        ("get", "tournaments/nowhere/", {}, (404, "not-found")),
        ("get", "no/such/thing", {}, (404, "not-found")),
        ("post", "no/such/thing", {}, (404, "not-found")),
        ("delete", "tournaments/", {}, (405, "method-not-allowed")),
        ("get", "tournaments/", {"Accept": "text/csv"}, (406, "not-acceptable")),
        ("get", "tournaments/", {"Authorization": "Bearer stf_x"}, (401, "unknown-token")),
        ("get", "tournaments/?page=0", {}, (400, "wrong-query")),
        ("get", "tournaments/?colour=red", {}, (400, "wrong-query")),
        ("get", "tournaments/?page=99", {}, (404, "no-such-page")),
    ],
)
def test_what_goes_wrong_is_a_problem(
    method: str, path: str, headers: dict[str, str], expected: tuple[int, str]
) -> None:
    response = getattr(Client(), method)(V1 + path, headers=headers)
    assert codes_of(response) == expected


@pytest.mark.django_db
def test_wrong_field_is_named_with_what_is_wrong() -> None:
    errors = ask("tournaments/?state=asleep&page_size=1000").json()["errors"]
    assert sorted((one["field"], one["code"]) for one in errors) == [
        ("page_size", "max-value"),
        ("state", "invalid-choice"),
    ]


def test_405_says_which_methods_are_taken(tournament: Tournament) -> None:
    response = Client().put(f"{V1}tournaments/{tournament.slug}/")
    assert response.headers["Allow"] == "GET, HEAD"


def test_401_says_how_to_come_in(tournament: Tournament) -> None:
    response = ask("tournaments/", key="stf_wrong")
    assert response.headers["WWW-Authenticate"] == 'Bearer realm="api"'


def test_problem_is_told_in_the_language_asked_for(tournament: Tournament) -> None:
    response = Client().get(f"{V1}nothing", headers={"Accept-Language": "de, en;q=0.5"})
    assert response.headers["Content-Language"] == "en"
    assert response.json()["detail"].startswith("There is nothing at this address")
    assert Client().get(f"{V1}nothing").headers["Content-Language"] == "da"


@pytest.mark.parametrize(
    ("header", "language"),
    [("", "da"), ("en-GB,da;q=0.1", "en"), ("no", "nb"), ("fr", "da"), ("*", "da"), ("\0", "da")],
)
def test_language_is_the_first_wanted_that_is_known(header: str, language: str) -> None:
    assert language_of(header) == language


def test_etag_holds_until_something_happened(tournament: Tournament, organiser: User) -> None:
    path = f"tournaments/{tournament.slug}/"
    first = ask(path)
    etag = first.headers["ETag"]
    again = ask(path, **{"If-None-Match": f'"other", {etag}'})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag)
    set_table_service(tournament.tables.all()[0], False, by=organiser)
    after = ask(path, **{"If-None-Match": etag})
    assert after.status_code == 200
    assert after.headers["ETag"] != etag


def test_etag_of_another_language_is_another(tournament: Tournament) -> None:
    path = f"tournaments/{tournament.slug}/"
    danish, english = ask(path), ask(path, **{"Accept-Language": "en"})
    assert danish.headers["ETag"] != english.headers["ETag"]


def test_hidden_tournament_is_there_for_its_own_people_only(db: None) -> None:
    hidden = make_tournament(public=False)
    path = f"tournaments/{hidden.slug}/"
    own = make_user(role=Role.Kind.DESK, tournament=hidden)
    screen = make_user(role=Role.Kind.DISPLAY, tournament=hidden)
    other = make_tournament()
    both = make_user(role=Role.Kind.ORGANISER, tournament=hidden)
    Role.objects.create(tournament=other, user=both, kind=Role.Kind.ORGANISER)

    assert ask(path).status_code == 404
    assert ask(path, key=key_of(make_user(), "read")).status_code == 404
    assert ask(path, key=key_of(screen, "read")).status_code == 404
    assert ask(path, key=key_of(own, "read")).status_code == 200
    assert ask(path, key=key_of(both, "read", tournament=other)).status_code == 404
    assert ask(path, key=key_of(both, "read", tournament=hidden)).status_code == 200


def test_log_in_reads_as_its_account(db: None, client_of: Callable[[User], Client]) -> None:
    hidden = make_tournament(public=False)
    own = make_user(role=Role.Kind.JUDGE, tournament=hidden)
    assert client_of(own).get(f"{V1}tournaments/{hidden.slug}/").status_code == 200


@pytest.mark.parametrize("how", ["expired", "revoked", "left"])
def test_token_that_is_over_opens_nothing(how: str, tournament: Tournament, desk: User) -> None:
    now = timezone.now()
    token, key = (
        make_token(desk, name="gammel", scopes=["read"], days=1, now=now - dt.timedelta(days=2))
        if how == "expired"
        else make_token(desk, name="ny", scopes=["read"])
    )
    if how == "revoked":
        revoke_token(token)
    if how == "left":
        User.objects.filter(pk=desk.pk).update(is_active=False)
    expected = {"expired": "expired-token", "revoked": "revoked-token", "left": "unknown-token"}
    assert codes_of(ask(f"tournaments/{tournament.slug}/", key=key)) == (401, expected[how])


def test_key_is_stored_nowhere(tournament: Tournament, desk: User) -> None:
    token, key = make_token(desk, name="et", scopes=["read"])
    stored = ApiToken.objects.filter(pk=token.pk).values().get()
    assert [name for name, value in stored.items() if key in str(value)] == []
    assert key.startswith(stored["begins"])


def test_use_is_noted_once_in_a_while(
    tournament: Tournament, desk: User, django_assert_num_queries: Callable[..., object]
) -> None:
    token, key = make_token(desk, name="et", scopes=["read"])
    ask("", key=key)
    first = ApiToken.objects.get(pk=token.pk).last_used_at
    assert first is not None
    ask("", key=key)
    assert ApiToken.objects.get(pk=token.pk).last_used_at == first


@pytest.mark.parametrize("by", ["token", "account", "address"])
def test_pace_is_held_by_who_asks(
    by: str,
    tournament: Tournament,
    desk: User,
    client_of: Callable[[User], Client],
    settings: Any,
) -> None:
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": by}
    }
    settings.API_PACE = {"token": 9, "account": 9, "address": 9} | {by: 0}
    clients = {
        "token": (Client(), bearer(key_of(desk))),
        "account": (client_of(desk), {}),
        "address": (Client(), {}),
    }
    found = {name: client.get(V1, headers=headers) for name, (client, headers) in clients.items()}
    assert {name for name, response in found.items() if response.status_code == 429} == {by}
    assert codes_of(found[by]) == (429, "too-many-requests")
    assert 1 <= int(found[by].headers["Retry-After"]) <= 60
