"""What fits what was typed, on the page as in the palette."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.control.commands import Command, Group, found
from tournaments.control.search import fold, rank


@pytest.mark.parametrize(
    ("one", "other"),
    [("Søren", "soeren"), ("Åse  Ært", "aase aert"), ("ÉMILE", "emile"), ("Łukasz", "lukasz")],
)
def test_names_written_otherwise_are_the_same(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@given(st.text(st.characters(categories=["L", "N", "Zs"], max_codepoint=0x17F), max_size=30))
def test_everything_is_found_by_its_own_name(title: str) -> None:
    assert rank(fold(title), title, "") in {0, 1}


def command(title: str, group: Group = Group.PAGE, **more: str) -> Command:
    return Command(group=group, title=title, url=f"/{title}/", **more)


def test_a_number_finds_the_table_before_the_entry_and_both_before_others() -> None:
    commands = [
        command("Results", hint="112"),
        command("Table 12", Group.TABLE),
        command("Table 120", Group.TABLE),
        command("12 Ane og Bo", Group.ENTRY),
    ]
    assert [one.title for one in found(commands, "12")] == [
        "Table 12",
        "12 Ane og Bo",
        "Table 120",
        "Results",
    ]


def test_every_word_is_looked_for_and_nothing_typed_keeps_the_order() -> None:
    commands = [command("Papers"), command("12 Ane", hint="Ane · Søren"), command("Rounds")]
    assert [one.title for one in found(commands, "soren ane")] == ["12 Ane"]
    assert found(commands, "ane nobody") == []
    assert found(commands, "  ") == commands
