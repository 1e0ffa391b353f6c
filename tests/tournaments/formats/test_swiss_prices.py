"""Prices of the Swiss draw: exact, whatever the size."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from tests.tournaments.formats.building import (
    all_rounds,
    drawn_pairs,
    field_of,
    simulate,
)
from tournaments.formats.model import (
    DrawError,
    DrawRequest,
    Optimality,
)
from tournaments.formats.swiss import SWISS
from tournaments.formats.swiss_costs import MAX_BITS, Prices, priced
from tournaments.formats.swiss_field import build_field
from tournaments.formats.swiss_options import TIERS, SwissOptions, Tier
from tournaments.formats.swiss_search import find_pairs


def test_prices_fit_with_two_thousand_entries_and_many_steps_of_points() -> None:
    entrants = tuple(replace(e, adjustment=Decimal(e.id % 40) / 4) for e in field_of(2000))
    field = build_field(DrawRequest(round=1, entrants=entrants, seed=""), SwissOptions())
    assert priced(field).weights.bits <= MAX_BITS
    assert priced(field).field is field


def test_points_in_thirds_are_drawn_by_score_group() -> None:
    """A third has no last decimal: the smallest step would be one of 28 places."""
    points = [
        Decimal(2) / 3,
        Decimal(2) / 3,
        Decimal(1) / 3,
        Decimal(1) / 3,
        Decimal(10),
        Decimal(9),
    ]
    entrants = tuple(
        replace(entrant, adjustment=value)
        for entrant, value in zip(field_of(6), points, strict=True)
    )
    request_ = DrawRequest(round=1, entrants=entrants, seed="")
    with pytest.raises(DrawError) as refused:
        Prices(build_field(request_, SwissOptions()))
    assert refused.value.reason.code == "points_too_fine"
    draw = SWISS.draw(request_)
    assert drawn_pairs(draw) == {frozenset(pair) for pair in ((1, 2), (3, 4), (5, 6))}
    assert {cost.tier: cost.cost for cost in draw.costs}["score"] == 1


@pytest.mark.parametrize("power", [2, 30, 42, 52])
def test_matching_is_exact_up_to_the_longest_prices(power: int) -> None:
    """Points so far apart that a price takes all the bits it may; every round is tried."""
    entrants = tuple(
        replace(e, adjustment=Decimal(2**power * (e.id * e.id % 7))) for e in field_of(8)
    )
    # An odd step keeps the power from being divided out.
    entrants = (*entrants[:-1], replace(entrants[-1], adjustment=Decimal(1)))
    field = build_field(DrawRequest(round=1, entrants=entrants, seed=""), SwissOptions())
    prices = Prices(field)
    cheapest = min(
        sum(prices.price(min(pair), max(pair)) for pair in pairs)
        for pairs in all_rounds(list(range(8)))
    )
    found = find_pairs(field, prices)
    assert found.price == cheapest
    assert found.optimality is Optimality.COMPLETE
    assert prices.weights.bits == (MAX_BITS if power > 2 else 67)


def test_a_weight_outweighs_everything_below_it() -> None:
    entrants = field_of(9)
    history = simulate(entrants, 5, seed=1)
    request_ = DrawRequest(round=6, entrants=entrants, seed="", history=history)
    weights = Prices(build_field(request_, SwissOptions())).weights
    below = 1
    for tier in reversed(TIERS):
        assert weights.by_tier[tier] >= below
        below = weights.by_tier[tier]
    total = sum(3 * weights.by_tier[tier] for tier in (Tier.SCORE, Tier.CHANCE))
    assert weights.unpack(total) == {t: 3 * (t in (Tier.SCORE, Tier.CHANCE)) for t in TIERS}
