"""A player's phone in a real browser: the clock, the focus, what is read aloud."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from games.domain.run_clock import pause_clock, resume_clock, start_clock
from tests import factories
from tests.browser.faces import comes_right
from tests.results import make_round
from tournaments.domain.register import register
from tournaments.imports.facts import EntryFacts, Person
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.browser

RESYNC = "document.body.dispatchEvent(new CustomEvent('startfelt:resync'))"
#: A clock that can be set while the page is open.
OWN_CLOCK = "const now = Date.now.bind(Date); window.ahead = 0; Date.now = () => now() + ahead;"


@pytest.fixture
def round_(transactional_db: None, tournament: Tournament) -> Round:
    entries = factories.make_entries(tournament, 6)
    round_ = make_round(tournament, 1, [entries[i : i + 2] for i in range(0, 6, 2)])
    start_clock(round_, at=timezone.now() - timedelta(minutes=20), by=None)
    return round_


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size({"width": 360, "height": 640})
    page.add_init_script(OWN_CLOCK)
    return page


@pytest.mark.parametrize("address", ["entries/1/", "tables/1/"])
def test_clock_that_somebody_sets_is_corrected_by_an_answer_with_nothing_new(
    phone: Page, live_server: LiveServer, round_: Round, address: str
) -> None:
    phone.goto(f"{live_server.url}/t/{round_.tournament.slug}/{address}")
    phone.evaluate("window.ahead = 1800000")
    with phone.expect_response(re.compile(rf"/{address}(\?|$)")) as answer:
        phone.evaluate(RESYNC)
    assert answer.value.status == 204
    comes_right(phone, round_.clock)


def test_page_out_of_the_browsers_memory_shows_the_right_time_without_the_server(
    phone: Page, live_server: LiveServer, round_: Round
) -> None:
    address = f"{live_server.url}/t/{round_.tournament.slug}/entries/1/"
    phone.goto(address)
    body = phone.content()
    phone.goto(f"{live_server.url}/t/{round_.tournament.slug}/standings/")
    # What the browser kept is older than what it shows now: ten minutes, as after a sleep.
    old = phone.evaluate("window.name = ''; Date.now() - 600000")
    at = body.split('data-at="')[1].split('"')[0]
    body = body.replace(f'data-at="{at}"', f'data-at="{old}"')
    phone.route(address, lambda route: route.fulfill(body=body, content_type="text/html"))
    phone.route("**/entries/1/?stamp=**", lambda route: route.abort())
    phone.go_back()
    comes_right(phone, round_.clock, off=-600)


def test_renewed_page_keeps_the_focus_and_is_read_aloud(
    phone: Page, live_server: LiveServer, round_: Round
) -> None:
    phone.goto(f"{live_server.url}/t/{round_.tournament.slug}/entries/1/")
    link = phone.locator(".versus a")
    link.focus()
    pause_clock(round_, by=None)
    phone.evaluate(RESYNC)
    expect(phone.locator(".state[data-state=paused]")).to_be_visible()
    expect(link).to_be_focused()
    expect(phone.locator("body > p[role=status]")).to_contain_text("Par 2. pause")


def test_front_page_follows_the_clock_and_keeps_what_is_typed(
    phone: Page, live_server: LiveServer, round_: Round
) -> None:
    phone.goto(f"{live_server.url}/t/{round_.tournament.slug}/")
    search = phone.get_by_role("searchbox")
    search.fill("par 6")
    expect(phone.locator("#entries tr:visible")).to_have_count(1)
    pause_clock(round_, by=None)
    phone.evaluate(RESYNC)
    expect(phone.locator("[data-clock]")).to_have_attribute("data-running", "false")
    expect(search).to_have_value("par 6")
    expect(search).to_be_focused()
    expect(phone.locator("#entries tr:visible")).to_have_count(1)

    phone.locator("#entries a:visible").focus()
    resume_clock(round_, by=None)
    phone.evaluate(RESYNC)
    expect(phone.locator("[data-clock]")).to_have_attribute("data-running", "true")
    expect(phone.locator("#entries a:visible")).to_be_focused()


def test_front_page_without_pairs_fills_by_itself(
    phone: Page, live_server: LiveServer, transactional_db: None, tournament: Tournament
) -> None:
    phone.goto(f"{live_server.url}/t/{tournament.slug}/")
    register(tournament, EntryFacts("Nordlys", (Person("Åse"), Person("Bo"))), by=None)
    phone.evaluate(RESYNC)
    expect(phone.locator("#entries a")).to_have_text("Nordlys")
