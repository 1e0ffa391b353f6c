"""`manage.py simulate_format`: what it prints, and what it refuses."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def said(*arguments: str) -> str:
    out = StringIO()
    call_command("simulate_format", *arguments, stdout=out)
    return out.getvalue()


def test_simulate_format_prints_a_table() -> None:
    lines = said("round_robin", "--entries", "6", "--events", "2", "--minutes", "45").splitlines()
    assert lines[0] == "round_robin: 6 entries, 2 events"
    table = dict(line.strip().rsplit("  ", 1) for line in lines[1:])
    table = {name.strip(): value for name, value in table.items()}
    assert table["Rounds"] == "5.0"
    assert table["Duration"] == "3.8 hours"
    assert table["Games"] == "15.0"
    assert table["Checks failed"].startswith("0 (")


def test_simulate_format_json_holds_scenario_and_means() -> None:
    options = ["--option", "groups=2", "--option", "pots=snake", "--drops", "25%", "--json"]
    summary = json.loads(said("groups", "--entries", "8", "--events", "2", *options))
    assert summary["scenario"]["options"]["pots"] == "snake"
    assert (summary["scenario"]["drops"], summary["events"], summary["faults"]) == (0.25, 2, [])


def test_simulate_format_with_the_same_seed_says_the_same() -> None:
    arguments = ("swiss", "--entries", "8", "--events", "2", "--draws", "10", "--no-shows", "5")
    assert said(*arguments) == said(*arguments)
    assert said(*arguments) != said(*arguments, "--seed", "2")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "invalid choice: 'chess'"),
        (["swiss", "--drops", "150"], "not between 0 and 100"),
        (["swiss", "--drops", "few"], "not a percentage"),
        (["swiss", "--entries", "1"], "less than 2"),
        (["swiss", "--option", "pots=snake"], "has no option “pots”"),
    ],
)
def test_simulate_format_refuses_with_a_reason(arguments: list[str], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        said(*arguments)


def test_simulate_format_fails_where_a_check_does() -> None:
    with pytest.raises(CommandError, match="1 checks failed"):
        said("groups", "--entries", "4", "--events", "1", "--option", "groups=4")
