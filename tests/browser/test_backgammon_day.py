"""A day of backgammon for 8 players: Swiss in 3 rounds, matches to 3 points."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from pypdf import PdfReader

from tests.browser.organiser import Organiser, phone
from tests.games.rules.backgammon.records import CLEAN

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

PLAYERS, TABLES, ROUNDS = 8, 4, 3
#: A round's results, table by table; at table 4 of the first two rounds something else happens.
LINES = ["3-1", "0-3", "3-2"]


def test_backgammon_day_for_eight_players(
    at_desk: Organiser, browser: Browser, tmp_path: Path
) -> None:
    desk = at_desk
    desk.log_in()
    desk.create(
        "Backgammon på Ærø",
        game="Backgammon",
        tables=TABLES,
        places=PLAYERS,
        rounds=ROUNDS,
        Point_i_en_match="3",
    )
    desk.import_list(PLAYERS, players=1, folder=tmp_path)
    desk.look("entries")
    desk.check_in(PLAYERS)

    desk.draw(1)
    desk.look("draft")
    desk.publish()
    score_sheets_are_printed(desk, tmp_path)
    desk.type_results([*LINES, "w2"])
    expect(desk.page.locator("#table-4")).to_contain_text("walkover")
    desk.look("results")
    desk.close(1)

    desk.draw(2)
    desk.publish()
    desk.type_results(LINES)
    result_from_a_match_file(desk, tmp_path)
    desk.close(2)

    desk.draw(3)
    desk.publish()
    desk.type_results([*LINES, "1-3"])
    desk.close(3)

    rounds = [desk.tables_of(number) for number in range(1, ROUNDS + 1)]
    meetings = [frozenset(name for side in table for name in side) for r in rounds for table in r]
    assert len(set(meetings)) == TABLES * ROUNDS
    desk.finish()
    final_standings_speak_of_players_and_points(browser, desk)


def score_sheets_are_printed(desk: Organiser, folder: Path) -> None:
    desk.section("Udskrifter")
    desk.button("Lav PDF: Resultatsedler").click()
    download = desk.link(re.compile("^Hent Resultatsedler"))
    expect(download).to_be_visible(timeout=120_000)
    response = desk.page.request.get(desk.server.url + str(download.get_attribute("href")))
    pdf = folder / "sheets.pdf"
    pdf.write_bytes(response.body())
    assert len(PdfReader(pdf).pages) == TABLES


def result_from_a_match_file(desk: Organiser, folder: Path) -> None:
    """Table 4 hands in its match as a file: the result is read from it."""
    file = folder / "match.mat"
    file.write_text(CLEAN)
    desk.page.locator("#table-4 .row-number").click()
    desk.look("result at a table")
    desk.link("Tag det fra kampforløbet").click()
    desk.look("record, none")
    desk.page.locator("#record-file").set_input_files(file)
    desk.button("Gå det igennem, og indtast resultatet").click()
    expect(desk.page.locator("main")).to_contain_text("Det ender 3-2")
    desk.look("record")
    desk.to_results()
    expect(desk.page.locator("#table-4 .results-score")).to_have_text(["3", "2"])


def final_standings_speak_of_players_and_points(browser: Browser, desk: Organiser) -> None:
    with phone(browser) as page:
        page.goto(desk.public("standings/"))
        expect(page.get_by_role("heading", level=1)).to_have_text("Slutstilling")
        rows = page.locator("#standings-rows tbody tr")
        expect(rows).to_have_count(PLAYERS)
        desk.look("final standings", page)
        rows.first.locator(".row-link").click()
        expect(page.locator("#working-body .working").first).to_be_visible()
        desk.look("how the numbers came about", page)
