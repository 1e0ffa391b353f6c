"""Partners+ with three pairs a table, and Partners where everybody is entered alone."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.organiser import Organiser, phone

pytestmark = [pytest.mark.browser, pytest.mark.nightly]


def test_nine_pairs_of_partners_plus_meet_each_other_once(
    at_desk: Organiser, browser: Browser, tmp_path: Path
) -> None:
    """Four rounds of three tables: everybody meets everybody, nobody twice."""
    desk = at_desk
    pairs, tables, rounds = 9, 3, 4
    desk.log_in()
    desk.create(
        "Partners+ på Mols", game="Partners+ (tre par)", tables=tables, places=pairs, rounds=rounds
    )
    desk.import_list(pairs, players=2, folder=tmp_path)
    desk.check_in(pairs)
    for number in range(1, rounds + 1):
        desk.play(number, first_in_the_alphabet_wins)

    met = Counter(
        pair
        for number in range(1, rounds + 1)
        for table in desk.tables_of(number)
        for pair in combinations(sorted(side[0] for side in table), 2)
    )
    assert Counter(met.values()) == {1: pairs * (pairs - 1) // 2}
    desk.finish()
    final_standings(browser, desk, pairs)


def test_twelve_players_have_a_new_partner_each_round(
    at_desk: Organiser, browser: Browser, tmp_path: Path
) -> None:
    desk = at_desk
    players, tables, rounds = 12, 3, 3
    desk.log_in()
    desk.create("Partners alene", game="Partners", tables=tables, places=players, rounds=rounds)
    everybody_is_entered_alone(desk)
    desk.import_list(players, players=1, folder=tmp_path)
    desk.check_in(players)
    desk.draw(1)
    desk.look("draft, individual")
    desk.publish()
    desk.look("round, individual")
    desk.play(1, first_in_the_alphabet_wins, publish=False)
    for number in range(2, rounds + 1):
        desk.play(number, first_in_the_alphabet_wins)

    sides = [
        frozenset(side)
        for number in range(1, rounds + 1)
        for table in desk.tables_of(number)
        for side in table
    ]
    assert Counter(map(len, sides)) == {2: players // 2 * rounds}
    assert len(set(sides)) == len(sides)
    desk.finish()
    final_standings(browser, desk, players)


def everybody_is_entered_alone(desk: Organiser) -> None:
    desk.section("Indstillinger")
    desk.link("Ændr faserne").click()
    desk.link("Ændr Monrad").click()
    desk.page.get_by_label("Form", exact=True).select_option("individual")
    desk.look("stage, individual")
    desk.button("Gem fasen").click()
    desk.heading("Sådan spilles der")
    desk.section("Tilmeldinger")


def first_in_the_alphabet_wins(names: list[str]) -> str:
    """All eight pieces locked by who comes first; the others follow."""
    order = sorted(names)
    return "-".join(str((8, 5, 3)[order.index(name)]) for name in names)


def final_standings(browser: Browser, desk: Organiser, entries: int) -> None:
    with phone(browser) as page:
        page.goto(desk.public("standings/"))
        expect(page.get_by_role("heading", level=1)).to_have_text("Slutstilling")
        expect(page.locator("#standings-rows tbody tr")).to_have_count(entries)
        desk.look("final standings", page)
        page.goto(desk.public("rounds/1/"))
        desk.look("a round", page)
        page.goto(desk.public("entries/1/"))
        desk.look("somebody’s own page", page)
