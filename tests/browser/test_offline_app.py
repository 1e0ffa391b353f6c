"""The app on bad Wi-Fi, in a real browser with a real server that goes away: nothing is lost."""

from __future__ import annotations

import json
import re
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import PATIENCE, PATIENCE_FOR_A_PAGE
from tests.browser.offline_site import CODES, MORNING, SLUG, results, rows, seed, versions
from tests.browser.server import PASSWORD, Server

pytestmark = pytest.mark.browser

GRID = f"/desk/{SLUG}/rounds/1/results/"
#: Between two tries the queue rests a while.
SOON = 30_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An installation in the middle of a day. A test that stops it starts it again."""
    server = Server(tmp_path_factory.mktemp("hall"))
    seed(server)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def browser(launch: Callable[[], Browser]) -> Iterator[Browser]:
    """One for each test: what service workers leave behind in a browser, the next does not meet."""
    running = launch()
    yield running
    running.close()


@pytest.fixture
def device(browser: Browser) -> Iterator[BrowserContext]:
    """A device with a service worker, in Danish."""
    expect.set_options(timeout=PATIENCE)
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="da-DK")
    context.set_default_timeout(PATIENCE)
    context.set_default_navigation_timeout(PATIENCE_FOR_A_PAGE)
    yield context
    context.close()


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


@pytest.fixture
def grid(device: BrowserContext, server: Server) -> Page:
    """Ditte at the result grid, with the app on her device."""
    page = device.new_page()
    log_in(page, server)
    page.goto(server.url + GRID)
    with_app(page)
    return page


@contextmanager
def phone(browser: Browser, server: Server, number: int) -> Iterator[Page]:
    """A pair's phone that has read its code, with the app."""
    context = browser.new_context(viewport={"width": 390, "height": 800}, locale="da-DK")
    context.set_default_timeout(PATIENCE)
    context.set_default_navigation_timeout(PATIENCE_FOR_A_PAGE)
    page = context.new_page()
    page.goto(f"{server.url}/p/{CODES[number]}/")
    expect(page.locator("h1")).to_contain_text(f"Par {number}")
    with_app(page)
    yield page
    context.close()


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
    assert server.process is not None
    server.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)


# The app ------------------------------------------------------------------------------------------


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


# Pages --------------------------------------------------------------------------------------------


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
    assert [one for one in grid.evaluate(kept) if "/desk/" in one] == []
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


# The queue ----------------------------------------------------------------------------------------


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


def test_result_that_came_second_is_refused_with_the_reason_and_put_right(
    grid: Page, device: BrowserContext, server: Server, browser: Browser
) -> None:
    device.set_offline(True)
    type_result(grid, "4 85")
    waits(grid, "Bord 4: 8-5")
    faster = browser.new_context(locale="da-DK").new_page()
    log_in(faster, server, "bente")
    faster.goto(server.url + GRID)
    type_result(faster, "4 58")
    done(faster, 4)
    faster.context.close()

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
    assert registrations
    session.send(
        "ServiceWorker.dispatchSyncEvent",
        {
            "origin": server.url,
            "registrationId": registrations[-1],
            "tag": "queue",
            "lastChance": False,
        },
    )
    for _ in range(100):
        if 7 in results(server):
            break
        grid.wait_for_timeout(200)
    assert results(server)[7] == [8, 5]


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


def test_queue_needs_neither_https_nor_a_service_worker(browser: Browser, server: Server) -> None:
    """In a hall the address is plain http: no worker, no copies; what is typed is kept all the
    same."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    hall = Server(server.data, {"ALLOWED_HOSTS": "hallen.test,127.0.0.1"}, port=server.port)
    server.stop()
    hall.start()
    own = browser.browser_type.launch(
        executable_path=path,
        args=["--no-sandbox", "--host-resolver-rules=MAP hallen.test 127.0.0.1"],
    )
    try:
        page = own.new_context(locale="da-DK").new_page()
        page.goto(f"http://hallen.test:{hall.port}/log-in/?next={GRID}")
        page.get_by_label("Brugernavn").fill("ditte")
        page.get_by_label("Kode").fill(PASSWORD)
        page.get_by_role("button", name="Log ind").click()
        page.wait_for_url(f"**{GRID}")
        assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
        page.context.set_offline(True)
        type_result(page, "10 85")
        waits(page, "Bord 10: 8-5")
        page.context.set_offline(False)
        done(page, 10)
        assert results(hall)[10] == [8, 5]
    finally:
        own.close()
        hall.stop()
        server.start()


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


@pytest.mark.parametrize("width", [360, 1440])
def test_queue_and_copy_have_no_faults_and_fit(
    grid: Page, device: BrowserContext, width: int, faults_of: Callable[[Page], list[str]]
) -> None:
    grid.set_viewport_size({"width": width, "height": 800})
    device.set_offline(True)
    type_result(grid, "11 85")
    waits(grid, "Bord 11: 8-5")
    assert faults_of(grid) == []
    assert grid.evaluate("document.documentElement.scrollWidth") == width
    grid.locator(".queue-drop").click()
    expect(grid.locator("#queue")).to_be_hidden()
