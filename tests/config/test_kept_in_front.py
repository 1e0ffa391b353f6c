"""What a cache in front may keep: docs/operators/many-readers.md, answer by answer."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.player_access import COOKIE
from tests import factories
from tests.results import make_round
from tournaments.models import Entry, Role, Tournament

PUBLIC = ("tournament", "standings", "statistics", "rulings")


@pytest.fixture
def entry(tournament: Tournament) -> Entry:
    one, other = factories.make_entries(tournament, 2)
    make_round(tournament, 1, [(one, other)])
    return one


def kept(client: Client, address: str, **headers: str) -> tuple[str, bool]:
    """What the answer says of being kept, and whether it has a tag."""
    answer = client.get(address, headers={key.replace("_", "-"): v for key, v in headers.items()})
    return answer.headers["Cache-Control"], "ETag" in answer.headers


def test_public_pages_may_be_kept_and_are_asked_about(tournament: Tournament, entry: Entry) -> None:
    addresses = [reverse(name, args=[tournament.slug]) for name in PUBLIC]
    addresses.append(reverse("round", args=[tournament.slug, 1]))
    assert {a: kept(Client(), a) for a in addresses} == dict.fromkeys(
        addresses, ("public, no-cache", True)
    )
    piece = {a: kept(Client(), f"{a}?stamp=0-", HX_Request="true") for a in addresses}
    assert piece == dict.fromkeys(addresses, ("public, no-cache", True))


def test_what_is_made_for_somebody_is_kept_by_nobody_else(
    tournament: Tournament, entry: Entry
) -> None:
    phone, desk = Client(), Client()
    phone.get(reverse("player-code-of", args=[entry.code]))
    assert COOKIE in phone.cookies
    organiser = factories.make_user(role=Role.Kind.ORGANISER, tournament=tournament)
    desk.force_login(organiser, backend="django.contrib.auth.backends.ModelBackend")
    own = reverse("entry", args=[tournament.slug, entry.number])
    addresses = [
        (phone, reverse("tournament", args=[tournament.slug])),
        (phone, reverse("standings", args=[tournament.slug])),
        (phone, own),
        (phone, reverse("play-result", args=[tournament.slug, entry.number])),
        (phone, reverse("player-code-of", args=[entry.code])),
        (Client(), own),
        (Client(), reverse("player-code")),
        (Client(), reverse("log-in")),
        (Client(), reverse("desk-overview", args=[tournament.slug])),
        (Client(), "/t/nowhere/"),
        (desk, reverse("standings", args=[tournament.slug])),
        (desk, reverse("desk-overview", args=[tournament.slug])),
        (desk, "/api/v1/tournaments/"),
    ]
    said = [(address, kept(client, address)[0]) for client, address in addresses]
    assert [one for one in said if "private" not in one[1] and "no-store" not in one[1]] == []
