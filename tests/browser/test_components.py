"""The components in a real browser: what axe-core says, and what each script promises."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.device import DESK, PHONE, follow, until
from tests.browser.looks import faults, faults_in_the_dark

pytestmark = [pytest.mark.browser, pytest.mark.urls("tests.config.gallery_urls")]

WALL = ViewportSize(width=1920, height=1080)
#: What the browser says of a worker that `conftest.page` keeps away.
BLOCKED = "Service Worker registration blocked"
HELD = "tr:visible .row-link"
FINDS: dict[str, list[str]] = {
    "sostjernerne": ["Søstjernerne"],
    "soestjernerne": ["Søstjernerne"],
    "SØSTJERNERNE": ["Søstjernerne"],
    "aegir ase": ["Søstjernerne"],
    "aase": ["Søstjernerne"],
    "lodz": ["Łódź Express"],
    "kare vik": ["Nordlys"],
    "zzz": [],
}


def open_gallery(page: Page, server: LiveServer, name: str = "") -> None:
    page.goto(f"{server.url}/components/{name}/" if name else f"{server.url}/components/")


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("", PHONE),
        ("", DESK),
        ("player", PHONE),
        ("wall", PHONE),
        ("wall", WALL),
        ("wall-rows", WALL),
    ],
    ids=["desk-phone", "desk", "player", "wall-phone", "wall", "wall-rows"],
)
def test_components_have_no_faults_and_fit(
    page: Page, live_server: LiveServer, name: str, size: Any
) -> None:
    page.set_viewport_size(size)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    said: list[str] = []
    page.on("console", lambda message: BLOCKED in message.text or said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    open_gallery(page, live_server, name)
    assert faults(page) == []
    assert faults_in_the_dark(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    assert said == []


def test_theme_chosen_stays(page: Page, live_server: LiveServer) -> None:
    page.emulate_media(color_scheme="light")
    open_gallery(page, live_server)
    page.locator("[data-theme-switch] button[value=dark]").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("[data-theme-switch] button[value=dark]")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.locator("[data-theme-switch] button[value=auto]").click()
    expect(page.locator("html")).not_to_have_attribute("data-theme", re.compile(""))


def test_search_finds_without_accents(page: Page, live_server: LiveServer) -> None:
    open_gallery(page, live_server)
    for typed, found in FINDS.items():
        page.get_by_role("searchbox").fill(typed)
        expect(page.locator("#rows").locator(HELD)).to_have_text(found)
        expect(page.locator("[data-search-empty]")).to_be_visible(visible=not found)


def test_rows_are_walked_and_opened_by_keyboard(page: Page, live_server: LiveServer) -> None:
    open_gallery(page, live_server)
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    expect(page.get_by_role("link", name="Søstjernerne")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#rows$"))


def test_whole_row_opens(page: Page, live_server: LiveServer) -> None:
    open_gallery(page, live_server)
    page.get_by_role("cell", name="Gdańsk").click()
    expect(page).to_have_url(re.compile("#rows$"))


def prepare_form(page: Page) -> None:
    """The sample form without what makes it a refused one."""
    page.evaluate(
        """() => {
            const form = document.querySelector("form[data-draft]");
            form.removeAttribute("data-draft-refused");
            form.noValidate = true;
        }"""
    )


def kept(page: Page) -> Any:
    return page.evaluate("JSON.parse(sessionStorage.getItem('draft:/components/#sample'))")


def test_typed_text_is_kept_and_secrets_are_not(page: Page, live_server: LiveServer) -> None:
    open_gallery(page, live_server)
    prepare_form(page)
    page.get_by_label("Note to the desk").fill("Comes late")
    draft = kept(page)
    assert draft["fields"]["note"] == "Comes late"
    assert "csrfmiddlewaretoken" not in draft["fields"]


def test_form_sent_while_offline_is_held_back(page: Page, live_server: LiveServer) -> None:
    open_gallery(page, live_server)
    prepare_form(page)
    page.get_by_label("Note to the desk").fill("Comes late")
    page.context.set_offline(True)
    bar = page.locator("#connection")
    expect(bar).to_be_visible()
    page.get_by_role("button", name="Save the entry").click()
    expect(bar.locator("p")).to_have_text(bar.get_attribute("data-unsent") or "")
    expect(page.get_by_label("Note to the desk")).to_have_value("Comes late")
    page.context.set_offline(False)
    expect(bar.locator("p")).to_have_text(bar.get_attribute("data-back") or "")
    expect(bar).to_be_hidden()


def test_live_line_that_stays_away_is_told_of_until_it_is_back(
    page: Page, live_server: LiveServer
) -> None:
    open_gallery(page, live_server)
    behind = page.locator("#behind")
    for event, seen in (("lost", True), ("good", False)):
        page.evaluate(f"document.dispatchEvent(new CustomEvent('startfelt:line-{event}'))")
        expect(behind).to_be_visible(visible=seen)


SCRIPT = """<script type="module" src="/static/js/draft-keep.js"></script>"""


def serve(page: Page, pages: dict[str, str]) -> None:
    """Pages of our own at the live server's address, so that each answer is in our hand."""

    def answer(route: Any) -> None:
        path = route.request.url.split("/", 3)[3].split("?")[0]
        body = pages.get(path)
        if body is None:
            route.continue_()
        elif body == "dead":
            route.abort()
        elif body.startswith("to "):
            route.fulfill(status=302, headers={"Location": body[3:]})
        else:
            route.fulfill(status=200, content_type="text/html", body=f"<!doctype html>{body}")

    page.route("**/*", answer)


def draft_of(page: Page) -> Any:
    return page.evaluate("sessionStorage.getItem('draft:/form#x')")


FORM = (
    '<body><form method="post" action="/save" data-draft="x"><input name="note">'
    f'<button>Go</button></form><a href="/other">Other</a>{SCRIPT}'
)


def send(page: Page, server: LiveServer, answer: dict[str, str]) -> None:
    serve(page, {"form": FORM, "other": f"<body>Other{SCRIPT}", **answer})
    page.goto(f"{server.url}/form")
    page.locator("input").fill("Comes late")
    if "dead" in answer.values():
        with page.expect_event("requestfailed"):
            page.locator("button").click()
    else:
        follow(page, page.locator("button"))


def test_draft_is_dropped_when_the_server_took_it(page: Page, live_server: LiveServer) -> None:
    send(page, live_server, {"save": f"<body>Saved{SCRIPT}"})
    page.get_by_text("Saved").wait_for()
    until(page, lambda: draft_of(page) is None)


def test_draft_survives_a_refusal(page: Page, live_server: LiveServer) -> None:
    send(page, live_server, {"save": f"<body data-draft-refused>Too old{SCRIPT}"})
    page.get_by_text("Too old").wait_for()
    assert draft_of(page) is not None
    page.goto(f"{live_server.url}/form")
    expect(page.locator("input")).to_have_value("Comes late")


def test_draft_survives_a_dead_connection(page: Page, live_server: LiveServer) -> None:
    send(page, live_server, {"save": "dead"})
    # The browser's own page about it.
    page.wait_for_url("chrome-error://**")
    page.goto(f"{live_server.url}/form")
    expect(page.locator("input")).to_have_value("Comes late")
    follow(page, page.get_by_role("link", name="Other"))
    assert draft_of(page) is not None


def test_menu_and_dialog_open_and_close(page: Page, live_server: LiveServer) -> None:
    page.set_viewport_size(PHONE)
    open_gallery(page, live_server)
    page.locator("details.menu summary").click()
    expect(page.locator(".menu-list")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".menu-list")).to_be_hidden()
    page.locator("[popovertarget=sections]").click()
    expect(page.locator("#sections")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Open a dialog").click()
    expect(page.locator("dialog")).to_be_visible()
    page.get_by_role("button", name="Not yet").click()
    expect(page.locator("dialog")).to_be_hidden()


def test_targets_are_big_enough_for_a_thumb(page: Page, live_server: LiveServer) -> None:
    open_gallery(page, live_server)
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        small = page.evaluate(
            """(pressed) => [...document.querySelectorAll(pressed)]
                .filter((it) => it.offsetParent && it.getBoundingClientRect().height < 44)
                .map((it) => it.outerHTML.slice(0, 120))""",
            "button, .button, summary, nav a:not(.desk-nav a)",
        )
        assert small == [], size


DIGITS = ("0:05", "59:59", "+10:05", "1:00:00", "+1:04:05", "+10:04:05")


def test_clock_digits_keep_clear_of_the_ring(page: Page, live_server: LiveServer) -> None:
    """In the drawing's own units: the ring is 92 wide and up to 9 thick."""
    open_gallery(page, live_server)
    widths = page.evaluate(
        """every => every.map(digits => Math.max(
            ...[...document.querySelectorAll(".clock-digits")].map(face => {
                face.textContent = digits;
                face.dataset.signs = digits.length;
                return face.getBBox().width;
            })))""",
        DIGITS,
    )
    too_wide = {digits: wide for digits, wide in zip(DIGITS, widths, strict=True) if wide > 80}
    assert too_wide == {}
    assert min(widths) > 0
