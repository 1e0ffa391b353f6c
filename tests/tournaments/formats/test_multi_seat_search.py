"""The search for a round: against brute force, against a greedy filling, against its bounds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.multi_seat_bound import least_in_event, least_in_round
from tournaments.formats.multi_seat_exact import FewestRepeats, ways
from tournaments.formats.multi_seat_prices import TableFacts, TablePrices, repeats_in, splits
from tournaments.formats.multi_seat_search import Task, find_tables, greedy
from tournaments.formats.multi_seat_state import state_of

Tables = list[tuple[int, ...]]


def facts_of(
    entries: int,
    sizes: Sequence[int],
    rounds: int,
    dice: random.Random,
    per_side: int = 1,
) -> tuple[TableFacts, list[Tables]]:
    """Facts after some rounds by lot, and the tables of those rounds."""
    met: list[dict[int, int]] = [{} for _ in range(entries)]
    partnered: list[dict[int, int]] = [{} for _ in range(entries)]
    past: list[Tables] = []
    for _ in range(rounds):
        order = list(range(entries))
        dice.shuffle(order)
        tables: Tables = []
        for size in sizes:
            tables.append(tuple(order[:size]))
            del order[:size]
        past.append(tables)
        for table in tables:
            for (here, one), (there, other) in combinations(enumerate(table), 2):
                book = partnered if here // per_side == there // per_side else met
                book[one][other] = book[one].get(other, 0) + 1
                book[other][one] = book[other].get(one, 0) + 1
    return (
        TableFacts(
            scores=[dice.randrange(4) for _ in range(entries)],
            met=met,
            partnered=partnered,
            small_before=[dice.randrange(2) for _ in range(entries)],
            full=max(sizes),
            per_side=per_side,
        ),
        past,
    )


def spreads(entries: Sequence[int], sizes: Sequence[int]) -> Iterator[Tables]:
    if not sizes:
        yield []
        return
    for table in combinations(entries, sizes[0]):
        rest = [entry for entry in entries if entry not in table]
        for further in spreads(rest, sizes[1:]):
            yield [table, *further]


def whole(facts: TableFacts, sizes: Sequence[int], bench: int = 0, least: int = 0) -> Task:
    everybody = tuple(range(len(facts.scores)))
    seated, flexible = (everybody, ()) if not bench else ((), everybody)
    return Task(TablePrices(facts), seated, flexible, bench, tuple(sizes), least)


def total(prices: TablePrices, tables: Sequence[Sequence[int]], bench: Sequence[int] = ()) -> int:
    return prices.value(sum(map(prices.costs, tables), prices.bench_costs(bench)))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    ("sizes", "bench", "per_side"),
    [((3, 3), 0, 1), ((3, 2, 2), 0, 1), ((4, 3), 1, 1), ((4,), 2, 2), ((4, 4), 0, 2), ((6,), 1, 3)],
)
def test_a_tiny_field_gets_the_cheapest_round_there_is(
    sizes: tuple[int, ...], bench: int, per_side: int, seed: int
) -> None:
    facts, _ = facts_of(sum(sizes) + bench, sizes, 3, random.Random(seed), per_side)
    prices = TablePrices(facts)
    found = find_tables(whole(facts, sizes, bench), random.Random(seed))
    cheapest = fewest = None
    everybody = range(len(facts.scores))
    for out in combinations(everybody, bench):
        inside = [entry for entry in everybody if entry not in out]
        for tables in spreads(inside, sizes):
            seated = [
                min(splits(table, per_side), key=lambda seats: total(prices, [seats]))
                for table in tables
            ]
            price = total(prices, seated, out)
            again = repeats_in(facts, tables)[0]
            cheapest = price if cheapest is None else min(price, cheapest)
            fewest = again if fewest is None else min(again, fewest)
    assert total(prices, found.tables, found.bench) == cheapest
    assert (found.least, found.known) == (fewest, True)


@settings(max_examples=12, deadline=None)
@given(st.integers(12, 30), st.sampled_from((3, 4)), st.integers(1, 5), st.integers(0, 10**6))
def test_search_is_never_worse_than_greedy_nor_below_its_bound(
    entries: int, size: int, rounds: int, seed: int
) -> None:
    dice = random.Random(seed)
    sizes = [size] * (entries // size)
    bench = entries - sum(sizes)
    facts, past = facts_of(entries, sizes, rounds, dice)
    least = least_in_round(facts, range(entries), sizes, bench, past)
    task = whole(facts, sizes, bench, least)
    found = find_tables(task, random.Random(seed))
    inside = list(range(entries - bench))
    hasty = total(task.prices, greedy(task.prices, inside, sizes), range(entries - bench, entries))
    assert total(task.prices, found.tables, found.bench) <= hasty
    assert least <= found.least <= repeats_in(facts, found.tables)[0]
    assert sorted(e for table in (*found.tables, found.bench) for e in table) == list(
        range(entries)
    )


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(((3, 3), (4, 4), (3, 3, 2))), st.integers(0, 5), st.integers(0, 10**6))
def test_bounds_hold_and_backtracking_is_exact(
    sizes: tuple[int, ...], rounds: int, seed: int
) -> None:
    facts, past = facts_of(sum(sizes), sizes, rounds, random.Random(seed))
    everybody = range(sum(sizes))
    fewest = min(repeats_in(facts, tables)[0] for tables in spreads(everybody, sizes))
    assert least_in_round(facts, everybody, sizes, 0, past) <= fewest
    exact = FewestRepeats(facts, everybody, sizes)
    if fewest:
        assert exact.find(fewest - 1) is None
    tables = exact.find(fewest)
    assert exact.exhausted
    assert tables is not None
    assert repeats_in(facts, tables)[0] == fewest


def test_bound_with_somebody_sitting_out_leaves_out_whoever_is_best_left_out() -> None:
    """Seven at two tables of three, all having met all: three pairs a table, whoever is out."""
    met = [{other: 1 for other in range(7) if other != one} for one in range(7)]
    facts = TableFacts(
        scores=[0] * 7, met=met, partnered=[{}] * 7, small_before=[0] * 7, full=3, per_side=1
    )
    assert least_in_round(facts, range(7), (3, 3), 1, []) == 6


@pytest.mark.parametrize(
    ("entries", "sizes", "byes", "rounds", "least"),
    [
        (32, (4,) * 8, 0, 10, 0),
        (32, (4,) * 8, 0, 11, 11 * 48 - 496),
        (16, (4,) * 4, 0, 6, 24),
        (12, (4,) * 3, 0, 2, 3),
        (8, (4, 4), 0, 2, 4),
        (9, (3, 3, 3), 0, 1, 0),
    ],
)
def test_least_of_an_event(
    entries: int, sizes: tuple[int, ...], byes: int, rounds: int, least: int
) -> None:
    assert least_in_event(entries, sizes, byes, rounds) == least


@settings(max_examples=30, deadline=None)
@given(st.sampled_from((1, 2, 3)), st.integers(0, 4), st.integers(0, 10**6))
def test_price_is_the_value_of_the_costs_and_exchanges_cost_what_they_say(
    per_side: int, rounds: int, seed: int
) -> None:
    dice = random.Random(seed)
    sizes = {1: (4, 4, 3), 2: (4, 4, 4), 3: (6, 6)}[per_side]
    facts, _ = facts_of(sum(sizes) + 2, sizes, rounds, dice, per_side)
    prices = TablePrices(facts)
    order = list(range(sum(sizes) + 2))
    dice.shuffle(order)
    tables: Tables = []
    for size in sizes:
        tables.append(prices.seated(order[:size])[1])
        del order[:size]
    assert [prices.price(seats) for seats in tables] == [
        prices.value(prices.costs(seats)) for seats in tables
    ]
    state = state_of(prices, tables, order)
    for _ in range(10):
        one, other = dice.sample(range(len(facts.scores)), 2)
        if state.where[one] == state.where[other]:
            continue
        before = total(prices, state.seats(), state.tables[state.bench])
        change = state.change(one, other)
        state.swap(one, other)
        assert total(prices, state.seats(), state.tables[state.bench]) == before + change
    state.undo()
    assert [tuple(sorted(seats)) for seats in state.tables[: state.bench]] == [
        tuple(sorted(seats)) for seats in tables
    ]


def test_a_lower_tier_never_buys_a_higher() -> None:
    """One repeat weighs more than the worst points, and a partner again more than all repeats."""
    facts, _ = facts_of(16, (4,) * 4, 6, random.Random(3), per_side=2)
    weights = TablePrices(facts).weights
    assert weights["repeats"] > weights["spread"] * 16 * 3 * 9
    assert weights["partner"] > weights["repeats"] * 16 * 3 * 36
    assert weights["forbidden"] > weights["partner"] * 16 * 36


def test_ways_and_splits_are_counted_once() -> None:
    assert list(splits((1, 2, 3, 4), 2)) == [(1, 2, 3, 4), (1, 3, 2, 4), (1, 4, 2, 3)]
    assert (ways([3, 3, 3]), ways([4, 4]), ways([3, 2])) == (280, 35, 10)
    assert ways([3, 3], 7, 1) == 70
