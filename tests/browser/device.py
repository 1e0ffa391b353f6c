"""A device with a browser, as patient as a busy machine wants it: the one place that says so."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

#: Milliseconds a busy machine may take: for what happens on a page, and for a page to come (the
#: first one of a process loads the whole program).
PATIENCE, PATIENCE_FOR_A_PAGE = 30_000, 60_000
expect.set_options(timeout=PATIENCE)

PHONE = ViewportSize(width=360, height=740)
DESK = ViewportSize(width=1440, height=900)


@contextmanager
def device(
    browser: Browser, viewport: ViewportSize = DESK, **more: Any
) -> Iterator[BrowserContext]:
    """A device of somebody's own, in Danish. No service worker unless it is asked for: it would
    fetch behind the back of a test that holds or breaks requests."""
    usual: dict[str, Any] = {"locale": "da-DK", "service_workers": "block"}
    context = browser.new_context(viewport=viewport, **usual | more)
    context.set_default_timeout(PATIENCE)
    context.set_default_navigation_timeout(PATIENCE_FOR_A_PAGE)
    try:
        yield context
    finally:
        context.close()


def follow(page: Page, target: Locator) -> None:
    """Click what leads to another page, and wait until that is there to its end: a click alone
    comes back when the page begins to come, before its scripts can hear of keys and taps."""
    with page.expect_navigation():
        target.click()


def until(
    page: Page, holds: Callable[[], object], told: Callable[[], object] | None = None
) -> None:
    """Until it holds, asked again and again: what `expect` does, for what is no element. Fails with
    what is `told`."""
    end = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < end, told and told()
        page.wait_for_timeout(50)
