"""Bars as SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from games.statistics.chart import FOOT, HEIGHT, TOP, WIDTH, bars_svg

SVG = "{http://www.w3.org/2000/svg}"


@given(st.lists(st.tuples(st.text("abc<&\"'0123456789–", max_size=8), st.integers(0, 99))))
def test_bars_stand_within_the_picture_and_are_as_high_as_they_count(
    bars: list[tuple[str, int]],
) -> None:
    text = bars_svg("x", "A <b>", "told & more", "below", bars)
    root = ET.fromstring(text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))
    drawn = [
        [float(rect.attrib[name]) for name in ("x", "y", "width", "height")]
        for rect in root.iter(f"{SVG}rect")
    ]
    counts = [many for _label, many in bars if many]
    assert len(drawn) == len(counts)
    for (x, y, width, height), many in zip(drawn, counts, strict=True):
        assert x >= 0
        assert x + width <= WIDTH
        assert y >= TOP - 0.1 and abs(y + height - (HEIGHT - FOOT)) < 0.11
        assert abs(height / (HEIGHT - FOOT - TOP) - many / max(counts)) < 0.01
    assert root.findtext(f"{SVG}title") == "A <b>"
    assert root.findtext(f"{SVG}desc") == "told & more"
