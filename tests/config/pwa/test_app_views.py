"""Manifest, worker, pass, and the list of files the app keeps."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from config.pwa.assets import BY_KIND, WORKER, addresses
from tests.factories import make_entries
from tests.results import make_round
from tournaments.models import Tournament, User

STATIC = re.compile(r'(?:href|src)="/static/([^"#]+)')


@pytest.mark.parametrize("language", ["da", "en", "nb"])
def test_manifest_is_in_the_language_asked_for(db: None, language: str) -> None:
    answer = Client().get(reverse("app-manifest"), {"language": language})
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert json.loads(answer.content)["lang"] == language


def test_manifest_in_a_language_there_is_not_is_danish(db: None) -> None:
    assert Client().get(reverse("app-manifest"), {"language": "xx"}).json()["lang"] == "da"


def test_files_of_the_app_exist() -> None:
    names = (*WORKER, *(name for names in BY_KIND.values() for name in names))
    assert [name for name in names if finders.find(name) is None] == []


def test_every_file_of_the_common_parts_is_kept_with_the_app(
    tournament: Tournament, desk: User, client_of: Callable[..., Client]
) -> None:
    kept = {address.removeprefix("/static/") for address in addresses()}
    page = Client().get(reverse("app-offline")).content.decode()
    assert set(STATIC.findall(page)) - kept == set()

    make_round(tournament, 1, [tuple(make_entries(tournament, 2))])
    client = client_of(desk)
    for name, args in (
        ("desk-round-results", [1]),
        ("desk-table-result", [1, 1]),
        ("desk-check-in", []),
    ):
        page = client.get(reverse(name, args=[tournament.slug, *args])).content.decode()
        assert set(STATIC.findall(page)) - kept == set()


def test_worker_is_asked_for_anew_each_time_and_says_its_version(db: None) -> None:
    answer = Client().get(reverse("service-worker"))
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["Service-Worker-Allowed"] == "/"
    facts = json.loads(answer.content.decode().split("app: ")[1].split(" };\n")[0])
    assert re.fullmatch(r"[0-9a-f]{12}", facts["version"])
    assert facts["never"] == ["/log-in/", "/log-out/", "/p/", "/admin/"]


def test_pass_names_whom_the_device_acts_for_and_is_never_kept(
    desk: User, client_of: Callable[..., Client]
) -> None:
    nobody = Client().get(reverse("app-pass"))
    assert (nobody.json()["for"], nobody.json()["logIn"]) == ([], "/log-in/")
    assert "no-store" in nobody.headers["Cache-Control"]
    mine = client_of(desk).get(reverse("app-pass")).json()
    assert len(mine["for"]) == 1
    assert mine["token"]


def test_page_of_the_desk_may_be_kept_and_a_piece_of_it_not(
    tournament: Tournament, desk: User, client_of: Callable[..., Client]
) -> None:
    make_round(tournament, 1, [tuple(make_entries(tournament, 2))])
    client = client_of(desk)
    grid = client.get(reverse("desk-round-results", args=[tournament.slug, 1]))
    piece = client.get(reverse("desk-result-changes", args=[tournament.slug, 1]))
    assert grid.headers["Cache-Control"] == "private, no-cache"
    assert piece.headers["Cache-Control"] == "no-store"
