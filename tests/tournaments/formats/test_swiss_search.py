"""Large fields: what was proven optimal is what weighing every pairing finds."""

from __future__ import annotations

import random
from dataclasses import replace
from decimal import Decimal
from functools import cache

import pytest

from tests.tournaments.formats.building import field_of, simulate
from tournaments.formats.model import DrawRequest, Entrant, EntrantStatus, Optimality, PlayedPairing
from tournaments.formats.swiss import SWISS
from tournaments.formats.swiss_bound import Bound
from tournaments.formats.swiss_costs import Prices
from tournaments.formats.swiss_field import build_field
from tournaments.formats.swiss_options import Placement, SwissOptions
from tournaments.formats.swiss_search import (
    COMPLETE_UP_TO,
    solve_bounded,
    solve_complete,
    solve_stable,
)


@cache
def _played(entries: int, rounds: int) -> tuple[PlayedPairing, ...]:
    return simulate(field_of(entries), rounds, seed=entries)


def large_request(entries: int, rounds: int) -> DrawRequest:
    """The round after so many played ones; at most eight."""
    history = tuple(p for p in _played(entries, 8) if p.round <= rounds)
    return DrawRequest(round=rounds + 1, entrants=field_of(entries), seed="seed", history=history)


CASES = [
    (161, 0, Placement.SLIDE),
    (161, 4, Placement.SLIDE),
    (161, 8, Placement.SLIDE),
    (170, 2, Placement.NEIGHBOURS),
    (170, 5, Placement.FOLD),
    (170, 6, Placement.RANDOM),
    (170, 7, Placement.SLIDE),
    (170, 8, Placement.FOLD),
]


@pytest.mark.parametrize(("entries", "rounds", "placement"), CASES)
def test_bounded_draw_equals_the_draw_over_all_pairings(
    entries: int, rounds: int, placement: Placement
) -> None:
    options = SwissOptions(placement=placement)
    field = build_field(large_request(entries, rounds), options)
    prices = Prices(field)
    proven = solve_bounded(field, prices)
    complete = solve_complete(field, prices)
    assert proven is not None
    assert (proven.price, proven.pairs) == (complete.price, complete.pairs)
    assert proven.optimality is Optimality.BOUNDED


@pytest.mark.parametrize("seed", range(1, 6))
def test_bound_lies_below_every_draw_and_surplus_below_every_draw_with_the_pairing(
    seed: int,
) -> None:
    """Random rounds of a random, unruly field: withdrawals, odd points, forbidden pairs."""
    dice = random.Random(seed)
    request = large_request(161 + 9 * (seed % 2), seed)
    entrants = [
        replace(
            entrant,
            status=EntrantStatus.WITHDRAWN if dice.random() < 0.04 else EntrantStatus.ACTIVE,
            adjustment=Decimal(dice.choice((0, 0, 0, 0, -1))) / 2,
        )
        for entrant in request.entrants
    ]
    ids = [entrant.id for entrant in entrants]
    forbidden = frozenset(frozenset(dice.sample(ids, 2)) for _ in range(40))
    request = replace(request, entrants=tuple(entrants), forbidden=forbidden)
    field = build_field(request, SwissOptions())
    prices = Prices(field)
    bound = Bound.of(field, prices)
    assert bound is not None
    best = solve_complete(field, prices)
    assert bound.value <= best.price
    nodes = list(range(len(field.contenders) + len(field.contenders) % 2))
    for _ in range(30):
        # A random round close to the rank order, so that prices are not all hopeless.
        order = sorted(nodes, key=lambda node: node + dice.uniform(0, 12))
        if bound.other_bye is not None:
            expected = field.expected_bye
            order = [n for n in order if n not in (expected, field.bye_node)]
        pairs = [(min(pair), max(pair)) for pair in zip(order[::2], order[1::2], strict=True)]
        total = sum(prices.price(*pair) for pair in pairs)
        if bound.other_bye is not None and field.expected_bye is not None:
            total += prices.price(field.expected_bye, len(field.contenders))
        assert bound.value <= total
        for pair in pairs:
            assert bound.value + bound.surpluses.get(pair, 0) <= total
    proven = solve_bounded(field, prices)
    assert proven is None or proven.price == best.price


def test_stable_draw_equals_the_draw_over_all_pairings() -> None:
    field = build_field(large_request(170, 5), SwissOptions())
    prices = Prices(field)
    stable = solve_stable(field, prices)
    assert stable.price == solve_complete(field, prices).price
    assert stable.optimality is Optimality.STABLE


def test_field_the_bound_says_nothing_about_is_solved_whole() -> None:
    """Everybody of one club: a wish that cannot be met leaves a gap as wide as the field."""
    entrants = tuple(Entrant(id=n, seed=n, club="Ajax") for n in range(1, COMPLETE_UP_TO + 3))
    options = SwissOptions(clubs_apart=True)
    draw = SWISS.draw(DrawRequest(round=1, entrants=entrants, seed="", options=options))
    assert draw.optimality is Optimality.COMPLETE
    assert draw.reasons[-1].code == "not_all_kept_apart"
