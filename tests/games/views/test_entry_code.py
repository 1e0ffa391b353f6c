"""An entry's code at the desk: shown, printed, replaced."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_entries
from tournaments.domain.errors import Conflict
from tournaments.domain.renew_code import renew_code
from tournaments.models import Entry, Event, Tournament, User


@pytest.fixture
def entry(tournament: Tournament) -> Entry:
    return make_entries(tournament, 1)[0]


def address(entry: Entry) -> str:
    return reverse("desk-entry-code", args=[entry.tournament.slug, entry.number])


def main_of(client: Client, page: str) -> str:
    """What is in the middle of a page."""
    return client.get(page).content.decode().partition("<main")[2].partition("</main>")[0]


def test_code_is_shown_with_its_qr_code(
    entry: Entry, desk: User, client_of: Callable[[User], Client]
) -> None:
    response = client_of(desk).get(address(entry))
    page = response.content.decode()
    assert f"{entry.code[:4]}-{entry.code[4:]}" in page
    assert ('class="qr"' in page, "style=" in page.partition("code-slip")[2]) == (True, False)
    assert response.headers["Cache-Control"] == "no-store, private"


def test_judge_sees_no_code(entry: Entry, judge: User, client_of: Callable[[User], Client]) -> None:
    assert client_of(judge).get(address(entry)).status_code == 403


def test_new_code_makes_the_old_one_worthless(
    entry: Entry, desk: User, client_of: Callable[[User], Client]
) -> None:
    phone, old = Client(), entry.code
    phone.get(f"/p/{old}/")
    page = reverse("entry", args=[entry.tournament.slug, entry.number])
    assert phone.get(page).context["ours"]

    form = {"seen": old, "key": "k"}
    for _n in range(2):
        assert client_of(desk).post(address(entry), form).status_code == 302

    entry.refresh_from_db()
    assert entry.code != old
    # Who held the old one is a stranger again, and is told why it opens nothing.
    lost, stranger = (main_of(client, page) for client in (phone, Client()))
    assert lost == stranger
    assert not phone.get(page).context["ours"]
    phone.cookies["language"] = "en"
    refused = phone.get(f"/p/{old}/")
    assert (refused.status_code, refused.headers["Location"]) == (302, "/p/")
    assert "It may have been replaced by a newer one." in phone.get("/p/").content.decode()
    assert phone.get(f"/p/{entry.code}/").headers["Location"] == page
    (event,) = Event.objects.filter(verb="entry.new-code")
    assert (event.actor, event.before, event.after) == (desk, {}, {})


def test_second_at_once_does_not_replace_the_new_code(entry: Entry, desk: User) -> None:
    old = entry.code
    new = renew_code(entry, by=desk, seen=old, key="a").code
    with pytest.raises(Conflict):
        renew_code(entry, by=desk, seen=old, key="b")
    entry.refresh_from_db()
    assert entry.code == new


def test_log_tells_of_it_without_a_code(
    entry: Entry, desk: User, organiser: User, client_of: Callable[[User], Client]
) -> None:
    old = entry.code
    new = renew_code(entry, by=desk).code
    client = client_of(organiser)
    client.cookies["language"] = "en"
    page = client.get(reverse("desk-log", args=[entry.tournament.slug])).content.decode()
    assert "gave Par 1 a new code" in page
    assert (old in page, new in page) == (False, False)
