"""Somebody with a keyboard alone: where the focus is, and what they see of it."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page, expect

#: What has the focus: its name for a screen reader, whether it can be seen to have it, and whether
#: something lies over it. `top` and `bottom` are places of the page, not of the window.
_FOCUSED = """() => {
    const at = document.activeElement;
    if (at === document.body) return null;
    const labels = [...(at.labels ?? [])];
    // A row's link shows it around the whole row, a choice around its words.
    const rings = [[at], [at, "::after"], [at.closest("tr") ?? at],
        ...labels.flatMap((label) => [label, ...label.querySelectorAll("*")]).map((one) => [one])];
    const ring = rings.some(([where, pseudo]) => {
        const style = getComputedStyle(where, pseudo);
        return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0
            || style.boxShadow !== "none";
    });
    const words = at.getAttribute("aria-label") || at.textContent.trim() || at.title
        || labels.map((label) => label.textContent.trim()).join(" ");
    const name = words.replace(/\\s+/g, " ");
    const seen = labels.find((label) => label.contains(at)) ?? at;
    const box = seen.getBoundingClientRect();
    const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const covered = !over || !(seen.contains(over) || over.contains(seen)
        || labels.some((label) => label.contains(over)));
    return { name, ring, covered, tag: at.tagName,
             key: [at.tagName, at.getAttribute("href"), at.id, at.name, name, box.top].join("|"),
             skips: at.classList.contains("skip-link"),
             top: box.top + scrollY, bottom: box.bottom + scrollY };
}"""
_IS = """([selector, name]) => {
    const at = document.activeElement;
    const words = [at.getAttribute("aria-label"), at.textContent,
        ...[...(at.labels ?? [])].map((label) => label.textContent)].join(" ");
    return at.matches(selector) && words.replace(/\\s+/g, " ").includes(name);
}"""
#: Stops on a page at most.
MOST = 120


@dataclass(frozen=True)
class Stop:
    """What has the focus."""

    name: str
    ring: bool
    covered: bool
    tag: str
    key: str
    skips: bool
    top: float
    bottom: float


def tab(page: Page) -> Stop | None:
    """On to the next stop; None past the last one of the page. Each has a name and is seen."""
    page.keyboard.press("Tab")
    found = page.evaluate(_FOCUSED)
    if found is None:
        return None
    stop = Stop(**found)
    assert stop.name, stop
    assert stop.ring, stop
    return stop


def skip_to_main(page: Page) -> None:
    """The first stop of a page leads past what every page has."""
    first = tab(page)
    assert first is not None and first.skips, first
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def go_to(page: Page, selector: str, name: str = "") -> None:
    """Tab on until what is called `name` has the focus, down the page and never up again, and
    nothing lies over where one is."""
    before: Stop | None = None
    for _stop in range(MOST):
        stop = tab(page)
        assert stop is not None, f"Tab never comes to {selector} “{name}”"
        assert not stop.covered, stop
        assert before is None or stop.bottom > before.top, (before, stop)
        if page.evaluate(_IS, [selector, name]):
            return
        before = stop
    raise AssertionError(f"Tab never comes to {selector} “{name}”")


def press(page: Page, key: str = "Enter") -> None:
    """A key that leads to another page, until that is there with its scripts."""
    with page.expect_navigation():
        page.keyboard.press(key)
