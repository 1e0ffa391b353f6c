"""What a clock on a page shows, beside what it should."""

from __future__ import annotations

from django.utils import timezone
from playwright.sync_api import Page

from games.models import Clock
from tests.browser.device import until

#: Seconds within which a clock is right on a busy machine. What these tests do to it is minutes.
NEARLY = 120


def seconds_left(page: Page) -> int:
    minutes, seconds = (page.locator(".clock-digits").first.text_content() or "").split(":")
    return int(minutes) * 60 + int(seconds)


def comes_right(page: Page, clock: Clock, *, off: int = 0) -> None:
    """The clock of the page comes to show what is left of the round's time, and `off` seconds."""

    def right() -> bool:
        gone = (timezone.now() - clock.started_at).total_seconds()
        return abs(seconds_left(page) - (clock.seconds - gone + off)) < NEARLY

    until(page, right, lambda: (seconds_left(page), off))
