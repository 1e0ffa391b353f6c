"""An example that the engine denies is refused; cropping keeps what matters."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from reports.guides import GuideError, Style, facts_for
from reports.guides.crop import cropped
from reports.guides.shown import drawn
from reports.guides.worked import examples_of, worked

STYLE = Style("en", "print")


def changed(
    monkeypatch: pytest.MonkeyPatch, family: str, name: str, changes: dict[str, Any]
) -> None:
    example = dict(examples_of(family)[name]) | changes
    monkeypatch.setattr(
        "reports.guides.worked.examples_of", lambda _family: {name: example}, raising=True
    )


@pytest.mark.parametrize(
    ("game", "name", "changes"),
    [
        ("partners", "plain-number", {"moves": ["yellow4-yellow9"]}),
        ("partners", "plain-number", {"card": "5"}),
        ("partners", "plain-number", {"crad": "6"}),
        ("partners", "start-blocks", {"refused": {"yellow12": "C7"}}),
        ("partners", "own-stack", {"among": ["yellow2-yellow8"]}),
        ("partners", "seven-no-rest", {"not": ["green14-green9"]}),
        ("partners", "throw", {"hand": ["8/heart", "5"]}),
        ("partners", "rest-2018", {"ruleset": "dm-2023"}),
        ("partners-plus-pairs", "five-passes", {"card": "6"}),
        ("backgammon", "higher", {"plays": ["13/9"]}),
        ("backgammon", "held", {"refused": {"24": "G7"}}),
        ("backgammon", "first-roll", {"show": "24/18"}),
        ("backgammon", "gammon", {"own": "2:1 3:1 19:1"}),
        ("kroket", "through-hoop", {"after": {"blue": "d6 0"}}),
        ("kroket", "through-hoop", {"ends": "d1-d5"}),
        ("kroket", "off-leg", {"marks": ""}),
        ("kroket", "in-hedge", {"refused": "K8"}),
    ],
)
def test_example_that_the_engine_denies_is_refused(
    game: str, name: str, changes: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = facts_for(game)
    worked(name, facts, None)
    changed(monkeypatch, facts.family, name, changes)
    with pytest.raises(GuideError, match=name):
        worked(name, facts, None)


@pytest.mark.parametrize(
    ("name", "verdict", "rules", "cards"),
    [
        ("plain-number", "yes", (), ("6",)),
        ("start-blocks", "no", ("C2",), ("5",)),
        ("throw", "no", ("B5",), ("5", "9", "-4")),
    ],
)
def test_example_says_whether_it_may_be_done(
    name: str, verdict: str, rules: tuple[str, ...], cards: tuple[str, ...]
) -> None:
    answer = worked(name, facts_for("partners"), STYLE)
    assert (answer.verdict, answer.rules, answer.cards) == (verdict, rules, cards)


def test_example_that_is_not_there_is_refused() -> None:
    with pytest.raises(GuideError, match="partners has no example nothing"):
        worked("nothing", facts_for("partners"), STYLE)


SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" font-size="2"><title>T</title>'
    '<circle cx="10" cy="10" r="2"/><g><circle cx="90" cy="90" r="2"/></g>'
    '<text x="12" y="12">near</text><text x="80" y="12">far</text>'
    '<g transform="translate(11 9) scale(2)"><path d="M0 0"/></g>'
    '<g transform="translate(70 70) scale(2)"><path d="M0 0"/></g><path d="M90 90"/></svg>'
)


def test_crop_keeps_what_lies_around_and_drops_the_rest() -> None:
    root = ElementTree.fromstring(cropped(SQUARE, [(10, 10)], margin=5, least=20, most=60))
    assert root.attrib["viewBox"] == "0 0 20 20"
    tags = [element.tag.rpartition("}")[2] for element in root]
    assert tags == ["title", "circle", "text", "g", "path"]


@pytest.mark.parametrize("points", [[], [(5, 5), (95, 95)]])
def test_crop_of_nothing_or_of_too_much_is_the_whole(points: list[tuple[float, float]]) -> None:
    assert cropped(SQUARE, points, margin=5, least=20, most=60) == SQUARE


def test_crop_stays_within_the_picture() -> None:
    root = ElementTree.fromstring(cropped(SQUARE, [(98, 50)], margin=5, least=20, most=60))
    assert root.attrib["viewBox"] == "80 40 20 20"


def test_crop_leaves_out_a_word_that_its_edge_would_cut() -> None:
    words = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" text-anchor="middle">'
        '<g font-size="4"><text x="10" y="12">in</text><text x="19" y="12">right</text>'
        '<text x="10" y="2">above</text><text x="10" y="19.9">gy</text>'
        '<text x="17" y="16" text-anchor="end">end</text>'
        '<g transform="translate(10 9) scale(0.5)"><text x="2" y="2">piece</text>'
        '<text x="19" y="2">cut</text></g>'
        '<text x="10" y="10" font-size="30">large</text></g></svg>'
    )
    root = ElementTree.fromstring(cropped(words, [(10, 10)], margin=5, least=20, most=60))
    assert [text.text for text in root.iter() if text.tag.endswith("text")] == [
        "in", "end", "piece",
    ]  # fmt: skip


def test_picture_on_paper_is_an_image_that_says_what_it_shows() -> None:
    svg = worked("plain-number", facts_for("partners"), STYLE).svg
    html = drawn(svg, STYLE)
    assert html.startswith('<img src="data:image/svg+xml;base64,')
    assert "yellow from yellow 4 to yellow 10" in html
    assert drawn(svg, Style("en")) == svg
