"""`load_demo`: the demo championship in three states, loaded once."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from config.management.commands import load_demo
from tournaments.models import Entry, Pairing, Role, Tournament

pytestmark = pytest.mark.django_db


def loaded() -> str:
    out = StringIO()
    call_command("load_demo", stdout=out)
    return out.getvalue()


def test_championship_is_of_64_pairs_at_32_tables_over_6_rounds() -> None:
    assert (load_demo.ENTRIES, load_demo.TABLES, load_demo.ROUNDS) == (64, 32, 6)
    assert load_demo.ENTRIES + load_demo.FREE == 70


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """The same demo with fewer pairs: bots play every game of it."""
    settings.LOAD_DEMO = True
    monkeypatch.setattr(load_demo, "ENTRIES", 8)
    monkeypatch.setattr(load_demo, "TABLES", 4)
    monkeypatch.setattr(load_demo, "ROUNDS", 3)
    fewer = tuple(replace(one, entries=4, tables=2) for one in load_demo.SMALL)
    monkeypatch.setattr(load_demo, "SMALL", fewer)


def test_demo_has_three_states_and_is_loaded_once(small: None) -> None:
    text = loaded()
    days = {one.slug: one for one in Tournament.objects.all()}
    assert {slug: (one.state, one.rounds.count()) for slug, one in days.items()} == {
        "dm-2026": ("finished", 3),
        "dm-2027": ("running", 3),
        "dm-2028": ("open", 0),
        "backgammon-mols": ("running", 2),
        "kroket-haven": ("running", 2),
    }
    free = load_demo.FREE
    for year, capacity in ((2026, 8), (2027, 8), (2028, 8 + free)):
        day = days[f"dm-{year}"]
        assert (day.entries.count(), day.capacity, day.tables.count(), day.public) == (
            8,
            capacity,
            4,
            True,
        )
    # In the running one the third round is half played, and somebody did not come.
    third = days["dm-2027"].rounds.get(number=3)
    assert Pairing.objects.filter(round=third, results__current=True).exists()
    assert Entry.objects.filter(tournament=days["dm-2027"], state="absent").count() == 3

    assert "Demo log-ins" in text
    again = loaded()
    assert "Loading" not in again and "Demo log-ins" in again
    assert Tournament.objects.count() == len(days)

    # Every log-in that was printed opens the desk, in the role that was printed.
    for username, _name, kind in load_demo.ACCOUNTS:
        assert f"{username:8} {kind.value}" in again
        client = Client()
        answer = client.post(
            "/log-in/", {"username": username, "password": load_demo.PASSWORD}, follow=True
        )
        assert answer.wsgi_request.user.is_authenticated
        assert client.get("/desk/dm-2027/").status_code == 200
        assert Role.objects.filter(user__username=username, kind=kind).count() >= 3


def test_no_demo_where_it_is_not_wanted(settings: Any) -> None:
    settings.LOAD_DEMO = False
    assert (loaded(), Tournament.objects.count()) == ("", 0)
