"""A judge who asked for it is rung when a table calls, whatever page of the judges is open."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from games.domain.run_clock import start_clock
from judging.domain.place_call import place_call
from tests import factories
from tests.browser.device import until
from tests.browser.log_in import logged_in
from tests.results import make_round
from tournaments.models import Role, Tournament

pytestmark = pytest.mark.browser

RESYNC = "document.body.dispatchEvent(new CustomEvent('startfelt:resync'))"


def test_new_call_rings_buzzes_and_stands_in_the_title(
    page: Page, live_server: LiveServer, transactional_db: None, tournament: Tournament
) -> None:
    entries = factories.make_entries(tournament, 4)
    round_ = make_round(tournament, 1, [entries[:2], entries[2:]])
    start_clock(round_, by=None)
    judge = factories.make_user("hanne", role=Role.Kind.JUDGE, tournament=tournament)
    page.add_init_script("navigator.vibrate = () => { window.buzzed = (window.buzzed ?? 0) + 1; }")
    logged_in(page.context, live_server, judge)
    desk = f"{live_server.url}/desk/{tournament.slug}/judges/"
    page.goto(desk)
    page.locator("[data-ring]").click()
    expect(page.locator("[data-ring]")).to_have_attribute("aria-pressed", "true")
    page.goto(f"{desk}rulings/")
    expect(page.locator("#call-watch")).to_have_attribute("data-calls", "[]")
    place_call(round_.pairings.get(table__number=2), by=judge)
    page.evaluate(RESYNC)
    until(page, lambda: page.evaluate("window.buzzed") == 1)
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    with page.expect_response("**/watch/**"):
        page.evaluate(RESYNC)
    # Nothing is to happen.
    page.wait_for_timeout(500)
    assert page.evaluate("window.buzzed") == 1
