"""Every code a draw or a check can say has its sentence."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pytest
from django.utils import translation

import tournaments.formats
from tournaments.draw_words import (
    CHANGES,
    ERRORS,
    FINDINGS,
    REASONS,
    error_sentence,
    finding_sentence,
    points_text,
    reason_sentence,
)
from tournaments.formats.editing_rules import (
    FIRST_ROUND,
    PLAYING,
    RESULT_IN,
    RULES,
    STRUCTURES,
)
from tournaments.formats.model import Reason

NAMES = {1: "Skovlyst", 2: "Nordlys"}
#: All that formats and checks say. What a correction leaves untrue has words of its own.
SOURCES = "\n".join(
    path.read_text()
    for path in sorted(Path(tournaments.formats.__file__).parent.glob("*.py"))
    if not path.name.startswith(("simulation", "dependents"))
)


def codes(pattern: str) -> set[str]:
    return set(re.findall(pattern, SOURCES))


def test_reasons_all_have_words() -> None:
    said = (
        codes(r'Reason\(\s*"(\w+)"')
        | codes(r'Tier\.\w+, "(\w+)"')
        | codes(r'"(fixed_table_\w+)"')
        | codes(r'(?:_told|_out)\(\s*"(\w+)"')
        | (codes(r'\n {8,}code = "(\w+)"') - {"game"})  # a line of the standings
    )
    assert said - set(REASONS) - set(FINDINGS) == set()


def test_findings_all_have_words() -> None:
    assert codes(r'_(?:refuse|warn)\(\s*"(\w+)"') - set(FINDINGS) == set()


def test_reasons_why_there_is_no_draw_all_have_words() -> None:
    said = codes(r'(?:NoDraw|TooFewTables)Error\(\s*"(\w+)"')
    assert said - set(ERRORS) == set()


def test_changes_by_hand_all_have_words() -> None:
    tables = [*RULES.values(), *STRUCTURES.values(), *FIRST_ROUND.values(), PLAYING, RESULT_IN]
    said = {rule.code for rules in tables for rule in rules.values() if rule.code}
    assert said - set(CHANGES) == set()


@pytest.mark.parametrize("words", [ERRORS, REASONS, FINDINGS, CHANGES])
def test_words_ask_only_for_params_they_can_get(words: dict[str, str]) -> None:
    for sentence in words.values():
        assert re.sub(r"%\(\w+\)s", "", str(sentence)).count("%") == 0


def test_reason_names_entries_and_writes_points_as_people_do() -> None:
    reason = {
        "code": "float_odd_group",
        "params": {"down": 1, "up": 2, "points_down": "2.50", "points_up": "2", "group_size": 5},
    }
    with translation.override("en"):
        assert reason_sentence(reason, NAMES) == (
            "An odd number has score 2.5: Skovlyst floats down to Nordlys (2)."
        )


def test_finding_lists_entries_and_rounds() -> None:
    with translation.override("en"):
        assert finding_sentence("rematch", {"entries": (1, 2), "rounds": (1, 3)}, NAMES) == (
            "Skovlyst – Nordlys have met before: round 1, 3."
        )


def test_count_of_entries_is_no_name() -> None:
    reason = {"code": "field", "params": {"entries": 1, "score_groups": 1}}
    with translation.override("en"):
        assert reason_sentence(reason, NAMES) == "1 were drawn, in 1 score groups."


def test_unknown_code_is_shown_not_hidden() -> None:
    assert reason_sentence({"code": "new_thing", "params": {}}, NAMES) == "new thing"
    assert "new_thing" in error_sentence(Reason("new_thing"))


def test_error_says_both_numbers() -> None:
    said = error_sentence(Reason("too_few_tables", {"pairings": 12, "tables": 10}))
    assert "12" in said and "10" in said


@pytest.mark.parametrize(
    ("points", "text"),
    [(Decimal("3.00"), "3"), (Decimal("2.5"), "2,5"), ("10", "10"), (None, ""), ("slide", "slide")],
)
def test_points_in_danish(points: Decimal | str | None, text: str) -> None:
    with translation.override("da"):
        assert points_text(points) == text
