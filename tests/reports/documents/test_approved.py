"""What counts as another picture than the approved one."""

from __future__ import annotations

from PIL import Image

from tests.reports.approved import STRAY, differing


def test_line_that_moved_is_seen() -> None:
    """What the tolerance lets through is less than what a reader would see."""
    page = Image.new("L", (298, 421), 255)
    word = Image.new("L", (200, 4), 40)
    page.paste(word, (30, 30))
    moved = Image.new("L", (298, 421), 255)
    moved.paste(word, (30, 35))
    assert differing(page, page) == 0
    assert differing(page, moved) > STRAY
