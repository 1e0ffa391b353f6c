"""The table of formats: every format has its row, and its options survive being kept."""

from __future__ import annotations

from enum import Enum

import pytest
from django.apps import apps

from tournaments.formats.registry import format_codes
from tournaments.models import Game, Stage
from tournaments.plain import kind_of, kinds
from tournaments.stage_formats import (
    CHOICES,
    STAGE_FORMATS,
    defaults,
    formats_for,
    options_from_json,
    options_to_json,
)


def test_every_format_has_a_row_and_a_choice() -> None:
    assert apps.ready
    assert sorted(STAGE_FORMATS) == sorted(format_codes()) == sorted(Stage.Format.values)


@pytest.mark.parametrize("code", STAGE_FORMATS)
def test_options_kept_are_the_options(code: str) -> None:
    options = STAGE_FORMATS[code].options()
    assert options_from_json(code, options_to_json(options)) == options
    assert options_from_json(code, {}) == options
    assert set(defaults(code)) == set(kinds(type(options)))


@pytest.mark.parametrize("code", STAGE_FORMATS)
def test_every_option_offered_exists_and_every_choice_has_words(code: str) -> None:
    row = STAGE_FORMATS[code]
    for option in row.fields:
        kind, _may_be_none = kind_of(kinds(row.options)[option.name])
        if isinstance(kind, type) and issubclass(kind, Enum):
            assert set(CHOICES[kind]) == set(kind)


@pytest.mark.parametrize("game", Game.values)
def test_every_game_can_be_played_in_some_format(game: str) -> None:
    assert formats_for(game)


@pytest.mark.parametrize(
    ("code", "stored"),
    [("groups", {"groups": "4"}), ("groups", {"pots": "x"}), ("knockout", {"third_place": 1})],
)
def test_options_no_format_reads_are_errors(code: str, stored: dict[str, object]) -> None:
    with pytest.raises((TypeError, ValueError)):
        options_from_json(code, stored)
