"""Who plays in each entry."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_entries, make_tournament
from tournaments.models import Player, Tournament
from tournaments.queries.players import player_names


def test_players_stand_by_entry_in_their_order(tournament: Tournament) -> None:
    first, second = make_entries(tournament, 2)
    Player.objects.filter(tournament=tournament).delete()
    for entry, position, name in ((second, 1, "Cæcilie"), (first, 2, "Bo"), (first, 1, "Ása")):
        Player.objects.create(
            tournament=tournament, entry=entry, position=position, name=name, person_key=name
        )

    assert player_names(tournament) == {first.pk: ["Ása", "Bo"], second.pk: ["Cæcilie"]}


@pytest.mark.parametrize("entries", [2, 20])
def test_players_take_one_query_and_are_those_of_this_tournament(
    tournament: Tournament, django_assert_num_queries: DjangoAssertNumQueries, entries: int
) -> None:
    make_entries(tournament, entries)
    make_entries(make_tournament(), 1)
    with django_assert_num_queries(1):
        names = player_names(tournament)
    assert len(names) == entries
