"""The queue of what was typed without a net, with a real server that goes away: nothing is lost."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import HALL
from tests.browser.device import until
from tests.browser.offline.database import results, rows, versions
from tests.browser.offline.devices import (
    GRID,
    SOON,
    device_of,
    done,
    log_in,
    ours,
    phone,
    say,
    type_result,
    waits,
    with_app,
)
from tests.browser.prepared import MORNING, SLUG
from tests.browser.server import PASSWORD, Server

pytestmark = pytest.mark.browser


def test_result_typed_without_a_net_survives_page_server_and_browser_and_counts_once(
    grid: Page, device: BrowserContext, server: Server
) -> None:
    before = versions(server)
    server.kill()
    type_result(grid, "1 85")
    waits(grid, "Bord 1: 8-5")
    expect(grid.locator("#table-1 .queue-mark")).to_be_visible()
    grid.close()

    page = device.new_page()
    page.goto(server.url + GRID)
    expect(page.locator("#copy")).to_be_visible()
    waits(page, "Bord 1: 8-5")
    expect(page.locator("#table-1 [name=score_1]")).to_have_value("5")
    # In the middle of the next one; both are there after a reload, too.
    type_result(page, "2 58")
    waits(page, "Bord 1: 8-5", "Bord 2: 5-8")
    page.reload()
    waits(page, "Bord 1: 8-5", "Bord 2: 5-8")

    server.start()
    done(page, 1)
    done(page, 2)
    expect(page.locator("#copy")).to_be_hidden()
    assert (results(server)[1], results(server)[2]) == ([8, 5], [5, 8])
    assert versions(server) == before + 2


def test_two_tabs_and_a_double_tap_are_one_result(
    grid: Page, device: BrowserContext, server: Server
) -> None:
    before = versions(server)
    other = device.new_page()
    other.goto(f"{server.url}/desk/{SLUG}/")
    table = device.new_page()
    table.goto(f"{server.url}/desk/{SLUG}/rounds/1/tables/3/")
    table.locator(".pick-two label").nth(1).click()
    table.locator(".pick-score-0 label").nth(3).click()
    device.set_offline(True)
    save = table.locator(".result-form .button-primary")
    save.dblclick()
    typed = re.compile(r"^Bord 3: Par 6 .+ · 3-8$")
    for page in (table, other):
        expect(page.locator(".queue-entry[data-state=waiting] .queue-what")).to_have_text([typed])
    save.click()
    expect(table.locator(".queue-entry")).to_have_count(1)

    device.set_offline(False)
    # On to where the form leads, as if the answer had only been slow.
    table.wait_for_url(re.compile(r"/results/"), timeout=SOON)
    expect(table.locator(".toast")).to_contain_text("3-8")
    expect(other.locator(".queue-entry[data-state=waiting]")).to_have_count(0)
    assert results(server)[3] == [3, 8]
    assert versions(server) == before + 1


@pytest.mark.nightly  # test_results_grid says it without the worker
def test_result_that_came_second_is_refused_with_the_reason_and_put_right(
    grid: Page, device: BrowserContext, server: Server, browser: Browser
) -> None:
    device.set_offline(True)
    type_result(grid, "4 85")
    waits(grid, "Bord 4: 8-5")
    with device_of(browser, 1440, 900) as faster_one:
        faster = faster_one.new_page()
        log_in(faster, server, "bente")
        faster.goto(server.url + GRID)
        type_result(faster, "4 58")
        done(faster, 4)

    device.set_offline(False)
    entry = grid.locator(".queue-entry[data-state=refused]")
    expect(entry).to_contain_text("5-8", timeout=SOON)
    expect(entry).to_contain_text("Bord 4: 8-5")
    grid.goto(f"{server.url}/desk/{SLUG}/")
    expect(entry).to_contain_text("bente")
    entry.locator(".queue-link").click()
    expect(grid.locator("main .finding-what")).to_contain_text("8-5")
    entry.locator(".queue-drop").click()
    expect(grid.locator("#queue")).to_be_hidden()
    grid.reload()
    expect(grid.locator("#queue")).to_be_hidden()
    assert results(server)[4] == [5, 8]


def test_impossible_result_is_refused_on_the_page_it_was_typed_on(
    grid: Page, server: Server
) -> None:
    grid.goto(f"{server.url}/desk/{SLUG}/rounds/1/tables/5/")
    form = grid.locator(".result-form")
    form.evaluate(
        "form => { const field = (name, value) => { form.elements[name].value = value; };"
        " field('score_0', '7'); field('score_1', '5'); }"
    )
    form.locator(".button-primary").click()
    expect(grid.locator("main [role=alert], main .finding-refused").first).to_be_visible()
    expect(grid.locator("#queue")).to_be_hidden()
    assert 5 not in results(server)


def test_check_in_by_number_goes_on_without_a_net(device: BrowserContext, server: Server) -> None:
    page = device.new_page()
    log_in(page, server)
    page.goto(f"{server.url}/desk/{MORNING}/check-in/")
    with_app(page)
    device.set_offline(True)
    search = page.get_by_role("searchbox")
    for number in (2, 5):
        search.fill(str(number))
        search.press("Enter")
        expect(search).to_have_value("")
        expect(page.locator(f"#entry-{number} .queue-mark")).to_be_visible()
    expect(page.locator(".queue-entry")).to_have_count(2)

    device.set_offline(False)
    for number in (2, 5):
        expect(page.locator(f"#entry-{number} [data-primary]")).to_have_count(0, timeout=SOON)
    here = rows(
        server,
        "SELECT entry.number FROM tournaments_entry entry JOIN tournaments_tournament tournament"
        f" ON tournament.id = entry.tournament_id WHERE tournament.slug = '{MORNING}'"
        " AND entry.state = 'present' ORDER BY entry.number",
    )
    assert here == [(2,), (5,)]


def test_phone_that_loses_the_net_in_mid_entry_hands_in_when_it_is_back(
    browser: Browser, server: Server
) -> None:
    with phone(browser, server, 23) as page, phone(browser, server, 24) as other:
        page.goto(ours(server, 23, "result/"))
        page.locator(".pick-two label").nth(0).click()
        page.context.set_offline(True)
        say(page, 0, 5)
        waiting = page.locator(".queue-entry[data-state=waiting]")
        expect(waiting).to_contain_text("Par 23")
        # The button stands far below what says that the press was heard.
        expect(page.locator("#queue-title")).to_be_in_viewport()
        page.reload()
        expect(page.locator("#copy")).to_be_visible()
        expect(waiting).to_contain_text("Par 23")
        expect(page.locator("[name=score_1][value='5']")).to_be_checked()

        page.context.set_offline(False)
        expect(page.locator("#queue")).to_be_hidden(timeout=SOON)
        other.goto(ours(server, 24))
        other.locator("[data-play=asked] .button-primary").click()
        expect(other.locator(".toast")).to_contain_text("8-5")
    assert results(server)[12] == [8, 5]


@pytest.mark.nightly  # test_players_results has the dispute
def test_two_phones_that_waited_with_different_results_make_a_dispute(
    browser: Browser, server: Server
) -> None:
    with phone(browser, server, 21) as page, phone(browser, server, 22) as other:
        for one, number, winner in ((page, 21, 0), (other, 22, 1)):
            one.goto(ours(server, number, "result/"))
            one.context.set_offline(True)
            say(one, winner, 5)
            expect(one.locator(".queue-entry[data-state=waiting]")).to_have_count(1)
        for one, number in ((page, 21), (other, 22)):
            one.context.set_offline(False)
            one.wait_for_url(ours(server, number), timeout=SOON)
        for one, number in ((page, 21), (other, 22)):
            one.goto(ours(server, number))
            expect(one.locator("#play")).to_have_attribute("data-play", "disputed")
    assert 11 not in results(server)


def test_judge_is_called_as_soon_as_the_phone_has_a_net(browser: Browser, server: Server) -> None:
    with phone(browser, server, 22) as page:
        call = page.locator("#judge-call .button-large")
        expect(call).to_be_visible()
        page.context.set_offline(True)
        call.click()
        expect(page.locator(".queue-entry[data-state=waiting]")).to_have_count(1)
        page.context.set_offline(False)
        expect(page.locator("#judge-call .state")).to_be_visible(timeout=SOON)
        expect(page.locator(".queue-entry[data-state=waiting]")).to_have_count(0)


@pytest.mark.nightly  # test_results_grid says it without the worker
def test_result_typed_when_the_log_in_is_over_waits_for_it(
    grid: Page, device: BrowserContext, server: Server
) -> None:
    device.clear_cookies(name="sessionid")
    type_result(grid, "6 85")
    entry = grid.locator(".queue-entry")
    expect(entry).to_have_attribute("data-state", "locked")
    entry.locator(".queue-link").click()
    grid.get_by_label("Brugernavn").fill("ditte")
    grid.get_by_label("Kode").fill(PASSWORD)
    grid.get_by_role("button", name="Log ind").click()
    grid.wait_for_url(f"**{GRID}")
    done(grid, 6)
    assert results(server)[6] == [8, 5]


def test_worker_sends_when_no_page_is_open(
    grid: Page, device: BrowserContext, server: Server
) -> None:
    session = device.new_cdp_session(grid)
    registrations: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(
            one["registrationId"] for one in event["registrations"] if not one["isDeleted"]
        ),
    )
    session.send("ServiceWorker.enable")
    device.set_offline(True)
    type_result(grid, "7 85")
    waits(grid, "Bord 7: 8-5")
    grid.goto("about:blank")
    device.set_offline(False)
    until(grid, lambda: registrations)
    session.send(
        "ServiceWorker.dispatchSyncEvent",
        {
            "origin": server.url,
            "registrationId": registrations[-1],
            "tag": "queue",
            "lastChance": False,
        },
    )
    until(grid, lambda: 7 in results(server))
    assert results(server)[7] == [8, 5]


def test_queue_needs_neither_https_nor_a_service_worker(
    device: BrowserContext, server: Server
) -> None:
    """In a hall the address is plain http: no worker, no copies; what is typed is kept all the
    same."""
    page = device.new_page()
    page.goto(f"http://{HALL}:{server.port}/log-in/?next={GRID}")
    page.get_by_label("Brugernavn").fill("ditte")
    page.get_by_label("Kode").fill(PASSWORD)
    page.get_by_role("button", name="Log ind").click()
    page.wait_for_url(f"**{GRID}")
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    device.set_offline(True)
    type_result(page, "10 85")
    waits(page, "Bord 10: 8-5")
    device.set_offline(False)
    done(page, 10)
    assert results(server)[10] == [8, 5]


STORE = """async () => {
  const { store } = startfelt;
  const add = (slot, as, more) =>
    store.add({ slot, as, address: location.href, fields: [["key", slot]], label: slot, ...more });
  const states = async () =>
    (await store.all()).map((one) => `${one.label} ${one.state}`).sort().join(", ");
  const soon = () => Date.now() + 60000;
  const seen = [];
  // Held back from the queue of this page, which would send them.
  const later = { after: soon() };
  await add("a", "me", later);
  await add("b", "you", later);
  await add("c", "", later);
  seen.push((await store.claim(["me"], soon(), "x"))?.label ?? null);
  for (const one of await store.all()) await store.change(one.id, { after: 0 });
  const first = await store.claim(["me"], soon(), "x");
  seen.push(first.label, await states());
  seen.push((await store.claim(["me"], soon(), "y"))?.label ?? null);
  await add("a", "me", { fields: [["key", "a"], ["score", "8"]], ...later });
  seen.push((await store.all()).length, await states());
  await store.change(first.id, { state: "sending", until: Date.now() - 1, after: 0 });
  seen.push((await store.claim(["me"], soon(), "y")).label);
  await store.change(first.id, { state: "sent", until: 0 });
  seen.push((await store.claim(["me", "you"], soon(), "y")).label);
  seen.push(await store.remove(first.id, (one) => one.state === "waiting"), await states());
  for (const one of await store.all()) await store.remove(one.id);
  return seen;
}"""


def test_store_gives_out_one_entry_at_a_time_in_order_and_to_whom_it_belongs(
    device: BrowserContext, server: Server
) -> None:
    page = device.new_page()
    page.goto(f"{server.url}/app/offline/")
    device.set_offline(True)
    assert page.evaluate(STORE) == [
        None,  # all of them rest
        "a",
        "a sending, b locked, c waiting",
        None,  # somebody is sending
        3,  # typed again: in the place of the first
        "a waiting, b locked, c waiting",
        "a",  # whoever was sending is dead
        "b",  # the other one is there now
        False,
        "a sent, b sending, c waiting",
    ]


def test_queue_and_copy_have_no_faults_and_fit(
    grid: Page, device: BrowserContext, faults_of: Callable[[Page], list[str]]
) -> None:
    device.set_offline(True)
    type_result(grid, "11 85")
    waits(grid, "Bord 11: 8-5")
    for width in (360, 1440):
        grid.set_viewport_size({"width": width, "height": 800})
        assert faults_of(grid) == []
        assert grid.evaluate("document.documentElement.scrollWidth") == width
    grid.locator(".queue-drop").click()
    expect(grid.locator("#queue")).to_be_hidden()
