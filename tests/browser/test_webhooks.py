"""A webhook from its making to its end, on a phone, with a program that really listens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser import looks
from tests.browser.device import DESK, PHONE, follow
from tests.browser.log_in import logged_in
from tests.webhook_server import WebhookServer, webhook_server
from tournaments.models import Tournament, User, Webhook
from tournaments.webhooks.send import send_webhooks

pytestmark = pytest.mark.browser


@pytest.fixture
def program(settings: Any) -> Iterator[WebhookServer]:
    settings.HTTPS = False
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    with webhook_server() as told:
        yield told


@pytest.fixture
def phone(transactional_db: None, page: Page, live_server: LiveServer, organiser: User) -> Page:
    page.set_viewport_size(PHONE)
    logged_in(page.context, live_server, organiser, "en")
    return page


def test_webhook_is_made_tried_sent_again_and_ended(
    phone: Page, live_server: LiveServer, tournament: Tournament, program: WebhookServer
) -> None:
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        found[name] = looks.faults(phone) + looks.wider(phone)

    def press(name: str, within: Page | Locator = phone) -> None:
        follow(phone, within.get_by_role("button", name=name, exact=True))

    def message(row: int) -> Locator:
        return phone.locator("table.deliveries tbody tr").nth(row)

    phone.goto(f"{live_server.url}/desk/{tournament.slug}/settings/")
    follow(phone, phone.get_by_role("link", name="Webhooks", exact=True))
    press("Make the webhook")
    expect(phone.locator(".field-errors").first).to_be_visible()
    look("refused")
    phone.get_by_role("textbox", name="Name", exact=True).fill("Storskærm")
    phone.get_by_role("textbox", name="Address", exact=True).fill(program.url)
    press("Make the webhook")
    expect(phone.get_by_text("whsec_")).to_have_count(1)
    look("made, with its secret")
    follow(phone, phone.get_by_role("link", name="Storskærm", exact=True))
    expect(phone.get_by_text("whsec_")).to_have_count(0)
    expect(phone.get_by_text("Nothing yet.")).to_be_visible()
    look("nothing sent")

    # The program takes nothing, then all; the page follows without being loaded again.
    program.statuses[:] = [500, 204]
    press("Send a test")
    expect(message(0)).to_contain_text("Waiting")
    send_webhooks()
    expect(message(0)).to_contain_text("Tried again later")
    expect(message(0)).to_contain_text("500")
    look("not taken")
    press("Send again", message(0))
    send_webhooks()
    expect(message(0)).to_contain_text("Sent")
    expect(message(0)).to_contain_text("204")
    message(0).locator("summary").click()
    expect(message(0).locator("pre")).to_contain_text(program.messages[0].said["type"])
    look("taken, and opened")
    press("Send again", message(0))
    send_webhooks()
    expect(message(0)).to_contain_text("Sent")
    assert len({one.id for one in program.messages}) == 1
    assert len(program.messages) == 3

    press("Switch off")
    expect(phone.get_by_role("button", name="Send a test", exact=True)).to_have_count(0)
    look("switched off")
    phone.set_viewport_size(DESK)
    found["at the desk"] = looks.faults(phone, "main") + looks.wider(phone)
    phone.set_viewport_size(PHONE)
    press("Remove")
    expect(phone.get_by_role("link", name="Storskærm", exact=True)).to_have_count(0)
    look("removed")
    assert Webhook.objects.filter(tournament=tournament, state="on").count() == 0
    assert {name: faults for name, faults in found.items() if faults} == {}
