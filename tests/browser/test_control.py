"""The control room by keyboard alone: palette, needs, floor plan; nobody is kept out."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.utils.translation import override
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.domain.run_clock import start_clock
from judging.domain.place_call import place_call
from tests.browser.device import device
from tests.browser.log_in import logged_in
from tests.factories import make_entries, make_round
from tournaments.control.commands import PAGES
from tournaments.models import Round, Tournament, User

pytestmark = pytest.mark.browser


@pytest.fixture
def round_(transactional_db: None, tournament: Tournament) -> Round:
    entries = make_entries(tournament, 12)
    round_ = make_round(tournament, list(zip(entries[::2], entries[1::2], strict=True)))
    start_clock(round_, by=None)
    for number in (2, 5):
        place_call(round_.pairings.get(table__number=number), by=None)
    return round_


@pytest.fixture
def at_desk(page: Page, live_server: LiveServer, round_: Round, organiser: User) -> Page:
    logged_in(page.context, live_server, organiser)
    page.goto(f"{live_server.url}/desk/{round_.tournament.slug}/")
    return page


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_a_day_at_the_keyboard(
    at_desk: Page, round_: Round, faults_of: Callable[[Page], list[str]]
) -> None:
    page, slug = at_desk, round_.tournament.slug
    # Needs: down, up, and what the keys are.
    press(page, "j", "j", "k")
    expect(page.locator("#need-call-urgent-2")).to_be_focused()
    press(page, "?")
    expect(page.locator("#keys")).to_be_visible()
    press(page, "Escape")
    # The palette: a table by its number, an entry by somebody's name.
    press(page, "Control+k")
    field = page.get_by_role("combobox")
    expect(field).to_be_focused()
    page.keyboard.type("4")
    options = page.locator("#palette").get_by_role("option")
    chosen = page.locator("#palette").get_by_role("option", selected=True)
    expect(chosen).to_contain_text("Par 7 – Par 8")
    press(page, "ArrowDown")
    expect(chosen).to_contain_text("Par 4")
    expect(field).to_have_attribute("aria-activedescendant", "palette-1")
    assert faults_of(page) == []
    press(page, "Control+a")
    page.keyboard.type("anna 7")
    expect(options).to_have_count(1)
    with page.expect_navigation():
        press(page, "Enter")
    expect(page).to_have_url(re.compile(f"/desk/{slug}/entries/7/$"))
    # The floor plan, reached from wherever one is.
    press(page, "Control+k")
    page.keyboard.type("nobody is called that")
    expect(options).to_have_count(0)
    press(page, "Control+a")
    with override("da"):
        page.keyboard.type(str(PAGES["desk-floor"]))
    expect(chosen).to_have_attribute("data-href", f"/desk/{slug}/floor/")
    with page.expect_navigation():
        press(page, "Enter")
    page.goto(f"{page.url}arrange/")
    table = page.locator('[data-number="8"]')
    table.focus()
    x = int(table.get_attribute("data-x") or 0)
    press(page, "ArrowRight", "Shift+ArrowDown")
    expect(table).to_have_attribute("data-x", str(x + 1))
    press(page, "Control+z")  # the step down
    press(page, "ArrowUp", "ArrowUp", "ArrowUp")
    # It does not go onto another table.
    expect(page.locator("[data-floor-note]")).to_be_visible()
    press(page, "Enter")
    expect(table).to_have_attribute("aria-pressed", "true")
    assert faults_of(page) == []
    with page.expect_navigation():
        page.locator("[name=save]").press("Enter")
    spot = page.locator("#spot-8")
    expect(spot).to_have_attribute("transform", re.compile(rf"translate\({x + 1}0 "))
    assert faults_of(page) == []
    page.locator("#spot-4").focus()
    with page.expect_navigation():
        press(page, "Enter")
    expect(page).to_have_url(re.compile(f"/desk/{slug}/rounds/1/tables/4/$"))


def test_tables_are_dragged_together(at_desk: Page, round_: Round, live_server: LiveServer) -> None:
    page = at_desk
    page.goto(f"{live_server.url}/desk/{round_.tournament.slug}/floor/arrange/")
    tables = [page.locator(f'[data-number="{number}"]') for number in (7, 8)]
    before = [int(table.get_attribute("data-y") or 0) for table in tables]
    for table in tables:
        table.click()
    box = tables[0].bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0], middle[1] + box["height"] * 2, steps=4)
    page.mouse.up()
    expect(tables[0]).not_to_have_attribute("data-y", str(before[0]))
    moved = int(tables[0].get_attribute("data-y") or 0) - before[0]
    assert moved > 0
    expect(tables[1]).to_have_attribute("data-y", str(before[1] + moved))
    page.locator("[data-floor-undo]").click()
    expect(tables[1]).to_have_attribute("data-y", str(before[1]))


def test_table_is_dragged_by_a_finger_on_a_tablet(
    browser: Browser, live_server: LiveServer, round_: Round, organiser: User
) -> None:
    with device(browser, {"width": 820, "height": 1180}, has_touch=True) as tablet:
        logged_in(tablet, live_server, organiser)
        page = tablet.new_page()
        page.goto(f"{live_server.url}/desk/{round_.tournament.slug}/floor/arrange/")
        table = page.locator('[data-number="8"]')
        table.scroll_into_view_if_needed()
        before = int(table.get_attribute("data-y") or 0)
        box = table.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        scrolled = page.evaluate("scrollY")
        finger = tablet.new_cdp_session(page)

        def touch(kind: str, *points: tuple[float, float]) -> None:
            at = [{"x": left, "y": top} for left, top in points]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

        touch("touchStart", (x, y))
        for step in range(1, 9):
            touch("touchMove", (x, y + step * box["height"] / 4))
        touch("touchEnd")
        # The table goes with the finger, and the page does not.
        expect(table).not_to_have_attribute("data-y", str(before))
        moved = int(table.get_attribute("data-y") or 0)
        assert (moved > before, page.evaluate("scrollY")) == (True, scrolled)
        with page.expect_navigation():
            # A tap within a moment of a drag is none, as a browser hears it.
            page.locator("[name=save]").click()
        assert round_.tournament.tables.get(number=8).plan_y == moved
