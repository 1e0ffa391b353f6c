"""Groups, then knockout, for 24 pairs; a group result is corrected once the knockout is drawn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.organiser import DONE, Organiser, phone

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

PAIRS, GROUPS, TABLES = 24, 8, 8
GROUP_ROUNDS = 3
#: Rounds of the knockout: of 16, of 8, semi-finals, final and the match for third place.
KNOCKOUT = range(4, 8)


def alphabetical(names: list[str]) -> str:
    """Who comes first in the alphabet wins."""
    return "8-5" if names[0] < names[1] else "5-8"


def test_groups_and_knockout_with_a_late_correction(
    at_desk: Organiser, browser: Browser, tmp_path: Path
) -> None:
    desk = at_desk
    desk.log_in()
    desk.create(
        "Mesterskabet i grupper",
        game="Partners",
        tables=TABLES,
        places=PAIRS,
        rounds=6,
        Sådan_spilles_der="Grupper, så knockout",
    )
    eight_groups(desk)
    desk.import_list(PAIRS, players=2, folder=tmp_path)
    desk.check_in(PAIRS)
    desk.draw(1)
    desk.look("draft, groups")
    desk.publish()
    desk.play(1, alphabetical, publish=False)
    for number in range(2, GROUP_ROUNDS + 1):
        desk.play(number, alphabetical)
    desk.section("Stilling")
    desk.look("standings, groups")

    begin_the_knockout(desk)
    desk.draw(4)
    desk.look("draft, knockout")
    desk.publish()
    out, into = correct_who_was_second(desk)
    the_right_pair_stands_in_the_bracket(browser, desk, out, into)
    desk.play(4, alphabetical, publish=False)
    for number in KNOCKOUT[1:]:
        desk.play(number, alphabetical)

    desk.section("Stilling")
    desk.look("standings, knockout")
    frame = desk.page.locator(".picture-frame")
    assert frame.evaluate("frame => frame.scrollWidth - frame.clientWidth") == 0
    desk.finish()
    everybody_sees_the_final_list(browser, desk, out)


def eight_groups(desk: Organiser) -> None:
    """The usual plan has four; eight of three are quicker."""
    desk.section("Indstillinger")
    desk.link("Ændr faserne").click()
    desk.look("stages")
    desk.link("Ændr Grupper").click()
    desk.page.locator("[name=groups-groups]").fill(str(GROUPS))
    desk.look("stage, groups")
    desk.button("Gem fasen").click()
    desk.heading("Sådan spilles der")
    desk.section("Tilmeldinger")


def begin_the_knockout(desk: Organiser) -> None:
    desk.section("Runder")
    desk.link("Hvem går videre").click()
    expect(desk.page.locator("tbody tr")).to_have_count(GROUPS * 2)
    desk.look("who goes on")
    desk.button("Begynd Knockout").click()
    desk.heading("Runder")


def correct_who_was_second(desk: Organiser) -> tuple[str, str]:
    """The second and the third of a group had it the other way round. What follows is asked, and
    the two change places in the knockout. Returns who is out now and who is in."""
    desk.page.goto(desk.public("standings/?stage=1"))
    group = desk.page.locator("#standings-rows table").first.locator(".row-link")
    _first, second, third = group.all_inner_texts()
    number, table = where_they_met(desk, second, third)

    desk.page.goto(f"{desk.server.url}/desk/{desk.slug}/rounds/{number}/results/")
    desk.page.locator(f"#table-{table}").get_by_role("link", name="Ret").click()
    pick_the_other_way_round(desk)
    desk.button("Vis, hvad det ændrer").click()
    swap = desk.page.get_by_text(f"Tag {third} med i Knockout i stedet for {second}")
    expect(swap).to_be_visible()
    choices = desk.page.locator(".question-choices").first.get_by_role("radio")
    expect(choices).to_have_count(3)
    expect(desk.page.get_by_role("radio", checked=True)).to_have_count(1)
    desk.look("what a correction asks")
    swap.click()
    desk.page.get_by_label(re.compile("^Hvorfor")).fill("Sedlen var læst forkert.")
    desk.button(re.compile("^Ret det til")).click()
    expect(desk.page.locator(f"#table-{table}")).to_have_class(DONE)
    return second, third


def where_they_met(desk: Organiser, one: str, other: str) -> tuple[int, int]:
    """The round and the table of a group's game."""
    for number in range(1, GROUP_ROUNDS + 1):
        desk.page.goto(desk.public(f"rounds/{number}/"))
        game = desk.page.locator("#pairings tr").filter(has_text=one).filter(has_text=other)
        if game.count():
            return number, int(game.locator(".row-number").inner_text())
    raise AssertionError(f"{one} and {other} never met")


def pick_the_other_way_round(desk: Organiser) -> None:
    """The loser won, and the winner locked as many as the loser had. Who won has all eight, which
    nobody is asked."""

    def picked(name: str) -> str:
        return str(desk.page.locator(f"input[name={name}]:checked").get_attribute("value"))

    winner = int(picked("winner"))
    locked = picked(f"score_{1 - winner}")
    for name, value in (("winner", str(1 - winner)), (f"score_{winner}", locked)):
        desk.page.locator(f"label:has(input[name={name}][value='{value}'])").click()


def the_right_pair_stands_in_the_bracket(
    browser: Browser, desk: Organiser, out: str, into: str
) -> None:
    with phone(browser) as page:
        page.goto(desk.public("standings/?stage=2"))
        bracket = page.locator(".picture-frame")
        expect(bracket.locator("svg")).to_be_visible()
        expect(bracket).to_contain_text(into)
        expect(bracket).not_to_contain_text(out)
        desk.look("bracket on a phone", page)


def everybody_sees_the_final_list(browser: Browser, desk: Organiser, out: str) -> None:
    with phone(browser) as page:
        page.goto(desk.public("standings/"))
        expect(page.get_by_role("heading", level=1)).to_have_text("Slutstilling")
        page.get_by_role("link", name="Alle", exact=True).click()
        expect(page.locator("#standings-rows tr")).to_have_count(PAIRS)
        desk.look("final list of all", page)
