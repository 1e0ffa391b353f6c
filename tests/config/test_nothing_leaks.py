"""Addresses and telephone numbers never leave the staff pages, and names only as far as allowed.

Every public address is opened, and every address those pages lead to, by somebody unknown and on
a phone that has the code of a pair.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from typing import Any
from urllib.parse import urljoin

import pytest
from django.test import Client
from pypdf import PdfReader

from tests.config.test_access import address, is_open, names_in_tournaments
from tests.tournaments.privacy.people import EMAIL, FORMER, NAMES, PHONE, Town, town
from tournaments.models import FormerPlayer, Player, Tournament

PEOPLE = [name for pair in NAMES for name in pair] + [FORMER]
_LINK = re.compile(r'(?:href|src|hx-get|action)="(/[^"#]*)')
#: More than there are; a page that leads on without end would be found by it.
MOST = 400


@pytest.fixture
def there(tournament: Tournament) -> Town:
    return town(tournament)


def text_of(response: Any) -> str:
    body = b"".join(response.streaming_content) if response.streaming else response.content
    if response.get("Content-Type", "").startswith("application/pdf"):
        return "\n".join(page.extract_text() for page in PdfReader(BytesIO(body)).pages)
    return unescape(body.decode(errors="replace"))


def everything_public(client: Client, slug: str) -> Iterator[tuple[str, str]]:
    """Every page with its text: all public addresses and what they lead to, also as pieces. No
    address and no number is on any."""
    begin = {address(name, slug) for name in names_in_tournaments() if is_open(name)}
    begin |= {f"/t/{slug}/entries/{number}/" for number in range(1, 5)}
    begin |= {f"/t/{slug}/standings/?round={number}" for number in (1, 2)}
    begin |= {"/", "/p/", "/app.webmanifest"}
    waiting, seen = sorted(begin), set(begin)
    while waiting:
        page = waiting.pop()
        for headers in ({}, {"HTTP_HX_REQUEST": "true"}):
            response = client.get(page, **headers)
            text = text_of(response)
            assert (EMAIL in text, PHONE in text) == (False, False), page
            yield page, text
            if response.status_code == 200:
                found = {urljoin(page, unescape(link)) for link in _LINK.findall(text)}
                new = {one for one in found if one.startswith(f"/t/{slug}/")} - seen
                seen |= new
                waiting += sorted(new)
        assert len(seen) < MOST, sorted(seen)[-20:]


def on_a_phone(there: Town) -> Client:
    """A phone that acts for the first pair."""
    client = Client()
    client.get(f"/p/{there.entries[0].code}/")
    return client


@pytest.mark.nightly  # the walks below ask it on their way, of people who are named in full too
@pytest.mark.parametrize("who", ["anybody", "player"])
def test_no_address_and_no_number_is_on_any_public_page(there: Town, who: str) -> None:
    client = Client() if who == "anybody" else on_a_phone(there)
    assert len(list(everything_public(client, there.tournament.slug))) > 60


@pytest.mark.parametrize("who", ["anybody", "player"])
def test_who_asked_for_initials_is_on_no_public_page_by_name(there: Town, who: str) -> None:
    Player.objects.update(initials_only=True)
    FormerPlayer.objects.update(initials_only=True)
    client = Client() if who == "anybody" else on_a_phone(there)
    # On their own phone a pair's own pages may name them in full to themselves.
    hidden = PEOPLE if who == "anybody" else PEOPLE[2:]
    surnames = [name.split()[1] for name in hidden]
    shown, pages = False, 0
    for page, text in everything_public(client, there.tournament.slug):
        assert [name for name in surnames if name in text] == [], page
        shown, pages = shown or "W. Q. & X. Z." in text, pages + 1
    assert shown and pages > 60


def test_only_those_who_asked_are_shortened(there: Town) -> None:
    Player.objects.filter(name=NAMES[0][0]).update(initials_only=True)
    pages = list(everything_public(Client(), there.tournament.slug))
    texts = [text for _page, text in pages]
    assert any("W. Q. & Xerxes Zahle" in text for text in texts)
    assert [page for page, text in pages if "Quistgaard" in text] == []
    assert any("Balthazar Neergaard & Quirinus Krabbenhoft" in text for text in texts)
