"""The board as a picture: every checker is on it, arrows lead where a play leads, words say it."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.backgammon import Cube, Play, Position, legal_plays
from games.rules.backgammon.board_svg import PictureError, board_svg, move_places
from tests.games.rules.backgammon.random_positions import made_up_position

SVG = "{http://www.w3.org/2000/svg}"
RADIUS = "17.5"

positions = st.builds(made_up_position, st.randoms(use_true_random=False)).map(Position.parse)


def drawn(position: Position, **more: object) -> ElementTree.Element:
    return ElementTree.fromstring(board_svg(position, **more))  # type: ignore[arg-type]


def play(position: Position, dice: tuple[int, int], notation: str) -> Play:
    return next(one for one in legal_plays(position, dice) if one.notation == notation)


@settings(max_examples=40, deadline=None)
@given(positions)
def test_every_checker_is_drawn_or_counted(position: Position) -> None:
    root = drawn(position, palette="print")
    lights = Counter[bool]()
    shown = [element for element in root.iter(f"{SVG}circle") if element.attrib["r"] == RADIUS]
    for element in shown:
        lights[element.attrib["fill"] == "#fff"] += 1
    own = [count for count in position.points if count > 0] + [position.bar[0]]
    other = [-count for count in position.points if count < 0] + [position.bar[1]]
    assert lights[True] == sum(min(count, 5) for count in own)
    assert lights[False] == sum(min(count, 5) for count in other)
    slabs = [e for e in root.iter(f"{SVG}rect") if e.attrib.get("rx") == "2"]
    assert len(slabs) == sum(position.off)


@settings(max_examples=25, deadline=None)
@given(positions)
def test_nothing_lies_outside_the_picture(position: Position) -> None:
    root = drawn(position)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for circle in root.iter(f"{SVG}circle"):
        x, y, radius = (float(circle.attrib[name]) for name in ("cx", "cy", "r"))
        assert radius <= x <= width - radius
        assert radius <= y <= height - radius


def test_every_place_has_its_name_once() -> None:
    names = re.findall(r'data-place="([^"]+)"', board_svg(Position.start()))
    assert sorted(names) == sorted(["bar", "off", *map(str, range(1, 25))])


def test_play_has_an_arrow_for_each_step_and_a_cross_for_each_hit() -> None:
    points = [0] * 24
    for point, count in {24: 2, 13: 5, 8: 3, 6: 5, 4: -1, 1: -1, 12: -5, 17: -3, 19: -5}.items():
        points[point - 1] = count
    position = Position.parse({"points": points, "bar": [0, 0], "off": [0, 0]})
    hit = play(position, (4, 1), "8/4*/3")
    svg = board_svg(position, play=hit, palette="print")
    assert svg.count('stroke-width="8"') == 2
    assert svg.count('stroke-width="3.5"') == 1
    assert "Trækket: 8/4*/3." in svg
    assert move_places(hit) == ("8", "4", "3")


def test_cube_lies_with_its_owner_and_shows_64_in_the_middle() -> None:
    start = Position.start()
    heights = {}
    for name, cube in {"mine": Cube(2, 0), "theirs": Cube(2, 1), "middle": Cube()}.items():
        svg = board_svg(start, cube=cube, mover=0)
        box = re.search(r'y="([\d.]+)" width="36" height="36"', svg)
        assert box is not None
        heights[name] = float(box[1])
        assert (">64</text>" in svg) == (name == "middle")
    assert heights["theirs"] < heights["middle"] < heights["mine"]


def test_dark_player_on_roll_has_dark_checkers_and_dice() -> None:
    start = Position.start()
    svg = board_svg(start, light=False, dice=(6, 6), palette="print", language="en")
    assert "The player on roll (dark checkers) has 2 on 24, 5 on 13, 3 on 8, 5 on 6." in svg
    assert "The dice show 6 and 6." in svg


@pytest.mark.parametrize("language", ["da", "en", "nb"])
def test_words_are_of_one_language(language: str) -> None:
    position = Position.start()
    root = drawn(position, language=language, reachable=["13", "bar"], cube=Cube(4, 1))
    assert root.attrib["lang"] == language
    title, said = root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")
    assert (
        title
        == {
            "da": "Stillingen på brættet",
            "en": "The position on the board",
            "nb": "Stillingen på brettet",
        }[language]
    )
    assert said is not None
    assert {"da": "13, baren", "en": "13, the bar", "nb": "13, baren"}[language] in said


def test_paper_has_fixed_colours_and_a_page_its_own() -> None:
    start = Position.start()
    assert "var(" not in board_svg(start, palette="print", dice=(1, 2), cube=Cube())
    assert "var(--white" in board_svg(start)


def test_place_that_is_not_there_is_refused() -> None:
    with pytest.raises(PictureError, match="25"):
        board_svg(Position.start(), reachable=["25"])
