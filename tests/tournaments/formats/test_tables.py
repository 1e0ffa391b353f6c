"""Tables: fixed ones kept, no table twice, the first pairing at the lowest number."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.building import field_of, game
from tournaments.formats.model import Entrant, PlayedPairing, Table, TooFewTablesError
from tournaments.formats.tables import TableChoice, assign_tables

Pairings = list[tuple[int, int]]


def hall(count: int, closed: tuple[int, ...] = ()) -> list[Table]:
    return [Table(number, number not in closed) for number in range(1, count + 1)]


def pairs_of(count: int) -> Pairings:
    return [(2 * number - 1, 2 * number) for number in range(1, count + 1)]


def numbers(choices: list[TableChoice]) -> list[int]:
    return [choice.number for choice in choices]


def fix(entrants: tuple[Entrant, ...], fixed: dict[int, int]) -> list[Entrant]:
    return [replace(entrant, fixed_table=fixed.get(entrant.id)) for entrant in entrants]


def test_pairings_stand_in_order_at_the_lowest_tables_in_service() -> None:
    choices = assign_tables(pairs_of(3), field_of(6), hall(6, closed=(1, 3)))
    assert choices == [TableChoice(2), TableChoice(4), TableChoice(5)]


def test_too_few_tables_is_an_error_with_both_numbers() -> None:
    with pytest.raises(TooFewTablesError) as refused:
        assign_tables(pairs_of(4), field_of(8), hall(4, closed=(2,)))
    assert refused.value.reason.code == "too_few_tables"
    assert dict(refused.value.reason.params) == {"pairings": 4, "tables": 3}


def test_a_fixed_table_is_kept_and_the_others_close_up_around_it() -> None:
    choices = assign_tables(pairs_of(4), fix(field_of(8), {7: 2}), hall(4))
    assert numbers(choices) == [1, 3, 4, 2]
    assert [reason.code for reason in choices[3].reasons] == ["fixed_table"]


def test_a_fixed_table_is_free_for_others_while_its_holder_is_away() -> None:
    choices = assign_tables(pairs_of(2), fix(field_of(6), {6: 1}), hall(4))
    assert numbers(choices) == [1, 2]


def test_of_two_with_fixed_tables_who_meet_the_better_seed_keeps_its_own() -> None:
    choices = assign_tables([(2, 1)], fix(field_of(2), {1: 4, 2: 3}), hall(5))
    assert numbers(choices) == [4]
    assert [(r.code, dict(r.params)) for r in choices[0].reasons] == [
        ("fixed_table_given_way", {"entry": 2, "wanted": 3, "table": 4}),
        ("fixed_table", {"entry": 1, "table": 4}),
    ]


def test_of_two_that_want_one_table_the_better_seed_has_it() -> None:
    choices = assign_tables(pairs_of(2), fix(field_of(4), {1: 2, 3: 2}), hall(3))
    assert numbers(choices) == [2, 1]
    assert [r.code for r in choices[1].reasons] == ["fixed_table_given_way"]


def test_a_fixed_table_out_of_service_is_said() -> None:
    choices = assign_tables(pairs_of(1), fix(field_of(2), {2: 1}), hall(2, closed=(1,)))
    assert numbers(choices) == [2]
    assert [r.code for r in choices[0].reasons] == ["fixed_table_closed"]


def test_nobody_sits_at_the_same_table_again_while_another_is_free() -> None:
    history = (game(1, 1, 3, table=1), game(1, 2, 4, table=2))
    assert numbers(assign_tables(pairs_of(2), field_of(4), hall(4), history)) == [3, 4]


def test_the_same_table_again_is_said_with_how_often() -> None:
    history = (game(1, 1, 3, table=1), game(2, 1, 4, table=1))
    choices = assign_tables([(1, 2)], field_of(4), hall(1), history)
    assert [(r.code, dict(r.params)) for r in choices[0].reasons] == [
        ("same_table_again", {"entry": 1, "table": 1, "times": 2})
    ]


def test_the_holder_of_a_fixed_table_sits_there_every_round() -> None:
    history = (game(1, 1, 3, table=2),)
    choices = assign_tables(pairs_of(2), fix(field_of(4), {1: 2}), hall(3), history)
    assert numbers(choices) == [2, 1]
    assert [reason.code for reason in choices[0].reasons] == ["fixed_table"]


def test_four_hundred_pairings_are_each_given_a_table_of_their_own() -> None:
    """With a fixed table far down the hall for the first pairing."""
    choices = assign_tables(pairs_of(400), fix(field_of(800), {1: 300}), hall(420))
    assert numbers(choices) == [300, *range(1, 300), *range(301, 401)]


def price(
    pairings: Pairings,
    chosen: tuple[int, ...],
    entrants: list[Entrant],
    history: list[PlayedPairing],
    in_hall: range,
) -> tuple[int, int, int, int]:
    """The wishes written down without packing: fixed tables, precedence, repeats, order."""
    fixed = {e.id: e.fixed_table for e in entrants if e.fixed_table is not None}
    drawn = {entry for pairing in pairings for entry in pairing}
    holders = sorted(entry for entry in fixed if entry in drawn)
    missed, precedence, again, order = 0, 0, 0, 0
    kept: dict[int, int] = {}
    for entry in holders:
        place = next(i for i, pairing in enumerate(pairings) if entry in pairing)
        if place not in kept and fixed[entry] not in kept.values():
            kept[place] = fixed[entry] or 0
    steps = {n: 2 * sum(m not in kept.values() for m in range(1, n)) for n in in_hall}
    steps = {n: step - (n in kept.values()) for n, step in steps.items()}
    others = [place for place in range(len(pairings)) if place not in kept]
    free = sorted(step for step in steps.values() if step % 2 == 0)
    ideal = {place: free[rank] for rank, place in enumerate(others) if rank < len(free)}
    ideal.update({place: steps[number] for place, number in kept.items()})
    for place, (pairing, number) in enumerate(zip(pairings, chosen, strict=True)):
        order += (steps[number] - ideal.get(place, max(steps.values()))) ** 2
        for entry in pairing:
            if entry in fixed and fixed[entry] == number:
                continue
            if entry in fixed:
                missed += 1
                precedence += len(holders) - holders.index(entry)
            again += sum(
                played.table == number and entry in [seat.entry for seat in played.seats]
                for played in history
            )
    return missed, precedence, again, order


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 4), st.integers(0, 2), st.randoms(use_true_random=False))
def test_assignment_is_the_best_of_all(count: int, spare: int, dice: random.Random) -> None:
    in_hall = range(1, count + spare + 1)
    pairings = pairs_of(count)
    fixed = {
        entry: dice.choice(in_hall) for entry in range(1, 2 * count + 1) if dice.random() < 0.25
    }
    entrants = fix(field_of(2 * count), fixed)
    history = [
        game(round_number, *pair, table=table)
        for round_number in (1, 2, 3)
        for pair, table in zip(pairings, dice.sample(in_hall, count), strict=True)
    ]
    chosen = tuple(numbers(assign_tables(pairings, entrants, hall(len(in_hall)), history)))
    assert price(pairings, chosen, entrants, history, in_hall) == min(
        price(pairings, other, entrants, history, in_hall) for other in permutations(in_hall, count)
    )


@pytest.mark.parametrize("seed", range(4))
def test_weighing_near_tables_first_finds_what_weighing_all_finds(seed: int) -> None:
    """Forty pairings, nine rounds of history: every table is within reach of the whole hall, so
    the result is compared with one that starts from all of them."""
    dice = random.Random(seed)
    pairings = pairs_of(40)
    entrants = fix(field_of(80), {dice.randint(1, 80): dice.randint(1, 42) for _ in range(3)})
    history = [
        game(round_number, *pair, table=table)
        for round_number in range(1, 10)
        for pair, table in zip(pairings, dice.sample(range(1, 43), 40), strict=True)
    ]
    near = assign_tables(pairings, entrants, hall(42), history)
    whole = assign_tables(pairings, entrants, hall(42), history, first_reach=84)
    in_hall = range(1, 43)
    assert price(pairings, tuple(numbers(near)), entrants, history, in_hall) == price(
        pairings, tuple(numbers(whole)), entrants, history, in_hall
    )
