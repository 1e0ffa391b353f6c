"""Where tables stand: none on another, in rows, and by number where nobody has put them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.floor_plan.places import (
    CORNER,
    HEIGHT,
    PITCH_X,
    PITCH_Y,
    WIDTH,
    Floor,
    Place,
    first_clash,
    in_rows,
    laid_out,
    places_of,
    size_of,
    touch,
)

PLACES = st.builds(Place, st.integers(0, 60), st.integers(0, 60))


def standing(places: dict[int, Place | None]) -> dict[int, Place | None]:
    """Those of them that can stand: whoever would touch a lower number has no place."""
    found: dict[int, Place | None] = {}
    for number, place in places.items():
        free = place is not None and all(
            there is None or not touch(place, there) for there in found.values()
        )
        found[number] = place if free else None
    return found


KNOWN = st.dictionaries(st.integers(1, 60), st.none() | PLACES, max_size=25).map(standing)


@given(KNOWN)
def test_every_table_has_a_place_and_none_stands_on_another(
    known: dict[int, Place | None],
) -> None:
    places = places_of(known)
    assert places.keys() == known.keys()
    assert first_clash(places) is None
    assert {n: p for n, p in known.items() if p is not None}.items() <= places.items()


@given(st.dictionaries(st.integers(1, 40), PLACES, max_size=12), PLACES)
def test_floor_finds_what_a_place_would_touch(places: dict[int, Place], place: Place) -> None:
    touched = {number for number, there in places.items() if touch(place, there)}
    found = Floor(places.items()).at(place)
    assert (found is None) == (not touched)
    assert found is None or found in touched


@given(st.lists(PLACES, max_size=10))
def test_first_clash_is_one_where_there_is_one(corners: list[Place]) -> None:
    places = dict(enumerate(corners, start=1))
    clashes = {(a, b) for a in places for b in places if a < b and touch(places[a], places[b])}
    found = first_clash(places)
    assert (found is None) == (not clashes)
    assert found is None or found in clashes


def test_a_hall_nobody_has_arranged_stands_in_rows_by_number() -> None:
    places = places_of(dict.fromkeys(range(1, 9)))
    assert places == in_rows(list(range(1, 9)), 4, CORNER)
    assert (places[1], places[4], places[5]) == (
        Place(0, 0),
        Place(3 * PITCH_X, 0),
        Place(0, PITCH_Y),
    )
    assert size_of(places.values()) == (3 * PITCH_X + WIDTH, PITCH_Y + HEIGHT)


def test_new_table_stands_beside_the_number_before_it_or_beneath_all() -> None:
    put = {1: Place(0, 0), 2: Place(20, 0), 3: Place(40, 0)}
    places = places_of({**put, 4: None})
    assert places[4] == Place(0, PITCH_Y)
    gap = {1: Place(0, 0), 2: None, 3: Place(20, 0)}
    assert places_of(gap)[2] == Place(PITCH_X, 0)


def test_rows_of_some_begin_where_they_stood_or_beneath_the_others() -> None:
    places = {n: Place(10 * n, 7) for n in range(6)}
    moved = laid_out(places, [4, 5], 1)
    assert (moved[4], moved[5]) == (Place(40, 7), Place(40, 7 + PITCH_Y))
    beneath = laid_out(places, [0, 4], 2)
    assert (beneath[0], beneath[4]) == (Place(0, 7), Place(PITCH_X, 7))
    crowded = laid_out({1: Place(0, 0), 2: Place(PITCH_X, 0), 3: Place(9, 9)}, [1, 3], 2)
    assert (crowded[1], crowded[3]) == (Place(0, PITCH_Y), Place(PITCH_X, PITCH_Y))
    assert laid_out(places, list(range(6)), 3)[0] == CORNER


@given(KNOWN, st.data())
def test_rows_never_stand_on_the_others(
    known: dict[int, Place | None], data: st.DataObject
) -> None:
    places = places_of(known)
    chosen = data.draw(st.lists(st.sampled_from(sorted(places)), unique=True)) if places else []
    rows = laid_out(places, chosen, data.draw(st.integers(1, 9)))
    assert first_clash(rows) is None
    assert rows.keys() == places.keys()


def test_plan_without_tables_is_empty() -> None:
    assert places_of({}) == {}
    assert first_clash({}) is None
