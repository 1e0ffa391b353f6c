"""The guides themselves: each rule once, the same in three languages, every example checked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from judging.ledger import rules_of
from reports.guides import FAMILIES, LANGUAGES, RULESETS, Facts, Style, facts_for, guide_for, shown
from reports.guides.model import Bullets, Cards, Example, Guide
from reports.guides.worked import examples_of, worked
from tournaments.game_settings import Kind, settings_table

ROOT = Path(__file__).resolve().parents[3]
IDS = ROOT / "tests/data/rule-ids.json"

GUIDES = [(game, ruleset) for game in FAMILIES for ruleset in RULESETS[game]]

guides = pytest.mark.parametrize(("game", "ruleset"), GUIDES)
languages = pytest.mark.parametrize("language", LANGUAGES)


def ids_of(family: str) -> list[str]:
    """The ids of the rule ledger, from ranges such as "A1-9"."""
    ranges = re.findall(r"([A-Z])(\d+)-(\d+)", json.loads(IDS.read_text())[family])
    return [f"{letter}{n}" for letter, a, b in ranges for n in range(int(a), int(b) + 1)]


def variations(game: str) -> Iterator[Facts]:
    """The facts of every rule set with every switch on and off, and every choice."""
    for ruleset in RULESETS[game]:
        tables = [
            [(one.key, value) for value in values]
            for one in settings_table(game)
            if (
                values := (
                    (True, False)
                    if one.kind is Kind.SWITCH
                    else tuple(one.options({}))
                    if one.key in ("variant", "moves")
                    else ()
                )
            )
        ]
        for chosen in product(*tables):
            yield facts_for(game, ruleset, **dict(chosen))
    if game == "backgammon":
        yield facts_for(game, length=0, jacoby=True, beavers=True)
        yield facts_for(game, delay_seconds=0, reserve_minutes=0)


def structure(guide: Guide) -> list[object]:
    """All of a guide that is not words."""
    found: list[object] = []
    for chapter in guide.chapters:
        found.append(chapter.id)
        for section in chapter.sections:
            found.append((section.id, section.kind))
            for block in section.blocks:
                match block:
                    case Example(name, _, text, answer):
                        found.append((name, bool(text), bool(answer)))
                    case Cards(cards):
                        found.append([card.name for card in cards])
                    case Bullets(items):
                        found.append(len(items))
                    case _:
                        found.append(block.kind)
    return found


@guides
@languages
def test_guide_has_every_rule_of_the_ledger_once(game: str, ruleset: str, language: str) -> None:
    guide = guide_for(facts_for(game, ruleset), language)
    assert [rule.id for rule in guide.rules] == ids_of(FAMILIES[game])


@guides
def test_ids_are_those_that_judges_cite(game: str, ruleset: str) -> None:
    cited = [rule.id for rule in rules_of(game, "en")]
    if cited:
        assert sorted(cited) == sorted(ids_of(FAMILIES[game]))


@pytest.mark.parametrize("game", list(FAMILIES))
def test_three_languages_have_the_same_structure_whatever_is_chosen(game: str) -> None:
    for facts in variations(game):
        danish, *others = (structure(guide_for(facts, language)) for language in LANGUAGES)
        assert others == [danish, danish], facts


@pytest.mark.parametrize("game", list(FAMILIES))
def test_engine_agrees_with_every_example_whatever_is_chosen(game: str) -> None:
    checked = set()
    for facts in variations(game):
        for example in guide_for(facts, "da").examples:
            key = (example.name, facts.ruleset, facts.settings)
            if key not in checked:
                worked(example.name, facts, None)
                checked.add(key)
    assert checked


@pytest.mark.parametrize("family", sorted(set(FAMILIES.values())))
def test_every_example_stands_in_a_guide(family: str) -> None:
    used = {
        example.name
        for game, its in FAMILIES.items()
        if its == family
        for facts in variations(game)
        for example in guide_for(facts, "da").examples
    }
    assert set(examples_of(family)) == used


@guides
@languages
def test_links_lead_to_rules_of_the_guide(game: str, ruleset: str, language: str) -> None:
    guide = shown(facts_for(game, ruleset), Style(language))
    html = repr(guide.chapters)
    ids = {section["id"] for chapter in guide.chapters for section in chapter["sections"]}
    assert set(re.findall(r'href="#([^"]+)"', html)) <= ids
    assert len([entry.id for entry in guide.index]) == len(ids_of(FAMILIES[game]))


@guides
@languages
def test_nothing_is_left_of_the_marks(game: str, ruleset: str, language: str) -> None:
    guide = shown(facts_for(game, ruleset), Style(language))
    pictures = re.compile(r"<svg.*?</svg>|\{'|'\}|\[\{|\}\]", re.S)
    for chapter in guide.chapters:
        for section in chapter["sections"]:
            for block in section["blocks"]:
                words = [
                    pictures.sub("", str(value))
                    for name, value in block.items()
                    if name in ("html", "title", "answer", "items")
                ]
                assert re.findall(r"\*\*|`|\{\w+\}|\[[A-Z]\d", " ".join(words)) == []
