"""Create a tournament, change it, and its hall."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest

from tests.factories import make_entries, make_round, make_user
from tournaments.domain.create_tournament import (
    create_tournament,
    edit_tournament,
    set_table_service,
)
from tournaments.domain.errors import Refused
from tournaments.models import Event, Pairing, Role, Table, Tournament, User

FIELDS: dict[str, Any] = {"name": "DM i Partners", "date": dt.date(2027, 3, 13), "capacity": 64}


def numbers(tournament: Tournament) -> list[int]:
    return [table.number for table in Table.objects.filter(tournament=tournament)]


def test_create_makes_hall_stage_and_organiser(db: None) -> None:
    user = make_user()

    tournament = create_tournament(by=user, slug="dm", table_count=3, **FIELDS)

    assert numbers(tournament) == [1, 2, 3]
    assert [stage.format for stage in tournament.stages.all()] == ["swiss"]
    assert [(role.user, role.kind) for role in tournament.roles.all()] == [(user, "organiser")]
    assert [event.verb for event in tournament.events.all()] == ["tournament.create"]


def test_create_with_the_same_key_is_one_tournament(db: None) -> None:
    user = make_user()

    first = create_tournament(by=user, slug="dm", table_count=3, key="k", **FIELDS)
    second = create_tournament(by=user, slug="dm", table_count=3, key="k", **FIELDS)

    assert (first, Tournament.objects.count()) == (second, 1)


def test_create_at_a_taken_address_is_refused(tournament: Tournament, organiser: User) -> None:
    with pytest.raises(Refused) as refused:
        create_tournament(by=organiser, slug=tournament.slug, table_count=3, **FIELDS)
    assert (refused.value.code, refused.value.field) == ("slug-taken", "slug")
    assert Tournament.objects.count() == 1


def test_edit_logs_only_what_changed(tournament: Tournament, organiser: User) -> None:
    edit_tournament(tournament, by=organiser, table_count=8, venue="Salen")

    event = Event.objects.get(verb="tournament.edit")
    assert (event.before, event.after) == ({"venue": "Hallen"}, {"venue": "Salen"})


def test_edit_adds_and_takes_away_tables(tournament: Tournament, organiser: User) -> None:
    edit_tournament(tournament, by=organiser, table_count=10)
    assert numbers(tournament) == list(range(1, 11))
    edit_tournament(tournament, by=organiser, table_count=2)
    assert numbers(tournament) == [1, 2]


def test_edit_keeps_a_table_that_is_somebodys(tournament: Tournament, organiser: User) -> None:
    (entry,) = make_entries(tournament, 1)
    entry.fixed_table = tournament.tables.get(number=8)
    entry.save()

    with pytest.raises(Refused) as refused:
        edit_tournament(tournament, by=organiser, table_count=7)

    assert (refused.value.code, refused.value.field) == ("tables-used", "table_count")
    assert numbers(tournament) == list(range(1, 9))


def test_edit_of_the_points_scores_played_games_again(
    tournament: Tournament, organiser: User, played_game: Pairing
) -> None:
    scheme = tournament.points_scheme | {"win": "2"}

    edit_tournament(tournament, by=organiser, table_count=8, points_scheme=scheme)

    assert list(played_game.seats.values_list("points", flat=True)) == [Decimal(2), Decimal(0)]


@pytest.fixture
def played_game(tournament: Tournament) -> Pairing:
    """Par 1 beat Par 2, 8 to 5, at table 1."""
    first, second = make_entries(tournament, 2)
    return make_round(tournament, [(first, second)], scores=[(8, 5)]).pairings.get()


def test_table_service_is_logged_with_before_and_after(
    tournament: Tournament, organiser: User
) -> None:
    table = tournament.tables.get(number=4)

    set_table_service(table, False, by=organiser, why="vakler", key="k")
    set_table_service(table, False, by=organiser, why="vakler", key="k")

    table.refresh_from_db()
    event = Event.objects.get(verb="table.service")
    assert table.in_service is False
    assert (event.before, event.after, event.why) == (
        {"in_service": True},
        {"in_service": False},
        "vakler",
    )


def test_roles_stay_with_their_tournament(tournament: Tournament, organiser: User) -> None:
    other = create_tournament(by=make_user(), slug="andet", table_count=1, **FIELDS)
    assert not Role.objects.filter(tournament=other, user=organiser).exists()
