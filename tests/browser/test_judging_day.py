"""A judge's day in a real browser: a call, a long game to its end, the rule desk, a ruling."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.domain.run_clock import start_clock
from games.models import Extension, Result
from judging.models import Call, LongGameStep, Ruling
from judging.rule_desk import desk_for
from tests import factories
from tests.browser.board import tap
from tests.browser.device import device, follow
from tests.browser.log_in import logged_in
from tests.results import make_round
from tournaments.models import Entry, Role, Round, Tournament, User

pytestmark = pytest.mark.browser

#: The pages of the guide with pictures of positions.
PICTURED = range(5, 12)
CASES = [
    case
    for line in (Path(__file__).parents[1] / "data" / "partners-guide.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
    if (case := json.loads(line))["page"] in PICTURED
]


@pytest.fixture
def round_(transactional_db: None, tournament: Tournament) -> Round:
    """Three tables that begin to play now."""
    entries = factories.make_entries(tournament, 6)
    round_ = make_round(tournament, 1, [entries[i : i + 2] for i in range(0, 6, 2)])
    start_clock(round_, by=None)
    return round_


@pytest.fixture
def referee(round_: Round) -> User:
    return factories.make_user("jens", role=Role.Kind.JUDGE, tournament=round_.tournament)


@pytest.fixture
def head(round_: Round) -> User:
    return factories.make_user("hanne", role=Role.Kind.HEAD_JUDGE, tournament=round_.tournament)


@pytest.fixture
def phone(page: Page, live_server: LiveServer, round_: Round) -> Page:
    """Pair 1's own page on its phone."""
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_server.url}/t/{round_.tournament.slug}/entries/1/")
    return page


@pytest.fixture
def desk_of(
    browser: Browser, live_server: LiveServer, round_: Round
) -> Iterator[Callable[[User], tuple[Page, str]]]:
    """A phone of a judge, logged in, and where the judges' pages are."""
    address = f"{live_server.url}/desk/{round_.tournament.slug}/judges/"

    with ExitStack() as devices:

        def open_desk(user: User) -> tuple[Page, str]:
            context = devices.enter_context(device(browser, {"width": 390, "height": 844}))
            logged_in(context, live_server, user)
            return context.new_page(), address

        yield open_desk


def press(page: Page, selector: str) -> None:
    """A link, or a button that sends a form; waits for the page that answers."""
    follow(page, page.locator(selector).first)


def refresh(page: Page) -> None:
    """What the live line does when news has come."""
    page.evaluate("document.body.dispatchEvent(new CustomEvent('startfelt:resync'))")


def test_call_goes_from_the_phone_to_closed_with_extra_time(
    phone: Page, desk_of: Callable[[User], tuple[Page, str]], referee: User
) -> None:
    phone.locator("#judge-call summary").click()
    phone.locator("#judge-call [value=rule]").check(force=True)
    phone.fill("#call-note", "Må 7 deles?")
    phone.locator("#judge-call form button").first.click()
    expect(phone.locator("#judge-call [data-state=judge-called]")).to_be_visible()
    judge, address = desk_of(referee)
    judge.goto(address)
    line = judge.locator(".call-list .call")
    expect(line).to_have_count(1)
    expect(line).to_contain_text("Må 7 deles?")
    expect(line).to_contain_text("dansk", ignore_case=True)
    press(judge, "form[action*='/do/take/'] button")
    refresh(phone)
    expect(phone.locator("#judge-call")).to_contain_text(referee.display_name)
    press(judge, "form[action*='/do/arrive/'] button")
    refresh(phone)
    expect(phone.locator("#judge-call [data-state=present]")).to_be_visible()
    press(judge, "form[action*='/do/resolve/']:has([name=give_back]) button")
    expect(judge.locator(".call-list .call")).to_have_count(0)
    call = Call.objects.get()
    assert (call.state, call.judge, call.minutes_given >= 1) == ("resolved", referee, True)
    assert Extension.objects.get().seconds == call.minutes_given * 60
    refresh(phone)
    expect(phone.locator("#judge-call form button").first).to_be_visible()


def test_long_game_goes_its_whole_way_by_the_clock(
    phone: Page,
    desk_of: Callable[[User], tuple[Page, str]],
    live_server: LiveServer,
    round_: Round,
    referee: User,
    head: User,
    time_machine: Any,
) -> None:
    nine = timezone.now()
    judge, address = desk_of(referee)
    table = f"{address}rounds/1/tables/1/"
    told = phone.locator("#judge-call .finding-warning")

    time_machine.move_to(nine + timedelta(minutes=61), tick=True)
    judge.goto(address)
    expect(judge.locator(".call-list .call .rule-id", has_text="H1")).to_have_count(3)
    press(judge, f".call-list a[href$='{table.removeprefix(live_server.url)}']")
    press(judge, "form:has([value=over-time]) button")
    # The usual reason stands there; this judge writes another.
    expect(judge.locator("#step-why-1")).not_to_have_value("")
    judge.fill("#step-why-1", "Alle fire startfelter er spærret.")
    press(judge, "form:has([value=ten-minutes]) button")
    refresh(phone)
    # Ten minutes, less what a busy machine took.
    expect(told.locator(".clock-digits")).to_contain_text(re.compile(r"^\s*([6-9]|10):"))

    time_machine.move_to(nine + timedelta(minutes=72), tick=True)
    judge.goto(address)
    expect(judge.locator(".call-list .call", has=judge.get_by_text("H3"))).to_have_count(1)
    judge.goto(table)
    judge.fill("#opening", "Rød flytter ud fra startfeltet.")
    press(judge, "form:has([value=opening]) button")
    refresh(phone)
    expect(told).to_contain_text("Rød flytter ud fra startfeltet.")
    press(judge, "form:has([value=locked-again]) button")
    expect(judge.locator("a[href*='consequence=result'], #back-why")).to_have_count(0)

    chief, _address = desk_of(head)
    chief.goto(table)
    chief.locator("details:has(#back-why) > summary").click()
    chief.fill("#back-why", "Den er ikke låst endnu.")
    press(chief, "form:has([name=back]) button")
    # The judge's page is of before: the press says so, and nothing is taken twice.
    judge.goto(table)
    press(judge, "form:has([value=locked-again]) button")
    wall = desk_of(referee)[0]
    wall.goto(f"{live_server.url}/t/{round_.tournament.slug}/rounds/1/long/")
    expect(wall.locator("#long-games ~ ul li")).to_have_count(1)
    chief.reload()
    press(chief, ".page-actions a[href*='consequence=result']")
    expect(chief.locator("[name=rules][value=H4]")).to_be_checked()
    chief.fill("#happened", "Låst igen efter åbningen.")
    chief.fill("#decision", "Rød og grøn vinder: De åbnede.")
    chief.locator("[name=winner][value='1']").check(force=True)
    chief.fill("#score-0", "5")
    chief.fill("#score-1", "6")
    press(chief, ".ruling-form .form-actions button")
    result = Result.objects.get(current=True)
    assert (result.payload["winner"], result.payload["ended"]) == (1, "adjudicated")
    assert [(step.target, step.takes_back, step.by) for step in LongGameStep.objects.all()] == [
        ("over-time", False, referee),
        ("ten-minutes", False, referee),
        ("opening", False, referee),
        ("locked-again", False, referee),
        ("opening", True, head),
        ("locked-again", False, referee),
        ("adjudicated", False, head),
    ]
    whys = list(LongGameStep.objects.values_list("why", flat=True))
    assert all(whys) and whys[1] == "Alle fire startfelter er spærret."


#: A few cases: a way there is, several, and none.
FEW = [
    next(case for case in CASES if wanted(len(case["positions"])))
    for wanted in (lambda ways: ways == 1, lambda ways: ways > 1, lambda ways: ways == 0)
]


@pytest.mark.parametrize(
    "cases",
    [
        pytest.param(FEW, id="few"),
        # What the rules say of each is said without a browser, by tests/games/rules.
        pytest.param(CASES, id="all", marks=pytest.mark.nightly),
    ],
)
def test_rule_desk_answers_the_cases_of_the_guide_tapped_in(
    page: Page, live_server: LiveServer, round_: Round, cases: list[dict[str, Any]]
) -> None:
    page.goto(f"{live_server.url}/t/{round_.tournament.slug}/rule-desk/")
    desk = desk_for(round_.tournament)
    assert desk is not None and len(CASES) >= 20
    wrong = {}
    for case in cases:
        asked = case["request"]
        page.locator("[data-clear]").click()
        page.locator(".pick-cards input:checked").evaluate_all("all => all.forEach(x => x.click())")
        page.locator("#ruleset").evaluate(
            "(field, name) => { field.value = name; }", asked["ruleset"]
        )
        for colour, places in asked["position"].items():
            page.locator(f"[name=paint][value={colour}]").check(force=True)
            for place in places:
                if place != "home":
                    own = place == "start" or place.startswith("goal")
                    tap(page, f"{colour}:{place}" if own else place)
        page.locator(f"[name=player][value={asked['player']}]").check(force=True)
        page.locator(f"[name=card][value='{asked['card']}']").check(force=True)
        question = asked | {"cards": [asked["card"]]}
        query = desk.query_of(asked["position"], question)
        expect(page.locator("#rule-answer")).to_have_attribute("data-query", query)
        ways = page.locator(".ways a").count()
        verdict = page.locator(".verdict").get_attribute("class") or ""
        told = bool(page.locator(".why-not .rule-id").count())
        possible = bool(case["positions"])
        if (
            ways != len(case["positions"])
            or ("verdict-yes" in verdict) != possible
            or (not possible and not told)
        ):
            wrong[case["id"]] = (ways, verdict, told)
    assert wrong == {}


def test_ruling_is_corrected_by_the_head_judge(
    page: Page,
    desk_of: Callable[[User], tuple[Page, str]],
    live_server: LiveServer,
    round_: Round,
    referee: User,
    head: User,
) -> None:
    judge, address = desk_of(referee)
    judge.goto(f"{address}rulings/new/?table=1")
    judge.fill("#happened", "Gul lagde et kort uden for tur.")
    judge.fill("#decision", "Et point fra.")
    judge.locator("[name=consequence][value=penalty]").check(force=True)
    judge.fill("#points", "1")
    judge.locator("[name=entry][value='1']").check(force=True)
    judge.locator("[name=rules][value=B7]").check()
    judge.fill("#staff-note", "Anden gang i dag.")
    press(judge, ".ruling-form .form-actions button")
    assert Entry.objects.get(number=1).adjustment == Decimal(-1)

    chief, _address = desk_of(head)
    chief.goto(f"{address}rulings/1/")
    press(chief, ".page-actions a")
    expect(chief.locator("#happened")).to_have_value("Gul lagde et kort uden for tur.")
    chief.fill("#decision", "En advarsel er nok.")
    chief.locator("[name=consequence][value=warning]").check(force=True)
    press(chief, ".ruling-form .form-actions button")
    assert Entry.objects.get(number=1).adjustment == 0
    assert Ruling.objects.get(number=2).amends == Ruling.objects.get(number=1)
    judge.goto(f"{address}rulings/1/")
    expect(judge.locator(".finding-warning a")).to_have_attribute("href", re.compile("rulings/2/"))
    judge.goto(f"{address}rulings/casebook/")
    expect(judge.locator("main")).not_to_contain_text("Et point fra.")
    page.goto(f"{live_server.url}/t/{round_.tournament.slug}/rulings/")
    expect(page.locator(".ruling.is-amended")).to_have_count(1)
    expect(page.locator("main")).not_to_contain_text("Anden gang i dag.")
