"""Knockout: the tree, byes by seed, third place, and corrections that move the right one on."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.building import (
    BOTH_LOST,
    DRAWN,
    LOST,
    WON,
    Outcomes,
    drawn_pairs,
    field_of,
)
from tests.tournaments.formats.playing import play, play_rounds
from tournaments.formats.knockout import (
    CONSOLATION,
    KNOCKOUT,
    THIRD_PLACE,
    KnockoutOptions,
    knockout_rounds,
    tree_order,
)
from tournaments.formats.model import (
    Draw,
    DrawnPairing,
    DrawRequest,
    Entrant,
    EntrantStatus,
    InvalidRequestError,
    NoDrawError,
    PairingKind,
    PlayedPairing,
    PlayedSeat,
)
from tournaments.formats.registry import get_format


def result(draw: Draw, slot: int, outcomes: Outcomes, group: str = "") -> PlayedPairing:
    """The slot's pairing with a final result."""
    pairing = next(p for p in draw.pairings if p.slot == slot and p.group == group)
    return PlayedPairing(
        round=draw.round,
        kind=pairing.kind,
        final=True,
        slot=slot,
        group=group,
        seats=tuple(
            PlayedSeat(
                entry=seat.entry,
                side=seat.side,
                outcome=outcomes[seat.side - 1] if pairing.kind is PairingKind.GAME else None,
            )
            for seat in pairing.seats
        ),
    )


def results(draw: Draw, outcomes: Outcomes = WON) -> list[PlayedPairing]:
    return [result(draw, p.slot or 0, outcomes, p.group) for p in draw.pairings]


def test_tree_lets_the_best_meet_as_late_as_can_be() -> None:
    assert tree_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]


@given(st.integers(0, 6))
def test_tree_of_each_round_is_the_tree_of_half_the_size(power: int) -> None:
    order = tree_order(2**power)
    assert sorted(order) == list(range(1, 2**power + 1))
    if power:
        winners = [min(pair) for pair in zip(order[::2], order[1::2], strict=True)]
        assert winners == tree_order(2 ** (power - 1))


@given(st.integers(2, 70))
def test_byes_go_to_the_best_seeds_and_fill_up_to_a_power_of_two(entries: int) -> None:
    draw = KNOCKOUT.draw(DrawRequest(round=1, entrants=field_of(entries), seed=""))
    byes = sorted(draw.byes)
    assert byes == list(range(1, 2 ** knockout_rounds(entries) - entries + 1))
    seated = [entry for pairing in draw.pairings for entry in pairing.entries]
    assert sorted(seated) == list(range(1, entries + 1))


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 33), st.randoms(use_true_random=False))
def test_a_played_knockout_leaves_one_and_every_loser_plays_on_only_for_third(
    entries: int, dice: random.Random
) -> None:
    entrants = field_of(entries)
    history: list[PlayedPairing] = []
    out: set[int] = set()
    for number in range(1, knockout_rounds(entries) + 1):
        request = DrawRequest(round=number, entrants=entrants, seed="", history=tuple(history))
        draw = KNOCKOUT.draw(request)
        for pairing in draw.pairings:
            played = result(draw, pairing.slot or 0, dice.choice((WON, LOST)), pairing.group)
            history.append(played)
            if pairing.group != THIRD_PLACE:
                assert not out & set(pairing.entries)
                out |= {s.entry for s in played.seats if s.outcome == "loss"}
    assert len(out) == entries - 1
    with pytest.raises(NoDrawError) as refused:
        KNOCKOUT.draw(
            DrawRequest(
                round=knockout_rounds(entries) + 1,
                entrants=entrants,
                seed="",
                history=tuple(history),
            )
        )
    assert refused.value.reason.code == "stage_finished"


def _semi_finals() -> tuple[DrawRequest, Draw]:
    request = DrawRequest(round=1, entrants=field_of(4), seed="")
    return request, KNOCKOUT.draw(request)


def test_losers_of_the_semi_finals_play_for_third_place_where_wanted() -> None:
    request, semis = _semi_finals()
    history = tuple(results(semis))
    last = KNOCKOUT.draw(replace(request, round=2, history=history))
    assert [(p.entries, p.group) for p in last.pairings] == [((1, 2), ""), ((4, 3), THIRD_PLACE)]
    options = KnockoutOptions(third_place=False)
    last = KNOCKOUT.draw(replace(request, round=2, history=history, options=options))
    assert [p.entries for p in last.pairings] == [(1, 2)]


def test_fault_9_a_corrected_result_moves_the_other_one_on_and_nothing_twice() -> None:
    request, semis = _semi_finals()
    wrong = results(semis)
    right = [result(semis, 1, LOST), wrong[1]]
    final = KNOCKOUT.draw(replace(request, round=2, history=tuple(right)))
    assert [p.entries for p in final.pairings] == [(4, 2), (1, 3)]
    assert KNOCKOUT.draw(request) == semis


def test_fault_9_a_match_nobody_won_leaves_a_bye_and_no_second_semi_final() -> None:
    request = DrawRequest(round=1, entrants=field_of(8), seed="")
    first = KNOCKOUT.draw(request)
    history = results(first)
    history[0] = replace(result(first, 1, BOTH_LOST), kind=PairingKind.WALKOVER)
    semis = KNOCKOUT.draw(replace(request, round=2, history=tuple(history)))
    assert drawn_pairs(semis) == {frozenset((4,)), frozenset((2, 3))}
    assert semis.pairings[-1].reasons[0].code == "opponent_out"
    history += results(semis)
    final = KNOCKOUT.draw(replace(request, round=3, history=tuple(history)))
    assert drawn_pairs(final) == {frozenset((4, 2))}


def test_a_winner_who_withdraws_lets_the_opponent_pass() -> None:
    request, semis = _semi_finals()
    first, *rest = request.entrants
    gone = (replace(first, status=EntrantStatus.WITHDRAWN), *rest)
    last = KNOCKOUT.draw(replace(request, round=2, entrants=gone, history=tuple(results(semis))))
    assert drawn_pairs(last) == {frozenset((2,)), frozenset((4, 3))}


def _by_group(history: list[PlayedPairing], group: str) -> dict[int, list[tuple[int, ...]]]:
    rounds: dict[int, list[tuple[int, ...]]] = {}
    for pairing in history:
        if pairing.group == group:
            rounds.setdefault(pairing.round, []).append(tuple(s.entry for s in pairing.seats))
    return rounds


def better_seed(pairing: DrawnPairing) -> Outcomes:
    return WON if pairing.entries[0] == min(pairing.entries) else LOST


def test_losers_of_round_one_play_a_consolation_in_the_same_rounds() -> None:
    history = play(KNOCKOUT, 16, KnockoutOptions(consolation=1), better_seed)
    assert _by_group(history, CONSOLATION) == {
        2: [(16, 9), (13, 12), (15, 10), (14, 11)],
        3: [(9, 12), (10, 11)],
        4: [(9, 10)],
    }
    assert _by_group(history, THIRD_PLACE) == {4: [(4, 3)]}
    assert KNOCKOUT.planned_rounds(16, KnockoutOptions(consolation=1)) == 4


def test_losers_of_two_rounds_cross_over_into_the_consolation() -> None:
    options = KnockoutOptions(consolation=2)
    history = play(KNOCKOUT, 16, options, better_seed)
    assert _by_group(history, CONSOLATION) == {
        2: [(16, 9), (13, 12), (15, 10), (14, 11)],
        3: [(7, 9), (6, 12), (8, 10), (5, 11)],
        4: [(7, 6), (8, 5)],
        5: [(6, 5)],
    }
    assert KNOCKOUT.planned_rounds(16, options) == 5


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 33), st.integers(0, 2), st.booleans(), st.randoms(use_true_random=False))
def test_whoever_loses_in_the_consolation_is_out_and_nobody_sits_twice(
    entries: int, consolation: int, third_place: bool, dice: random.Random
) -> None:
    options = KnockoutOptions(consolation=consolation, third_place=third_place)
    out: set[int] = set()
    stage = play_rounds(KNOCKOUT, field_of(entries), options, lambda _: dice.choice((WON, LOST)))
    rounds = 0
    history: list[PlayedPairing] = []
    for draw, results in stage:
        rounds += 1
        seated = [entry for pairing in draw.pairings for entry in pairing.entries]
        assert len(seated) == len(set(seated))
        assert not out & set(seated)
        history += results
        out |= {
            seat.entry
            for pairing in results
            if pairing.group in (CONSOLATION, THIRD_PLACE)
            for seat in pairing.seats
            if seat.outcome == "loss"
        }
    assert rounds == KNOCKOUT.planned_rounds(entries, options)
    main = [p for p in history if p.group == "" and len(p.seats) == 2]
    assert len(main) == entries - 1
    again = Counter(frozenset(s.entry for s in p.seats) for p in history if len(p.seats) == 2)
    early = [p for p in history if p.group == CONSOLATION and p.round <= 3 and len(p.seats) == 2]
    assert all(again[frozenset(s.entry for s in p.seats)] == 1 for p in early) or entries <= 8


def test_only_the_seeded_have_their_place_and_the_lot_is_the_seeds() -> None:
    options = KnockoutOptions(seeded=4)
    request = DrawRequest(round=1, entrants=field_of(14), seed="one", options=options)
    draw = KNOCKOUT.draw(request)
    tops = [pairing.entries[0] for pairing in sorted(draw.pairings, key=lambda p: p.slot or 0)]
    assert [tops[slot] for slot in (0, 4, 6, 2)] == [1, 2, 3, 4]
    assert set(draw.byes) == {1, 2}
    assert sorted(e for p in draw.pairings for e in p.entries) == list(range(1, 15))
    assert {p.reasons[0].code for p in draw.pairings} == {"bye_by_seed", "knockout_lot"}
    again = KNOCKOUT.draw(replace(request, entrants=request.entrants[::-1]))
    assert again == draw
    assert KNOCKOUT.draw(replace(request, seed="two")).pairings != draw.pairings


def test_fault_9_other_seeds_later_move_nobody() -> None:
    request, semis = _semi_finals()
    history = tuple(results(semis))
    final = KNOCKOUT.draw(replace(request, round=2, history=history))
    turned = tuple(replace(entrant, seed=9 - entrant.seed) for entrant in request.entrants)
    again = KNOCKOUT.draw(replace(request, round=2, history=history, entrants=turned))
    assert again.pairings == final.pairings


def test_fault_7_a_late_entry_is_named_and_the_tree_stays() -> None:
    request, semis = _semi_finals()
    late = Entrant(id=9, seed=1, available_from_round=2)
    entrants = (*request.entrants, late)
    first = KNOCKOUT.draw(replace(request, entrants=entrants))
    assert first.pairings == semis.pairings
    final = KNOCKOUT.draw(
        replace(request, round=2, history=tuple(results(semis)), entrants=entrants)
    )
    assert drawn_pairs(final) == {frozenset((1, 2)), frozenset((4, 3))}
    for draw in (first, final):
        assert [(r.code, dict(r.params)) for r in draw.warnings] == [
            ("not_in_the_tree", {"entries": (9,)})
        ]


def test_a_consolation_of_one_is_none() -> None:
    history = play(KNOCKOUT, 9, KnockoutOptions(consolation=1), better_seed)
    assert _by_group(history, CONSOLATION) == {}
    history = play(KNOCKOUT, 10, KnockoutOptions(consolation=1), better_seed)
    assert [p.seats[0].entry for p in history if p.group == CONSOLATION][-1] in (9, 10)


def test_open_and_undecided_results_are_errors_that_name_them() -> None:
    request, semis = _semi_finals()
    history = results(semis)
    with pytest.raises(NoDrawError) as refused:
        KNOCKOUT.draw(
            replace(request, round=2, history=(history[0], replace(history[1], final=False)))
        )
    assert refused.value.reason.code == "results_missing"
    assert dict(refused.value.reason.params) == {"round": 1, "slots": (2,)}
    with pytest.raises(NoDrawError) as refused:
        KNOCKOUT.draw(replace(request, round=2, history=tuple(results(semis, DRAWN))))
    assert refused.value.reason.code == "no_winner"


def test_a_round_without_the_one_before_is_refused() -> None:
    request = DrawRequest(round=2, entrants=field_of(4), seed="")
    with pytest.raises(InvalidRequestError) as refused:
        KNOCKOUT.draw(request)
    assert refused.value.reason.code == "round_before_missing"


def test_knockout_is_registered_with_its_rounds() -> None:
    assert get_format("knockout") is KNOCKOUT
    assert [KNOCKOUT.planned_rounds(n) for n in (2, 3, 4, 5, 64, 65)] == [1, 2, 2, 3, 6, 7]
