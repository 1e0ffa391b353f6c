"""Every page there is, seen by axe-core: as narrow as a phone and as wide as a desk, in one pass.

The addresses are those the program has, so a new page is looked at without anybody naming it here.
Which of them are pages, and not pieces, files or mere deeds, is asked in this process first; the
browser loads each once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import axe_playwright_python
import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from playwright.sync_api import Browser, Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from judging.domain.place_call import place_call
from tests.config.test_access import OPEN_TO_ACCOUNTS, is_open
from tests.factories import make_user
from tests.pages import pages_of
from tests.tournaments.privacy.people import Town, town
from tournaments.models import Role, Tournament, User

pytestmark = pytest.mark.browser

PHONE = ViewportSize(width=360, height=740)
DESK = ViewportSize(width=1440, height=900)
#: Pages outside any tournament that anybody may open.
OUTSIDE = ("home", "log-in", "rules")
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


@cache
def axe() -> str:
    """axe-core itself, as the package ships it."""
    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")


@pytest.fixture
def looks(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """One page for all that is looked at; nothing moves on it."""
    context = browser.new_context(
        viewport=PHONE, locale="da-DK", reduced_motion="reduce", service_workers="block"
    )
    context.set_default_navigation_timeout(60_000)
    yield context.new_page()
    context.close()


LOOK = """async (where) => {
  const found = await axe.run(where ?? document, {resultTypes: ["violations"], elementRef: false});
  const wider = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  return [
    ...found.violations.flatMap((one) =>
      one.nodes.map((at) => `${one.id}: ${at.html.slice(0, 160)}`)),
    ...(wider > 0 ? [`wider than the screen by ${wider} px`] : []),
  ];
}"""


def faults(page: Page) -> list[str]:
    """What is wrong with the page that is loaded: all of it on a phone, and what is in the middle
    of it on a desk, where the same things stand around it on every page."""
    page.evaluate(axe())
    found = [f"phone: {fault}" for fault in page.evaluate(LOOK, None)]
    page.set_viewport_size(DESK)
    found += [f"desk: {fault}" for fault in page.evaluate(LOOK, "main")]
    page.set_viewport_size(PHONE)
    return found


@pytest.mark.parametrize("staff", [True, False], ids=["the desk", "everybody"])
def test_no_page_keeps_anybody_out(
    looks: Page, live_server: LiveServer, there: Town, organiser: User, staff: bool
) -> None:
    client = Client()
    client.force_login(organiser, backend="django.contrib.auth.backends.ModelBackend")
    asked = pages_of(there, client, lambda name: is_open(name) != staff)
    assert len(asked) > LEAST[staff]
    pages = {name: url for name, (url, _answer) in asked.items()}
    if staff:
        pages |= {name: reverse(name) for name in OPEN_TO_ACCOUNTS}
        session = client.cookies["sessionid"].value
        looks.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    else:
        pages |= {name: reverse(name) for name in OUTSIDE}
        pages["404.html"] = "/t/nothing-of-the-kind/"
    found = {}
    for name, url in pages.items():
        looks.goto(f"{live_server.url}{url}")
        if wrong := faults(looks):
            found[f"{name} {url}"] = wrong
    assert found == {}


@pytest.mark.parametrize("name", ["400.html", "500.html"])
def test_page_drawn_without_a_request_keeps_nobody_out(
    looks: Page, live_server: LiveServer, name: str
) -> None:
    with override("da"):
        drawn = render_to_string(name)
    address = f"{live_server.url}/drawn/{name}"
    looks.route(address, lambda route: route.fulfill(body=drawn, content_type="text/html"))
    looks.goto(address)
    assert faults(looks) == []
