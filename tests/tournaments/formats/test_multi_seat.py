"""Tables of more than two: who meets whom, smaller tables, partners for a round."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.building import field_of
from tournaments.formats.model import (
    Draw,
    DrawRequest,
    InvalidRequestError,
    NoDrawError,
    Optimality,
    PairingKind,
    PlayedPairing,
    PlayedSeat,
    Table,
)
from tournaments.formats.multi_seat import MULTI_SEAT, MultiSeatOptions, table_sizes
from tournaments.formats.multi_seat_exact import ways
from tournaments.formats.multi_seat_prices import splits
from tournaments.formats.registry import get_format

Tables = list[tuple[int, ...]]


def played_table(number: int, entries: tuple[int, ...], per_side: int = 1) -> PlayedPairing:
    seats = tuple(
        PlayedSeat(entry=entry, side=1 + place // per_side, place=1 + place // per_side)
        for place, entry in enumerate(entries)
    )
    return PlayedPairing(round=number, final=True, seats=seats)


def repeated(draw: Draw, history: list[PlayedPairing]) -> int:
    """Meetings at one table that had been before, opponents and partners apart, squared."""
    before: Counter[tuple[bool, frozenset[int]]] = Counter()
    for pairing in history:
        for one, other in combinations(pairing.seats, 2):
            before[one.side == other.side, frozenset((one.entry, other.entry))] += 1
    return sum(
        before[one.side == other.side, frozenset((one.entry, other.entry))] ** 2
        for pairing in draw.pairings
        for one, other in combinations(pairing.seats, 2)
    )


@pytest.mark.parametrize(
    ("entries", "sides", "sizes"),
    [
        (9, 3, [3, 3, 3]),
        (10, 4, [4, 3, 3]),
        (11, 3, [3, 3, 3, 2]),
        (5, 4, [4]),
        (2, 3, [2]),
        (1, 3, []),
    ],
)
def test_tables_are_full_or_one_smaller(entries: int, sides: int, sizes: list[int]) -> None:
    assert table_sizes(entries, MultiSeatOptions(sides=sides)) == sizes


def test_without_smaller_tables_the_rest_has_a_bye() -> None:
    assert table_sizes(11, MultiSeatOptions(sides=4, smaller_tables=False)) == [4, 4]
    assert table_sizes(11, MultiSeatOptions(sides=2, per_side=2)) == [4, 4]


@settings(max_examples=10, deadline=None)
@given(st.integers(4, 13), st.integers(3, 5), st.integers(0, 3), st.integers(0, 10**6))
def test_everybody_is_at_one_table_or_has_a_bye(
    entries: int, sides: int, rounds: int, seed: int
) -> None:
    dice = random.Random(seed)
    options = MultiSeatOptions(sides=sides)
    history: list[PlayedPairing] = []
    had: Counter[int] = Counter()
    for number in range(1, rounds + 2):
        request = DrawRequest(
            round=number,
            entrants=field_of(entries),
            seed=str(seed),
            history=tuple(history),
            options=options,
        )
        draw = MULTI_SEAT.draw(request)
        seated = [entry for pairing in draw.pairings for entry in pairing.entries]
        assert sorted(seated) == list(range(1, entries + 1))
        least = sorted(had[entry] for entry in range(1, entries + 1))[: len(draw.byes)]
        assert sorted(had[entry] for entry in draw.byes) == least
        had.update(draw.byes)
        entrants, shuffled = list(request.entrants), list(history)
        dice.shuffle(entrants)
        dice.shuffle(shuffled)
        assert draw == MULTI_SEAT.draw(
            replace(request, entrants=tuple(entrants), history=tuple(shuffled))
        )
        for pairing in draw.pairings:
            order = list(pairing.entries)
            dice.shuffle(order)
            if pairing.kind is PairingKind.GAME:
                history.append(played_table(number, tuple(order)))
            else:
                seat = PlayedSeat(entry=order[0], side=1)
                history.append(
                    PlayedPairing(round=number, kind=pairing.kind, final=True, seats=(seat,))
                )


def spreads(entries: list[int], size: int) -> list[Tables]:
    if not entries:
        return [[]]
    first, *others = entries
    return [
        [(first, *company), *rest]
        for company in combinations(others, size - 1)
        for rest in spreads([e for e in others if e not in company], size)
    ]


@pytest.mark.parametrize("seed", range(12))
def test_a_small_field_meets_again_as_little_as_any_round_would_have_it(seed: int) -> None:
    dice = random.Random(seed)
    history: list[PlayedPairing] = []
    for number in range(1, 4):
        order = list(range(1, 10))
        dice.shuffle(order)
        history += [played_table(number, tuple(order[i : i + 3])) for i in (0, 3, 6)]
    request = DrawRequest(round=4, entrants=field_of(9), seed=str(seed), history=tuple(history))
    draw = MULTI_SEAT.draw(request)
    assert draw.optimality is Optimality.COMPLETE
    met = Counter(
        frozenset(pair) for p in history for pair in combinations([s.entry for s in p.seats], 2)
    )
    fewest = min(
        sum(met[frozenset(pair)] ** 2 for table in tables for pair in combinations(table, 2))
        for tables in spreads(list(range(1, 10)), 3)
    )
    assert repeated(draw, history) == fewest
    assert draw.costs[0].cost == fewest


def affine_plane() -> list[Tables]:
    """Sixteen entries, five rounds of four tables, everybody meets everybody once."""

    def times(a: int, b: int) -> int:
        return 0 if not a or not b else 1 + (a + b - 2) % 3

    points = [(x, y) for x in range(4) for y in range(4)]
    number = {point: 1 + place for place, point in enumerate(points)}
    rounds = [
        [tuple(number[x, times(slope, x) ^ offset] for x in range(4)) for offset in range(4)]
        for slope in range(4)
    ]
    return [*rounds, [tuple(number[x, y] for y in range(4)) for x in range(4)]]


def test_plane_is_one_in_which_all_meet_once() -> None:
    met = Counter(
        frozenset(pair) for tables in affine_plane() for t in tables for pair in combinations(t, 2)
    )
    assert met == {frozenset(pair): 1 for pair in combinations(range(1, 17), 2)}


@pytest.mark.parametrize("seed", [str(number) for number in range(10)])
def test_fault_2_the_one_perfect_round_at_tables_of_four_is_found(seed: str) -> None:
    """After four rounds of the plane exactly one round is left in which nobody meets again, and
    it is far from the order of the standings."""
    *before, last = affine_plane()
    history = [
        played_table(number, table)
        for number, tables in enumerate(before, start=1)
        for table in tables
    ]
    request = DrawRequest(
        round=5,
        entrants=field_of(16),
        seed=seed,
        history=tuple(history),
        options=MultiSeatOptions(sides=4),
    )
    draw = MULTI_SEAT.draw(request)
    assert {frozenset(p.entries) for p in draw.pairings} == {frozenset(table) for table in last}


def test_single_players_get_new_partners_and_new_opponents() -> None:
    """Four players have three rounds in which everybody partners everybody once."""
    options = MultiSeatOptions(sides=2, per_side=2)
    history: list[PlayedPairing] = []
    partners: list[frozenset[int]] = []
    for number in range(1, 4):
        draw = MULTI_SEAT.draw(
            DrawRequest(
                round=number,
                entrants=field_of(4),
                seed="s",
                history=tuple(history),
                options=options,
            )
        )
        (pairing,) = draw.pairings
        assert [seat.side for seat in pairing.seats] == [1, 1, 2, 2]
        partners += [frozenset(pairing.entries[:2]), frozenset(pairing.entries[2:])]
        history.append(played_table(number, pairing.entries, per_side=2))
    assert set(partners) == {frozenset(pair) for pair in combinations(range(1, 5), 2)}


def test_who_sat_at_a_smaller_table_does_not_again() -> None:
    """Eight at tables of three: two full ones, and another two of them at the third each time."""
    small: Counter[int] = Counter()
    history: list[PlayedPairing] = []
    options = MultiSeatOptions(sides=3)
    for number in (1, 2):
        draw = MULTI_SEAT.draw(
            DrawRequest(
                round=number,
                entrants=field_of(8),
                seed="s",
                history=tuple(history),
                options=options,
            )
        )
        small.update(e for p in draw.pairings if len(p.entries) == 2 for e in p.entries)
        history += [played_table(number, p.entries) for p in draw.pairings]
    assert set(small.values()) == {1}


def test_tables_and_reasons_are_given() -> None:
    draw = MULTI_SEAT.draw(
        DrawRequest(round=1, entrants=field_of(5), seed="s", tables=(Table(4), Table(7)))
    )
    assert [pairing.table for pairing in draw.pairings] == [4, 7]
    assert sorted([r.code for r in p.reasons] for p in draw.pairings) == [
        ["table_points"],
        ["table_points", "smaller_table"],
    ]


def test_requests_it_cannot_heed_are_refused() -> None:
    request = DrawRequest(round=1, entrants=field_of(6), seed="")
    with pytest.raises(InvalidRequestError) as refused:
        MULTI_SEAT.draw(replace(request, forbidden=frozenset({frozenset((1, 2))})))
    assert refused.value.reason.code == "forbidden_pairs_unsupported"
    with pytest.raises(NoDrawError):
        MULTI_SEAT.draw(replace(request, entrants=field_of(1)))
    with pytest.raises(InvalidRequestError):
        MULTI_SEAT.draw(replace(request, options=MultiSeatOptions(sides=1)))


def test_ways_and_splits_are_counted_once() -> None:
    assert list(splits((1, 2, 3, 4), 2)) == [(1, 2, 3, 4), (1, 3, 2, 4), (1, 4, 2, 3)]
    assert (ways([3, 3, 3]), ways([4, 4]), ways([3, 2])) == (280, 35, 10)


def test_multi_seat_is_registered() -> None:
    assert get_format("multi_seat") is MULTI_SEAT
    assert MULTI_SEAT.planned_rounds(12, MultiSeatOptions(rounds=5)) == 5
