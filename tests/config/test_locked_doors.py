"""Every real page: the policy that a browser holds it to, and nothing on it that breaks it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.test.utils import override_settings

from tests.factories import make_user
from tests.pages import pages_of
from tests.tournaments.privacy.people import town
from tournaments.models import Role, Tournament

#: Tags that make a browser load, frame or send something, with all that they say.
_LOADS = re.compile(r"<(?!a\b)[a-z]+\b[^>]*>", re.IGNORECASE)
_ADDRESS = re.compile(
    r"""\s(?:src|srcset|href|action|formaction|poster|data|hx-get|hx-post)=["']([^"']*)"""
)
_FOREIGN = re.compile(r"(?:[a-z]+:)?//(?!testserver\b)", re.IGNORECASE)
#: What runs or styles without a file of its own; data blocks and what has a nonce do not.
_INLINE = re.compile(
    r"""<script(?![^>]*(?:src=|nonce=|type=["']?application/))[^>]*>"""
    r"""|<style(?![^>]*nonce=)[^>]*>|<[a-z]+\b[^>]*\s(?:on[a-z]+|style)="[^"]*\"""",
    re.IGNORECASE,
)


def breaches(response: Any) -> dict[str, object]:
    """What is wrong with a page: its policy, what it loads, what runs on it by itself."""
    wrong: dict[str, object] = {}
    policy = response.headers.get("Content-Security-Policy", "")
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";") if part.strip())
    if parts.get("default-src") != "'self'" or parts.get("object-src") != "'none'":
        wrong["policy"] = policy
    if re.search(r"unsafe|https?:|\*", policy):
        wrong["open policy"] = policy
    body = response.content.decode()
    asked = [address for tag in _LOADS.findall(body) for address in _ADDRESS.findall(tag)]
    if foreign := [address for address in asked if _FOREIGN.match(address.strip())]:
        wrong["other hosts"] = foreign
    if inline := [found[:120] for found in _INLINE.findall(body)]:
        wrong["inline"] = inline[:3]
    return wrong


@pytest.mark.django_db
def test_every_page_is_held_to_the_policy_and_keeps_it(tournament: Tournament) -> None:
    there = town(tournament)
    client = Client()
    somebody = make_user("bente", role=Role.Kind.ORGANISER, tournament=tournament)
    client.force_login(somebody, backend="django.contrib.auth.backends.ModelBackend")
    pages = pages_of(there, client)
    assert len(pages) > 60
    pages |= {url: (url, client.get(url)) for url in ("/", "/rules/", "/desk/")}
    assert {name: wrong for name, (_url, page) in pages.items() if (wrong := breaches(page))} == {}


@pytest.mark.django_db
@override_settings(ROOT_URLCONF="tests.config.failing_urls")
def test_pages_for_what_went_wrong_are_held_to_it_too() -> None:
    client = Client(raise_request_exception=False)
    sent = {"name": "x", "email": "x", "phone": "x", "code": "x"}
    pages = {
        400: client.post("/fails/suspicious/", sent),
        403: client.post("/fails/denied/", sent),
        404: client.get("/fails/nowhere/"),
        500: client.post("/fails/value/", sent),
    }
    found = {page.status_code: breaches(page) for page in pages.values()}
    assert found == {status: {} for status in pages}
    refused = Client(enforce_csrf_checks=True).post("/log-in/", {"username": "x"})
    assert (refused.status_code, breaches(refused)) == (403, {})
    for _ in range(settings.AXES_FAILURE_LIMIT):
        locked = client.post("/log-in/", {"username": "x", "password": "x"})
    assert (locked.status_code, breaches(locked)) == (429, {})
