"""Judges and tables in a real browser: one tap calls, a position is tapped in, none is shut out."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from games.domain.run_clock import start_clock
from judging.domain.answer_call import take_call
from judging.domain.long_game import set_position, take_step
from judging.domain.place_call import place_call
from judging.models import Call
from tests import factories
from tests.browser.board import answered, middle, tap
from tests.browser.log_in import logged_in
from tests.browser.looks import faults, faults_in_the_dark, wider
from tests.results import make_round
from tournaments.models import Role, Round, Tournament, User

pytestmark = pytest.mark.browser

POSITION = {
    "yellow": ["goal1", "goal2", "start", "start"],
    "red": ["goal1", "start", "red3", "home"],
    "blue": ["goal1", "goal2", "goal3", "blue9"],
    "green": ["start", "start", "green4", "home"],
}


@pytest.fixture
def round_(transactional_db: None, tournament: Tournament) -> Round:
    entries = factories.make_entries(tournament, 6)
    round_ = make_round(tournament, 1, [entries[i : i + 2] for i in range(0, 6, 2)])
    start_clock(round_, by=None)
    return round_


@pytest.fixture
def head(round_: Round) -> User:
    return factories.make_user("hanne", role=Role.Kind.HEAD_JUDGE, tournament=round_.tournament)


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size({"width": 360, "height": 740})
    return page


def test_pair_calls_with_one_tap_from_its_own_page(
    phone: Page, live_server: LiveServer, round_: Round, head: User
) -> None:
    phone.goto(f"{live_server.url}/t/{round_.tournament.slug}/entries/1/")
    call = phone.locator("#judge-call form button").first
    expect(call).to_be_visible()
    call.click()
    expect(phone.locator("#judge-call [data-state=judge-called]")).to_be_visible()
    take_call(Call.objects.get(), by=head)
    phone.evaluate("document.body.dispatchEvent(new CustomEvent('startfelt:resync'))")
    expect(phone.locator("#judge-call")).to_contain_text(head.display_name)


def test_position_is_tapped_in_and_taken_back(
    phone: Page, live_server: LiveServer, round_: Round
) -> None:
    phone.goto(f"{live_server.url}/t/{round_.tournament.slug}/rule-desk/")
    for place, query in (
        ("yellow5", "yellow=yellow5&"),
        ("yellow5", "yellow=yellow5,yellow5&"),
        ("yellow:start", "yellow=yellow5,yellow5,start&"),
    ):
        tap(phone, place)
        answered(phone, query)
    phone.locator(".paint input[value=red]").check(force=True)
    tap(phone, "red:start")
    answered(phone, "yellow=yellow5,yellow5,start&red=start&")
    asked = "yellow=yellow5,yellow5,start&red=start&"
    expect(phone).to_have_url(re.compile(re.escape(asked)))
    phone.locator("input[name=card][value='12']").check(force=True)
    expect(phone.locator(".why-not")).to_contain_text("C2")
    phone.locator("[data-undo]").click()
    expect(phone.locator(".why-not .rule-id", has_text="C2")).to_have_count(0)
    expect(phone).not_to_have_url(re.compile("red=start"))


def test_tap_counts_although_the_answer_to_the_one_before_comes_meanwhile(
    phone: Page, live_server: LiveServer, round_: Round
) -> None:
    phone.goto(f"{live_server.url}/t/{round_.tournament.slug}/rule-desk/")
    phone.mouse.move(*middle(phone, "yellow5"))
    phone.mouse.down()
    phone.locator("input[name=card][value='12']").evaluate("card => card.click()")
    answered(phone, "card=12")
    phone.mouse.up()
    answered(phone, "yellow=yellow5&")


def test_position_tapped_in_without_a_connection_is_asked_about_when_it_is_back(
    phone: Page, live_server: LiveServer, round_: Round
) -> None:
    phone.goto(f"{live_server.url}/t/{round_.tournament.slug}/rule-desk/")
    phone.context.set_offline(True)
    expect(phone.locator("#connection")).to_be_visible()
    tap(phone, "yellow5")
    expect(phone.locator("select[name=yellow]").first).to_have_value("yellow5")
    phone.context.set_offline(False)
    answered(phone, "yellow=yellow5&")


def test_pages_of_judges_shut_nobody_out(
    phone: Page, live_server: LiveServer, round_: Round, head: User
) -> None:
    pairing = round_.pairings.get(table__number=1)
    for version, target in enumerate(("over-time", "ten-minutes", "opening", "locked-again")):
        take_step(pairing, target, seen=version, why="Gul åbner.", by=head)
    set_position(pairing, POSITION, by=head)
    place_call(round_.pairings.get(table__number=2), by=head)
    logged_in(phone.context, live_server, head)
    desk = f"{live_server.url}/desk/{round_.tournament.slug}/judges/"
    found = {}
    for page in ("", "long/", "rounds/1/tables/1/", "rulings/new/?table=1", "rule-desk/?card=7",
                 "fair-play/?table=1"):  # fmt: skip
        phone.emulate_media(color_scheme="light", reduced_motion="reduce")
        phone.goto(desk + page)
        if wrong := faults(phone) + wider(phone) + faults_in_the_dark(phone):
            found[page] = wrong
    assert found == {}
