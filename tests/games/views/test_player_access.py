"""The page that asks for a code, what the QR code opens, and the way out."""

from __future__ import annotations

import logging

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.player_access import COOKIE, WRONG_BEGINNING, WRONG_FROM_DEVICE
from tests.factories import make_entries, make_tournament
from tournaments.models import Entry, Event, Tournament

WRONG = "22222222"


@pytest.fixture(autouse=True)
def no_wrong_codes_yet() -> None:
    cache.clear()


@pytest.fixture
def entry(tournament: Tournament) -> Entry:
    return make_entries(tournament, 1)[0]


def own_page(entry: Entry) -> str:
    return reverse("entry", args=[entry.tournament.slug, entry.number])


def acts(client: Client, entry: Entry) -> bool:
    return bool(client.get(own_page(entry)).context["ours"])


def test_scanned_code_makes_the_phone_the_entrys(entry: Entry) -> None:
    client = Client()
    assert not acts(client, entry)
    response = client.get(f"/p/{entry.code}/")
    assert (response.status_code, response.headers["Location"]) == (302, own_page(entry))
    assert (response.headers["Referrer-Policy"], response.headers["Cache-Control"]) == (
        "no-referrer",
        "no-store, private",
    )
    assert acts(client, entry)
    assert Event.objects.count() == 0


@pytest.mark.parametrize("how", [str, str.lower, lambda code: f" {code[:4]}-{code[4:]} "])
def test_typed_code_makes_the_phone_the_entrys(entry: Entry, how: object) -> None:
    client = Client()
    response = client.post(reverse("player-code"), {"code": how(entry.code)})  # type: ignore[operator]
    assert response.headers["Location"] == own_page(entry)
    assert acts(client, entry)


def test_wrong_code_is_answered_beside_the_field_and_kept(entry: Entry) -> None:
    response = Client().post(reverse("player-code"), {"code": "k7qm 3wr0"})
    page = response.content.decode()
    assert (response.status_code, 'value="k7qm 3wr0"' in page) == (422, True)
    assert 'aria-describedby="code-help code-error"' in page


def test_page_of_the_field_may_name_itself_to_its_own_form(entry: Entry) -> None:
    # A browser sends no origin from a page without a referrer, and the form would be refused.
    response = Client().get(reverse("player-code"))
    assert response.headers["Referrer-Policy"] == "same-origin"


def test_wrong_scanned_code_leads_to_the_field_without_the_code(entry: Entry) -> None:
    response = Client().get(f"/p/{WRONG}/")
    assert (response.status_code, response.headers["Location"]) == (302, "/p/")


def test_code_of_a_tournament_that_is_not_public_opens_nothing(db: None) -> None:
    (entry,) = make_entries(make_tournament(public=False), 1)
    assert Client().get(f"/p/{entry.code}/").headers["Location"] == "/p/"


def test_too_many_wrong_codes_from_a_device_stop_it_and_no_other(entry: Entry) -> None:
    client, other = Client(), Client()
    address = reverse("player-code")
    client.get(address)
    for n in range(WRONG_FROM_DEVICE):
        wrong = "23456789"[n % 8] * 4 + "WWWW"
        assert client.post(address, {"code": wrong}).status_code == 422
    assert client.post(address, {"code": entry.code}).status_code == 422
    assert other.post(address, {"code": entry.code}).status_code == 302


def test_who_walks_through_the_codes_without_a_cookie_is_stopped_and_no_other(
    entry: Entry,
) -> None:
    beginning = entry.code[:4]
    other = next(e for e in make_entries(entry.tournament, 5) if e.code[:4] != beginning)
    for n in range(WRONG_BEGINNING):
        Client().post(reverse("player-code"), {"code": f"{beginning}22{n // 8 + 2}{n % 8 + 2}"})
    assert Client().post(reverse("player-code"), {"code": entry.code}).status_code == 422
    assert Client().post(reverse("player-code"), {"code": other.code}).status_code == 302


def test_phone_of_another_entry_changes_and_says_so(entry: Entry) -> None:
    (other,) = make_entries(entry.tournament, 1)
    client = Client()
    client.cookies["language"] = "en"
    client.get(f"/p/{entry.code}/")
    page = client.get(f"/p/{other.code}/", follow=True).content.decode()
    assert "This phone is now that of Par 2, no longer that of Par 1." in page
    assert (acts(client, entry), acts(client, other)) == (False, True)


def test_not_us_leaves_the_entry(entry: Entry) -> None:
    client = Client()
    client.get(f"/p/{entry.code}/")
    leave = reverse("entry-leave", args=[entry.tournament.slug, entry.number])
    assert client.get(leave).status_code == 405
    assert client.post(leave).headers["Location"] == own_page(entry)
    assert not acts(client, entry)


def test_somebody_else_cannot_make_a_phone_leave(entry: Entry) -> None:
    (other,) = make_entries(entry.tournament, 1)
    client = Client()
    client.get(f"/p/{entry.code}/")
    client.post(reverse("entry-leave", args=[entry.tournament.slug, other.number]))
    assert acts(client, entry)


@pytest.mark.parametrize("page", ["tournament", "entry", "standings", "pairings"])
def test_no_public_page_shows_a_code(entry: Entry, page: str) -> None:
    client = Client()
    client.get(f"/p/{entry.code}/")
    args = [entry.tournament.slug] + ([entry.number] if page == "entry" else [])
    response = client.get(reverse(page, args=args))
    assert (response.status_code, entry.code in response.content.decode()) == (200, False)


def test_no_log_line_shows_a_code(entry: Entry, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        Client().post(f"/p/{entry.code}/")
        Client().get(f"/p/{WRONG}/")
    assert "Method Not Allowed" in caplog.text
    assert (entry.code in caplog.text, WRONG in caplog.text) == (False, False)


def test_own_page_is_kept_by_nobody_else(entry: Entry) -> None:
    client = Client()
    client.get(f"/p/{entry.code}/")
    response = client.get(own_page(entry))
    assert (response.headers["Cache-Control"], COOKIE in client.cookies) == (
        "no-cache, private",
        True,
    )
