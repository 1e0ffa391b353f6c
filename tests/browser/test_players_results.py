"""Two phones and a desk: results by the players, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.conf import settings
from django.core.cache import cache
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Claim, Result
from tests import factories
from tests.browser.device import PATIENCE, PHONE, device, follow
from tests.browser.log_in import logged_in
from tournaments.domain.renew_code import renew_code
from tournaments.models import Entry, Round, Tournament, User

pytestmark = pytest.mark.browser

RESYNC = "document.body.dispatchEvent(new CustomEvent('startfelt:resync'))"


@pytest.fixture
def round_(transactional_db: None, tournament: Tournament) -> Round:
    cache.clear()
    first, second = factories.make_entries(tournament, 2)
    return factories.make_round(tournament, [(first, second)])


@pytest.fixture
def sides(round_: Round) -> list[Entry]:
    return [seat.entry for seat in round_.pairings.get().seats.order_by("side")]


@contextmanager
def somebody(browser: Browser, server: LiveServer, **more: object) -> Iterator[Page]:
    """A phone of its own, in English."""
    with device(browser, PHONE, **more) as context:
        context.add_cookies(
            [{"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "url": server.url}]
        )
        yield context.new_page()


def page_of(server: LiveServer, entry: Entry, path: str = "") -> str:
    return f"{server.url}/t/{entry.tournament.slug}/entries/{entry.number}/{path}"


def scan(page: Page, server: LiveServer, entry: Entry) -> None:
    """What the camera does with the QR code."""
    page.goto(f"{server.url}/p/{entry.code}/")
    expect(page).to_have_url(page_of(server, entry))


@pytest.fixture
def ours(browser: Browser, live_server: LiveServer, sides: list[Entry]) -> Iterator[Page]:
    with somebody(browser, live_server) as page:
        scan(page, live_server, sides[0])
        yield page


@pytest.fixture
def theirs(browser: Browser, live_server: LiveServer, sides: list[Entry]) -> Iterator[Page]:
    with somebody(browser, live_server) as page:
        scan(page, live_server, sides[1])
        yield page


@pytest.fixture
def grid(page: Page, live_server: LiveServer, round_: Round, desk: User) -> Page:
    logged_in(page.context, live_server, desk, "en")
    page.goto(f"{live_server.url}/desk/{round_.tournament.slug}/rounds/1/results/")
    return page


def press(page: Page, name: str | re.Pattern[str]) -> None:
    page.get_by_role("button", name=name).click()


def hand_in(page: Page, winner: str, loser_has: int) -> None:
    """From our page: the result with its big buttons."""
    follow(page, page.get_by_role("link", name="Hand in the result"))
    fill(page, winner, loser_has)
    press(page, "Hand it in")


def fill(page: Page, winner: str, loser_has: int) -> None:
    page.locator(".pick-two label", has_text=winner).click()
    page.locator(".pick-score:visible label", has_text=re.compile(rf"^\s*{loser_has}\s*$")).click()


def at(page: Page, key: str) -> None:
    """The box of our page says `key`. It is asked to look again, as a hint would that comes after
    what the other phone sent is written; here nobody knows when that is."""
    looks = """key => {
        document.body?.dispatchEvent(new CustomEvent("startfelt:resync"));
        return document.querySelector("#play")?.dataset.play === key;
    }"""
    page.wait_for_function(looks, arg=key, polling=300, timeout=PATIENCE)


def current() -> list[tuple[int, bool]]:
    return [
        (result.payload["winner"], result.by_players)
        for result in Result.objects.filter(current=True)
    ]


def test_one_hands_in_and_the_other_confirms(
    ours: Page, theirs: Page, grid: Page, faults_of: Callable[[Page], list[str]]
) -> None:
    follow(ours, ours.get_by_role("link", name="Hand in the result"))
    fill(ours, "Par 1", 5)
    expect(ours.locator("#play-check")).to_have_text("Par 1 won, 8-5.")
    assert faults_of(ours) == []
    press(ours, "Hand it in")
    at(ours, "waiting")
    assert faults_of(ours) == []

    grid.evaluate(RESYNC)
    expect(grid.locator("#table-1 [data-state=reported]")).to_be_visible()
    at(theirs, "asked")
    assert faults_of(theirs) == []
    press(theirs, "Yes, 8-5 is right")
    expect(theirs.locator(".versus-score").first).to_have_text("8")
    assert current() == [(0, True)]
    ours.evaluate(RESYNC)
    expect(ours.get_by_text("You agreed on this result.")).to_be_visible()
    grid.evaluate(RESYNC)
    expect(grid.locator("#table-1")).to_have_class(re.compile("is-done"))
    expect(grid.locator("#table-1")).to_contain_text("the players")


def test_dispute_is_on_both_phones_and_the_desk_decides(
    ours: Page, theirs: Page, grid: Page, faults_of: Callable[[Page], list[str]]
) -> None:
    hand_in(ours, "Par 1", 5)
    at(theirs, "asked")
    follow(theirs, theirs.get_by_role("link", name="No, it ended otherwise"))
    fill(theirs, "Par 2", 5)
    press(theirs, "Hand it in")
    at(theirs, "disputed")
    at(ours, "disputed")
    assert faults_of(ours) == []

    grid.evaluate(RESYNC)
    row = grid.locator("#table-1")
    expect(row).to_have_class(re.compile("is-urgent"))
    assert faults_of(grid) == []
    row.get_by_role("button", name="Take 5-8").click()
    expect(row).to_have_class(re.compile("is-done"))
    assert current() == [(1, False)]

    # Whose page is not new yet is told what stands.
    press(theirs, "Par 1 is right: 8-5")
    expect(theirs.locator("#messages")).to_contain_text("already has a result (5-8")
    ours.evaluate(RESYNC)
    expect(ours.get_by_text("The desk entered this result.")).to_be_visible()
    assert current() == [(1, False)]


def test_dispute_ends_when_one_says_that_the_other_is_right(ours: Page, theirs: Page) -> None:
    hand_in(ours, "Par 1", 5)
    hand_in_anyway(theirs, "Par 2", 6)
    at(ours, "disputed")
    press(ours, "Par 2 is right: 6-8")
    expect(ours.get_by_text("You agreed on this result.")).to_be_visible()
    assert current() == [(1, True)]


def hand_in_anyway(page: Page, winner: str, loser_has: int) -> None:
    page.goto(f"{page.url.rstrip('/')}/result/")
    fill(page, winner, loser_has)
    press(page, "Hand it in")


def test_double_tap_is_one_claim(ours: Page) -> None:
    follow(ours, ours.get_by_role("link", name="Hand in the result"))
    fill(ours, "Par 1", 5)
    ours.get_by_role("button", name="Hand it in").dblclick()
    at(ours, "waiting")
    assert Claim.objects.count() == 1


def test_two_tabs_of_one_phone_never_confirm_each_other(ours: Page) -> None:
    other = ours.context.new_page()
    other.goto(f"{ours.url}result/")
    hand_in(ours, "Par 1", 5)
    at(ours, "waiting")
    fill(other, "Par 1", 5)
    press(other, "Hand it in")
    at(other, "waiting")
    assert (Claim.objects.count(), current()) == (1, [])


def test_back_button_leads_to_the_form_as_it_is_now(ours: Page) -> None:
    hand_in(ours, "Par 1", 5)
    at(ours, "waiting")
    ours.go_back()
    # The browser shows the form as it was, which then asks the server.
    ours.wait_for_function(
        "() => performance.getEntriesByType('navigation')[0].type === 'reload'"
        " && document.readyState === 'complete'"
    )
    expect(ours).to_have_url(re.compile("/result/$"))
    expect(ours.get_by_role("heading", level=1)).to_have_text("Change what you said")
    fill(ours, "Par 2", 6)
    press(ours, re.compile("Hand it in|Change"))
    at(ours, "waiting")
    standing = Claim.objects.get(state="standing")
    assert standing.payload["winner"] == 1


def test_other_side_signs_on_the_same_phone(
    ours: Page, sides: list[Entry], faults_of: Callable[[Page], list[str]]
) -> None:
    hand_in(ours, "Par 1", 5)
    follow(ours, ours.get_by_role("link", name="They sign on this phone"))
    assert faults_of(ours) == []
    ours.get_by_label(re.compile("last 4 characters")).fill(sides[0].code[-4:])
    press(ours, re.compile("We agree"))
    expect(ours.get_by_text("Nobody else at this table has a code that ends so.")).to_be_visible()
    ours.get_by_label(re.compile("last 4 characters")).fill(sides[1].code[-4:].lower())
    press(ours, re.compile("We agree"))
    expect(ours.get_by_text("You agreed on this result.")).to_be_visible()
    assert current() == [(0, True)]


def test_new_code_ends_what_the_old_one_opened(
    ours: Page, live_server: LiveServer, sides: list[Entry]
) -> None:
    ours.goto(page_of(live_server, sides[0], "result/"))
    old = sides[0].code
    renew_code(sides[0], by=None)
    # What is typed is read as it is typed, so that comes out before it is sent.
    ours.locator(".pick-two label", has_text="Par 1").click()
    expect(ours).to_have_url(f"{live_server.url}/p/")
    expect(ours.locator("#messages")).to_contain_text("That is for Par 1.")
    assert Claim.objects.count() == 0
    ours.get_by_label("Code").fill(old.lower())
    press(ours, "Open our page")
    expect(ours.locator("#code-error")).to_be_visible()
    sides[0].refresh_from_db()
    ours.get_by_label("Code").fill(f"{sides[0].code[:4]} {sides[0].code[4:]}".lower())
    press(ours, "Open our page")
    expect(ours.get_by_role("link", name="Hand in the result")).to_be_visible()


def test_without_javascript_a_result_is_handed_in_and_confirmed(
    browser: Browser, live_server: LiveServer, sides: list[Entry]
) -> None:
    with (
        somebody(browser, live_server, java_script_enabled=False) as first,
        somebody(browser, live_server, java_script_enabled=False) as second,
    ):
        first.goto(f"{live_server.url}/p/")
        first.get_by_label("Code").fill(sides[0].code)
        press(first, "Open our page")
        first.get_by_role("link", name="Hand in the result").click()
        fill(first, "Par 2", 7)
        press(first, "Hand it in")
        expect(first.locator("#play")).to_have_attribute("data-play", "waiting")
        scan(second, live_server, sides[1])
        press(second, "Yes, 7-8 is right")
        expect(second.get_by_text("You agreed on this result.")).to_be_visible()
    assert current() == [(1, True)]
