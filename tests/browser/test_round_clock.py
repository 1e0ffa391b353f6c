"""The round's clock in a real browser: the server's time rules, and a pause shows up everywhere."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from games.domain.run_clock import pause_clock, start_clock
from tests import factories
from tests.browser.device import until
from tests.browser.faces import comes_right, seconds_left
from tests.browser.looks import faults, faults_in_the_dark
from tests.results import make_round
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.browser

#: This device believes that it is an hour later than it is.
AN_HOUR_FAST = """
    const now = Date.now.bind(Date);
    window.ahead = 3600000;
    Date.now = () => now() + window.ahead;
    const origin = performance.timeOrigin;
    Object.defineProperty(performance, "timeOrigin", { get: () => origin + 3600000 });
"""


@pytest.fixture
def round_(transactional_db: None, tournament: Tournament) -> Round:
    """Three tables that have played for twenty minutes of sixty."""
    entries = factories.make_entries(tournament, 6)
    round_ = make_round(tournament, 1, [entries[i : i + 2] for i in range(0, 6, 2)])
    start_clock(round_, at=timezone.now() - timedelta(minutes=20), by=None)
    return round_


def open_wall(page: Page, server: LiveServer, round_: Round) -> None:
    page.goto(f"{server.url}/t/{round_.tournament.slug}/wall/clock/")


def test_clock_shows_the_servers_time_on_a_device_that_is_an_hour_fast(
    page: Page, live_server: LiveServer, round_: Round
) -> None:
    page.add_init_script(AN_HOUR_FAST)
    open_wall(page, live_server, round_)
    comes_right(page, round_.clock)


def test_clock_is_right_at_once_after_a_sleep_without_the_server(
    page: Page, live_server: LiveServer, round_: Round
) -> None:
    page.add_init_script(AN_HOUR_FAST)
    open_wall(page, live_server, round_)
    page.route("**/wall/clock/**", lambda route: route.abort())
    page.evaluate("window.ahead += 600000")  # ten minutes pass in which no timer ran
    comes_right(page, round_.clock, off=-600)


def test_clock_set_by_hand_is_corrected_by_the_next_answer(
    page: Page, live_server: LiveServer, round_: Round
) -> None:
    page.add_init_script(AN_HOUR_FAST)
    open_wall(page, live_server, round_)
    page.evaluate("window.ahead -= 1800000")
    with page.expect_response("**/wall/clock/**"):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('startfelt:resync'))")
    comes_right(page, round_.clock)


def test_pause_shows_up_on_the_wall(page: Page, live_server: LiveServer, round_: Round) -> None:
    open_wall(page, live_server, round_)
    expect(page.locator(".clock-wall")).to_have_attribute("data-running", "true")
    pause_clock(round_, by=None)
    page.evaluate("document.body.dispatchEvent(new CustomEvent('startfelt:resync'))")
    expect(page.locator(".clock-wall")).to_have_attribute("data-running", "false")

    def stands() -> bool:
        """Longer than a second; the script may draw it once more first."""
        shown = seconds_left(page)
        page.wait_for_timeout(1300)
        return seconds_left(page) == shown

    until(page, stands)


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
def test_wall_fits_and_has_no_faults(
    page: Page, live_server: LiveServer, round_: Round, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    open_wall(page, live_server, round_)
    assert faults(page) == []
    assert faults_in_the_dark(page) == []
    box = page.locator(".clock-wall .clock-digits").bounding_box()
    assert box is not None
    # Readable from 15 m on a screen two metres high: a digit is a tenth of its height or more.
    assert box["height"] >= size[1] / 6
    fits = "[document.documentElement, document.querySelector('#main')].every("
    fits += "(e) => e.scrollHeight <= e.clientHeight && e.scrollWidth <= e.clientWidth)"
    assert page.evaluate(fits)
