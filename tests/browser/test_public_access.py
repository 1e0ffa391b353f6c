"""Everybody's pages for everybody: axe-core in three languages, two widths, light and dark; by
keyboard alone; and without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Result
from tests.browser.device import PHONE, device
from tests.browser.looks import faults, wider
from tests.factories import make_entries, make_round
from tournaments.models import Entry, Round, Tournament

pytestmark = pytest.mark.browser

#: Addresses of a tournament's public pages.
PAGES = (
    "",
    "rounds/1/",
    "standings/",
    "standings/1/",
    "entries/1/",
    "tables/1/",
    "statistics/",
    "rulings/",
    "rules/",
    "wall/choose/",
    "wall/",
)


@pytest.fixture
def hall(transactional_db: None, tournament: Tournament) -> Tournament:
    """A tournament that is over: two rounds of six pairs, one of which was withdrawn."""
    entries = make_entries(tournament, 6)
    Entry.objects.filter(number=6).update(state=Entry.State.WITHDRAWN)
    pairs = list(zip(entries[::2], entries[1::2], strict=True))
    for number in (1, 2):
        scores = [(8, 5), (8, 7), (3, 8)]
        round_ = make_round(
            tournament, pairs, number=number, state=Round.State.CLOSED, scores=scores
        )
        for pairing, score in zip(round_.pairings.order_by("order"), scores, strict=True):
            Result.objects.create(
                pairing=pairing,
                version=1,
                payload={
                    "sides": [
                        {"colours": ["yellow", "blue"], "locked": score[0]},
                        {"colours": ["red", "green"], "locked": score[1]},
                    ],
                    "winner": score.index(8),
                    "ended": "played",
                    "minutes": 20 + 9 * pairing.order,
                },
            )
    return tournament


@pytest.fixture
def looks(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """One page for all that is looked at."""
    with device(browser, PHONE) as context:
        yield context.new_page()


@pytest.mark.parametrize(
    ("language", "state"),
    [
        # One that is being played, in Danish and light, is looked at by test_every_page.
        ("en", "finished"),
        *(
            # The others share the markup with these two; what a longer word breaks, a night sees.
            pytest.param(language, state, marks=pytest.mark.nightly)
            for language, state in (
                ("da", "running"),
                ("da", "finished"),
                ("en", "running"),
                ("nb", "running"),
                ("nb", "finished"),
            )
        ),
    ],
)
def test_nothing_keeps_anybody_out(
    looks: Page, live_server: LiveServer, hall: Tournament, language: str, state: str
) -> None:
    """The languages share widths and colours between them, so that every pair comes up."""
    hall.state = state
    hall.save()
    if state == "running":
        hall.rounds.filter(number=2).update(state=Round.State.PUBLISHED)
    dark = {"da": False, "en": True, "nb": state == "running"}[language]
    width = {"da": 360, "en": 1440, "nb": 360 if state == "finished" else 1440}[language]
    looks.context.add_cookies([{"name": "language", "value": language, "url": live_server.url}])
    looks.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
    looks.set_viewport_size({"width": width, "height": 900})
    found = {}
    for page in PAGES:
        looks.goto(f"{live_server.url}/t/{hall.slug}/{page}")
        assert looks.locator("html").get_attribute("lang") == language
        if wrong := faults(looks) + wider(looks):
            found[page] = wrong
    assert found == {}


#: What has the focus: its name for a screen reader, and whether it can be seen to have it.
FOCUSED = """() => {
    const at = document.activeElement;
    if (at === document.body) return null;
    // A row's link shows it around the whole row.
    const ring = [[at], [at, "::after"], [at.closest("tr") ?? at]].some(([where, pseudo]) => {
        const style = getComputedStyle(where, pseudo);
        return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0
            || style.boxShadow !== "none";
    });
    const name = at.getAttribute("aria-label") || at.textContent.trim() || at.title
        || document.querySelector(`label[for="${at.id}"]`)?.textContent.trim() || "";
    const box = at.getBoundingClientRect();
    return { name, ring, tag: at.tagName,
             id: [at.tagName, at.getAttribute("href"), at.id, name, box.top].join("|"),
             first: at.classList.contains("skip-link") };
}"""


def test_keyboard_reaches_everything_and_shows_where_it_is(
    looks: Page, live_server: LiveServer, hall: Tournament
) -> None:
    for page in ("", "standings/", "rounds/2/", "entries/1/", "statistics/"):
        everything_is_reached(looks, f"{live_server.url}/t/{hall.slug}/{page}")


def everything_is_reached(looks: Page, address: str) -> None:
    looks.goto(address)
    seen: list[str] = []
    for step in range(120):
        looks.keyboard.press("Tab")
        at = looks.evaluate(FOCUSED)
        if at is None or at["id"] in seen:
            break
        assert at["name"], at
        assert at["ring"], at
        if step == 0:
            assert at["first"], at
        seen.append(at["id"])
    links = looks.locator("main a:visible, main button:visible, main input:visible").count()
    assert len(seen) > links
    looks.goto(address)
    looks.keyboard.press("Tab")
    looks.keyboard.press("Enter")
    expect(looks.locator("#main")).to_be_focused()


def test_pages_can_be_read_without_scripts(
    browser: Browser, live_server: LiveServer, hall: Tournament
) -> None:
    wanted = {
        "": "Par 1",
        "rounds/1/": "Par 2",
        "standings/": "Par 3",
        "standings/1/": "Par 1",
        "entries/1/": "Par 2",
        "tables/1/": "",
        "rulings/": "",
        "rules/": "",
        "statistics/": "Par 5",
        "wall/": "Par 4",
    }
    with device(browser, java_script_enabled=False) as context:
        page = context.new_page()
        for address, text in wanted.items():
            answer = page.goto(f"{live_server.url}/t/{hall.slug}/{address}")
            assert answer is not None
            assert answer.status == 200
            expect(page.locator("main")).to_contain_text(re.compile(r"(\S+\s+){2}\S+"))
            expect(page.locator("main")).to_contain_text(text)
