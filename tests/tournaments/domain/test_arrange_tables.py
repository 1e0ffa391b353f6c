"""An arrangement is saved whole or not at all, by one of two, and taken back."""

from __future__ import annotations

import pytest

from tests.factories import make_tournament
from tournaments.domain.arrange_tables import arrange_tables, put_back
from tournaments.domain.errors import Conflict, Refused
from tournaments.floor_plan.places import FARTHEST, Place
from tournaments.floor_plan.plan import known_places, places_stamp
from tournaments.models import Event, Tournament, User


def stands(tournament: Tournament) -> dict[int, Place]:
    known = known_places(tournament.tables.all())
    return {number: place for number, place in known.items() if place is not None}


def test_arrangement_is_one_event_that_keeps_what_moved(
    tournament: Tournament, organiser: User
) -> None:
    arrange_tables(tournament, {1: Place(0, 0), 2: Place(9, 0)}, by=organiser)
    arrange_tables(tournament, {1: Place(0, 0), 2: Place(9, 9)}, by=organiser)
    assert stands(tournament) == {1: Place(0, 0), 2: Place(9, 9)}
    newest = tournament.events.filter(verb="table.arrange").latest("id")
    assert (newest.before, newest.after) == (
        {"position": {"2": [9, 0]}},
        {"position": {"2": [9, 9]}, "tables": "2"},
    )


def test_the_same_request_twice_is_one(tournament: Tournament) -> None:
    for _time in range(2):
        arrange_tables(tournament, {1: Place(5, 5)}, by=None, key="k")
    assert tournament.events.filter(verb="table.arrange").count() == 1


def test_of_two_who_arrange_at_once_the_first_stands(tournament: Tournament) -> None:
    seen = places_stamp(tournament.tables.all())
    arrange_tables(tournament, {1: Place(5, 5)}, by=None, seen=seen)
    with pytest.raises(Conflict) as conflict:
        arrange_tables(tournament, {1: Place(9, 9)}, by=None, seen=seen)
    assert (conflict.value.code, stands(tournament)) == ("floor-changed", {1: Place(5, 5)})


@pytest.mark.parametrize(
    ("places", "code"),
    [
        ({99: Place(0, 0)}, "no-table"),
        ({1: Place(-1, 0)}, "outside"),
        ({1: Place(0, FARTHEST + 1)}, "outside"),
        ({1: Place(0, 0), 2: Place(3, 2)}, "tables-touch"),
        ({1: Place(20, 19), 2: Place(30, 30)}, "tables-touch"),
    ],
)
def test_what_cannot_stand_is_refused_whole(
    tournament: Tournament, places: dict[int, Place], code: str
) -> None:
    arrange_tables(tournament, {8: Place(20, 20)}, by=None)
    with pytest.raises(Refused) as refused:
        arrange_tables(tournament, places, by=None)
    assert (refused.value.code, stands(tournament)) == (code, {8: Place(20, 20)})


def last(tournament: Tournament) -> Event:
    return tournament.events.filter(verb="table.arrange").latest("id")


def test_taken_back_everything_stands_as_before(tournament: Tournament) -> None:
    arrange_tables(tournament, {1: Place(0, 0)}, by=None)
    arrange_tables(tournament, {1: Place(9, 9), 2: Place(0, 0)}, by=None)
    put_back(tournament, last(tournament), by=None)
    assert stands(tournament) == {1: Place(0, 0)}
    assert tournament.events.filter(verb="table.arrange-undo").count() == 1


def test_what_somebody_has_moved_since_is_not_taken_back(tournament: Tournament) -> None:
    arrange_tables(tournament, {1: Place(0, 0)}, by=None)
    first = last(tournament)
    arrange_tables(tournament, {1: Place(9, 9)}, by=None)
    with pytest.raises(Conflict):
        put_back(tournament, first, by=None)
    assert stands(tournament) == {1: Place(9, 9)}


def test_place_taken_by_another_since_is_not_given_back(tournament: Tournament) -> None:
    arrange_tables(tournament, {1: Place(0, 0)}, by=None)
    arrange_tables(tournament, {1: Place(9, 9)}, by=None)
    moved = last(tournament)
    arrange_tables(tournament, {2: Place(1, 1)}, by=None)
    with pytest.raises(Refused) as refused:
        put_back(tournament, moved, by=None)
    assert refused.value.code == "tables-touch"


def test_other_halls_are_left_alone(tournament: Tournament) -> None:
    other = make_tournament()
    arrange_tables(tournament, {1: Place(4, 4)}, by=None)
    assert stands(other) == {}
