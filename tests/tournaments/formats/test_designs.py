"""Events laid down beforehand: nobody meets twice, everybody is at one table a round."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.designs import Design, meeting_designs
from tournaments.formats.designs_data import STARTERS, WHIST_STARTERS
from tournaments.formats.designs_fields import field_of_order, prime_powers, ring_of_order
from tournaments.formats.designs_further import FURTHER_STARTERS, HALVES
from tournaments.formats.individual_designs import individual_designs, whist
from tournaments.formats.multi_seat_options import MultiSeatOptions, table_sizes


@pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8, 9, 16, 25, 27])
def test_a_field_can_be_divided_in(order: int) -> None:
    field = field_of_order(order)
    assert field is not None
    everything = set(range(order))
    for one in range(order):
        assert {field.add(one, other) for other in range(order)} == everything
        products = {field.multiply(one, other) for other in range(order)}
        assert products == (everything if one else {0})
        for other in range(order):
            total = field.add(one, other)
            assert field.multiply(total, 2 % order) == field.add(
                field.multiply(one, 2 % order), field.multiply(other, 2 % order)
            )


@given(st.integers(1, 5000))
def test_a_number_is_the_product_of_its_prime_powers(number: int) -> None:
    product = 1
    for prime, exponent in prime_powers(number):
        product *= prime**exponent
    assert product == number


def test_there_is_no_field_of_six_and_no_ring_of_one() -> None:
    assert field_of_order(6) is None
    assert ring_of_order(1) is None


def proper(design: Design) -> bool:
    """Every round seats each point once, and none that is empty."""
    filled = [point for point in range(design.points) if point not in design.empty]
    return all(
        sorted(point for table in design.tables(number) for point in table) == filled
        for number in range(1, len(design.rounds) + 1)
    )


@pytest.mark.parametrize(
    ("entries", "size", "rounds"),
    [
        (9, 3, 4),
        (12, 3, 4),
        (15, 3, 7),
        (16, 4, 5),
        (18, 3, 8),
        (20, 4, 5),
        (21, 3, 10),
        (24, 3, 11),
        (24, 4, 7),
        (25, 5, 6),
        (27, 3, 13),
        (28, 4, 9),
        (30, 3, 14),
        (32, 4, 10),
        (33, 3, 16),
        (36, 3, 17),
        (36, 4, 11),
        (39, 3, 19),
        (40, 4, 13),
        (40, 5, 8),
        (42, 3, 20),
        (44, 4, 14),
        (48, 3, 23),
        (51, 3, 25),
        (52, 4, 17),
        (54, 3, 26),
        (60, 3, 29),
        (60, 4, 19),
        (48, 4, 11),
        (56, 4, 13),
        (42, 6, 7),
        (49, 7, 8),
        (64, 4, 21),
        (80, 4, 25),
    ],
)
def test_design_lasts_so_many_rounds(entries: int, size: int, rounds: int) -> None:
    designs = meeting_designs((size,) * (entries // size))
    assert max(len(design.rounds) for design in designs) >= rounds


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 110), st.integers(3, 6))
def test_in_a_design_nobody_meets_twice_and_sizes_are_those_announced(
    entries: int, sides: int
) -> None:
    sizes = tuple(table_sizes(entries, MultiSeatOptions(sides=sides)))
    for design in meeting_designs(sizes):
        assert design.entries == sum(sizes)
        assert proper(design)
        assert set(design.meetings().values()) == {1}
        for number in range(1, len(design.rounds) + 1):
            assert sorted(map(len, design.tables(number)), reverse=True) == list(sizes)


def test_starters_are_turned_into_as_many_rounds_as_they_say() -> None:
    assert not STARTERS.keys() & FURTHER_STARTERS.keys()
    for (entries, size), starter in (STARTERS | FURTHER_STARTERS).items():
        assert starter.points == entries
        rounds = starter.rounds()
        assert len(rounds) == starter.cycle * len(starter.base) + len(starter.standing)
        assert {len(table) for tables in rounds for table in tables} == {size}


@pytest.mark.parametrize(("entries", "size"), [*STARTERS, *FURTHER_STARTERS, *HALVES])
def test_what_is_laid_down_as_data_seats_everybody_and_nobody_meets_twice(
    entries: int, size: int
) -> None:
    design = next(d for d in meeting_designs((size,) * (entries // size)) if d.name == "starter")
    assert proper(design)
    assert set(design.meetings().values()) == {1}


@pytest.mark.parametrize(
    ("entries", "size", "rounds"),
    [(31, 4, 10), (30, 4, 10), (29, 4, 9), (34, 3, 17), (23, 4, 7), (21, 4, 7), (43, 4, 14)],
)
def test_seats_stay_empty_where_those_of_them_never_meet_and_no_round_is_lost(
    entries: int, size: int, rounds: int
) -> None:
    sizes = tuple(table_sizes(entries, MultiSeatOptions(sides=size)))
    designs = [design for design in meeting_designs(sizes) if design.name == "starter"]
    assert [len(design.rounds) for design in designs] == [rounds]
    assert proper(designs[0])
    assert set(designs[0].meetings().values()) == {1}


WHISTS = [4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29, 32, 33, 37, 40, 41, 49, 53, 61]


@pytest.mark.parametrize("players", WHISTS)
def test_whist_everybody_partners_once_and_opposes_twice(players: int) -> None:
    design = whist(players)
    assert design is not None
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    out: Counter[int] = Counter()
    for tables in design.rounds:
        seated = [point for table in tables for point in table]
        assert len(seated) == len(set(seated)) == players // 4 * 4
        out.update(set(range(players)).difference(seated))
        for a, b, c, d in tables:
            partners.update((frozenset((a, b)), frozenset((c, d))))
            opponents.update(frozenset((one, other)) for one in (a, b) for other in (c, d))
    everybody = [frozenset(pair) for pair in combinations(range(players), 2)]
    assert partners == Counter(everybody)
    assert opponents == Counter(everybody * 2)
    assert len(design.rounds) == (players if players % 4 else players - 1)
    assert out == (Counter(range(players)) if players % 4 else Counter())


def test_whist_starters_are_all_used() -> None:
    assert set(WHIST_STARTERS) <= set(WHISTS)


@pytest.mark.parametrize("players", [3, 6, 7, 10, 11, 62, 400])
def test_there_is_no_whist_tournament_for_others(players: int) -> None:
    assert whist(players) is None


@pytest.mark.parametrize(
    ("players", "rounds", "name"),
    [
        (24, 7, "starter"),
        (24, 8, "starter"),
        (24, 20, "whist"),
        (24, None, "whist"),
        (20, 7, "transversal"),
        (16, 6, "whist"),
        (12, 5, "whist"),
        (13, 6, ""),
        (13, 13, "whist"),
    ],
)
def test_an_individual_event_begins_with_what_has_fewest_second_meetings(
    players: int, rounds: int | None, name: str
) -> None:
    designs = individual_designs(players, 2, (4,) * (players // 4), rounds)
    assert [design.name for design in designs][:1] == ([name] if name else [])
