"""A whole day for 16 pairs, clicked through as a person would, on the program as it is run.

One test, since a day is one story: what a later hour finds depends on what an earlier one left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect
from pypdf import PdfReader

from config.day.pairs import spreadsheet
from tests.browser.device import device, follow
from tests.browser.looks import faults, faults_at_two_widths
from tests.browser.server import PASSWORD, Server, running

pytestmark = [pytest.mark.browser]

PAIRS, TABLES, ROUNDS = 16, 8, 3
#: Pieces locked at each table of a round, first side and second.
SCORES = ("8-5", "3-8", "8-0", "8-7", "2-8", "8-4", "6-8", "8-1")
PHONE = ViewportSize(width=390, height=844)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory) as one:
        yield one


class Desk:
    """Somebody at the desk: a browser, and what they know to do."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.server = server
        #: Kind of page -> what axe-core found on it.
        self.faults: dict[str, list[str]] = {}

    def look(self, name: str) -> None:
        """Have axe-core look at a state that only a day brings about, as wide as a desk and as
        narrow as a phone. Pages as they are opened are looked at by test_every_page; and on another
        database (full mode) they are the same."""
        if "DATABASE_URL" in self.server.environment():
            return
        wide = self.page.viewport_size
        assert wide is not None
        if found := faults_at_two_widths(self.page, wide):
            self.faults[name] = found

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def link(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("link", name=name)

    def section(self, name: str) -> None:
        sections = self.page.get_by_role("navigation", name="Sections of the tournament")
        follow(self.page, sections.get_by_role("link", name=name, exact=True))

    def heading(self, text: str) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_have_text(text)

    def log_in(self) -> None:
        self.page.goto(self.server.url)
        self.button(re.compile("^English")).click()
        self.link("Log in").first.click()
        self.page.get_by_label("Username").fill("bente")
        self.page.get_by_label("Password").fill("forkert")
        self.button("Log in").click()
        expect(
            self.page.get_by_role("alert").or_(self.page.locator(".field-errors"))
        ).to_be_visible()
        self.page.get_by_label("Password").fill(PASSWORD)
        follow(self.page, self.button("Log in"))

    def create_tournament(self) -> None:
        follow(self.page, self.link("New tournament").first)
        self.page.get_by_label("Name", exact=True).fill("DM i Partners, Ærø")
        self.page.get_by_label("Date", exact=True).fill("2027-03-13")
        self.page.get_by_label("Tables", exact=True).fill(str(TABLES))
        # Forgotten on purpose: the number of places. Nothing typed is lost.
        self.button("Create the tournament").click()
        expect(self.page.locator(".field-errors")).to_have_count(1)
        expect(self.page.get_by_label("Name", exact=True)).to_have_value("DM i Partners, Ærø")
        self.page.get_by_label("Places", exact=True).fill(str(PAIRS))
        self.page.get_by_label("Rounds", exact=True).fill(str(ROUNDS))
        self.button("Create the tournament").click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text("DM i Partners, Ærø")
        self.look("overview, empty")

    def import_pairs(self, file: Path) -> None:
        follow(self.page, self.link("Import the pairs"))
        self.page.locator("input[type=file]").set_input_files(file)
        follow(self.page, self.button("Show what would happen"))
        self.look("import preview")
        self.button(re.compile("^Import: 16 new")).click()
        expect(self.page.locator("tbody[data-rows] tr")).to_have_count(PAIRS)

    def check_in(self) -> None:
        """By number and Enter, as fast as they come; the last one by tapping."""
        self.section("Check-in")
        search = self.page.get_by_role("searchbox")
        for number in range(1, PAIRS):
            search.fill(str(number))
            expect(self.page.locator("[data-check-in-top]")).to_contain_text("Enter checks in")
            search.press("Enter")
            expect(search).to_have_value("")
        # The box is empty before everybody is known to be here.
        waited_for = self.page.locator("#check-in-rows [data-primary]")
        expect(waited_for).to_have_count(1)
        waited_for.click()
        expect(waited_for).to_have_count(0)
        self.look("check-in, all here")

    def draw(self, number: int) -> None:
        self.section("Rounds")
        follow(self.page, self.link(f"Draw round {number}"))
        follow(self.page, self.button(f"Draw round {number}"))
        self.heading(f"Draft of round {number}")
        if number == 1:
            self.look("draft")

    def publish(self, number: int) -> None:
        follow(self.page, self.button(re.compile("^Publish")).first)
        self.heading(f"Round {number}")

    def start_clock(self) -> None:
        self.section("Clock")
        self.button(re.compile("^Start")).first.click()
        expect(self.button(re.compile("^Pause"))).to_be_visible()

    def type_result(self, line: str) -> None:
        """One line and Enter in the quick field."""
        quick = self.page.get_by_label("Table and result")
        quick.fill(line)
        quick.press("Enter")

    def expect_saved(self, table: int) -> None:
        row = self.page.locator(f"#table-{table}")
        expect(row.get_by_role("link", name="Correct")).to_be_visible()

    def enter_results(self, tables: range) -> None:
        for table in tables:
            self.type_result(f"{table} {SCORES[table - 1]}")
            self.expect_saved(table)

    def close(self, number: int) -> None:
        self.section("Rounds")
        follow(self.page, self.button(f"Close round {number}"))
        expect(self.button(f"Close round {number}")).to_have_count(0)

    def faultless(self) -> None:
        assert self.faults == {}


@pytest.fixture
def desk(page: Page, server: Server) -> Desk:
    return Desk(page, server)


def test_whole_day_for_sixteen_pairs(
    desk: Desk, browser: Browser, server: Server, tmp_path: Path
) -> None:
    file = tmp_path / "par.csv"
    file.write_bytes(spreadsheet(PAIRS, seed=1))

    desk.log_in()
    desk.create_tournament()
    desk.import_pairs(file)
    import_again_changes_nothing(desk, file)
    desk.check_in()

    desk.draw(1)
    swap_two_by_hand_and_undo(desk)
    desk.publish(1)
    a_player_finds_their_table(browser, desk)
    desk.start_clock()
    pause_and_resume(desk)
    desk.section("Results")
    an_impossible_result_is_refused(desk)
    desk.enter_results(range(1, 5))
    what_was_acknowledged_survives_a_kill(desk)
    desk.enter_results(range(5, TABLES + 1))
    desk.look("results, all")
    correct_a_result(desk)
    desk.close(1)

    for number in range(2, ROUNDS + 1):
        desk.draw(number)
        desk.publish(number)
        desk.start_clock()
        desk.section("Results")
        desk.enter_results(range(1, TABLES + 1))
        if number == 2:
            score_sheets_are_printed(desk, tmp_path)
        desk.close(number)

    finish(desk)
    everybody_sees_the_final_standings(browser, desk)
    desk.faultless()


def import_again_changes_nothing(desk: Desk, file: Path) -> None:
    follow(desk.page, desk.link("Import a list"))
    desk.page.locator("input[type=file]").set_input_files(file)
    follow(desk.page, desk.button("Show what would happen"))
    expect(desk.page.locator("main")).to_contain_text("There is nothing to import")
    desk.look("import, nothing new")


def swap_two_by_hand_and_undo(desk: Desk) -> None:
    """Pick one pair, pick another; then take it back."""
    # Rows out of sight are not laid out (`content-visibility`): what they say is text, not shown.
    names = desk.page.locator(".draft-entry .draft-name")
    first, third = (names.nth(place).text_content() or "" for place in (0, 2))
    desk.page.locator(".draft-entry").nth(0).click()
    expect(desk.page.locator(".draft-entry[aria-pressed=true]")).to_have_count(1)
    desk.look("draft, one picked")
    desk.page.locator(".draft-entry").nth(2).click()
    expect(desk.page.locator(".draft-entry[aria-pressed=true]")).to_have_count(0)
    expect(names.nth(0)).to_have_text(third)
    expect(names.nth(2)).to_have_text(first)
    desk.look("draft, changed")
    desk.button("Undo").first.click()
    expect(names.nth(0)).to_have_text(first)


def a_player_finds_their_table(browser: Browser, desk: Desk) -> None:
    """On a phone, without an account."""
    with device(browser, PHONE, locale="en-GB") as context:
        phone = context.new_page()
        phone.goto(desk.server.url)
        follow(phone, phone.get_by_role("link", name="DM i Partners, Ærø"))
        name = phone.locator("#entries tr .row-link").first.text_content() or ""
        phone.get_by_role("searchbox").fill(name.upper())
        found = phone.locator("#entries tr:visible .row-link")
        expect(found).to_have_count(1)
        follow(phone, found)
        expect(phone.get_by_role("heading", level=1)).to_have_text(name)
        expect(phone.locator(".plate-number")).to_be_in_viewport()
        expect(phone.locator(".versus-side").last).to_be_in_viewport()
        assert faults(phone) == []


def pause_and_resume(desk: Desk) -> None:
    desk.button(re.compile("^Pause")).click()
    expect(desk.page.locator("main")).to_contain_text("paused")
    desk.button(re.compile("^(Resume|Go on|Let it run|Run on)")).first.click()
    expect(desk.button(re.compile("^Pause"))).to_be_visible()


def an_impossible_result_is_refused(desk: Desk) -> None:
    desk.type_result("1 8-8")
    row = desk.page.locator("#table-1")
    expect(row.get_by_role("alert")).to_contain_text("only one side can finish")
    expect(row.get_by_role("textbox").first).to_have_value("8")
    desk.look("results, refused")
    desk.page.reload()


def what_was_acknowledged_survives_a_kill(desk: Desk) -> None:
    desk.server.kill()
    desk.server.start()
    desk.page.reload()
    for table in range(1, 5):
        desk.expect_saved(table)


def correct_a_result(desk: Desk) -> None:
    """Table 1 was 8-5; it should have been 8-3. What it changes is shown before it is saved."""
    follow(desk.page, desk.page.locator("#table-1").get_by_role("link", name="Correct"))
    desk.look("table with a result")
    desk.page.locator("label:has(input[name=score_1][value='3'])").click()
    follow(desk.page, desk.button("Show what it changes"))
    desk.look("what a correction changes")
    desk.page.get_by_label(re.compile("^Why")).fill("Tallet var læst forkert.")
    desk.button(re.compile("^Correct it to")).click()
    expect(desk.page.locator("#table-1 .results-score")).to_have_text(["8", "3"])
    desk.look("results, corrected")


def score_sheets_are_printed(desk: Desk, folder: Path) -> None:
    desk.section("Papers")
    desk.button("Make: Score sheets").click()
    download = desk.page.get_by_role("link", name=re.compile("^Download Score sheets"))
    expect(download).to_be_visible(timeout=300_000)
    desk.look("papers, made")
    response = desk.page.request.get(desk.server.url + str(download.get_attribute("href")))
    pdf = folder / "sheets.pdf"
    pdf.write_bytes(response.body())
    assert len(PdfReader(pdf).pages) == TABLES


def finish(desk: Desk) -> None:
    desk.section("Rounds")
    follow(desk.page, desk.link("Finish the tournament"))
    desk.button("Finish the tournament").click()
    desk.heading("Final standings")


def everybody_sees_the_final_standings(browser: Browser, desk: Desk) -> None:
    with device(browser, PHONE, locale="da-DK") as context:
        phone = context.new_page()
        phone.goto(f"{desk.server.url}/t/dm-i-partners-aeroe/standings/")
        follow(phone, phone.get_by_role("button", name=re.compile("^English")))
        expect(phone.get_by_role("heading", level=1)).to_have_text("Final standings")
        expect(phone.locator("#standings-rows tbody tr")).to_have_count(PAIRS)
        assert faults(phone) == []
        phone.locator("#standings-rows tbody tr .row-link").first.click()
        expect(phone.locator("#working-body .working").first).to_be_visible()
        assert faults(phone) == []
