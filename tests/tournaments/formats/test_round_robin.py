"""Round robin: the Berger tables and what happens when somebody is away."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.berger_tables import printed
from tests.tournaments.formats.building import WON, drawn_pairs, field_of, game, played
from tournaments.formats.model import (
    DrawRequest,
    Entrant,
    EntrantStatus,
    InvalidRequestError,
    NoDrawError,
    PairingKind,
    PlayedPairing,
    Table,
)
from tournaments.formats.registry import get_format
from tournaments.formats.round_robin import (
    ROUND_ROBIN,
    RoundRobinOptions,
    berger_number,
    berger_round,
    berger_rounds,
)
from tournaments.formats.swiss_options import SwissOptions


@pytest.mark.parametrize("size", range(3, 17))
def test_tables_are_the_printed_ones(size: int) -> None:
    even = size + size % 2
    expected = [
        [(min(pair), None) if even > size and even in pair else (pair[0], pair[1]) for pair in row]
        for row in printed(size)
    ]
    assert [berger_round(size, number) for number in range(1, even)] == expected


def longest_run(sides: list[int]) -> int:
    return max(len(list(same)) for _, same in groupby(sides))


@given(st.integers(3, 30))
def test_nobody_has_one_side_three_times_running_in_a_double_round_robin(size: int) -> None:
    sides: dict[int, list[int]] = {}
    for number in range(1, berger_rounds(size, double=True) + 1):
        for first, second in berger_round(size, berger_number(size, number, double=True)):
            if second is not None:
                sides.setdefault(first, []).append(1)
                sides.setdefault(second, []).append(2)
    assert max(longest_run(row) for row in sides.values()) <= 2


@given(st.integers(2, 30), st.booleans())
def test_everybody_meets_everybody_and_sits_in_each_round_once(size: int, double: bool) -> None:
    met: Counter[frozenset[int | None]] = Counter()
    for number in range(1, berger_rounds(size, double) + 1):
        pairs = berger_round(size, number)
        places = [place for pair in pairs for place in pair if place is not None]
        assert sorted(places) == list(range(1, size + 1))
        met.update(frozenset(pair) for pair in pairs if None not in pair)
    expected = {frozenset(pair): 1 + double for pair in combinations(range(1, size + 1), 2)}
    assert met == expected


@given(st.integers(2, 30), st.booleans())
def test_sides_are_balanced_and_the_second_cycle_turns_them(size: int, double: bool) -> None:
    lead: Counter[int] = Counter()
    for number in range(1, berger_rounds(size, double) + 1):
        for first, second in berger_round(size, number):
            if second is not None:
                lead[first] += 1
                lead[second] -= 1
    most = 0 if double or size % 2 else 1
    assert all(abs(lead[place]) <= most for place in range(1, size + 1))


def test_a_whole_round_robin_is_drawn_round_by_round() -> None:
    entrants = field_of(5)
    history: list[PlayedPairing] = []
    options = RoundRobinOptions(double=True)
    tables = (Table(1), Table(2))
    for number in range(1, 11):
        draw = ROUND_ROBIN.draw(
            DrawRequest(
                round=number,
                entrants=entrants,
                seed="",
                history=tuple(history),
                options=options,
                tables=tables,
            )
        )
        assert [pairing.table for pairing in draw.pairings] == [1, 2, None]
        history += played(draw, lambda one, other: WON)
    met = Counter(frozenset(s.entry for s in p.seats) for p in history if len(p.seats) == 2)
    assert set(met.values()) == {2}
    byes = Counter(p.seats[0].entry for p in history if p.kind is PairingKind.BYE)
    assert byes == dict.fromkeys(range(1, 6), 2)
    with pytest.raises(NoDrawError) as refused:
        ROUND_ROBIN.draw(
            DrawRequest(
                round=11, entrants=entrants, seed="", history=tuple(history), options=options
            )
        )
    assert refused.value.reason.code == "stage_finished"


def test_the_opponent_of_one_who_left_sits_out_and_nothing_else_moves() -> None:
    entrants = field_of(6)
    first = ROUND_ROBIN.draw(DrawRequest(round=1, entrants=entrants, seed=""))
    history = tuple(played(first, lambda one, other: WON))
    full = ROUND_ROBIN.draw(DrawRequest(round=2, entrants=entrants, seed="", history=history))
    gone = tuple(replace(e, status=EntrantStatus.WITHDRAWN) if e.id == 4 else e for e in entrants)
    draw = ROUND_ROBIN.draw(DrawRequest(round=2, entrants=gone, seed="", history=history))
    assert drawn_pairs(full) == {frozenset(p) for p in ((6, 4), (1, 2), (5, 3))}
    assert drawn_pairs(draw) == {frozenset(p) for p in ((6,), (1, 2), (5, 3))}
    assert [reason.code for reason in draw.pairings[-1].reasons] == ["opponent_away"]


def test_entrants_that_changed_after_the_start_are_refused_where_two_would_meet_again() -> None:
    history = (game(1, 1, 4), game(1, 2, 3))
    # With a fifth entrant of the start 2 and 3 would be due again in round 5.
    with pytest.raises(NoDrawError) as refused:
        for number in range(2, 6):
            ROUND_ROBIN.draw(
                DrawRequest(round=number, entrants=field_of(5), seed="", history=history)
            )
    assert refused.value.reason.code == "entrants_changed"


def _with_late(count: int, from_round: int) -> tuple[Entrant, ...]:
    """The best seed comes late."""
    late = Entrant(id=count + 1, seed=0, available_from_round=from_round)
    return (*field_of(count), late)


@given(st.integers(2, 9), st.integers(2, 4))
def test_fault_7_a_late_entry_never_moves_the_others(count: int, from_round: int) -> None:
    history: list[PlayedPairing] = []
    for number in range(1, berger_rounds(count) + 1):
        entrants = field_of(count) if number < from_round else _with_late(count, from_round)
        request = DrawRequest(round=number, entrants=entrants, seed="", history=tuple(history))
        draw = ROUND_ROBIN.draw(request)
        without = ROUND_ROBIN.draw(replace(request, entrants=field_of(count)))
        late = count + 1
        assert {pair - {late} for pair in drawn_pairs(draw)} == drawn_pairs(without)
        if number >= from_round:
            assert any(late in pair for pair in drawn_pairs(draw)) == bool(count % 2)
            assert [dict(w.params) for w in draw.warnings] == (
                [] if count % 2 else [{"entries": (late,)}]
            )
        history += played(draw, lambda one, other: WON)


def test_one_who_left_before_the_start_has_no_number() -> None:
    gone = replace(field_of(5)[2], status=EntrantStatus.WITHDRAWN)
    entrants = tuple(gone if entrant.id == 3 else entrant for entrant in field_of(5))
    request = DrawRequest(round=1, entrants=entrants, seed="")
    first = ROUND_ROBIN.draw(request)
    assert drawn_pairs(first) == {frozenset((1, 5)), frozenset((2, 4))}
    history = tuple(played(first, lambda one, other: WON))
    second = ROUND_ROBIN.draw(replace(request, round=2, history=history))
    assert drawn_pairs(second) == {frozenset((5, 4)), frozenset((1, 2))}


def test_one_who_was_away_in_round_one_and_then_left_keeps_the_number() -> None:
    away = replace(field_of(4)[3], status=EntrantStatus.ABSENT)
    request = DrawRequest(round=1, entrants=(*field_of(3), away), seed="")
    history = tuple(played(ROUND_ROBIN.draw(request), lambda one, other: WON))
    gone = (*field_of(3), replace(away, status=EntrantStatus.WITHDRAWN))
    second = ROUND_ROBIN.draw(replace(request, round=2, entrants=gone, history=history))
    assert drawn_pairs(second) == {frozenset((3,)), frozenset((1, 2))}


def test_numbers_by_lot_depend_on_the_seed_alone() -> None:
    options = RoundRobinOptions(by_lot=True)
    request = DrawRequest(round=1, entrants=field_of(12), seed="one", options=options)
    same = ROUND_ROBIN.draw(replace(request, entrants=field_of(12)[::-1]))
    assert same == ROUND_ROBIN.draw(request)
    other = ROUND_ROBIN.draw(replace(request, seed="two"))
    assert drawn_pairs(other) != drawn_pairs(same)


def test_too_few_and_options_of_another_format_are_errors() -> None:
    with pytest.raises(NoDrawError):
        ROUND_ROBIN.draw(DrawRequest(round=1, entrants=field_of(1), seed=""))
    with pytest.raises(InvalidRequestError):
        ROUND_ROBIN.draw(
            DrawRequest(round=1, entrants=field_of(2), seed="", options=SwissOptions())
        )


def test_round_robin_is_registered_with_its_rounds() -> None:
    assert get_format("round_robin") is ROUND_ROBIN
    assert [ROUND_ROBIN.planned_rounds(n) for n in (2, 5, 6)] == [1, 5, 5]
    assert ROUND_ROBIN.planned_rounds(6, RoundRobinOptions(double=True)) == 10
