"""Standings of more than a phone takes at once: turned, and searched as one types."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.factories import make_round
from tournaments.long_list import AT_ONCE
from tournaments.models import Entry, Tournament
from tournaments.names import name_key


def test_long_standings_are_searched_as_one_types_and_keep_the_words(
    page: Page, live_server: LiveServer, tournament: Tournament
) -> None:
    names = ["Søren Åkesson", *(f"Par {number}" for number in range(2, AT_ONCE + 2))]
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, number=n, name=name, name_key=name_key(name), state="present")
        for n, name in enumerate(names, start=1)
    )
    make_round(tournament, [(entries[0], entries[1])], scores=[(3, 8)])
    lines = page.locator("#standings-rows tr:has(.row-link)")

    page.goto(f"{live_server.url}/t/{tournament.slug}/standings/")
    expect(lines).to_have_count(250)
    page.get_by_role("searchbox").press_sequentially("soren ak")
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("Søren Åkesson")
    expect(page.locator("#standings-found")).to_have_text(f"1 af {AT_ONCE + 1}")
    expect(page.get_by_role("searchbox")).to_be_focused()

    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"\?find=soren\+ak$"))
    expect(page.get_by_role("searchbox")).to_have_value("soren ak")
    expect(lines).to_have_count(1)

    page.get_by_role("searchbox").fill("")
    expect(lines).to_have_count(250)
    page.get_by_role("link", name=f"251–{AT_ONCE + 1}").first.click()
    expect(lines).to_have_count(AT_ONCE + 1 - 250)
