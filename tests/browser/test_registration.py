"""Signing up on a phone: the form, the letter's link, the waiting list, the invited partner."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import factories
from tests.browser.device import follow
from tests.browser.log_in import logged_in
from tests.tournaments.registration.conftest import pair
from tournaments.models import Mail, Registration, Role, Tournament
from tournaments.registration import guard
from tournaments.registration.send_in import send_in

pytestmark = pytest.mark.browser


@pytest.fixture
def phone(page: Page, monkeypatch: pytest.MonkeyPatch) -> Page:
    # A browser types faster than anybody.
    monkeypatch.setattr(guard, "LEAST_SECONDS", 0)
    page.set_viewport_size({"width": 360, "height": 640})
    page.context.add_cookies(
        [{"name": "language", "value": "en", "domain": "localhost", "path": "/"}]
    )
    return page


@pytest.fixture
def open_(transactional_db: None) -> Tournament:
    tournament = factories.make_tournament(
        capacity=1, date=timezone.localdate() + dt.timedelta(days=30)
    )
    Registration.objects.create(
        tournament=tournament, consent="We take photographs.", doors_open=dt.time(9)
    )
    return tournament


def link_to(address: str, kind: str, part: str = "own") -> str:
    """The path of the link in the newest letter of a kind to an address."""
    mail = Mail.objects.filter(to=address, kind=f"sign-up-{kind}").latest("created_at")
    found = re.search(rf"http://[^/]+(/t/\S+/{part}/\S+)", mail.text)
    assert found, mail.text
    return found[1]


def test_signed_up_waited_moved_up_and_invited(
    phone: Page,
    live_server: LiveServer,
    open_: Tournament,
    faults_of: Callable[[Page], list[str]],
) -> None:
    faults: dict[str, list[str]] = {}

    def button(name: str) -> None:
        follow(phone, phone.get_by_role("button", name=name, exact=True))

    def look(name: str) -> None:
        wide = phone.evaluate("document.documentElement.scrollWidth") > 360
        faults[name] = faults_of(phone) + (["wider than the phone"] if wide else [])

    def heading(text: str) -> None:
        expect(phone.get_by_role("heading", level=1)).to_have_text(text)

    def sign_up(name: str, *, partner: str = "", send: str = "Sign up") -> None:
        phone.goto(f"{live_server.url}/")
        follow(phone, phone.get_by_role("link", name="Sign up", exact=True))
        phone.get_by_label("Your name").fill(name)
        phone.get_by_label("Your e-mail").fill(f"{name.split()[0].lower()}@example.org")
        if partner:
            phone.get_by_label("Their name").fill(partner)
        else:
            phone.get_by_label("I invite the one I play with by a link afterwards").check()
        button(send)
        # The consent was forgotten: everything typed is still there.
        expect(phone.get_by_label("Your name")).to_have_value(name)
        phone.get_by_label("I agree to this").check()
        look("form")
        button(send)
        heading("Look in your mail")

    sign_up("Anna Holm", partner="Bo Krag")
    look("sent")
    phone.goto(live_server.url + link_to("anna@example.org", "confirm"))
    look("confirm")
    button("Confirm")
    heading("You are in the list as no. 1")
    look("in the list")

    sign_up("Carla Dam", send="Stand in the waiting list")
    phone.goto(live_server.url + link_to("carla@example.org", "confirm"))
    button("Confirm")
    heading("No. 1 in the waiting list")
    look("waiting")

    phone.goto(live_server.url + link_to("anna@example.org", "entered"))
    follow(phone, phone.get_by_role("link", name="Cancel", exact=True))
    look("cancel")
    button("Cancel the registration")
    heading("Cancelled")

    phone.goto(live_server.url + link_to("carla@example.org", "offer"))
    heading("A place is free for you")
    look("offered")
    button("Yes, we take the place")
    heading("Somebody is still missing")
    look("inviting")

    invitation = phone.get_by_label("The link").input_value()
    phone.goto(live_server.url + re.sub(r"^https?://[^/]+", "", invitation))
    heading("Play with Carla Dam?")
    phone.get_by_label("Your name").fill("Dorte Eg")
    phone.get_by_label("Your e-mail").fill("dorte@example.org")
    phone.get_by_label("I agree to this").check()
    look("join")
    button("Yes, I play")
    heading("You are in the list")

    assert {name: found for name, found in faults.items() if found} == {}
    entries = open_.entries.exclude(state="withdrawn").values_list("name", flat=True)
    assert list(entries) == ["Carla Dam & Dorte Eg"]


def test_what_was_typed_survives_a_reload(
    phone: Page, live_server: LiveServer, open_: Tournament
) -> None:
    phone.goto(f"{live_server.url}/t/{open_.slug}/sign-up/")
    phone.get_by_label("Your name").fill("Anna Holm")
    phone.get_by_text("City, and anything we should know").click()
    phone.get_by_label("Anything we should know").fill("Vegetarian")
    phone.reload()
    expect(phone.get_by_label("Your name")).to_have_value("Anna Holm")
    expect(phone.get_by_label("Anything we should know")).to_have_value("Vegetarian")
    expect(phone.get_by_label("Anything we should know")).to_be_visible()


def test_desk_confirms_and_marks_who_has_paid(
    page: Page,
    live_server: LiveServer,
    open_: Tournament,
    faults_of: Callable[[Page], list[str]],
) -> None:
    user = factories.make_user("bente", role=Role.Kind.ORGANISER, tournament=open_)
    logged_in(page.context, live_server, user, "en")
    for letter in "AB":
        send_in(open_, pair(letter), agreed=True)
    desk = f"{live_server.url}/desk/{open_.slug}"
    faults: list[str] = []

    page.goto(f"{desk}/entries/")
    expect(page.get_by_role("link", name="Import a list").first).to_be_visible()
    page.goto(f"{desk}/registration/")
    faults += faults_of(page)
    for width in (360, 700, 1000):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 360, "height": 800})
    row = page.locator("#sign-ups tr", has_text="Anna A")
    row.locator("summary").click()
    follow(page, row.get_by_role("button", name="Confirm for them"))
    expect(row).to_contain_text("In the list, no. 1")
    page.set_viewport_size({"width": 1440, "height": 900})
    other = page.locator("#sign-ups tr", has_text="Anna B")
    other.locator("summary").click()
    follow(page, other.get_by_role("button", name="Confirm for them"))
    expect(other).to_contain_text("No. 1 in the waiting list")

    page.goto(f"{desk}/registration/settings/")
    faults += faults_of(page)

    page.goto(f"{desk}/entries/payments/")
    faults += faults_of(page)
    paid = page.locator("#payments").get_by_role("button", name="Paid", exact=True)
    paid.click()
    expect(paid).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Undo").click()
    expect(paid).to_have_attribute("aria-pressed", "false")
    assert faults == []
