"""A page follows what happens elsewhere, says when it cannot, and catches up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.faults.live_site import SLUG, Person, run, wait_until_it_answers
from tests.faults.site import environment, running
from tests.services import free_port

pytestmark = pytest.mark.browser

#: Less than a page without a line waits before it asks by itself.
SOON = 12_000


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[list[str], dict[str, str]]]:
    env = environment(tmp_path_factory.mktemp("site"))
    run("seed", env)
    port = str(free_port())
    command = ["uvicorn", "config.asgi:application", "--log-level", "warning", "--port", port]
    yield command, env


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
