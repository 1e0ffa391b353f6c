"""The rules that may be cited."""

from __future__ import annotations

import pytest

from games.rules.messages import LANGUAGES
from judging.fair_play import TEMPLATES, templates_of
from judging.ledger import FILES, cited, find_rules, known, rules_of


@pytest.mark.parametrize("game", FILES)
def test_every_rule_has_a_title_of_its_own_in_each_language(game: str) -> None:
    for language in LANGUAGES:
        titles = [rule.title for rule in rules_of(game, language)]
        assert all(titles) and len(set(titles)) == len(titles)


def test_rules_of_partners_are_those_of_the_ledger() -> None:
    counts = {"A": 9, "B": 8, "C": 12, "D": 4, "E": 4, "F": 4, "G": 1, "H": 5}
    wanted = [f"{letter}{n}" for letter, most in counts.items() for n in range(1, most + 1)]
    assert [rule.id for rule in rules_of("partners", "da")] == wanted


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("b4", ["B4"]),
        ("ti minutter", ["H2"]),
        ("ten MINUTES", ["H2"]),
        ("løftet", ["B8"]),
        ("loeftet", ["B8"]),
        ("löftet", ["B8"]),
        ("zebra", []),
    ],
)
def test_find_rules_by_id_or_words_in_any_language(text: str, found: list[str]) -> None:
    assert [rule.id for rule in find_rules("partners", text, "da")] == found


def test_find_rules_without_words_is_all() -> None:
    assert find_rules("partners", " ", "nb") == rules_of("partners", "nb")


def test_cited_keeps_the_order_and_leaves_out_what_the_ledger_has_not() -> None:
    assert [rule.id for rule in cited("partners", ["C2", "Z1", "A1"], "en")] == ["C2", "A1"]
    assert not known("partners", ["C2", "Z1"])
    assert rules_of("chess", "da") == ()


@pytest.mark.parametrize("game", TEMPLATES)
def test_templates_of_fair_play_cite_rules_of_their_game(game: str) -> None:
    assert all(known(game, template.rules) for template in TEMPLATES[game])


@pytest.mark.parametrize("game", FILES)
def test_one_tap_templates_name_rules_of_their_game(game: str) -> None:
    templates = templates_of(game)
    assert len({template.key for template in templates}) == len(templates)
    assert all(known(game, template.rules) for template in templates)
    assert all(template.rules for template in templates if template.key != "other")
