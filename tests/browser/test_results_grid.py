"""The result grid in a real browser: keys, a lost connection, a log-out, a conflict."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from games.domain.game_results import Typed
from games.domain.record_result import record_result
from games.models import Result
from tests import factories
from tests.browser.log_in import logged_in
from tests.browser.looks import DRAWN, faults
from tests.games.tables import make_table
from tests.results import make_round
from tournaments.models import Event, Game, Pairing, Role, Round, Tournament, User

pytestmark = pytest.mark.browser

UNSENT = "#queue"


@pytest.fixture
def round_(transactional_db: None, tournament: Tournament) -> Round:
    """Six tables in play."""
    entries = factories.make_entries(tournament, 12)
    return make_round(tournament, 1, [entries[i : i + 2] for i in range(0, 12, 2)])


@pytest.fixture
def grid(page: Page, live_server: LiveServer, round_: Round, desk: User) -> Page:
    logged_in(page.context, live_server, desk, "en")
    page.goto(f"{live_server.url}/desk/{round_.tournament.slug}/rounds/1/results/")
    return page


def scores(round_: Round, number: int) -> list[int | None]:
    pairing = Pairing.objects.get(round=round_, table__number=number)
    return list(pairing.seats.order_by("side").values_list("score", flat=True))


def done(page: Page, number: int) -> None:
    expect(page.locator(f"#table-{number}")).to_have_class(re.compile("is-done"))


def focused(page: Page, name: str, table: str = "body") -> None:
    expect(page.locator(f"{table} [name={name}]")).to_be_focused()


def test_line_takes_the_fewest_keys(grid: Page, round_: Round) -> None:
    for line in ("1 85", "2 5-8", "3 6-7 t1", "4 w2"):
        grid.keyboard.type(line)
        grid.keyboard.press("Enter")
        done(grid, int(line[0]))
    assert [scores(round_, n) for n in (1, 2, 3, 4)] == [[8, 5], [5, 8], [6, 7], [None, None]]
    expect(grid.locator("#results-sum")).to_contain_text("4")


def test_line_of_the_judges_leads_to_their_page_of_the_table(grid: Page, round_: Round) -> None:
    grid.keyboard.type("1 6-7 d1")
    grid.keyboard.press("Enter")
    expect(grid.locator("#line-error")).to_contain_text("Only a ruling")
    expect(grid.locator("#line")).to_have_value("1 6-7 d1")
    grid.get_by_role("link", name="Table 1 at the judges").click()
    expect(grid.locator("h1")).to_have_text("Table 1")
    assert scores(round_, 1) == [None, None]


def test_rows_are_typed_through_with_enter_tab_and_arrows(grid: Page, round_: Round) -> None:
    grid.keyboard.type("1")
    grid.keyboard.press("Enter")
    focused(grid, "score_0", "#table-1")
    grid.keyboard.type("38")
    grid.keyboard.press("Enter")
    focused(grid, "score_0", "#table-2")
    grid.keyboard.type("80")
    grid.keyboard.press("Tab")
    focused(grid, "score_0", "#table-3")
    grid.keyboard.press("ArrowDown")
    grid.keyboard.press("ArrowRight")
    focused(grid, "score_1", "#table-4")
    grid.keyboard.press("ArrowUp")
    focused(grid, "score_1", "#table-3")
    grid.keyboard.press("Escape")
    focused(grid, "line")
    done(grid, 1)
    done(grid, 2)
    assert (scores(round_, 1), scores(round_, 2)) == ([3, 8], [8, 0])


def test_refused_row_keeps_the_counts_and_says_why(grid: Page, round_: Round) -> None:
    grid.keyboard.type("1 7-5")
    grid.keyboard.press("Enter")
    why = grid.locator("#why-1")
    expect(why).to_contain_text("A6")
    for side, score in enumerate(("7", "5")):
        expect(grid.locator(f"#table-1 [name=score_{side}]")).to_have_value(score)
    assert scores(round_, 1) == [None, None]


def test_rows_without_a_connection_are_kept_over_a_reload_and_go_out(
    grid: Page, round_: Round
) -> None:
    grid.route("**/tables/**", lambda route: route.abort())
    for line in ("1 85", "2 58"):
        grid.keyboard.type(line)
        grid.keyboard.press("Enter")
        expect(grid.locator(f"#table-{line[0]} .queue-mark")).to_have_text("Not sent yet")
    expect(grid.locator(UNSENT)).to_contain_text("2 entries are not sent yet")
    assert Result.objects.count() == 0

    grid.reload()
    expect(grid.locator(UNSENT)).to_contain_text("Table 2: 5-8")
    expect(grid.locator("#table-2 [name=score_1]")).to_have_value("8")

    grid.unroute("**/tables/**")
    grid.evaluate("document.dispatchEvent(new Event('startfelt:online'))")
    done(grid, 1)
    done(grid, 2)
    expect(grid.locator(UNSENT)).to_contain_text("Everything is sent")
    assert (scores(round_, 1), scores(round_, 2)) == ([8, 5], [5, 8])


def test_row_that_arrived_although_the_answer_was_lost_is_one_result(
    grid: Page, round_: Round
) -> None:
    def arrives_but_the_answer_is_lost(route: Route) -> None:
        route.fetch()
        route.abort()

    grid.route("**/tables/**", arrives_but_the_answer_is_lost)
    grid.keyboard.type("1 85")
    grid.keyboard.press("Enter")
    expect(grid.locator(UNSENT)).to_be_visible()
    # Another try may be under way.
    grid.unroute_all(behavior="wait")
    grid.evaluate("document.dispatchEvent(new Event('startfelt:online'))")
    done(grid, 1)
    expect(grid.locator("#table-1 .results-why")).to_have_count(0)
    assert (Result.objects.count(), Event.objects.count()) == (1, 1)


def test_row_kept_for_a_table_that_another_has_entered_meanwhile_is_refused_and_put_right(
    grid: Page, round_: Round, organiser: User
) -> None:
    grid.route("**/tables/**", lambda route: route.abort())
    grid.keyboard.type("1 85")
    grid.keyboard.press("Enter")
    expect(grid.locator(UNSENT)).to_be_visible()
    pairing = Pairing.objects.get(round=round_, table__number=1)
    record_result(pairing, Typed(scores=(5, 8)), seen=0, by=organiser)
    grid.goto(f"{grid.url}?show=missing")
    expect(grid.locator(UNSENT)).to_contain_text("Table 1: 8-5")
    grid.unroute("**/tables/**")
    grid.evaluate("document.dispatchEvent(new Event('startfelt:online'))")
    expect(grid.locator(UNSENT)).to_contain_text("already has a result")
    grid.get_by_role("link", name="Put it right").click()
    expect(grid.locator("main")).to_contain_text("You typed 8-5.")
    grid.locator(UNSENT).get_by_role("button", name="Remove from the list").click()
    expect(grid.locator(UNSENT)).to_be_hidden()
    assert scores(round_, 1) == [5, 8]


def test_row_sent_when_logged_out_is_kept(
    grid: Page, live_server: LiveServer, round_: Round, desk: User
) -> None:
    grid.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    grid.keyboard.type("1 85")
    grid.keyboard.press("Enter")
    expect(grid.locator(UNSENT)).to_contain_text("It is kept, and goes out when ditte is logged in")
    logged_in(grid.context, live_server, desk, "en")
    grid.evaluate("document.dispatchEvent(new Event('startfelt:online'))")
    done(grid, 1)
    assert scores(round_, 1) == [8, 5]


def test_conflict_shows_both_and_the_next_poll_leaves_it(
    grid: Page, round_: Round, organiser: User
) -> None:
    pairing = Pairing.objects.get(round=round_, table__number=1)
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=organiser)
    grid.keyboard.type("1 58")
    grid.keyboard.press("Enter")
    kept = grid.locator("#table-1 .results-kept")
    expect(kept).to_contain_text("5-8")
    with grid.expect_response("**/changes/**"):
        grid.evaluate("document.body.dispatchEvent(new CustomEvent('startfelt:resync'))")
    expect(kept).to_contain_text("5-8")
    kept.locator("a").click()
    expect(grid.locator("h1")).to_contain_text("(8-5, entered")
    expect(grid.locator("h1")).to_contain_text("Correct it to 5-8?")


def test_rows_of_others_appear_but_never_under_ones_hands(
    grid: Page, round_: Round, organiser: User
) -> None:
    grid.locator("#table-2 [name=score_0]").fill("8")
    for number in (1, 2):
        pairing = Pairing.objects.get(round=round_, table__number=number)
        record_result(pairing, Typed(scores=(8, 5)), seen=0, by=organiser)
    grid.evaluate("document.body.dispatchEvent(new CustomEvent('startfelt:resync'))")
    done(grid, 1)
    expect(grid.locator("#table-2 [name=score_0]")).to_have_value("8")


def test_grid_and_table_have_no_faults_and_fit(grid: Page, round_: Round) -> None:
    for address in (grid.url, grid.url.replace("/results/", "/tables/1/")):
        grid.goto(address)
        for width, only in ((360, ()), (1024, DRAWN), (1440, DRAWN)):
            grid.set_viewport_size({"width": width, "height": 800})
            assert faults(grid, only=only) == []
            assert grid.evaluate("document.documentElement.scrollWidth") == width


def test_line_of_kroket_needs_the_places_of_two_at_the_stake(
    page: Page, live_server: LiveServer, transactional_db: None
) -> None:
    """Who was first there the desk must say; nothing typed is lost meanwhile."""
    played = make_table(Game.KROKET).round
    tournament = played.tournament
    desk = factories.make_user("ditte", role=Role.Kind.DESK, tournament=tournament)
    logged_in(page.context, live_server, desk, "en")
    page.goto(f"{live_server.url}/desk/{tournament.slug}/rounds/1/results/")
    page.keyboard.type("1 4x-4x-2-1")
    page.keyboard.press("Enter")
    row = page.locator("#table-1")
    expect(row.get_by_role("alert")).to_contain_text("places")
    expect(row.get_by_role("textbox").first).to_have_value("4x")
    page.locator("#line").fill("1 4x-4x-2-1 #2134")
    page.keyboard.press("Enter")
    done(page, 1)
    expect(row.locator(".results-place").first).to_have_text("2.")
    assert scores(played, 1) == [4, 4, 2, 1]


def test_table_page_takes_three_taps(grid: Page, round_: Round) -> None:
    grid.set_viewport_size({"width": 360, "height": 780})
    grid.goto(grid.url.replace("/results/", "/tables/1/"))
    grid.locator(".pick-two label").nth(1).click()
    expect(grid.locator(".pick-score-1")).to_be_hidden()
    grid.locator(".pick-score-0 label").nth(3).click()
    grid.get_by_role("button", name="Save the result").click()
    expect(grid.locator(".toast")).to_contain_text("3-8")
    assert scores(round_, 1) == [3, 8]
    grid.locator(".toast").get_by_role("button", name="Undo").click()
    expect(grid.locator(".toast")).to_contain_text("no result")
    assert scores(round_, 1) == [None, None]


def test_long_word_for_a_name_leaves_the_whole_row_within_reach(grid: Page, round_: Round) -> None:
    seats = round_.pairings.earliest("order").seats.select_related("entry")
    for seat in seats:
        seat.entry.name = "X" * 60
        seat.entry.save()
    for width in (1280, 1440):
        grid.set_viewport_size({"width": width, "height": 900})
        grid.reload()
        frame = grid.locator(".table-frame", has=grid.locator("#table-1")).bounding_box()
        row = grid.locator("#table-1").bounding_box()
        assert frame is not None and row is not None
        assert row["x"] + row["width"] <= frame["x"] + frame["width"]
