"""The board of the rule desk under a finger."""

from __future__ import annotations

import re

from playwright.sync_api import FloatRect, Page, expect

from tests.browser.device import until


def middle(page: Page, place: str) -> tuple[float, float]:
    """Where a place is once the page stands still: it may be on its way to the verdict, a notice
    may just push it down, or the answer puts a new board there."""
    there = page.locator(f'[data-board] [data-place="{place}"]').first
    boxes: list[FloatRect | None] = [None]

    def stands() -> bool:
        boxes.append(there.bounding_box())
        return boxes[-1] is not None and boxes[-1] == boxes[-2]

    until(page, stands, lambda: boxes[-3:])
    box = boxes[-1]
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap(page: Page, place: str) -> None:
    page.mouse.click(*middle(page, place))


def answered(page: Page, query: str) -> None:
    """Until the answer is the one to a question with `query` in it, and stands in its place."""
    answer = page.locator("#rule-answer")
    expect(answer).to_have_attribute("data-query", re.compile(re.escape(query)))
    expect(answer).not_to_have_class(re.compile("htmx-"))
