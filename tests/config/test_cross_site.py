"""No address takes anything from a page of another site, and no cookie goes where it should not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, reverse

from tests.config.test_access import address, all_patterns
from tests.config.test_deploy import PRODUCTION, ROOT
from tests.factories import make_user
from tournaments.models import Role, Tournament


def exempt(pattern: URLPattern) -> bool:
    """Whether Django lets a POST without a token through to it."""
    return bool(getattr(pattern.callback, "csrf_exempt", False))


def url_of(pattern: URLPattern, slug: str) -> str:
    name = str(pattern.name)
    if "slug" in pattern.pattern.regex.groupindex:
        return address(name, slug)
    given = {
        argument: {"IntConverter": 1, "UUIDConverter": "00000000-0000-0000-0000-000000000000"}.get(
            type(pattern.pattern.converters.get(argument)).__name__, "a"
        )
        for argument in pattern.pattern.regex.groupindex
    }
    return reverse(name, kwargs=given)


def test_no_address_takes_a_form_without_its_token(tournament: Tournament) -> None:
    client = Client(enforce_csrf_checks=True)
    organiser = make_user(role=Role.Kind.ORGANISER, tournament=tournament)
    client.force_login(organiser, backend="django.contrib.auth.backends.ModelBackend")
    let_in = {}
    asked = 0
    for pattern in all_patterns():
        if pattern.name is None or exempt(pattern):
            continue
        url = url_of(pattern, tournament.slug)
        answer = client.post(url, {"name": "x"})
        asked += 1
        if answer.status_code != 403 or b"Startfelt" not in answer.content:
            let_in[pattern.name] = answer.status_code
    assert let_in == {}
    assert asked > 120


def test_besides_the_language_only_the_api_is_without_the_token_and_asks_a_log_in_for_it(
    tournament: Tournament,
) -> None:
    """There a token of its own is sent in a header; a log-in's cookie alone opens nothing."""
    client = Client(enforce_csrf_checks=True)
    organiser = make_user(role=Role.Kind.ORGANISER, tournament=tournament)
    client.force_login(organiser, backend="django.contrib.auth.backends.ModelBackend")
    for pattern in filter(exempt, all_patterns()):
        url = url_of(pattern, tournament.slug)
        if pattern.name == "set_language":
            continue
        assert url.startswith("/api/"), url
        assert client.post(url, {}, content_type="application/json").status_code in {403, 405}, url


@pytest.mark.parametrize("name", ["log-in", "player-code"])
def test_form_that_needs_no_log_in_needs_the_token_too(name: str, db: None) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(reverse(name), {"code": "K7MQ3XRT"}).status_code == 403


@pytest.mark.parametrize(
    ("origin", "status"),
    [("http://testserver", 302), ("https://andre.example", 403), ("null", 403)],
)
def test_language_is_chosen_without_a_token_on_our_own_pages_alone(
    db: None, origin: str, status: int
) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post(reverse("set_language"), {"language": "en"}, HTTP_ORIGIN=origin)
    assert (answer.status_code, "language" in client.cookies) == (status, status == 302)


def test_form_of_another_site_is_refused_even_with_a_token(
    tournament: Tournament, client_of: Callable[..., Client]
) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get(reverse("log-in"))
    token = client.cookies["csrftoken"].value
    sent = {"username": "bente", "password": "x", "csrfmiddlewaretoken": token}
    assert client.post(reverse("log-in"), sent).status_code == 200
    for origin in ("https://andre.example", "null"):
        answer = client.post(reverse("log-in"), sent, HTTP_ORIGIN=origin)
        assert answer.status_code == 403, origin


_ASK = """
import json
from django.test import Client
from django.conf import settings
client = Client(enforce_csrf_checks=True)
plain = client.get("/app/offline/", HTTP_HOST="startfelt.example.org")
safe = client.get("/app/offline/", HTTP_HOST="startfelt.example.org", secure=True)
strange = client.get("/app/offline/", HTTP_HOST="evil.example", secure=True)
print(json.dumps({
    "plain": [plain.status_code, plain.headers.get("Location", "")],
    "hsts": safe.headers.get("Strict-Transport-Security", ""),
    "strange": strange.status_code,
    "referrer": safe.headers.get("Referrer-Policy", ""),
    "sniff": safe.headers.get("X-Content-Type-Options", ""),
    "frames": safe.headers.get("X-Frame-Options", ""),
    "opener": safe.headers.get("Cross-Origin-Opener-Policy", ""),
    "secure": [settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE],
}))
"""


def headers_with(tmp_path: object, **env: str) -> dict[str, object]:
    names = (*PRODUCTION, "HTTPS", "CERTFILE", "HOST")
    bare = {name: value for name, value in os.environ.items() if name not in names}
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v0", "-c", _ASK],
        cwd=ROOT,
        env=bare | {"DATA_DIR": str(tmp_path), "DEMO": "0"} | env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, object] = json.loads(done.stdout.strip().splitlines()[-1])
    return found


def test_named_host_is_served_over_tls_alone_and_browsers_remember_it(tmp_path: object) -> None:
    assert headers_with(tmp_path, ALLOWED_HOSTS="startfelt.example.org") == {
        "plain": [301, "https://startfelt.example.org/app/offline/"],
        "hsts": "max-age=31536000; includeSubDomains; preload",
        "strange": 400,
        "referrer": "same-origin",
        "sniff": "nosniff",
        "frames": "DENY",
        "opener": "same-origin",
        "secure": [True, True],
    }


def test_certificate_of_a_hall_is_for_a_day_and_no_phone_insists_on_it(tmp_path: object) -> None:
    found = headers_with(tmp_path, CERTFILE="/hall.pem", ALLOWED_HOSTS="startfelt.example.org")
    assert (found["hsts"], found["secure"]) == ("", [True, True])


def test_cookies_are_for_the_server_and_for_its_own_pages(tournament: Tournament) -> None:
    client = Client()
    make_user("bente", role=Role.Kind.ORGANISER, tournament=tournament)
    client.post("/log-in/", {"username": "bente", "password": "korrekt hest"})
    client.post(reverse("set_language"), {"language": "en"})
    client.get(f"/t/{tournament.slug}/")
    cookies = {name: morsel for name, morsel in client.cookies.items() if morsel.value}
    assert {"sessionid", "logged-in-before"} <= cookies.keys()
    for name, morsel in cookies.items():
        assert morsel["samesite"] in {"Lax", "Strict"}, name
        # The language is nobody's secret, and the token of forms is read by the pages' own script.
        assert morsel["httponly"] or name in {settings.LANGUAGE_COOKIE_NAME, "csrftoken"}, name
