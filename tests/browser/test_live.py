"""A page follows what happens elsewhere, says when it cannot, and catches up."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.faults.live_site import PASSWORD, SLUG, USER, Person, run, wait_until_it_answers
from tests.faults.site import environment, running
from tests.services import free_port

pytestmark = pytest.mark.browser

#: Less than a page without a line waits before it asks by itself.
SOON = 12_000


@pytest.fixture
def site(tmp_path: Path) -> tuple[list[str], dict[str, str]]:
    """The program on its own, with a round of which no test has changed anything yet."""
    env = environment(tmp_path)
    run("seed", env)
    port = str(free_port())
    command = ["uvicorn", "config.asgi:application", "--log-level", "warning", "--port", port]
    return command, env


def test_phone_follows_the_desk_and_catches_up_after_the_server_was_gone(
    page: Page, site: tuple[list[str], dict[str, str]]
) -> None:
    command, env = site
    port = int(command[-1])
    clock, rounds = f"/desk/{SLUG}/clock/", f"/desk/{SLUG}/rounds/1/clock"
    face = page.locator("[data-clock]")

    with running(command, env):
        wait_until_it_answers(port)
        desk = Person(port)
        with page.expect_response(f"**/live/{SLUG}/"):
            page.goto(f"http://127.0.0.1:{port}/t/{SLUG}/tables/1/")
        expect(face).to_have_attribute("data-running", "true")
        desk.post(clock, f"{rounds}/pause/")
        expect(face).to_have_attribute("data-running", "false", timeout=SOON)

    bar = page.locator("#connection")
    expect(bar).to_be_visible(timeout=SOON)

    with running(command, env):
        wait_until_it_answers(port)
        Person(port).post(clock, f"{rounds}/resume/")
        expect(face).to_have_attribute("data-running", "true", timeout=SOON)
        expect(bar).to_be_hidden(timeout=SOON)


def test_standings_follow_a_result_and_what_is_typed_stays(
    page: Page, site: tuple[list[str], dict[str, str]]
) -> None:
    command, env = site
    port = int(command[-1])
    table = f"/desk/{SLUG}/rounds/1/tables/1/"

    with running(command, env):
        wait_until_it_answers(port)
        desk = Person(port)
        with page.expect_response(f"**/live/{SLUG}/"):
            page.goto(f"http://127.0.0.1:{port}/t/{SLUG}/standings/")
        search = page.locator("#search")
        search.fill("par 2")
        second = page.locator("#entry-2")
        expect(second).to_contain_text("0/0")

        desk.post(table, table, score_0="5", score_1="8", ended="played", seen="0")

        # Two seconds where nothing else runs; a machine under test is not the place to measure.
        expect(second).to_contain_text("1/1", timeout=SOON)
        expect(search).to_have_value("par 2")


def test_page_of_the_desk_follows_but_not_while_somebody_types_in_it(
    page: Page, site: tuple[list[str], dict[str, str]]
) -> None:
    command, env = site
    port = int(command[-1])
    base = f"http://127.0.0.1:{port}"

    with running(command, env):
        wait_until_it_answers(port)
        desk = Person(port)
        page.goto(f"{base}/log-in/")
        page.locator("[name=username]").fill(USER)
        page.locator("[name=password]").fill(PASSWORD)
        page.locator("[name=password]").press("Enter")
        page.wait_for_url("**/desk/**")
        with page.expect_response(f"**/live/{SLUG}/"):
            page.goto(f"{base}/desk/{SLUG}/log/")
        events = page.locator(".event")
        before = events.count()
        words = page.locator(".log-find input").first
        words.fill("Hallen")
        clock = f"/desk/{SLUG}/clock/"
        desk.post(clock, f"/desk/{SLUG}/rounds/1/clock/pause/")
        page.wait_for_timeout(1_500)
        assert (events.count(), words.input_value()) == (before, "Hallen")
        words.fill("")
        words.blur()
        expect(events).to_have_count(before + 1, timeout=SOON)
