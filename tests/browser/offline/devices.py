"""Devices that lose the net, and what people do on them meanwhile."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.device import device
from tests.browser.prepared import CODES, SLUG
from tests.browser.server import PASSWORD, Server

GRID = f"/desk/{SLUG}/rounds/1/results/"
#: Between two tries the queue rests a while, and longer each time.
SOON = 60_000


@contextmanager
def device_of(browser: Browser, width: int, height: int) -> Iterator[BrowserContext]:
    """A device with a service worker, in Danish."""
    with device(browser, {"width": width, "height": height}, service_workers="allow") as context:
        yield context


def log_in(page: Page, server: Server, name: str = "ditte") -> None:
    page.goto(f"{server.url}/log-in/")
    page.get_by_label("Brugernavn").fill(name)
    page.get_by_label("Kode").fill(PASSWORD)
    page.get_by_role("button", name="Log ind").click()
    page.wait_for_url("**/desk/")


def until(page: Page, holds: str) -> None:
    """Until an expression of JavaScript, which may wait, holds. (Playwright's own waiting wants
    eval, which our pages forbid.)"""
    wait = "await new Promise((resolve) => setTimeout(resolve, 50))"
    rounds = f"for (let n = 0; n < {SOON // 50}; n += 1) {{ if ({holds}) return true; {wait}; }}"
    held = page.evaluate(f"(async () => {{ {rounds} return false; }})()")
    assert held, (holds, page.evaluate(WORKERS))


#: How far the service worker has come, for the message of a test that waits in vain.
WORKERS = """async () => {
  const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
  const script = await fetch(document.getElementById("queue").dataset.worker);
  return {
    states: [installing, waiting, active].map((one) => one?.state),
    kept: await caches.keys(), script: script.status,
  };
}"""


def with_app(page: Page) -> None:
    """Until the service worker looks after the page, and has kept it."""
    until(page, "navigator.serviceWorker.controller !== null")
    until(page, "await caches.match(location.href)")


@contextmanager
def phone(browser: Browser, server: Server, number: int) -> Iterator[Page]:
    """A pair's phone that has read its code, with the app."""
    with device_of(browser, 390, 800) as context:
        page = context.new_page()
        page.goto(f"{server.url}/p/{CODES[number]}/")
        expect(page.locator("h1")).to_contain_text(f"Par {number}")
        with_app(page)
        yield page


def ours(server: Server, number: int, what: str = "") -> str:
    return f"{server.url}/t/{SLUG}/entries/{number}/{what}"


def say(page: Page, winner: int, loser_score: int) -> None:
    """Who won and what the other had, by the big buttons; then hand it in."""
    page.locator(".pick-two label").nth(winner).click()
    page.locator(f".pick-score-{1 - winner} label").nth(loser_score).click()
    page.locator("#play-form .button-primary").click()


def type_result(page: Page, line: str) -> None:
    page.locator("#line").fill(line)
    page.keyboard.press("Enter")


def waits(page: Page, *labels: str) -> None:
    expect(page.locator(".queue-entry[data-state=waiting] .queue-what")).to_have_text(list(labels))


def done(page: Page, table: int) -> None:
    expect(page.locator(f"#table-{table}")).to_have_class(re.compile("is-done"), timeout=SOON)


@contextmanager
def hanging(server: Server) -> Iterator[None]:
    """The server is there and says nothing, as on Wi-Fi that is full."""
    answering = server.answering()
    os.kill(answering, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(answering, signal.SIGCONT)
