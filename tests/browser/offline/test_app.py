"""The app and its copies of pages, with a real server that goes away: what was seen is there."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.device import until as wait_for
from tests.browser.offline.database import results, rows
from tests.browser.offline.devices import (
    GRID,
    SOON,
    done,
    hanging,
    log_in,
    type_result,
    until,
    waits,
    with_app,
)
from tests.browser.prepared import SLUG
from tests.browser.server import Server

pytestmark = pytest.mark.browser


def test_app_can_be_installed_in_the_page_s_language(
    device: BrowserContext, server: Server
) -> None:
    page = device.new_page()
    page.goto(server.url)
    with_app(page)
    address = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = page.request.get(f"{server.url}{address}").json()
    assert (manifest["lang"], manifest["display"], manifest["start_url"], manifest["scope"]) == (
        "da",
        "standalone",
        "/",
        "/",
    )
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} == {
        ("any", "any"),
        ("192x192", "any"),
        ("512x512", "any"),
        ("192x192", "maskable"),
        ("512x512", "maskable"),
    }
    for icon in manifest["icons"]:
        size = page.evaluate(
            "async (src) => { const image = new Image(); image.src = src; await image.decode();"
            " return `${image.naturalWidth}x${image.naturalHeight}`; }",
            icon["src"],
        )
        assert icon["sizes"] in {"any", size}
    # What the browser itself has to say against installing it.
    session = device.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in found if error["errorId"] != "in-incognito"] == []


def test_page_that_the_worker_passed_over_is_looked_after_all_the_same(
    device: BrowserContext, server: Server
) -> None:
    """As one that was just being loaded when the worker took over."""
    page = device.new_page()
    page.goto(server.url)
    with_app(page)
    # Without the cache is without the worker, too.
    with page.expect_navigation():
        device.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
    with_app(page)


def test_policy_lets_in_only_our_own_worker(device: BrowserContext, server: Server) -> None:
    answer = device.request.get(server.url)
    policy = answer.headers["content-security-policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy
    assert "unsafe" not in policy
    worker = device.request.get(f"{server.url}/service-worker.js")
    assert (worker.headers["cache-control"], worker.headers["content-type"]) == (
        "no-cache",
        "text/javascript; charset=utf-8",
    )


def test_page_that_was_seen_is_shown_with_its_age_and_another_is_not(
    device: BrowserContext, server: Server
) -> None:
    page = device.new_page()
    page.goto(f"{server.url}/t/{SLUG}/rounds/1/")
    with_app(page)
    device.set_offline(True)

    page.reload()
    expect(page.locator("#copy")).to_contain_text(re.compile(r"\d\d\.\d\d"))
    expect(page.locator("#pairings")).to_contain_text("Par 1")

    page.goto(f"{server.url}/t/{SLUG}/entries/3/")
    expect(page.locator("#kept-list")).to_contain_text("Dagen")
    device.set_offline(False)
    expect(page.locator("h1")).to_contain_text("Par 3", timeout=SOON)


def test_page_of_a_server_that_hangs_is_a_copy_until_the_answer_comes(
    device: BrowserContext, server: Server
) -> None:
    page = device.new_page()
    page.goto(f"{server.url}/t/{SLUG}/rounds/1/")
    with_app(page)
    with hanging(server):
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-copy", re.compile("T"))
        expect(page.locator("#copy")).to_be_visible()
    # What came late is shown by itself: nobody has typed anything.
    expect(page.locator("html")).not_to_have_attribute("data-copy", re.compile("T"), timeout=SOON)
    expect(page.locator("#copy")).to_be_hidden()


def test_log_out_throws_the_copies_away_and_keeps_what_waits_for_its_own_account(
    grid: Page, device: BrowserContext, server: Server
) -> None:
    grid.route("**/tables/**", lambda route: route.abort())
    device.route("**/app/pass/", lambda route: route.abort())
    type_result(grid, "9 85")
    waits(grid, "Bord 9: 8-5")
    expect(grid.locator("#connection")).to_be_hidden()
    grid.get_by_role("button", name="Log ud").click()
    grid.wait_for_url(f"{server.url}/")
    kept = "async () => (await (await caches.open('pages')).keys()).map((one) => one.url)"
    wait_for(grid, lambda: not [one for one in grid.evaluate(kept) if "/desk/" in one])
    grid.unroute("**/tables/**")
    device.unroute("**/app/pass/")

    device.set_offline(True)
    grid.goto(server.url + GRID)
    expect(grid.locator("#rows")).to_have_count(0)
    device.set_offline(False)
    # The page that was meant comes by itself, and is for those who are logged in.
    grid.wait_for_url("**/log-in/**", timeout=SOON)

    log_in(grid, server, "bente")
    entry = grid.locator(".queue-entry")
    expect(entry).to_have_attribute("data-state", "locked")
    expect(entry).to_contain_text("ditte")
    expect(entry).not_to_contain_text("8-5")
    assert 9 not in results(server)

    grid.context.clear_cookies()
    log_in(grid, server, "ditte")
    expect(entry).to_have_attribute("data-state", "sent", timeout=SOON)
    assert results(server)[9] == [8, 5]
    assert rows(
        server,
        "SELECT account.username FROM games_result result JOIN tournaments_user account"
        " ON account.id = result.entered_by_id JOIN tournaments_pairing pairing"
        " ON pairing.id = result.pairing_id JOIN tournaments_table place"
        " ON place.id = pairing.table_id WHERE place.number = 9",
    ) == [("ditte",)]


@pytest.mark.nightly  # two servers to start; only a new worker breaks it
def test_new_version_takes_over_and_loses_neither_copies_nor_what_waits(
    grid: Page, device: BrowserContext, server: Server
) -> None:
    names = "async () => (await caches.keys()).filter((name) => name.startsWith('files')).sort()"
    [old] = grid.evaluate(names)
    device.route("**/app/pass/", lambda route: route.abort())
    grid.route("**/tables/**", lambda route: route.abort())
    type_result(grid, "8 85")
    waits(grid, "Bord 8: 8-5")

    server.stop()
    manifest = server.data / "static/staticfiles.json"
    content = json.loads(manifest.read_text())
    manifest.write_text(json.dumps(content | {"hash": "0123456789ab"}))
    server.start()
    grid.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
    worker = device.request.get(f"{server.url}/service-worker.js").text()
    new = "files " + re.findall(r'"version": "(\w+)"', worker)[0]
    assert new != old
    until(grid, f"String(await ({names})()) === '{new}'")

    server.kill()
    grid.reload()
    expect(grid.locator("#copy")).to_be_visible()
    waits(grid, "Bord 8: 8-5")
    # With its looks, too.
    assert grid.locator("#rows").evaluate("rows => rows.closest('table').className") != ""
    assert grid.evaluate("[...document.styleSheets].every((sheet) => sheet.cssRules.length > 0)")
    device.unroute("**/app/pass/")
    grid.unroute("**/tables/**")
    server.start()
    done(grid, 8)
    assert results(server)[8] == [8, 5]
