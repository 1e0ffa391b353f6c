"""The app's icons are those of the drawing."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from scripts.icons import FOLDER, ICONS, draw


@pytest.mark.parametrize("name", sorted(ICONS))
def test_icon_is_drawn_from_the_drawing_there_is(name: str) -> None:
    size, whole = ICONS[name]
    with Image.open(FOLDER / name) as kept:
        assert kept.size == (size, size)
        drawn = draw(size, whole=whole)
        differ = ImageChops.difference(kept.convert("RGBA"), drawn.convert("RGBA"))
        assert max(most for _least, most in differ.getextrema()) == 0


def test_icon_that_is_cut_keeps_what_matters_within_the_circle() -> None:
    """Whatever shape a phone cuts, 40 % of the edge around the middle stay."""
    image = draw(512, whole=True).convert("RGB")
    ground = image.getpixel((0, 0))
    outside = [
        (x, y)
        for x in range(0, 512, 3)
        for y in range(0, 512, 3)
        if (x - 256) ** 2 + (y - 256) ** 2 > (0.4 * 512) ** 2
    ]
    assert {image.getpixel(point) for point in outside} == {ground}
