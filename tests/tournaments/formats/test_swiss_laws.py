"""Laws of the Swiss draw, against every possible round."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.building import (
    all_rounds,
    drawn_pairs,
    field_of,
    simulate,
    tournaments,
)
from tournaments.formats.model import (
    DrawRequest,
    PairingKind,
)
from tournaments.formats.swiss import SWISS
from tournaments.formats.swiss_costs import apart_cost, placement_cost
from tournaments.formats.swiss_field import Field, build_field
from tournaments.formats.swiss_options import TIERS, Placement, RankBy, SwissOptions, Tier

OPTIONS = st.builds(
    SwissOptions,
    placement=st.sampled_from(Placement),
    rank_by=st.sampled_from(RankBy),
    clubs_apart=st.booleans(),
)


def active(request: DrawRequest) -> list[int]:
    return [e.id for e in request.entrants if e.available(request.round)]


def meetings(request: DrawRequest) -> dict[frozenset[int], int]:
    met: dict[frozenset[int], int] = {}
    for pairing in request.history:
        if pairing.kind is PairingKind.GAME:
            pair = frozenset(seat.entry for seat in pairing.seats)
            met[pair] = met.get(pair, 0) + 1
    return met


def byes_had(request: DrawRequest, entry: int) -> int:
    return sum(
        pairing.kind is PairingKind.BYE and pairing.seats[0].entry == entry
        for pairing in request.history
    )


def tiers_of(field: Field, pairs: list[tuple[int, int]]) -> tuple[int, ...]:
    """What a set of index pairs costs, written down tier by tier without packing."""
    costs = dict.fromkeys(TIERS, 0)
    rows = field.contenders
    for one, other in pairs:
        if other == field.bye_node:
            costs[Tier.BYE_REPEAT] += 2 * rows[one].byes + bool(rows[one].free_wins)
            costs[Tier.BYE_RANK] += len(rows) - 1 - one
            continue
        upper, lower = rows[one], rows[other]
        costs[Tier.REMATCH] += field.meetings[one].get(other, 0) ** 2
        costs[Tier.SCORE] += (upper.score - lower.score) ** 2
        if upper.score != lower.score:
            costs[Tier.FLOAT] += upper.float_down + lower.float_up
        costs[Tier.APART] += apart_cost(field, upper, lower)
        costs[Tier.PLACEMENT] += placement_cost(field, upper, lower)
    return tuple(costs[tier] for tier in TIERS if tier is not Tier.CHANCE)


@settings(max_examples=120, deadline=None)
@given(tournaments(most=10))
def test_draw_seats_each_active_entry_exactly_once(request_: DrawRequest) -> None:
    draw = SWISS.draw(request_)
    seated = [entry for pairing in draw.pairings for entry in pairing.entries]
    assert sorted(seated) == active(request_)
    byes = [pairing for pairing in draw.pairings if pairing.kind is PairingKind.BYE]
    assert len(byes) == len(seated) % 2
    assert all(len(p.seats) == 2 for p in draw.pairings if p.kind is PairingKind.GAME)


@settings(max_examples=80, deadline=None)
@given(tournaments(most=10))
def test_draw_repeats_no_meeting_when_one_can_be_avoided(request_: DrawRequest) -> None:
    """Among the rounds that give the bye to one with the least claim against it."""
    draw = SWISS.draw(request_)
    met = meetings(request_)

    def repeats(pairs: set[frozenset[int]]) -> int:
        return sum(met.get(pair, 0) ** 2 for pair in pairs if len(pair) == 2)

    fewest = min(
        repeats({frozenset(pair) for pair in pairs})
        for pairs in all_rounds(active(request_))
        if draw.bye is None or any(pair == (draw.bye,) for pair in pairs)
    )
    assert repeats(drawn_pairs(draw)) == fewest


@settings(max_examples=80, deadline=None)
@given(tournaments(most=9, rounds=8))
def test_draw_gives_no_second_bye_while_another_has_none(request_: DrawRequest) -> None:
    draw = SWISS.draw(request_)
    if draw.bye is not None:
        assert byes_had(request_, draw.bye) == min(
            byes_had(request_, entry) for entry in active(request_)
        )


@settings(max_examples=40, deadline=None)
@given(tournaments(most=10), OPTIONS)
def test_draw_costs_no_more_than_any_possible_round(
    request_: DrawRequest, options: SwissOptions
) -> None:
    request_ = replace(request_, options=options)
    draw = SWISS.draw(request_)
    field = build_field(request_, options)
    index = {row.id: number for number, row in enumerate(field.contenders)}
    node = len(field.contenders)
    cheapest = min(
        tiers_of(
            field,
            [
                (min(numbers), max(numbers))
                for pair in pairs
                for numbers in [[index[entry] for entry in pair] + [node] * (len(pair) == 1)]
            ],
        )
        for pairs in all_rounds(active(request_))
    )
    assert tuple(cost.cost for cost in draw.costs) == cheapest


def test_draw_of_ten_costs_no_more_than_any_possible_round() -> None:
    entrants = field_of(10)
    history = simulate(entrants, 6, seed=4)
    request_ = DrawRequest(round=7, entrants=entrants, seed="s", history=history)
    field = build_field(request_, SwissOptions())
    index = {row.id: number for number, row in enumerate(field.contenders)}
    cheapest = min(
        tiers_of(
            field,
            [(min(index[a], index[b]), max(index[a], index[b])) for a, b in pairs],
        )
        for pairs in all_rounds(active(request_))
    )
    assert tuple(cost.cost for cost in SWISS.draw(request_).costs) == cheapest


@settings(max_examples=40, deadline=None)
@given(tournaments(most=9), st.randoms(use_true_random=False))
def test_draw_is_the_same_whatever_the_order_of_the_input(
    request_: DrawRequest, dice: random.Random
) -> None:
    entrants, history = list(request_.entrants), list(request_.history)
    dice.shuffle(entrants)
    dice.shuffle(history)
    shuffled = replace(request_, entrants=tuple(entrants), history=tuple(history))
    assert SWISS.draw(shuffled) == SWISS.draw(request_)


def test_draw_by_lot_changes_with_the_seed_and_only_with_it() -> None:
    options = SwissOptions(placement=Placement.RANDOM)
    request_ = DrawRequest(round=1, entrants=field_of(30), seed="one", options=options)
    again = SWISS.draw(request_)
    other = SWISS.draw(replace(request_, seed="two"))
    assert SWISS.draw(request_) == again
    assert drawn_pairs(other) != drawn_pairs(again)
