"""Sizes of tables, said before anything is drawn."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.individual_options import IndividualOptions
from tournaments.formats.multi_seat import MULTI_SEAT
from tournaments.formats.multi_seat_options import MeetBy, MultiSeatOptions, seating, table_sizes
from tournaments.formats.multi_seat_outlook import outlook

KROKET = MultiSeatOptions(sides=4, sizes=(3, 4))
WIDE = MultiSeatOptions(sides=4, sizes=(3, 4, 6))
SIX = MultiSeatOptions(sides=6, sizes=(3, 4, 6))


@pytest.mark.parametrize(
    ("entries", "options", "sizes"),
    [
        (9, MultiSeatOptions(), [3, 3, 3]),
        (11, MultiSeatOptions(), [3, 3, 3, 2]),
        (10, MultiSeatOptions(sides=4), [4, 3, 3]),
        (2, MultiSeatOptions(), [2]),
        (1, MultiSeatOptions(), []),
        (13, KROKET, [4, 3, 3, 3]),
        (13, WIDE, [4, 3, 3, 3]),
        (13, SIX, [4, 3, 3, 3]),
        (6, KROKET, [3, 3]),
        (6, MultiSeatOptions(sides=4), [3, 3]),
        (6, SIX, [6]),
        (5, KROKET, [4]),
        (12, SIX, [6, 6]),
        (9, SIX, [3, 3, 3]),
        (21, KROKET, [4, 4, 4, 3, 3, 3]),
        (11, MultiSeatOptions(sides=4, smaller_tables=False), [4, 4]),
        (11, MultiSeatOptions(sides=2, per_side=2), [4, 4]),
        (13, MultiSeatOptions(sides=2, per_side=3), [6, 6]),
    ],
)
def test_sizes_of_a_field(entries: int, options: MultiSeatOptions, sizes: list[int]) -> None:
    assert table_sizes(entries, options) == sizes
    assert seating(entries, options).byes == entries - sum(sizes)


def test_five_at_kroket_are_one_table_of_four_and_somebody_sits_out() -> None:
    plan = seating(5, KROKET)
    assert [(reason.code, dict(reason.params)) for reason in plan.reasons] == [
        ("table_sizes", {"entries": 5, "tables": 1, "sizes": (4,), "counts": (1,)}),
        ("byes_each_round", {"byes": 1, "entries": 5, "sizes": (3, 4)}),
    ]


def test_two_at_kroket_are_too_few() -> None:
    (reason,) = seating(2, KROKET).reasons
    assert (reason.code, dict(reason.params)) == ("too_few_entries", {"entries": 2, "least": 3})


@given(
    st.integers(0, 26),
    st.sets(st.integers(2, 7), min_size=1, max_size=3),
    st.integers(2, 7),
)
def test_no_other_sizes_leave_fewer_out_or_are_more_equal(
    entries: int, allowed: set[int], sides: int
) -> None:
    options = MultiSeatOptions(sides=sides, sizes=tuple(allowed))
    sizes = seating(entries, options).sizes
    possible = [
        choice
        for tables in range(1, entries // 2 + 1)
        for choice in combinations_with_replacement(sorted(allowed), tables)
        if sum(choice) <= entries
    ]
    if not possible:
        assert sizes == ()
        return
    seated = max(map(sum, possible))
    assert sum(sizes) == seated
    assert set(sizes) <= allowed
    gap = min(max(c) - min(c) for c in possible if sum(c) == seated)
    assert max(sizes) - min(sizes) <= max(gap, 1)


@given(st.integers(1, 60), st.integers(3, 6))
def test_without_a_list_of_sizes_tables_are_full_or_one_smaller(entries: int, sides: int) -> None:
    sizes = table_sizes(entries, MultiSeatOptions(sides=sides))
    assert all(size in (sides, sides - 1) for size in sizes)
    if sizes:
        assert len(sizes) == max(1, -(-sum(sizes) // sides))


def test_outlook_of_32_at_tables_of_four() -> None:
    ahead = outlook(32, MultiSeatOptions(sides=4, rounds=6))
    assert (ahead.sizes, ahead.byes, ahead.least_repeats, ahead.least_known) == (
        (4,) * 8,
        0,
        0,
        True,
    )
    assert ahead.design_rounds == 10
    assert [reason.code for reason in ahead.reasons] == [
        "table_sizes",
        "design_laid_down",
        "event_repeats",
    ]


def test_outlook_by_score_has_no_design() -> None:
    ahead = outlook(32, MultiSeatOptions(sides=4, rounds=6, meet_by=MeetBy.SCORE))
    assert (ahead.design, ahead.least_repeats, ahead.least_known) == ("", 0, False)


def test_outlook_counts_what_cannot_be_avoided() -> None:
    """Ten at tables of 4, 3, 3 take 12 pairs of seats a round; there are 45 pairs."""
    assert outlook(10, MultiSeatOptions(sides=4, rounds=5)).least_repeats == 5 * 12 - 45


def test_outlook_of_a_whole_whist_tournament_is_met_exactly() -> None:
    ahead = outlook(12, IndividualOptions())
    assert (ahead.rounds, ahead.design, ahead.least_repeats, ahead.least_known) == (
        11,
        "whist",
        2 * 66,
        True,
    )


def test_outlook_of_too_few() -> None:
    ahead = outlook(2, KROKET)
    assert (ahead.sizes, ahead.byes, ahead.rounds) == ((), 2, 0)


def test_rounds_are_the_organisers() -> None:
    assert MULTI_SEAT.planned_rounds(12, MultiSeatOptions(rounds=5)) == 5
    assert MULTI_SEAT.planned_rounds(12) is None


@pytest.mark.parametrize(("entries", "sides", "rounds"), [(32, 4, 10), (30, 4, 10), (36, 3, 17)])
def test_outlook_knows_the_least_for_as_many_rounds_as_the_design_has(
    entries: int, sides: int, rounds: int
) -> None:
    ahead = outlook(entries, MultiSeatOptions(sides=sides, rounds=rounds))
    assert (ahead.design, ahead.spotless_rounds) == ("starter", rounds)
    assert (ahead.least_repeats, ahead.least_known) == (0, True)
