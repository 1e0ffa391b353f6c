"""Every real page: the policy that a browser holds it to, and nothing on it that breaks it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

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


@pytest.mark.django_db
def test_every_page_is_held_to_the_policy_and_keeps_it(tournament: Tournament) -> None:
    there = town(tournament)
    client = Client()
    somebody = make_user("bente", role=Role.Kind.ORGANISER, tournament=tournament)
    client.force_login(somebody, backend="django.contrib.auth.backends.ModelBackend")
    pages = pages_of(there, client)
    assert len(pages) > 60
    pages |= {url: (url, client.get(url)) for url in ("/", "/rules/", "/desk/")}
    wrong: dict[str, object] = {}
    for name, (_url, response) in pages.items():
        policy = response.headers.get("Content-Security-Policy", "")
        parts = dict(part.strip().split(" ", 1) for part in policy.split(";") if part.strip())
        if parts.get("default-src") != "'self'" or parts.get("object-src") != "'none'":
            wrong[f"{name}: policy"] = policy
        if re.search(r"unsafe|https?:|\*", policy):
            wrong[f"{name}: open policy"] = policy
        body = response.content.decode()
        asked = [address for tag in _LOADS.findall(body) for address in _ADDRESS.findall(tag)]
        if foreign := [address for address in asked if _FOREIGN.match(address.strip())]:
            wrong[f"{name}: other hosts"] = foreign
        if inline := [found[:120] for found in _INLINE.findall(body)]:
            wrong[f"{name}: inline"] = inline[:3]
    assert wrong == {}
