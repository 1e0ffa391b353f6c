"""Seeds after groups: exact against every placement in small fields."""

from __future__ import annotations

import random
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.knockout_tree import tree_order, tree_rounds
from tournaments.formats.model import Optimality
from tournaments.formats.stage_seeding import Candidate, seed_tree


def candidates(groups: int, each: int) -> list[Candidate]:
    """Entry 12 is the second of group 1."""
    return [
        Candidate(10 * group + tier, tier, str(group))
        for tier in range(1, each + 1)
        for group in range(1, groups + 1)
    ]


def meetings(entries: list[int]) -> tuple[int, ...]:
    """Pairs of mates by the first round they can meet in."""
    rounds = tree_rounds(len(entries))
    place = {seed: where for where, seed in enumerate(tree_order(2**rounds))}
    counts = [0] * (rounds + 1)
    for one, first in enumerate(entries, start=1):
        for other, second in enumerate(entries[one:], start=one + 1):
            if first // 10 == second // 10:
                counts[(place[one] ^ place[other]).bit_length()] += 1
    return tuple(counts[1:])


def test_winners_and_seconds_of_four_groups_meet_mates_in_the_final_only() -> None:
    seeding = seed_tree(candidates(4, 2))
    assert seeding.entries == (11, 21, 31, 41, 22, 12, 42, 32)
    assert seeding.meetings == (0, 0, 4)


@pytest.mark.parametrize("groups", range(2, 17))
def test_mates_of_two_are_in_different_halves_whatever_the_number_of_groups(groups: int) -> None:
    seeding = seed_tree(candidates(groups, 2))
    assert seeding.optimality is Optimality.COMPLETE
    assert seeding.meetings == (*[0] * (tree_rounds(2 * groups) - 1), groups)
    assert seeding.entries[:groups] == tuple(10 * group + 1 for group in range(1, groups + 1))


@pytest.mark.parametrize(("groups", "each"), [(2, 3), (3, 3), (4, 3), (3, 4), (2, 4)])
def test_no_placement_of_a_small_field_keeps_mates_apart_longer(groups: int, each: int) -> None:
    seeding = seed_tree(candidates(groups, each))
    tiers = [[10 * group + tier for group in range(1, groups + 1)] for tier in range(2, each + 1)]
    winners = [10 * group + 1 for group in range(1, groups + 1)]
    best = min(
        meetings([*winners, *(entry for tier in orders for entry in tier)])
        for orders in product(*(permutations(tier) for tier in tiers))
    )
    assert seeding.meetings == meetings(list(seeding.entries)) == best
    assert seeding.optimality in (Optimality.COMPLETE, Optimality.BOUNDED)


@pytest.mark.parametrize(("groups", "each"), [(4, 4), (8, 4), (8, 3), (16, 4), (16, 2)])
def test_fields_of_a_power_of_two_reach_the_bound(groups: int, each: int) -> None:
    seeding = seed_tree(candidates(groups, each))
    assert seeding.optimality in (Optimality.COMPLETE, Optimality.BOUNDED)


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 5), st.randoms(use_true_random=False))
def test_two_tiers_are_as_near_their_strength_as_any_placement_that_parts_them_so(
    groups: int, dice: random.Random
) -> None:
    """Unequal: of some groups only the winner goes on."""
    alone = dice.randint(0, groups - 2)
    field = [c for c in candidates(groups, 2) if c.tier == 1 or int(c.group) > alone]
    seeding = seed_tree(field)
    winners = [c.entry for c in field if c.tier == 1]
    seconds = [c.entry for c in field if c.tier == 2]

    def price(order: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
        off = sum((order.index(entry) - place) ** 2 for place, entry in enumerate(seconds))
        return meetings([*winners, *order]), off

    best = min(price(order) for order in permutations(seconds))
    assert price(seeding.entries[groups:]) == best


def test_without_mates_everybody_keeps_its_seed() -> None:
    field = [Candidate(entry, entry, "") for entry in range(1, 8)]
    assert seed_tree(field).entries == tuple(range(1, 8))
