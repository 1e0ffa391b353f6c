"""How often a page of the desk asks while much happens: its clock and its line are the test's."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request
from pytest_django.live_server_helper import LiveServer

from games.domain.run_clock import start_clock
from tests.browser.device import until
from tests.browser.log_in import logged_in
from tests.factories import make_entries, make_round
from tournaments.models import Tournament, User

pytestmark = pytest.mark.browser

LINE = """
window.EventSource = class extends EventTarget {
  constructor() { super(); this.readyState = 1; window.line = this; }
  close() {}
};
"""


@pytest.fixture
def asked(
    page: Page, live_server: LiveServer, transactional_db: None, tournament: Tournament,
    organiser: User,
) -> Callable[[str, str], list[str]]:  # fmt: skip
    """Opens a page of the desk; its own questions from then on, which begin as is given."""
    entries = make_entries(tournament, 4)
    start_clock(
        make_round(tournament, list(zip(entries[::2], entries[1::2], strict=True))), by=None
    )
    logged_in(page.context, live_server, organiser)
    page.add_init_script(LINE)
    page.clock.install()

    def open_page(path: str, part: str) -> list[str]:
        seen: list[str] = []
        page_address = f"/desk/{tournament.slug}/{path}"

        def see(request: Request) -> None:
            if (
                f"{page_address}{part}" in request.url
                and request.headers.get("hx-request") == "true"
            ):
                seen.append(request.url)

        page.goto(f"{live_server.url}{page_address}")
        page.on("request", see)
        page.evaluate("line.dispatchEvent(new Event('open'))")
        pass_time(page, 600)
        until(page, lambda: len(seen) == 1)
        page.wait_for_load_state("networkidle")
        return seen

    return open_page


def hint(page: Page, *of: str) -> None:
    data = json.dumps({"of": of, "pairings": []})
    page.evaluate("data => line.dispatchEvent(new MessageEvent('hint', { data }))", data)


def pass_time(page: Page, milliseconds: int) -> None:
    page.clock.run_for(milliseconds)


def test_overview_asks_once_in_three_seconds_while_much_happens(
    page: Page, asked: Callable[[str, str], list[str]]
) -> None:
    seen = asked("", "?stamp=")
    for _ in range(4):
        hint(page, "results")
        pass_time(page, 500)
    pass_time(page, 1000)
    until(page, lambda: len(seen) == 2)
    pass_time(page, 2500)
    assert len(seen) == 2


def test_calls_are_asked_for_at_once_and_all_else_once_in_two_seconds(
    page: Page, asked: Callable[[str, str], list[str]]
) -> None:
    seen = asked("judges/", "?seen=")
    hint(page, "results")
    pass_time(page, 300)
    assert len(seen) == 1
    pass_time(page, 2000)
    until(page, lambda: len(seen) == 2)
    page.wait_for_load_state("networkidle")
    hint(page, "calls")
    pass_time(page, 1)
    until(page, lambda: len(seen) == 3)
