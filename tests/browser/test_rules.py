"""The rules in a real browser: read without scripts, searched with them, nothing too wide."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tournaments.models import Tournament

pytestmark = pytest.mark.browser

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")

#: Each way of looking once at the longest page, and each other page once.
LOOKS = [
    *(("/rules/partners/dm-2023/", width, theme) for width in (360, 1440) for theme in THEMES),
    ("/rules/backgammon/", 360, "dark"),
    ("/rules/kroket/", 1440, "light"),
    ("/rules/", 360, "light"),
]


@pytest.mark.parametrize(("path", "width", "theme"), LOOKS)
def test_rules_are_accessible_and_fit_the_screen(
    browser: Browser,
    live_server: LiveServer,
    faults_of: Callable[[Page], list[str]],
    path: str,
    width: int,
    theme: Theme,
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=theme, locale="da-DK"
    )
    page = context.new_page()
    page.goto(f"{live_server.url}{path}", timeout=60_000)
    assert faults_of(page) == []
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) == 0
    context.close()


def test_rule_is_found_and_read_without_scripts(browser: Browser, live_server: LiveServer) -> None:
    context = browser.new_context(java_script_enabled=False, locale="da-DK")
    page = context.new_page()
    page.goto(f"{live_server.url}/rules/partners/", timeout=60_000)
    page.locator(".guide-nav summary").click()
    page.locator('.guide-index a[href="#D3"]').click()
    expect(page).to_have_url(f"{live_server.url}/rules/partners/#D3")
    expect(page.locator("#D3")).to_be_in_viewport()
    expect(page.locator("#D3 .guide-picture svg")).to_be_visible()
    context.close()


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
