"""The wall in a real browser: nothing of a name is cut, a day of turns leaves nothing behind, a
lost line shows and takes nothing away, the keyboard turns."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.device import until
from tests.factories import make_entries, make_round
from tournaments.models import Event, Tournament

pytestmark = pytest.mark.browser

#: As long as the form takes them: many words, one word, drawings, other scripts.
NAMES = (
    "Sæby-Frederikshavn Brætspilsklubs allerbedste par nogensinde, og så et par ord til 🎲",
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
    "👩‍👩‍👧‍👦 Familien Østergaard-Kristensen 🏳️‍🌈",
    "عرب الشمال",
    "WWWWWWWWWWWWWWWWWWWW WWWWWWWWWWWWWWWWWWWWWW",
)
WORDS = "Hovedsponsor: Hasle Bank\nKaffe og boller hele dagen\n\n" + "Husk scoresedlen. " * 60
#: Texts that stand out of their rows, and whatever is larger than the screen.
CUT = """() => {
    const out = [];
    const seen = document.querySelector(".wall-screen:not([hidden])");
    for (const name of seen.querySelectorAll(".wall-name, .wall-words")) {
        const range = document.createRange();
        range.selectNodeContents(name);
        const text = range.getBoundingClientRect();
        const row = name.parentElement.getBoundingClientRect();
        const tall = text.height > row.height + 2;
        if (tall || text.right > row.right + 1) out.push(name.textContent);
    }
    for (const box of [document.documentElement, seen, ...seen.querySelectorAll(".wall-body")]) {
        const high = box.scrollHeight > box.clientHeight + 1;
        if (high || box.scrollWidth > box.clientWidth + 1) out.push(box.className || box.tagName);
    }
    return out;
}"""

#: Asks for the deck again and waits until the new one stands there.
RENEWED = """() => new Promise((done) => {
    const settled = (event) => {
        if (event.target.id !== "wall-deck") return;
        document.removeEventListener("htmx:afterSettle", settled);
        done();
    };
    document.addEventListener("htmx:afterSettle", settled);
    document.dispatchEvent(new CustomEvent("startfelt:online"));
})"""


#: The letters of names on a screen may be fetched when it is first seen.
LETTERS = "document.fonts.ready.then(() => new Promise((drawn) => requestAnimationFrame(drawn)))"


def key_of(page: Page) -> str:
    return page.locator(".wall-screen:not([hidden])").get_attribute("data-key") or ""


def shows(page: Page, key: str) -> None:
    """One screen is seen, this one."""
    screen = page.locator(".wall-screen:not([hidden])")
    expect(screen).to_have_count(1)
    expect(screen).to_have_attribute("data-key", key)


def nothing_is_cut(page: Page) -> None:
    page.evaluate(LETTERS)
    # With them it is measured once more.
    until(page, lambda: page.evaluate(CUT) == [], lambda: (key_of(page), page.evaluate(CUT)))


def tell(tournament: Tournament) -> None:
    """Something happens, so that the deck is another."""
    Event.objects.create(
        tournament=tournament, verb="result.enter", subject_kind="x", subject_id=1, subject="x"
    )


@pytest.fixture
def hall(transactional_db: None, tournament: Tournament) -> Tournament:
    """A tournament with a long name and a hundred pairs, some with long names, in round 1."""
    tournament.name = "Nordisk åbent mesterskab i Partners for hold og par"
    tournament.wall_text = WORDS
    tournament.save()
    entries = make_entries(tournament, 100)
    for entry, name in zip(entries, NAMES, strict=False):
        entry.name = name
        entry.save()
    make_round(tournament, list(zip(entries[:16:2], entries[1:16:2], strict=True)))
    return tournament


def test_nothing_is_cut(
    page: Page, live_server: LiveServer, hall: Tournament, faults_of: Callable[[Page], list[str]]
) -> None:
    # Sizes are measured while they change; a setting of the device must not come in between.
    page.emulate_media(reduced_motion="reduce")
    for width, height in ((1920, 1080), (1280, 720), (1024, 768), (2560, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{live_server.url}/t/{hall.slug}/wall/")
        # It turns by hand alone, however long the looking takes.
        page.keyboard.press(" ")
        seen: list[str] = []
        while key_of(page) not in seen:
            seen.append(key_of(page))
            nothing_is_cut(page)
            page.keyboard.press("ArrowRight")
        assert seen[0] == "clock-1" and seen[-1] == "text-2" and "standings-3" in seen
        assert faults_of(page) == []


@pytest.mark.nightly
def test_a_day_of_turns_leaves_nothing_behind(
    page: Page, live_server: LiveServer, hall: Tournament
) -> None:
    """Three hundred turns and forty new decks: nodes, listeners and memory stay as they were."""
    page.goto(f"{live_server.url}/t/{hall.slug}/wall/")
    counter = page.context.new_cdp_session(page)
    counter.send("Performance.enable")

    def turn(turns: int, decks: int) -> dict[str, float]:
        for _deck in range(decks):
            tell(hall)
            page.evaluate(RENEWED)
        page.evaluate(
            """(turns) => { for (let turn = 0; turn < turns; turn += 1) document.dispatchEvent(
                 new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true })); }""",
            turns,
        )
        page.wait_for_timeout(300)
        counter.send("HeapProfiler.collectGarbage")
        found = counter.send("Performance.getMetrics")["metrics"]
        return {row["name"]: row["value"] for row in found}

    turn(30, 5)
    before = turn(30, 5)
    after = turn(300, 40)
    assert after["Nodes"] <= before["Nodes"] * 1.05
    assert after["JSEventListeners"] <= before["JSEventListeners"] + 5
    assert after["JSHeapUsedSize"] <= before["JSHeapUsedSize"] * 1.15 + 200_000


def test_keyboard_turns_and_pauses(page: Page, live_server: LiveServer, hall: Tournament) -> None:
    page.goto(f"{live_server.url}/t/{hall.slug}/wall/?show=tables,standings,text&seconds=1")
    page.keyboard.press(" ")
    # From now on nothing happens but what is pressed.
    expect(page.locator(".wall-foot-word")).not_to_be_empty()
    expect(page.locator("[data-wall=pause]")).to_have_attribute("aria-pressed", "true")
    here = key_of(page)
    page.wait_for_timeout(1500)
    assert key_of(page) == here
    page.keyboard.press("ArrowRight")
    expect(page.locator(f'[data-key="{here}"]')).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    shows(page, here)
    page.keyboard.press(" ")
    expect(page.locator(".wall-foot-word")).to_be_empty()
    expect(page.locator(f'[data-key="{here}"]')).to_be_hidden()


def test_a_renewed_deck_stays_on_the_screen_that_was_seen(
    page: Page, live_server: LiveServer, hall: Tournament
) -> None:
    page.goto(f"{live_server.url}/t/{hall.slug}/wall/?show=standings,text&seconds=60")
    page.keyboard.press(" ")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    shows(page, "standings-3")
    hall.entries.filter(number=60).update(name="Nyt navn")
    tell(hall)
    page.evaluate("document.dispatchEvent(new CustomEvent('startfelt:online'))")
    expect(page.locator(".wall-name", has_text="Nyt navn")).to_have_count(1)
    shows(page, "standings-3")


def test_without_a_connection_it_says_so_and_goes_on_turning(
    page: Page, live_server: LiveServer, hall: Tournament
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{live_server.url}/t/{hall.slug}/wall/?show=tables,standings&seconds=60")
    page.evaluate(LETTERS)
    head = page.locator(".wall-screen:not([hidden]) .wall-head")
    before = head.bounding_box()
    page.context.set_offline(True)
    page.evaluate("document.dispatchEvent(new CustomEvent('startfelt:online'))")
    expect(page.locator("#connection")).to_be_visible()
    assert head.bounding_box() == before
    here = page.locator(f'[data-key="{key_of(page)}"]')
    page.keyboard.press("ArrowRight")
    expect(here).to_be_hidden()
    nothing_is_cut(page)
    page.context.set_offline(False)
    expect(page.locator("#connection")).to_be_hidden()
