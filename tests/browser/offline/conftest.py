"""One server in the middle of a day for all of these tests, and a browser for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.conftest import HALL
from tests.browser.offline.devices import GRID, device_of, log_in, with_app
from tests.browser.server import Server, running


@pytest.fixture(scope="package")
def day(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An installation in the middle of a day, of whose tables each test has its own."""
    with running(tmp_path_factory, "day", ALLOWED_HOSTS=f"{HALL},127.0.0.1") as one:
        yield one


@pytest.fixture
def server(day: Server) -> Iterator[Server]:
    """It serves when a test begins, whatever the one before came to."""
    day.see_to()
    yield day
    day.see_to()


@pytest.fixture
def browser(launch: Callable[[], Browser]) -> Iterator[Browser]:
    """One for each test: what service workers leave behind in a browser, the next does not meet."""
    running = launch()
    yield running
    running.close()


@pytest.fixture
def device(browser: Browser) -> Iterator[BrowserContext]:
    with device_of(browser, 1440, 900) as context:
        yield context


@pytest.fixture
def grid(device: BrowserContext, server: Server) -> Page:
    """Ditte at the result grid, with the app on her device."""
    page = device.new_page()
    log_in(page, server)
    page.goto(server.url + GRID)
    with_app(page)
    return page
