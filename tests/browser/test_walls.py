"""The wall in a real browser: nothing of a name is cut, the head follows, a lost line shows."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.factories import make_entries, make_round
from tournaments.models import Tournament

pytestmark = pytest.mark.browser

#: As long as the form takes them: many words, one word, drawings, other scripts.
NAMES = (
    "Sæby-Frederikshavn Brætspilsklubs allerbedste par nogensinde, og så et par ord til 🎲",
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
    "👩‍👩‍👧‍👦 Familien Østergaard-Kristensen 🏳️‍🌈",
    "عرب الشمال",
    "WWWWWWWWWWWWWWWWWWWW WWWWWWWWWWWWWWWWWWWWWW",
)
#: Rows whose text stands out of them, and whatever is larger than the screen.
CUT = """() => {
    const out = [];
    for (const name of document.querySelectorAll(".wall-name")) {
        const range = document.createRange();
        range.selectNodeContents(name);
        const text = range.getBoundingClientRect();
        const row = name.parentElement.getBoundingClientRect();
        if (text.height > row.height + 2 || text.right > row.right + 1) out.push(name.textContent);
    }
    for (const box of [document.documentElement, document.querySelector("#main")]) {
        const high = box.scrollHeight > box.clientHeight;
        if (high || box.scrollWidth > box.clientWidth) out.push(box.tagName);
    }
    return out;
}"""


@pytest.fixture
def hall(transactional_db: None, tournament: Tournament) -> Tournament:
    """A tournament with a long name and forty pairs, some with long names, in round 1."""
    tournament.name = "Nordisk åbent mesterskab i Partners for hold og par"
    tournament.save()
    entries = make_entries(tournament, 40)
    for entry, name in zip(entries, NAMES, strict=False):
        entry.name = name
        entry.save()
    make_round(tournament, list(zip(entries[:16:2], entries[1:16:2], strict=True)))
    return tournament


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1024, 768), (2560, 1080)])
@pytest.mark.parametrize("wall", ["pairings", "standings"])
def test_nothing_is_cut(
    page: Page,
    live_server: LiveServer,
    hall: Tournament,
    faults_of: Callable[[Page], list[str]],
    wall: str,
    size: tuple[int, int],
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    pages = 1 if wall == "pairings" else 3
    for number in range(1, pages + 1):
        page.goto(f"{live_server.url}/t/{hall.slug}/wall/{wall}/?page={number}")
        assert page.evaluate(CUT) == []
    assert faults_of(page) == []


def test_head_of_the_wall_follows_the_round_and_the_page(
    page: Page, live_server: LiveServer, hall: Tournament
) -> None:
    page.goto(f"{live_server.url}/t/{hall.slug}/wall/pairings/")
    side = page.locator("#wall-side")
    before = side.inner_text()
    hall.rounds.update(number=2)
    page.evaluate("document.body.dispatchEvent(new CustomEvent('startfelt:online'))")
    expect(side).not_to_have_text(before)
    assert "2" in side.inner_text()
    assert page.locator("#wall-side").count() == 1

    page.goto(f"{live_server.url}/t/{hall.slug}/wall/standings/")
    before = side.inner_text()
    page.evaluate("document.body.dispatchEvent(new CustomEvent('startfelt:online'))")
    expect(side).not_to_have_text(before)


def test_lost_connection_is_said_without_moving_anything(
    page: Page, live_server: LiveServer, hall: Tournament
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{live_server.url}/t/{hall.slug}/wall/pairings/")
    head, rows = page.locator(".wall-head"), page.locator(".wall-rows")
    before = (head.bounding_box(), rows.bounding_box())
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(page.locator("#connection")).to_be_visible()
    assert (head.bounding_box(), rows.bounding_box()) == before
