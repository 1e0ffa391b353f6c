"""A day of Kroket for 12 players: 3 rounds at tables of four."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.organiser import Organiser, phone

# At night, as the days of backgammon and Partners+: what only Kroket has, places typed for two
# balls at the stake, is tried by test_results_grid each time.
pytestmark = [pytest.mark.browser, pytest.mark.nightly]

PLAYERS, TABLES, ROUNDS = 12, 3, 3
#: Who is first in the alphabet is first at the stake, and so on: hoops by place.
HOOPS = (4, 3, 2, 0)


def line(names: list[str]) -> str:
    return "-".join(str(HOOPS[sorted(names).index(name)]) for name in names)


def test_kroket_day_for_twelve_players(
    at_desk: Organiser, browser: Browser, tmp_path: Path
) -> None:
    desk = at_desk
    desk.log_in()
    desk.create("Kroket i Thy", game="Kroket", tables=TABLES, places=PLAYERS, rounds=ROUNDS)
    desk.import_list(PLAYERS, players=1, folder=tmp_path)
    desk.check_in(PLAYERS)

    desk.draw(1)
    desk.look("draft, tables of four")
    desk.publish()
    two_balls_at_the_stake_need_their_places(desk)
    desk.play(1, line, publish=False)
    desk.play(2, line)
    desk.draw(3)
    desk.publish()
    desk.to_results()
    desk.look("results, tables of four")
    desk.play(3, line, publish=False)

    nobody_meets_more_often_than_must_be(desk)
    desk.finish()
    final_standings_count_hoops(browser, desk)


def two_balls_at_the_stake_need_their_places(desk: Organiser) -> None:
    """Who was first there the desk must say; then it is taken, and corrected by the round."""
    desk.to_results()
    quick = desk.page.get_by_label("Bord og resultat")
    quick.fill("1 4x-4x-2-1")
    quick.press("Enter")
    row = desk.page.locator("#table-1")
    expect(row.get_by_role("alert")).to_contain_text("Skriv pladserne")
    expect(row.get_by_role("textbox").first).to_have_value("4x")
    desk.look("results, places asked for")
    desk.type_result(1, "4x-4x-2-1 #2134")
    expect(row.locator(".results-place").first).to_have_text("2.")


def nobody_meets_more_often_than_must_be(desk: Organiser) -> None:
    """Of 12 at three tables of four, two of each table must meet again in the round after."""
    rounds = [desk.tables_of(number) for number in range(1, ROUNDS + 1)]
    assert [[len(table) for table in tables] for tables in rounds] == [[4] * TABLES] * ROUNDS
    met = Counter(
        pair
        for tables in rounds[:2]
        for table in tables
        for pair in combinations(sorted(name for side in table for name in side), 2)
    )
    assert sorted(met.values(), reverse=True)[:4] == [2, 2, 2, 1]


def final_standings_count_hoops(browser: Browser, desk: Organiser) -> None:
    with phone(browser) as page:
        page.goto(desk.public("standings/"))
        expect(page.get_by_role("heading", level=1)).to_have_text("Slutstilling")
        expect(page.locator("#standings-rows tbody tr")).to_have_count(PLAYERS)
        desk.look("final standings, tables of four", page)
        page.locator("#standings-rows .row-link").first.click()
        expect(page.locator("#working-body .working").first).to_be_visible()
        page.goto(desk.public("entries/1/"))
        desk.look("a player’s own page", page)
