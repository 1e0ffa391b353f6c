"""Check-in by number and Enter in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests import factories
from tests.browser.log_in import logged_in
from tournaments.models import Entry, Tournament, User

pytestmark = pytest.mark.browser


def test_box_is_empty_for_the_next_number_when_the_news_is_faster_than_the_answer(
    page: Page, live_server: LiveServer, transactional_db: None, tournament: Tournament, desk: User
) -> None:
    factories.make_entries(tournament, 12, state=Entry.State.REGISTERED)
    logged_in(page.context, live_server, desk, "en")
    page.goto(f"{live_server.url}/desk/{tournament.slug}/check-in/")
    held: list[Route] = []

    def hold(route: Route) -> None:
        """The tap arrives and counts; its answer waits."""
        if route.request.method != "POST":
            route.fallback()
            return
        answer = route.fetch()
        held.append(route)
        page.evaluate("htmx.trigger('#check-in-poll', 'startfelt:news')")
        expect(page.locator("#entry-5 [data-primary]")).to_have_count(0)
        route.fulfill(response=answer)

    page.route("**/check-in/5/", hold)
    search = page.get_by_role("searchbox")
    search.fill("5")
    search.press("Enter")
    expect(search).to_have_value("")
    search.press_sequentially("6")
    search.press("Enter")
    expect(search).to_have_value("")
    # The box is empty before the answer about the second is here.
    for number in (5, 6):
        expect(page.locator(f"#entry-{number} [data-primary]")).to_have_count(0)
    assert len(held) == 1
    here = tournament.entries.filter(state=Entry.State.PRESENT)
    assert sorted(here.values_list("number", flat=True)) == [5, 6]
