"""Every page there is, seen by axe-core: as narrow as a phone and as wide as a desk, in one pass.

The addresses are those the program has, so a new page is looked at without anybody naming it here.
Which of them are pages, and not pieces, files or mere deeds, is asked in this process first; the
browser loads each once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from judging.domain.place_call import place_call
from tests.browser.device import DESK, PHONE, device
from tests.browser.looks import faults_at_two_widths
from tests.config.test_access import OPEN_TO_ACCOUNTS, is_open
from tests.factories import make_user
from tests.pages import pages_of
from tests.tournaments.privacy.people import Town, town
from tournaments.models import Role, Tournament, User

pytestmark = pytest.mark.browser

#: Pages outside any tournament that anybody may open.
OUTSIDE = ("home", "log-in", "rules", "player-code")
#: Fewer of staff and of everybody would mean that addresses are asked for with arguments that do
#: not exist.
LEAST = {True: 40, False: 15}


@pytest.fixture
def there(transactional_db: None, tournament: Tournament) -> Town:
    """Two rounds, the second being played, and a table that has called a judge."""
    found = town(tournament)
    place_call(tournament.rounds.get(number=2).pairings.get(order=1), by=None)
    return found


@pytest.fixture
def organiser(there: Town) -> User:
    return make_user("bente", role=Role.Kind.ORGANISER, tournament=there.tournament)


@pytest.fixture
def looks(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """One page for all that is looked at; nothing moves on it."""
    with device(browser, PHONE, reduced_motion="reduce") as context:
        yield context.new_page()


Theme = Literal["light", "dark"]


@pytest.mark.parametrize("staff", [True, False], ids=["the desk", "everybody"])
@pytest.mark.parametrize(
    ("language", "theme", "twice"),
    [
        # On a desk only whether it fits: it is the same page.
        ("da", "light", False),
        # Another language and palette, everything at both widths: some minutes for what a change of
        # words or colours breaks, and seldom.
        pytest.param("en", "dark", True, marks=pytest.mark.nightly),
    ],
    ids=["da-light", "en-dark"],
)
def test_no_page_keeps_anybody_out(
    looks: Page,
    live_server: LiveServer,
    there: Town,
    organiser: User,
    staff: bool,
    language: str,
    theme: Theme,
    twice: bool,
) -> None:
    client = Client()
    client.force_login(organiser, backend="django.contrib.auth.backends.ModelBackend")
    asked = pages_of(there, client, lambda name: is_open(name) != staff)
    assert len(asked) > LEAST[staff]
    pages = {name: url for name, (url, _answer) in asked.items()}
    cookies = {"language": language}
    if staff:
        pages |= {name: reverse(name) for name in OPEN_TO_ACCOUNTS}
        cookies["sessionid"] = client.cookies["sessionid"].value
    else:
        pages |= {name: reverse(name) for name in OUTSIDE}
        pages["404.html"] = "/t/nothing-of-the-kind/"
    looks.context.add_cookies(
        [{"name": key, "value": value, "url": live_server.url} for key, value in cookies.items()]
    )
    looks.emulate_media(color_scheme=theme)
    found = {}
    for name, url in pages.items():
        looks.set_viewport_size(PHONE)
        looks.goto(f"{live_server.url}{url}")
        assert looks.locator("html").get_attribute("lang") == language, url
        if wrong := faults_at_two_widths(looks, DESK, twice):
            found[f"{name} {url}"] = wrong
    assert found == {}


@pytest.mark.parametrize("name", ["400.html", "403.html", "500.html"])
def test_page_drawn_without_a_request_keeps_nobody_out(
    looks: Page, live_server: LiveServer, name: str
) -> None:
    with override("da"):
        drawn = render_to_string(name)
    address = f"{live_server.url}/drawn/{name}"
    looks.route(address, lambda route: route.fulfill(body=drawn, content_type="text/html"))
    looks.goto(address)
    assert faults_at_two_widths(looks, DESK) == []
