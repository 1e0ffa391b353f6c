"""The rules in a real browser: read without scripts, searched with them, nothing too wide."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.device import device
from tests.browser.looks import DRAWN, faults, faults_in_the_dark, wider
from tournaments.models import Tournament

pytestmark = pytest.mark.browser

WIDTHS = (360, 1440)


@pytest.mark.parametrize(
    "path",
    [
        # The longest of them, with the most pictures.
        "/rules/partners/dm-2023/",
        # The others are drawn by the same templates.
        pytest.param("/rules/backgammon/", marks=pytest.mark.nightly),
        pytest.param("/rules/kroket/", marks=pytest.mark.nightly),
        pytest.param("/rules/", marks=pytest.mark.nightly),
    ],
)
def test_rules_are_accessible_and_fit_the_screen(
    page: Page, live_server: LiveServer, path: str
) -> None:
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.set_viewport_size({"width": WIDTHS[0], "height": 900})
    page.goto(f"{live_server.url}{path}")
    found = faults(page)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        found += wider(page)
    assert found + faults_in_the_dark(page, DRAWN) == []


def test_rule_is_found_and_read_without_scripts(browser: Browser, live_server: LiveServer) -> None:
    with device(browser, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{live_server.url}/rules/partners/")
        page.locator(".guide-nav summary").click()
        page.locator('.guide-index a[href="#D3"]').click()
        expect(page).to_have_url(f"{live_server.url}/rules/partners/#D3")
        expect(page.locator("#D3")).to_be_in_viewport()
        expect(page.locator("#D3 .guide-picture svg")).to_be_visible()


def test_search_leaves_what_has_the_words_and_does_not_read_pictures(
    page: Page, live_server: LiveServer, tournament: Tournament
) -> None:
    page.goto(f"{live_server.url}/t/{tournament.slug}/rules/")
    box = page.locator('[data-search="#guide"]')
    box.fill("loeftet brik")
    expect(page.locator("#guide > :not([hidden])")).to_have_count(1)
    expect(page.locator("#B8")).to_be_visible()
    # Every board in colour says this to screen readers; the text never does.
    box.fill("stillingen på spillepladen")
    expect(page.locator("#guide > :not([hidden])")).to_have_count(0)
    expect(page.locator('[data-search-empty="#guide"]')).to_be_visible()
    box.fill("")
    expect(page.locator("#D3")).to_be_visible()
