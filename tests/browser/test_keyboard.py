"""What a pair does at home and in the hall, with a keyboard alone."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Claim
from tests.browser.device import PHONE, device
from tests.browser.keys import go_to, press, skip_to_main
from tests.factories import make_entries, make_round, make_tournament
from tournaments.models import Registration, SignUp
from tournaments.registration import guard

pytestmark = pytest.mark.browser


@pytest.fixture
def typist(
    transactional_db: None,
    browser: Browser,
    live_server: LiveServer,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Page]:
    cache.clear()
    # A browser types faster than anybody.
    monkeypatch.setattr(guard, "LEAST_SECONDS", 0)
    with device(browser, PHONE) as context:
        context.add_cookies(
            [{"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "url": live_server.url}]
        )
        yield context.new_page()


def type_in(page: Page, field: str, text: str) -> None:
    go_to(page, f"[name={field}]")
    page.keyboard.type(text)


def test_pair_signs_up_from_the_front_page(typist: Page, live_server: LiveServer) -> None:
    tournament = make_tournament(capacity=4, date=timezone.localdate() + dt.timedelta(days=30))
    Registration.objects.create(tournament=tournament, consent="We take photographs.")
    typist.goto(live_server.url)
    skip_to_main(typist)
    go_to(typist, "a", "Sign up")
    press(typist)
    skip_to_main(typist)
    type_in(typist, "player1", "Anna Holm")
    type_in(typist, "email1", "anna@example.org")
    type_in(typist, "player2", "Bo Krag")
    # Sent as one does from a field, and the consent forgotten: what was typed is still there.
    press(typist)
    expect(typist.locator("[name=player2]")).to_have_value("Bo Krag")
    go_to(typist, "[type=checkbox]", "I agree to this")
    typist.keyboard.press("Space")
    go_to(typist, "button", "Sign up")
    press(typist)
    expect(typist.get_by_role("heading", level=1)).to_have_text("Look in your mail")
    assert SignUp.objects.get().email == "anna@example.org"


def test_pair_opens_its_page_by_the_code_and_hands_in_a_result(
    typist: Page, live_server: LiveServer
) -> None:
    first, second = make_entries(make_tournament(), 2)
    make_round(first.tournament, [(first, second)])
    typist.goto(f"{live_server.url}/p/")
    # All that one comes here for: the focus is there already.
    expect(typist.locator("[name=code]")).to_be_focused()
    typist.keyboard.type(first.code)
    press(typist)
    expect(typist.get_by_role("heading", level=1)).to_have_text("Par 1")
    skip_to_main(typist)
    go_to(typist, "a", "Hand in the result")
    press(typist)
    skip_to_main(typist)
    # Choices of a group are one stop: the space bar takes the first, arrows the others.
    go_to(typist, "[type=radio][name=winner]", "Par 1")
    typist.keyboard.press("Space")
    go_to(typist, "[type=radio][name=score_1]")
    typist.keyboard.press("Space")
    typist.keyboard.press("ArrowRight")
    expect(typist.locator("[name=score_1][value='1']")).to_be_checked()
    expect(typist.locator("#play-check")).to_have_text("Par 1 won, 8-1.")
    go_to(typist, "button", "Hand it in")
    typist.keyboard.press("Enter")
    expect(typist.locator("#play")).to_have_attribute("data-play", "waiting")
    assert [claim.payload["winner"] for claim in Claim.objects.all()] == [0]
