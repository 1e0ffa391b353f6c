"""Games drawn as the scores of their sides."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from games.statistics.duels import LETTERS, NAMES, NUMBERS, WIDTH, Duel, duels_svg

SVG = "{http://www.w3.org/2000/svg}"
NAME = st.text("abc<&\"'0123456789–æ", max_size=40)
SIDE = st.tuples(NAME, st.integers(0, 99))


@given(st.lists(st.builds(Duel, NAME, st.lists(SIDE, min_size=2, max_size=4).map(tuple))))
def test_every_side_has_a_bar_to_one_scale_within_the_picture(duels: list[Duel]) -> None:
    text = duels_svg("x", "A <b>", "told & more", duels)
    root = ET.fromstring(text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))
    height = float(root.attrib["viewBox"].split()[3])
    bars = [
        {key: float(rect.attrib[key]) for key in ("x", "y", "width", "height")}
        for rect in root.iter(f"{SVG}rect")
    ]
    scores = [score for duel in duels for _name, score in duel.sides]
    assert len(bars) == len(scores)
    most = max(scores, default=0) or 1
    for bar, score in zip(bars, scores, strict=True):
        assert (bar["x"], bar["y"] + bar["height"] <= height) == (NAMES, True)
        assert abs(bar["width"] - (WIDTH - NAMES - NUMBERS) * score / most) < 0.06
    assert root.findtext(f"{SVG}title") == "A <b>"
    assert root.findtext(f"{SVG}desc") == "told & more"
    names = [one.text or "" for one in root.iter(f"{SVG}text") if "y" in one.attrib]
    assert all(len(one) <= max(LETTERS, 40) for one in names)
