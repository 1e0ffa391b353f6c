"""The Swiss draw: laws over random tournaments, compared with every possible round."""

from __future__ import annotations

import random
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.building import (
    DRAWN,
    LOST,
    all_rounds,
    bye,
    drawn_pairs,
    field_of,
    game,
    simulate,
    tournaments,
)
from tournaments.formats.model import (
    DrawError,
    DrawRequest,
    Entrant,
    InvalidRequestError,
    NoDrawError,
    Optimality,
    PairingKind,
)
from tournaments.formats.registry import format_codes, get_format
from tournaments.formats.scoring import PointsScheme, StandingsSettings
from tournaments.formats.standings import compute_standings
from tournaments.formats.swiss import SWISS
from tournaments.formats.swiss_costs import MAX_BITS, Prices, apart_cost, placement_cost, priced
from tournaments.formats.swiss_field import Field, build_field
from tournaments.formats.swiss_options import TIERS, Placement, RankBy, SwissOptions, Tier
from tournaments.formats.swiss_search import find_pairs

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
@given(tournaments(most=9))
def test_draw_seats_each_active_entry_exactly_once(request_: DrawRequest) -> None:
    draw = SWISS.draw(request_)
    seated = [entry for pairing in draw.pairings for entry in pairing.entries]
    assert sorted(seated) == active(request_)
    byes = [pairing for pairing in draw.pairings if pairing.kind is PairingKind.BYE]
    assert len(byes) == len(seated) % 2
    assert all(len(p.seats) == 2 for p in draw.pairings if p.kind is PairingKind.GAME)


@settings(max_examples=80, deadline=None)
@given(tournaments(most=8))
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
@given(tournaments(most=9), OPTIONS)
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


@pytest.mark.parametrize(
    ("placement", "pairs"),
    [
        (Placement.SLIDE, {(1, 5), (2, 6), (3, 7), (4, 8)}),
        (Placement.FOLD, {(1, 8), (2, 7), (3, 6), (4, 5)}),
        (Placement.NEIGHBOURS, {(1, 2), (3, 4), (5, 6), (7, 8)}),
    ],
)
def test_first_round_follows_the_placement(
    placement: Placement, pairs: set[tuple[int, int]]
) -> None:
    options = SwissOptions(placement=Placement.RANDOM, first_round=placement)
    draw = SWISS.draw(DrawRequest(round=1, entrants=field_of(8), seed="", options=options))
    assert drawn_pairs(draw) == {frozenset(pair) for pair in pairs}


def test_first_round_of_an_odd_field_gives_the_last_the_bye() -> None:
    draw = SWISS.draw(DrawRequest(round=1, entrants=field_of(7), seed=""))
    assert draw.bye == 7
    assert drawn_pairs(draw) == {frozenset(p) for p in ((1, 4), (2, 5), (3, 6), (7,))}


def test_entries_with_equal_points_meet_and_the_odd_one_floats_to_the_next_group() -> None:
    """Three winners, three losers: the last winner meets the first loser."""
    history = (game(1, 1, 4), game(1, 2, 5), game(1, 3, 6))
    draw = SWISS.draw(DrawRequest(round=2, entrants=field_of(6), seed="", history=history))
    assert drawn_pairs(draw) == {frozenset(p) for p in ((1, 2), (3, 4), (5, 6))}
    floated = next(p for p in draw.pairings if 3 in p.entries)
    assert [reason.code for reason in floated.reasons] == ["float_odd_group", "first_meeting"]
    assert dict(floated.reasons[0].params) == {
        "down": 3,
        "up": 4,
        "points_down": Decimal(1),
        "points_up": Decimal(0),
        "group_size": 3,
    }


def test_a_float_that_repeats_is_said() -> None:
    """3 came down to 4 last round, won, and is alone with two points now."""
    history = (
        *(game(1, 1, 4), game(1, 2, 5), game(1, 3, 6)),
        *(game(2, 1, 2, DRAWN), game(2, 3, 4), game(2, 5, 6)),
    )
    draw = SWISS.draw(DrawRequest(round=3, entrants=field_of(6), seed="", history=history))
    pairing = next(pairing for pairing in draw.pairings if 3 in pairing.entries)
    assert [reason.code for reason in pairing.reasons] == [
        "float_alone",
        "floats_down_again",
        "first_meeting",
    ]
    assert draw.reasons[-1].code == "repeated_float_unavoidable"


def test_equal_choice_of_floater_spares_the_one_who_floated_before() -> None:
    """1 to 5 are level, and one must go down; 5 would be next, but went down last round."""
    entrants = field_of(10)
    history = (
        *(game(1, number, number + 5) for number in range(1, 6)),
        *(game(2, 1, 2, DRAWN), game(2, 3, 4, DRAWN), game(2, 5, 6, DRAWN)),
        *(game(2, 7, 8), game(2, 9, 10)),
    )
    draw = SWISS.draw(DrawRequest(round=3, entrants=entrants, seed="", history=history))
    floats = {r.params["down"] for p in draw.pairings for r in p.reasons if "down" in r.params}
    assert floats & {1, 2, 3, 4, 5} == {4}


def test_withdrawn_absent_and_late_entries_are_not_drawn() -> None:
    one, two, *rest = field_of(2)
    late = Entrant(id=3, seed=3, available_from_round=2)
    request_ = DrawRequest(round=1, entrants=(one, two, late, *rest), seed="")
    assert drawn_pairs(SWISS.draw(request_)) == {frozenset((1, 2))}
    second = replace(request_, round=2, history=(game(1, 1, 2),))
    assert SWISS.draw(second).bye == 2
    assert drawn_pairs(SWISS.draw(second)) == {frozenset((1, 3)), frozenset((2,))}


def test_forbidden_pairs_never_meet_and_a_round_they_rule_out_is_an_error() -> None:
    request_ = DrawRequest(
        round=1, entrants=field_of(4), seed="", forbidden=frozenset({frozenset((1, 3))})
    )
    assert frozenset((1, 3)) not in drawn_pairs(SWISS.draw(request_))
    walled = frozenset(frozenset((1, other)) for other in (2, 3, 4))
    with pytest.raises(NoDrawError) as refused:
        SWISS.draw(replace(request_, forbidden=walled))
    assert refused.value.reason.code == "forbidden_pairs_leave_no_draw"


def test_one_entry_alone_is_an_error() -> None:
    with pytest.raises(NoDrawError) as refused:
        SWISS.draw(DrawRequest(round=1, entrants=field_of(1), seed=""))
    assert dict(refused.value.reason.params) == {"entries": 1}


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (DrawRequest(round=0, entrants=field_of(2), seed=""), "round_below_one"),
        (
            DrawRequest(round=1, entrants=field_of(2), seed="", history=(game(1, 1, 2),)),
            "history_not_before_round",
        ),
        (
            DrawRequest(round=2, entrants=field_of(2), seed="", history=(game(1, 1, 9),)),
            "unknown_entry",
        ),
        (
            DrawRequest(round=2, entrants=field_of(3), seed="", history=(game(1, 1, 2), bye(1, 1))),
            "entry_twice_in_round",
        ),
        (
            DrawRequest(
                round=1, entrants=field_of(3), seed="", forbidden=frozenset({frozenset((1,))})
            ),
            "forbidden_not_a_pair",
        ),
    ],
)
def test_contradictory_request_is_refused(request_: DrawRequest, code: str) -> None:
    with pytest.raises(InvalidRequestError) as refused:
        SWISS.draw(request_)
    assert refused.value.reason.code == code


def test_side_one_goes_to_who_had_it_less_often() -> None:
    history = (game(1, 1, 2), game(1, 3, 4))
    draw = SWISS.draw(DrawRequest(round=2, entrants=field_of(4), seed="", history=history))
    assert {pairing.entries for pairing in draw.pairings} == {(1, 3), (2, 4)}
    turned = (game(1, 1, 2), game(1, 4, 3, LOST))
    draw = SWISS.draw(DrawRequest(round=2, entrants=field_of(4), seed="", history=turned))
    assert {pairing.entries for pairing in draw.pairings} == {(3, 1), (2, 4)}


def test_rank_by_standing_places_by_the_tie_breaks() -> None:
    """2 won by more pieces than 1; by seed 1 is first all the same."""
    history = (
        *(game(1, 1, 5, scores=(8, 7)), game(1, 2, 6, scores=(8, 0))),
        *(game(1, 3, 7, scores=(8, 4)), game(1, 4, 8, scores=(8, 5))),
    )
    request_ = DrawRequest(round=2, entrants=field_of(8), seed="", history=history)
    by_standing = SwissOptions(rank_by=RankBy.STANDING)
    field = build_field(replace(request_, options=by_standing), by_standing)
    order = [row.entry for row in compute_standings(request_.entrants, history, request_.standings)]
    assert [row.id for row in field.contenders] == order
    assert order[:4] == [2, 3, 4, 1]


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


def test_points_worth_a_bye_do_not_change_who_has_had_one() -> None:
    settings_ = StandingsSettings(
        points=PointsScheme(
            win=Decimal(3), draw=Decimal(1), bye=Decimal(0), walkover_win=Decimal(2)
        )
    )
    history = (game(1, 1, 2), bye(1, 3))
    request_ = DrawRequest(
        round=2, entrants=field_of(3), seed="", history=history, standings=settings_
    )
    assert SWISS.draw(request_).bye == 2


def test_swiss_is_registered_under_its_code() -> None:
    assert get_format("swiss") is SWISS
    assert "swiss" in format_codes()
    assert SWISS.planned_rounds(64) is None
