"""The rule desk on a phone: the verdict in sight, nothing lost without a network, and Kroket."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import factories
from tests.browser.board import answered, tap
from tests.browser.device import device, until
from tournaments.models import Tournament

pytestmark = pytest.mark.browser

CENTRE = "place => place.scrollIntoView({ block: 'center', behavior: 'instant' })"


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size({"width": 360, "height": 640})
    return page


@pytest.fixture
def hall(transactional_db: None, tournament: Tournament) -> Tournament:
    return tournament


def verdict_comes_into_sight(page: Page) -> None:
    """The whole of it stands in the window, once the answer has its place there."""
    expect(page.locator(".verdict")).to_be_in_viewport(ratio=1)


def test_verdict_is_in_sight_after_each_tap(
    phone: Page, live_server: LiveServer, hall: Tournament
) -> None:
    phone.goto(f"{live_server.url}/t/{hall.slug}/rule-desk/?card=12&player=yellow")
    for place, query in (("yellow10", "yellow=yellow10&"), ("yellow5", "yellow=yellow10,yellow5&")):
        tap(phone, place)
        answered(phone, query)
        verdict_comes_into_sight(phone)
    phone.locator("input[name=card][value='5']").scroll_into_view_if_needed()
    phone.locator("input[name=card][value='5']").check(force=True)
    answered(phone, "card=5&card=12")
    verdict_comes_into_sight(phone)


def test_reload_brings_back_what_was_tapped(
    phone: Page, live_server: LiveServer, hall: Tournament
) -> None:
    phone.goto(f"{live_server.url}/t/{hall.slug}/rule-desk/")
    tap(phone, "yellow5")
    answered(phone, "yellow=yellow5&")
    expect(phone).to_have_url(re.compile("#yellow=yellow5&"))
    phone.reload()
    answered(phone, "yellow=yellow5&")
    expect(phone.locator("select[name=yellow]").first).to_have_value("yellow5")


def test_without_a_server_it_says_so_draws_what_is_tapped_and_asks_again(
    phone: Page, live_server: LiveServer, hall: Tournament
) -> None:
    phone.goto(f"{live_server.url}/t/{hall.slug}/rule-desk/?card=12&player=yellow")
    gone = re.compile(r"/rule-desk/\?")
    phone.route(gone, lambda route: route.abort())
    tap(phone, "yellow5")
    expect(phone.locator("[data-unreachable]")).to_be_visible()
    expect(phone.locator(".verdict")).to_be_hidden()
    expect(phone.locator("[data-mine] [data-piece=yellow]")).to_have_count(4)
    expect(phone).to_have_url(re.compile("yellow=yellow5"))
    phone.unroute(gone)
    answered(phone, "yellow=yellow5&")
    expect(phone.locator("[data-unreachable]")).to_be_hidden()
    expect(phone.locator(".verdict")).to_be_visible()


@pytest.fixture
def app(browser: Browser) -> Iterator[Page]:
    """A phone that keeps pages: other tests are without the worker that does."""
    with device(browser, {"width": 360, "height": 640}, service_workers="allow") as context:
        yield context.new_page()


def test_page_and_taps_are_there_after_a_reload_without_a_network(
    app: Page, live_server: LiveServer, hall: Tournament
) -> None:
    phone = app
    phone.goto(f"{live_server.url}/t/{hall.slug}/rule-desk/")
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.reload()
    kept = "async () => Boolean(await (await caches.open('pages')).match(location.pathname))"
    until(phone, lambda: phone.evaluate(kept))
    phone.context.set_offline(True)
    tap(phone, "yellow5")
    expect(phone.locator("[data-unreachable]")).to_be_visible()
    phone.reload()
    expect(phone.locator("select[name=yellow]").first).to_have_value("yellow5")
    expect(phone.locator("[data-mine] [data-piece=yellow]")).to_have_count(4)
    # The notices above push the board down: a finger swipes before it taps.
    phone.locator('[data-board] [data-place="yellow7"]').first.evaluate(CENTRE)
    tap(phone, "yellow7")
    phone.context.set_offline(False)
    answered(phone, "yellow=yellow5,yellow7&")


def test_balls_of_kroket_are_tapped_in_and_taken_back(
    phone: Page, live_server: LiveServer, transactional_db: None
) -> None:
    kroket = factories.make_tournament(game="kroket")
    phone.goto(f"{live_server.url}/t/{kroket.slug}/rule-desk/")
    tap(phone, "d1")
    answered(phone, "blue=d1&")
    phone.select_option("#shot", "et-paent-skud")
    phone.select_option("#direction", "N")
    phone.locator("input[name=claim][value=hoop]").check(force=True)
    answered(phone, "claim=hoop")
    verdict_comes_into_sight(phone)
    # Back up to the board, as a finger would swipe.
    phone.locator('[data-board] [data-place="d2"]').first.evaluate(CENTRE)
    tap(phone, "d2")
    answered(phone, "blue=d2&")
    phone.locator("[data-undo]").click()
    answered(phone, "blue=d1&")
