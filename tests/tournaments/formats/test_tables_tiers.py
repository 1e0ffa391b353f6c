"""Tables in tiers: accessible ones, ranges of groups, tables of several sides; moving a game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.building import field_of, game
from tournaments.formats.model import DrawnPairing, Entrant, PlayedPairing, Reason, Seat, Table
from tournaments.formats.tables import TableChoice, assign_tables, table_warnings
from tournaments.formats.tables_matching import cheapest
from tournaments.formats.tables_moves import TableMove, table_moves
from tournaments.formats.tables_wishes import Wishes

Pairings = list[tuple[int, ...]]
Ranges = tuple[tuple[str, tuple[int, ...]], ...]


def hall(count: int, accessible: Sequence[int] = (), closed: Sequence[int] = ()) -> list[Table]:
    return [
        Table(number, in_service=number not in closed, accessible=number in accessible)
        for number in range(1, count + 1)
    ]


def pairs_of(count: int, sides: int = 2) -> Pairings:
    return [tuple(range(sides * n + 1, sides * n + sides + 1)) for n in range(count)]


def needing(entrants: tuple[Entrant, ...], *entries: int) -> tuple[Entrant, ...]:
    return tuple(replace(e, needs_access=e.id in entries) for e in entrants)


def numbers(choices: list[TableChoice]) -> list[int]:
    return [choice.number for choice in choices]


def said(choice: TableChoice) -> list[tuple[str, dict[str, object]]]:
    return [(reason.code, dict(reason.params)) for reason in choice.reasons]


def test_who_needs_access_sits_at_the_nearest_accessible_table_and_the_others_close_up() -> None:
    choices = assign_tables(pairs_of(4), needing(field_of(8), 3), hall(5, accessible=(1, 4)))
    assert numbers(choices) == [2, 1, 3, 4]
    assert said(choices[1]) == [("accessible_table", {"entry": 3, "table": 1})]


def test_access_goes_before_a_fixed_table_and_before_no_table_again() -> None:
    first, *rest = needing(field_of(4), 2)
    entrants = (replace(first, fixed_table=2), *rest)
    history = (game(1, 2, 3, table=1),)
    choices = assign_tables(pairs_of(2), entrants, hall(3, accessible=(1,)), history)
    assert numbers(choices) == [1, 2]
    assert said(choices[0]) == [
        ("fixed_table_given_way", {"entry": 1, "wanted": 2, "table": 1}),
        ("accessible_table", {"entry": 2, "table": 1}),
        ("same_table_again", {"entry": 2, "table": 1, "times": 1}),
    ]


def test_too_few_accessible_tables_name_who_is_left_without() -> None:
    choices = assign_tables(pairs_of(2), needing(field_of(4), 1, 4), hall(3, accessible=(2,)))
    assert numbers(choices) == [2, 1]
    assert said(choices[1]) == [("table_not_accessible", {"entry": 4, "table": 1})]
    drawn = [
        DrawnPairing(seats=tuple(Seat(e, s) for s, e in enumerate(p, 1)), reasons=c.reasons)
        for p, c in zip(pairs_of(2), choices, strict=True)
    ]
    assert table_warnings(drawn) == (Reason("no_accessible_table_left", {"entries": (4,)}),)


RANGES: Ranges = (("A", (4, 5)), ("B", (1,)))


def test_groups_sit_at_their_own_tables_and_the_others_elsewhere() -> None:
    choices = assign_tables(
        pairs_of(4), field_of(8), hall(6), ranges=RANGES, groups=("A", "B", "", "A")
    )
    assert numbers(choices) == [4, 1, 2, 5]
    assert [choice.reasons for choice in choices] == [()] * 4


def test_a_range_too_small_spills_over_and_says_so() -> None:
    choices = assign_tables(
        pairs_of(3), field_of(6), hall(5), ranges=RANGES[1:], groups=("B", "B", "")
    )
    assert numbers(choices) == [1, 3, 2]
    assert said(choices[1]) == [("outside_table_range", {"group": "B", "table": 3})]
    kept = assign_tables(pairs_of(3), field_of(6), hall(3), ranges=(("A", (1, 3)),))
    assert numbers(kept) == [2, 1, 3]
    assert [said(choice) for choice in kept] == [
        [],
        [("table_kept_for_others", {"table": 1})],
        [("table_kept_for_others", {"table": 3})],
    ]
    drawn = [DrawnPairing(seats=(), reasons=choice.reasons) for choice in kept]
    assert table_warnings(drawn) == (Reason("table_ranges_too_small", {"pairings": 2}),)


def test_a_fixed_table_outside_the_range_is_kept_without_complaint() -> None:
    first, *rest = field_of(4)
    entrants = (replace(first, fixed_table=6), *rest)
    choices = assign_tables(pairs_of(2), entrants, hall(6), ranges=RANGES, groups=("A", "A"))
    assert numbers(choices) == [6, 4]
    assert [reason.code for reason in choices[0].reasons] == ["fixed_table"]


def test_tables_of_four_sides_are_kept_from_all_four() -> None:
    """Each of the four has sat at another of the first four tables."""
    history = tuple(game(entry, entry, 9, table=entry) for entry in (1, 2, 3, 4))
    assert numbers(assign_tables([(1, 2, 3, 4)], field_of(9), hall(5), history)) == [5]


def tiers(
    pairings: Pairings,
    chosen: Sequence[int],
    entrants: Sequence[Entrant],
    tables: Sequence[Table],
    history: Sequence[PlayedPairing],
    ranges: Ranges,
    groups: Sequence[str],
) -> tuple[int, ...]:
    """The wishes but the last written down without packing."""
    by_id = {entrant.id: entrant for entrant in entrants}
    accessible = {table.number for table in tables if table.accessible}
    in_hall = {table.number for table in tables if table.in_service}
    own = dict(ranges)
    reserved = {number for listed in own.values() for number in listed}
    drawn = {entry for pairing in pairings for entry in pairing}
    holders = [e.id for e in entrants if e.fixed_table is not None and e.id in drawn]
    stairs, missed, precedence, outside, again = 0, 0, 0, 0, 0
    for pairing, number, group in zip(pairings, chosen, groups, strict=True):
        wanted = {by_id[e].fixed_table for e in pairing} & in_hall
        meant = set(own[group]) if group in own else in_hall - reserved
        if (group in own or meant) and reserved and number not in meant and number not in wanted:
            outside += 1
        for entry in pairing:
            stairs += by_id[entry].needs_access and number not in accessible
            fixed = by_id[entry].fixed_table
            if fixed in in_hall and fixed != number:
                missed += 1
                precedence += len(holders) - holders.index(entry)
            if fixed != number:
                again += sum(
                    played.table == number and entry in [seat.entry for seat in played.seats]
                    for played in history
                )
    return stairs, missed, precedence, outside, again


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 4), st.integers(0, 2), st.integers(2, 3), st.randoms(use_true_random=False))
def test_assignment_is_the_best_of_all_in_every_tier(
    count: int, spare: int, sides: int, dice: random.Random
) -> None:
    size = count + spare + 1
    tables = hall(
        size,
        accessible=dice.sample(range(1, size + 1), dice.randint(0, 2)),
        closed=[dice.randint(1, size)],
    )
    in_service = [table.number for table in tables if table.in_service]
    pairings = pairs_of(count, sides)
    entrants = tuple(
        replace(
            e,
            fixed_table=dice.randint(1, size) if dice.random() < 0.2 else None,
            needs_access=dice.random() < 0.15,
        )
        for e in field_of(sides * count)
    )
    split = dice.randint(0, size)
    ranges: Ranges = (("A", tuple(range(1, split + 1))),) if dice.random() < 0.7 else ()
    groups = [dice.choice(("A", "")) for _ in pairings]
    history = [
        game(number, pairing[0], pairing[-1], table=table)
        for number in (1, 2)
        for pairing, table in zip(pairings, dice.sample(range(1, size + 1), count), strict=True)
    ]
    choices = assign_tables(pairings, entrants, tables, history, 1, ranges=ranges, groups=groups)
    chosen = numbers(choices)
    every = list(permutations(in_service, count))

    def tier(order: Sequence[int]) -> tuple[int, ...]:
        return tiers(pairings, order, entrants, tables, history, ranges, groups)

    assert tier(chosen) == min(tier(order) for order in every)
    wishes = Wishes(pairings, entrants, tables, history, ranges, groups)

    def price(order: Sequence[int]) -> int:
        return sum(wishes.price(row, wishes.index[n]) for row, n in enumerate(order))

    assert price(chosen) == min(price(order) for order in every)


class Squares:
    """Prices that are a square of the distance and something besides."""

    def __init__(self, ideal: list[int], columns: int, besides: dict[tuple[int, int], int]) -> None:
        self.ideal: Sequence[int] = ideal
        self.steps: Sequence[int] = range(columns)
        self.besides = besides

    def price(self, row: int, column: int) -> int:
        return (self.ideal[row] - column) ** 2 + self.besides.get((row, column), 0)

    def hints(self, row: int) -> Sequence[int]:
        return ()


@settings(max_examples=100, deadline=None)
@given(st.data(), st.integers(1, 5), st.integers(0, 2), st.integers(0, 3))
def test_the_cheapest_of_few_choices_is_the_cheapest_of_all(
    data: st.DataObject, rows: int, spare: int, reach: int
) -> None:
    columns = rows + spare
    ideal = data.draw(st.lists(st.integers(0, columns), min_size=rows, max_size=rows))
    keys = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
    besides = data.draw(st.dictionaries(keys, st.integers(0, 60)))
    prices = Squares(ideal, columns, besides)
    found = cheapest(prices, reach)
    assert len(set(found)) == rows
    assert sum(prices.price(row, column) for row, column in enumerate(found)) == min(
        sum(prices.price(row, column) for row, column in enumerate(order))
        for order in permutations(range(columns), rows)
    )


# Moving a game ---------------------------------------------------------------------------------

RUNNING = ((1, (1, 2)), (2, (3, 4)), (None, (5, 6)))


def codes(moves: list[TableMove]) -> list[tuple[int, bool, list[str]]]:
    return [(m.number, m.free, [reason.code for reason in m.violations]) for m in moves]


def test_moves_of_a_game_are_the_other_tables_free_ones_first() -> None:
    moves = table_moves((1, 2), RUNNING, field_of(6), hall(5, closed=(3,)))
    assert codes(moves) == [
        (4, True, []),
        (5, True, []),
        (3, False, ["table_out_of_service"]),
        (2, False, ["table_occupied"]),
    ]
    assert moves[-1].violations == (Reason("table_occupied", {"table": 2, "entries": (3, 4)}),)


@pytest.mark.parametrize(
    ("entry", "changes", "broken"),
    [
        (1, {"needs_access": True}, {4: ["table_not_accessible"], 5: []}),
        (1, {"fixed_table": 1}, {4: ["fixed_table_left"], 5: ["fixed_table_left"]}),
        (3, {"fixed_table": 4}, {4: ["fixed_table_of_another"], 5: []}),
        (6, {"fixed_table": 4}, {4: [], 5: []}),
    ],
)
def test_what_a_move_breaks_is_said_and_puts_the_table_back(
    entry: int, changes: dict[str, bool | int], broken: dict[int, list[str]]
) -> None:
    """6 sits at no table this round: its fixed one is free for others."""
    entrants = [
        replace(e, **changes) if e.id == entry else e  # type: ignore[arg-type]
        for e in field_of(6)
    ]
    moves = table_moves((1, 2), RUNNING, entrants, hall(5, accessible=(5,), closed=(3,)))
    free = {m.number: [reason.code for reason in m.violations] for m in moves if m.free}
    assert free == broken
    assert [m.number for m in moves if m.free] == sorted(
        free, key=lambda number: (len(free[number]), number)
    )


def test_a_move_knows_ranges_and_where_they_sat_before() -> None:
    history = (game(1, 1, 3, table=4), game(2, 2, 4, table=4))
    moves = table_moves(
        (1, 2), RUNNING, field_of(6), hall(6), history, ranges=(("A", (1, 2, 3, 4)),), group="A"
    )
    assert codes(moves) == [
        (3, True, []),
        (4, True, ["same_table_again", "same_table_again"]),
        (5, True, ["outside_table_range"]),
        (6, True, ["outside_table_range"]),
        (2, False, ["table_occupied"]),
    ]
