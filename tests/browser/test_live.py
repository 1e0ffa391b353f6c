"""A page follows what happens elsewhere, says when it cannot, and catches up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.prepared import FOLLOWED
from tests.browser.server import Server, running
from tests.faults.live_site import PASSWORD, USER, Person

pytestmark = pytest.mark.browser

#: Less than a page that hears the line waits before it asks by itself.
SOON = 40_000

PHONE, STANDINGS, LOG = FOLLOWED


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all: each test has a tournament of its own in it."""
    with running(tmp_path_factory, "day") as one:
        yield one


@pytest.fixture
def server(day: Server) -> Server:
    """It serves when a test begins, whatever the one before came to."""
    day.see_to()
    return day


def test_phone_follows_the_desk_and_catches_up_after_the_server_was_gone(
    page: Page, server: Server
) -> None:
    clock, rounds = f"/desk/{PHONE}/clock/", f"/desk/{PHONE}/rounds/1/clock"
    face = page.locator("[data-clock]")
    with page.expect_response(f"**/live/{PHONE}/"):
        page.goto(f"{server.url}/t/{PHONE}/tables/1/")
    expect(face).to_have_attribute("data-running", "true")
    Person(server.port).post(clock, f"{rounds}/pause/")
    expect(face).to_have_attribute("data-running", "false", timeout=SOON)

    server.kill()
    bar = page.locator("#connection")
    expect(bar).to_be_visible(timeout=SOON)

    server.start()
    Person(server.port).post(clock, f"{rounds}/resume/")
    expect(face).to_have_attribute("data-running", "true", timeout=SOON)
    expect(bar).to_be_hidden(timeout=SOON)


def test_standings_follow_a_result_and_what_is_typed_stays(page: Page, server: Server) -> None:
    table = f"/desk/{STANDINGS}/rounds/1/tables/1/"
    with page.expect_response(f"**/live/{STANDINGS}/"):
        page.goto(f"{server.url}/t/{STANDINGS}/standings/")
    search = page.locator("#search")
    search.fill("par 2")
    second = page.locator("#entry-2")
    expect(second).to_contain_text("0/0")

    Person(server.port).post(table, table, score_0="5", score_1="8", ended="played", seen="0")

    expect(second).to_contain_text("1/1", timeout=SOON)
    expect(search).to_have_value("par 2")


def test_page_of_the_desk_follows_but_not_while_somebody_types_in_it(
    page: Page, server: Server
) -> None:
    page.goto(f"{server.url}/log-in/")
    page.locator("[name=username]").fill(USER)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[name=password]").press("Enter")
    page.wait_for_url("**/desk/**")
    with page.expect_response(f"**/live/{LOG}/"):
        page.goto(f"{server.url}/desk/{LOG}/log/")
    events = page.locator(".event")
    expect(events).not_to_have_count(0)
    before = events.count()
    words = page.locator(".log-find input").first
    words.fill("Hallen")
    Person(server.port).post(f"/desk/{LOG}/clock/", f"/desk/{LOG}/rounds/1/clock/pause/")
    page.wait_for_timeout(1_500)
    assert (events.count(), words.input_value()) == (before, "Hallen")
    words.fill("")
    words.blur()
    expect(events).to_have_count(before + 1, timeout=SOON)


def test_judges_scripts_find_each_other_as_they_are_served(page: Page, server: Server) -> None:
    missing: list[str] = []
    page.on("response", lambda answer: missing.append(answer.url) if answer.status > 399 else None)
    page.goto(f"{server.url}/log-in/?next=/desk/{LOG}/judges/")
    page.locator("[name=username]").fill(USER)
    page.locator("[name=password]").fill(PASSWORD)
    with page.expect_response("**/static/js/judging/push.*.js"):
        page.keyboard.press("Enter")
    with page.expect_response("**/static/js/judging/rule-desk-kept.*.js"):
        page.goto(f"{server.url}/desk/{LOG}/judges/rule-desk/")
    assert missing == []
