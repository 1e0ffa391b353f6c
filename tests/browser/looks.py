"""What axe-core says of a page, and whether it fits its screen."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import axe_playwright_python
from playwright.sync_api import Page, ViewportSize

from tests.browser.device import PHONE

#: What of axe-core's rules another palette can break.
COLOURS = ("color-contrast", "link-in-text-block")
#: And what another width can: the rest reads the same elements in the same order.
DRAWN = (*COLOURS, "scrollable-region-focusable")


@cache
def _axe() -> str:
    """axe-core itself, as the package ships it."""
    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")


#: Only what is wrong is written down: a list of all that was right costs as much again.
_LOOK = """async ([where, only]) => {
  const options = { resultTypes: ["violations"], elementRef: false };
  if (only) options.runOnly = { type: "rule", values: only };
  const found = await axe.run(where ?? document, options);
  return found.violations.flatMap((one) =>
    one.nodes.map((at) => `${one.id}: ${at.html.slice(0, 160)}`));
}"""
_WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def faults(page: Page, where: str | None = None, only: tuple[str, ...] = ()) -> list[str]:
    """A line for each element that keeps somebody out: in the whole page, or in what the selector
    `where` finds; by all rules, or by `only` some."""
    # A click comes back when the page begins to come.
    page.wait_for_load_state()
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
    found: list[str] = page.evaluate(_LOOK, [where, list(only) or None])
    return found


def wider(page: Page) -> list[str]:
    """A line when the page is wider than its screen."""
    pixels = page.evaluate(_WIDER)
    return [f"wider than the screen by {pixels} px"] if pixels > 0 else []


def faults_in_the_dark(page: Page, only: tuple[str, ...] = COLOURS) -> list[str]:
    """What the dark palette does to the page, which is loaded anew in it: colours on their way from
    one palette to the other are neither's."""
    page.emulate_media(color_scheme="dark")
    page.reload()
    return faults(page, only=only)


def faults_at_two_widths(page: Page, wide: ViewportSize, again: bool = True) -> list[str]:
    """All of the page on a phone, and what is in the middle of it on a screen that is `wide`, where
    the same things stand around it on every page; unless axe-core is to look there `again`, only
    whether it fits. It is left there."""
    page.set_viewport_size(PHONE)
    found = [f"phone: {fault}" for fault in faults(page) + wider(page)]
    page.set_viewport_size(wide)
    there = faults(page, "main") if again else []
    return found + [f"desk: {fault}" for fault in there + wider(page)]
