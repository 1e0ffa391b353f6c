"""The course as a picture: well-formed, complete, and readable without its colours."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from games.rules.kroket.course import courses
from games.rules.kroket.course_svg import course_svg
from games.rules.kroket.deck import Mark
from games.rules.kroket.motion import Ball, Motion, reflect, roll
from games.rules.kroket.setup import setup_named
from games.rules.kroket.shots import straight

SVG = "{http://www.w3.org/2000/svg}"
BALLS = (Ball("course", "f3", 1), Ball("course", "f3", 0), Ball("hedge", "a7", 0), Ball("start"))


def texts(svg: str) -> list[str]:
    return [one.text or "" for one in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", courses())
@pytest.mark.parametrize("language", ["da", "en", "nb"])
def test_picture_names_hoops_stakes_directions_and_that_it_is_not_the_original(
    name: str, language: str
) -> None:
    course = courses()[name]
    svg = course_svg(course, language=language)
    shown = texts(svg)
    assert [str(hoop.order) for hoop in course.hoops] == [one for one in shown if one.isdigit()]
    assert set(course.kind.directions) <= set(shown)
    assert course.note[language] in " ".join(shown)
    root = ElementTree.fromstring(svg)
    assert root.findtext(f"{SVG}title") == course.title[language]
    described = root.findtext(f"{SVG}desc") or ""
    assert all(hoop.cell in described for hoop in course.hoops)


def test_balls_are_told_apart_by_letters_and_shapes() -> None:
    course = courses()["haven"]
    svg = course_svg(course, BALLS)
    assert [one for one in texts(svg) if one in ("Bl", "Rø", "Gu", "Gr")] == ["Bl", "Rø", "Gu"]
    described = ElementTree.fromstring(svg).findtext(f"{SVG}desc") or ""
    for sentence in (
        "Blå ligger på f3.",
        "Gul ligger i hækken ud for a7.",
        "Grøn er ikke begyndt.",
    ):
        assert sentence in described


def test_way_of_a_shot_and_its_reflection_is_drawn() -> None:
    setup = setup_named()
    balls = (Ball("course", "c2", 0), *(Ball("start"),) * 3)
    motion = roll(Motion(setup, balls), 0, straight("N", 3))
    reflected = reflect(motion, Mark("NW", 1))
    assert reflected is not None
    plain = course_svg(setup.course, reflected.balls)
    shot = course_svg(setup.course, shot=reflected, airborne=[True])
    assert shot.count("<path") > plain.count("<path")
    assert "stroke-dasharray" in shot
    assert course_svg(setup.course, shot=reflected, airborne=[True]) == shot


def test_coordinates_size_title_and_what_can_be_left_out() -> None:
    course = courses()["plaenen"]
    svg = course_svg(course, coordinates=True, rose=False, note=False, title="A & B", size=400)
    assert set(course.cells) <= set(texts(svg))
    assert "NE" not in texts(svg)
    assert 'width="400"' in svg
    assert "<title>A &amp; B</title>" in svg


def test_page_colours_are_the_pages_and_paper_has_fixed_ones() -> None:
    course = courses()["haven"]
    page, paper = course_svg(course, BALLS), course_svg(course, BALLS, palette="print")
    assert "var(--blue," in page
    assert "currentColor" in page
    assert not re.search(r"var\(|currentColor|opacity=\"\.5\"", paper)


def test_there_and_back_shows_both_ways() -> None:
    course = courses()["haven"]
    both = course_svg(course, variant="there-and-back")
    assert both.count("<path") == course_svg(course).count("<path") + len(course.hoops)
