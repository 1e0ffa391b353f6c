"""A fixed schedule: what is refused, what is only said, and the round as it was given."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.building import field_of
from tournaments.formats.editing import Severity
from tournaments.formats.knockout import KnockoutOptions
from tournaments.formats.model import (
    DrawRequest,
    Entrant,
    EntrantStatus,
    InvalidRequestError,
    NoDrawError,
    PairingKind,
    Table,
)
from tournaments.formats.registry import get_format
from tournaments.formats.schedule import SCHEDULE, ScheduleOptions, check_schedule

ROUNDS = (((1, 2), (3, 4)), ((4, 1), (2, 3)), ((1, 3), (4, 2)))


def codes(
    rounds: tuple[tuple[tuple[int, ...], ...], ...], entries: int = 4
) -> list[tuple[str, dict[str, object]]]:
    found = check_schedule(field_of(entries), rounds)
    return [(finding.code, dict(finding.params)) for finding in found]


def test_a_sound_schedule_has_nothing_to_be_said_about() -> None:
    assert codes(ROUNDS) == []


@pytest.mark.parametrize(
    ("rounds", "code", "params"),
    [
        ((((1, 2), (2, 3)),), "entry_twice_in_round", {"entry": 2, "times": 2, "round": 1}),
        ((((1, 9),),), "unknown_entry", {"entry": 9, "round": 1}),
        ((((1, 1), (2, 3)),), "entry_against_itself", {"entry": 1, "round": 1}),
        ((((1, 2), (3, 4)), ()), "round_empty", {"round": 2}),
        ((((), (1, 2)),), "pairing_empty", {"round": 1}),
    ],
)
def test_fault_4_what_no_round_can_hold_is_refused(
    rounds: tuple[tuple[tuple[int, ...], ...], ...], code: str, params: dict[str, object]
) -> None:
    found = check_schedule(field_of(4), rounds)
    refusals = [f for f in found if f.severity is Severity.REFUSAL]
    assert [(f.code, dict(f.params)) for f in refusals] == [(code, params)]
    number = params["round"]
    assert isinstance(number, int)
    with pytest.raises(InvalidRequestError) as refused:
        SCHEDULE.draw(
            DrawRequest(
                round=number, entrants=field_of(4), seed="", options=ScheduleOptions(rounds=rounds)
            )
        )
    assert refused.value.reason.code == code


def test_repeats_and_unequal_counts_are_warnings() -> None:
    rounds = (((1, 2), (3, 4)), ((1, 2), (3,)), ((1, 4), (3, 2)))
    assert codes(rounds, 5) == [
        ("meets_again", {"entries": (1, 2), "rounds": (1, 2)}),
        ("entry_never_named", {"entry": 5}),
        ("games_unequal", {"most": 3, "fewest": 2, "entries": (3, 4)}),
        ("sides_unequal", {"entries": (1, 2, 3, 4), "difference": 3}),
    ]


def test_the_round_is_the_one_that_was_given_in_its_order_and_sides() -> None:
    request = DrawRequest(
        round=2,
        entrants=field_of(4),
        seed="",
        tables=(Table(1), Table(2)),
        options=ScheduleOptions(rounds=ROUNDS),
    )
    draw = SCHEDULE.draw(request)
    assert [(p.table, p.entries, p.reasons[0].code) for p in draw.pairings] == [
        (1, (4, 1), "scheduled"),
        (2, (2, 3), "scheduled"),
    ]
    with pytest.raises(NoDrawError) as finished:
        SCHEDULE.draw(replace(request, round=4))
    assert dict(finished.value.reason.params) == {"rounds": 3}


def test_who_is_not_named_has_a_bye_where_that_is_wanted() -> None:
    options = ScheduleOptions(rounds=(((1, 2), (3,)),))
    request = DrawRequest(round=1, entrants=field_of(4), seed="", options=options)
    assert SCHEDULE.draw(request).byes == (3, 4)
    silent = replace(request, options=replace(options, byes_for_the_rest=False))
    assert SCHEDULE.draw(silent).byes == (3,)


def test_fault_7_the_opponent_of_one_who_left_has_a_bye() -> None:
    gone = tuple(
        replace(e, status=EntrantStatus.WITHDRAWN) if e.id in (2, 3, 4) else e for e in field_of(5)
    )
    options = ScheduleOptions(rounds=(((1, 2), (3, 4), (5,)),))
    draw = SCHEDULE.draw(DrawRequest(round=1, entrants=gone, seed="", options=options))
    assert [(p.entries, p.kind, p.reasons[0].code) for p in draw.pairings] == [
        ((1,), PairingKind.BYE, "opponent_away"),
        ((5,), PairingKind.BYE, "sits_out"),
    ]


def test_tables_of_three_sides_lose_one_or_two() -> None:
    options = ScheduleOptions(rounds=(((1, 2, 3), (4, 5, 6)),))
    away = {3, 5, 6}
    entrants = tuple(
        Entrant(id=n, seed=n, status=EntrantStatus.ABSENT if n in away else EntrantStatus.ACTIVE)
        for n in range(1, 7)
    )
    draw = SCHEDULE.draw(DrawRequest(round=1, entrants=entrants, seed="", options=options))
    assert [(p.entries, p.reasons[0].code) for p in draw.pairings] == [
        ((1, 2), "scheduled"),
        ((4,), "opponents_away"),
    ]


@settings(max_examples=50, deadline=None)
@given(st.integers(2, 9), st.integers(1, 4), st.randoms(use_true_random=False))
def test_every_schedule_without_refusals_seats_all_who_are_here_once(
    entries: int, rounds: int, dice: random.Random
) -> None:
    given_rounds = []
    for _ in range(rounds):
        order = list(range(1, entries + 1))
        dice.shuffle(order)
        order = order[: dice.randint(1, entries)]
        given_rounds.append(tuple(tuple(order[i : i + 2]) for i in range(0, len(order), 2)))
    entrants = tuple(
        replace(e, status=dice.choice((EntrantStatus.ACTIVE, EntrantStatus.ABSENT)))
        for e in field_of(entries)
    )
    here = sorted(e.id for e in entrants if e.available(1))
    findings = check_schedule(entrants, given_rounds)
    assert all(finding.severity is Severity.WARNING for finding in findings)
    options = ScheduleOptions(rounds=tuple(given_rounds))
    for number in range(1, rounds + 1):
        draw = SCHEDULE.draw(DrawRequest(round=number, entrants=entrants, seed="", options=options))
        assert sorted(entry for p in draw.pairings for entry in p.entries) == here


def test_errors_name_what_is_missing() -> None:
    with pytest.raises(NoDrawError) as none:
        SCHEDULE.draw(DrawRequest(round=1, entrants=field_of(4), seed=""))
    assert none.value.reason.code == "no_schedule"
    with pytest.raises(InvalidRequestError):
        SCHEDULE.draw(
            DrawRequest(round=1, entrants=field_of(4), seed="", options=KnockoutOptions())
        )


def test_schedule_is_registered_with_its_rounds() -> None:
    assert get_format("schedule") is SCHEDULE
    assert SCHEDULE.planned_rounds(4, ScheduleOptions(rounds=ROUNDS)) == 3
    assert SCHEDULE.planned_rounds(4) == 0
