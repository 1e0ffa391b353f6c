"""Entries are called as in the game: one table of words for all pages."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from tests import factories
from tournaments.access import find_tournament
from tournaments.entry_names import ENTRY_NAMES, names_of
from tournaments.games import GAMES
from tournaments.models import Game, Stage
from tournaments.queries.stages import players_in_entry


def test_every_number_of_players_has_its_words() -> None:
    assert set(ENTRY_NAMES) == {facts.players for facts in GAMES.values()}


@pytest.mark.parametrize(("players", "other"), [(1, "pair"), (1, "team"), (3, "pair")])
def test_no_sentence_calls_an_entry_otherwise(players: int, other: str) -> None:
    with translation.override("en"):
        said = [str(words).casefold() for words in asdict(ENTRY_NAMES[players]).values()]
    assert [words for words in said if other in words] == []


@pytest.mark.parametrize(
    ("game", "fields", "one"),
    [
        (Game.PARTNERS, {}, "pair"),
        (Game.PARTNERS, {"format": Stage.Format.INDIVIDUAL}, "player"),
        (Game.PARTNERS_PLUS_PAIRS, {"format": Stage.Format.MULTI_SEAT}, "pair"),
        (Game.PARTNERS_PLUS_TEAMS, {}, "team"),
        (Game.BACKGAMMON, {}, "player"),
        (Game.KROKET, {"format": Stage.Format.MULTI_SEAT}, "player"),
    ],
)
def test_entries_are_called_as_in_the_game(
    db: None,
    django_assert_num_queries: DjangoAssertNumQueries,
    game: str,
    fields: dict[str, str],
    one: str,
) -> None:
    tournament = factories.make_tournament(game=game)
    tournament.stages.update(**fields)
    with translation.override("en"):
        assert str(names_of(tournament).one) == one
        fetched = find_tournament(tournament.slug)
        with django_assert_num_queries(0):
            assert str(names_of(fetched).one) == one
    assert ENTRY_NAMES[players_in_entry(tournament)] is names_of(fetched)
