"""A draft changed by hand in a real browser: by pointer, by finger, by keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import factories
from tournaments.domain.draw_round import draw_round
from tournaments.models import Round, Seat, Tournament, User

pytestmark = pytest.mark.browser


@pytest.fixture
def draft(
    transactional_db: None,
    page: Page,
    live_server: LiveServer,
    tournament: Tournament,
    organiser: User,
    client_of: Callable[[User], Client],
) -> Round:
    """Nine pairs drawn, and the organiser looking at it."""
    factories.make_entries(tournament, 9)
    round_ = draw_round(tournament, by=organiser)
    cookie = client_of(organiser).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
    )
    page.goto(f"{live_server.url}/desk/{tournament.slug}/rounds/1/")
    return round_


def entry(page: Page, row: int, side: int) -> Locator:
    return page.locator(".draft-row").nth(row).locator(".draft-entry").nth(side)


def name(page: Page, row: int, side: int) -> str:
    # Not `inner_text`: rows out of sight are not laid out (`content-visibility`).
    return entry(page, row, side).locator(".draft-name").text_content() or ""


def versions(round_: Round) -> int:
    return Round.objects.get(pk=round_.pk).version


def test_two_clicks_change_places_without_leaving_the_page(page: Page, draft: Round) -> None:
    one, other = name(page, 0, 0), name(page, 1, 1)
    page.evaluate("window.stayed = true")
    entry(page, 0, 0).click()
    expect(entry(page, 0, 0)).to_have_attribute("aria-pressed", "true")
    entry(page, 1, 1).click()
    expect(entry(page, 0, 0).locator(".draft-name")).to_have_text(other)
    expect(entry(page, 1, 1).locator(".draft-name")).to_have_text(one)
    expect(page.locator(".draft-hand")).to_have_count(2)
    assert page.evaluate("window.stayed") is True
    page.locator(".toast .button-undo").click()
    expect(entry(page, 0, 0).locator(".draft-name")).to_have_text(one)
    assert versions(draft) == 3


def test_keyboard_picks_swaps_and_lets_go(page: Page, draft: Round) -> None:
    one, other = name(page, 0, 0), name(page, 1, 0)
    entry(page, 0, 0).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator("[data-bar]")).to_be_hidden()
    expect(entry(page, 0, 0)).to_be_focused()
    page.keyboard.press("Enter")
    entry(page, 1, 0).focus()
    page.keyboard.press("Enter")
    expect(entry(page, 0, 0).locator(".draft-name")).to_have_text(other)
    expect(entry(page, 1, 0).locator(".draft-name")).to_have_text(one)
    assert versions(draft) == 2


def test_finger_gives_the_bye_to_another(page: Page, draft: Round) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    one = name(page, 0, 0)
    entry(page, 0, 0).click()
    page.locator("[name=why]").fill("må hjem")
    page.locator("button[name=do][value=bye]").click()
    expect(page.locator(".draft-row").nth(4).locator(".draft-name")).to_have_text(one)
    assert Seat.objects.get(round=draft, pairing__kind="bye").entry.name == one


def test_tables_change_places(page: Page, draft: Round) -> None:
    first = name(page, 0, 0)
    page.locator("button.draft-table").nth(0).click()
    page.locator("button.draft-table").nth(2).click()
    expect(page.locator("button.draft-table").nth(0)).to_contain_text("3")
    expect(entry(page, 0, 0).locator(".draft-name")).to_have_text(first)


def test_second_organiser_sees_what_the_first_did(
    page: Page, draft: Round, organiser: User
) -> None:
    Round.objects.filter(pk=draft.pk).update(version=2)
    entry(page, 0, 0).click()
    entry(page, 1, 0).click()
    expect(page.locator(".finding-refused")).to_be_visible()
    assert versions(draft) == 2


def test_draft_page_has_no_faults_for_screen_readers(
    page: Page, draft: Round, faults_of: Callable[[Page], list[str]]
) -> None:
    entry(page, 0, 0).click()
    assert faults_of(page) == []
