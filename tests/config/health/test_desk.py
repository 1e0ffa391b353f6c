"""The organiser's page of how Startfelt is doing."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.health import desk
from tests.config.health.test_words import WELL
from tests.factories import make_entries, make_round
from tournaments.models import Tournament, User


@pytest.fixture
def client(organiser: User, client_of: Callable[[User], Client]) -> Client:
    there = client_of(organiser)
    there.cookies["language"] = "en"
    return there


def test_page_says_that_all_is_well(
    tournament: Tournament, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "state_of", lambda _tournament: WELL)
    page = client.get(reverse("desk-status", args=[tournament.slug])).content.decode()
    assert 'data-says="All is well."' in page
    assert len(re.findall(r'class="status-line status-well"', page)) == 9
    assert "status-now" not in page


def test_page_says_what_is_wrong_and_what_to_do(
    tournament: Tournament, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = replace(WELL, pulses=None, backup=None)
    monkeypatch.setattr(desk, "state_of", lambda _tournament: state)
    page = client.get(reverse("desk-status", args=[tournament.slug])).content.decode()
    assert "Something is wrong. See to it now." in page
    assert len(re.findall(r'class="status-line status-wrong"', page)) == 1
    assert "Results are saved all the same. Redis does not answer: start it again." in page
    assert "Copy everything to another disk: make backup TO=…" in page


def test_page_asks_again_by_itself_with_the_stamp_it_was_made_with(
    tournament: Tournament, client: Client
) -> None:
    url = reverse("desk-status", args=[tournament.slug])
    page = client.get(url).content.decode()
    found = re.search(r'hx-get="([^"]+)" hx-trigger="every 5s"', page)
    assert found is not None
    assert found[1].startswith(f"{url}?stamp=")
    piece = client.get(f"{url}?stamp=0", headers={"HX-Request": "true"}).content.decode()
    assert 'id="status"' in piece
    assert "<html" not in piece


def test_page_costs_the_same_for_a_large_tournament(tournament: Tournament, client: Client) -> None:
    url = reverse("desk-status", args=[tournament.slug])
    entries = make_entries(tournament, 16)

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(url).status_code == 200
        return len(asked)

    client.get(url)
    few = queries()
    pairs = list(zip(entries[::2], entries[1::2], strict=True))
    make_round(tournament, pairs, scores=[(8, 5)] * len(pairs))
    assert queries() == few
