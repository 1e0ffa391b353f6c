"""Individual events: a new partner each round, opponents and sitting out in balance."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.building import field_of
from tests.tournaments.formats.table_events import Event, event_of, params_of, sizes_of
from tournaments.formats.individual import INDIVIDUAL
from tournaments.formats.individual_options import IndividualOptions
from tournaments.formats.model import (
    DrawRequest,
    EntrantStatus,
    InvalidRequestError,
    NoDrawError,
    Optimality,
)
from tournaments.formats.multi_seat import MeetBy, MultiSeatOptions
from tournaments.formats.registry import get_format


def everybody(players: int, times: int) -> Counter[frozenset[int]]:
    return Counter([frozenset(p) for p in combinations(range(1, players + 1), 2)] * times)


@pytest.mark.parametrize("players", [4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28])
def test_whole_event_everybody_partners_once_and_opposes_twice(players: int) -> None:
    rounds = players if players % 4 else players - 1
    event = event_of(INDIVIDUAL, IndividualOptions(rounds=rounds), players, rounds)
    assert event.partners() == everybody(players, 1)
    assert event.opponents() == everybody(players, 2)
    assert set(event.byes().values()) == ({1} if players % 4 else set())
    assert {draw.optimality for draw in event.draws} == {Optimality.CONSTRUCTED}


@pytest.mark.parametrize("seed", [str(number) for number in range(8)])
def test_fault_2_a_whole_event_succeeds_whatever_the_lot(seed: str) -> None:
    """Every partnership is used up: one exchange would spoil it."""
    event = event_of(INDIVIDUAL, IndividualOptions(), 12, 11, seed)
    assert event.partners() == everybody(12, 1)
    assert event.opponents() == everybody(12, 2)


@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (20, 5), (24, 7), (28, 9), (32, 9)])
def test_short_event_nobody_meets_anybody_twice(players: int, rounds: int) -> None:
    event = event_of(INDIVIDUAL, IndividualOptions(rounds=rounds), players, rounds)
    assert set(event.meetings().values()) == {1}
    assert len(event.partners()) == rounds * players // 2


def test_a_little_longer_than_that_is_as_even_as_can_be() -> None:
    """Six rounds of sixteen: 24 second meetings must be, no partner comes again."""
    event = event_of(INDIVIDUAL, IndividualOptions(rounds=6), 16, 6)
    assert event.repeats() == 24
    assert set(event.partners().values()) == {1}


@settings(max_examples=10, deadline=None)
@given(st.integers(4, 19), st.sampled_from(tuple(MeetBy)), st.integers(0, 10**6))
def test_each_is_seated_once_byes_are_balanced_and_order_does_not_matter(
    players: int, meet_by: MeetBy, seed: int
) -> None:
    dice = random.Random(seed)
    event = Event(INDIVIDUAL, IndividualOptions(meet_by=meet_by), field_of(players), str(seed))
    for _ in range(4):
        request = event.request()
        draw = event.draw()
        assert sorted(e for p in draw.pairings for e in p.entries) == list(range(1, players + 1))
        assert sizes_of(draw) == [4] * (players // 4)
        assert len(draw.byes) == players % 4
        entrants = list(request.entrants)
        dice.shuffle(entrants)
        assert INDIVIDUAL.draw(replace(request, entrants=tuple(entrants))) == draw
        for pairing in draw.pairings[: players // 4]:
            assert [seat.side for seat in pairing.seats] == [1, 1, 2, 2]
    byes = event.byes()
    had = [byes[entry] for entry in range(1, players + 1)]
    assert max(had) - min(had) <= 1


@pytest.mark.parametrize(("players", "rounds"), [(6, 5), (7, 7), (10, 9), (11, 9), (14, 5)])
def test_other_numbers_have_no_partner_twice_and_opponents_in_balance(
    players: int, rounds: int
) -> None:
    event = event_of(INDIVIDUAL, IndividualOptions(rounds=rounds), players, rounds)
    assert set(event.partners().values()) == {1}
    assert max(event.opponents().values()) <= 4
    byes = [event.byes()[entry] for entry in range(1, players + 1)]
    assert max(byes) - min(byes) <= 1


def test_players_who_leave_and_come_are_fitted_in() -> None:
    event = event_of(INDIVIDUAL, IndividualOptions(), 13, 3)
    event.change(5, lambda e: replace(e, status=EntrantStatus.WITHDRAWN))
    for _ in range(3):
        draw = event.draw()
        assert sorted(e for p in draw.pairings for e in p.entries) == [
            e for e in range(1, 14) if e != 5
        ]
    event.entrants += (replace(field_of(14)[-1], available_from_round=7),)
    assert 14 in [e for p in event.draw().pairings for e in p.entries]
    assert set(event.partners().values()) == {1}


def test_who_replaces_somebody_takes_the_place_in_the_design() -> None:
    event = event_of(INDIVIDUAL, IndividualOptions(), 12, 3)
    event.change(5, lambda e: replace(e, status=EntrantStatus.WITHDRAWN))
    event.entrants += (replace(field_of(13)[-1], available_from_round=4),)
    for _ in range(8):
        assert event.draw().optimality is Optimality.CONSTRUCTED
    assert set(event.partners().values()) == {1}
    assert max(event.opponents().values()) == 2


@pytest.mark.parametrize(
    ("players", "rounds", "repeats"), [(20, 7, 24), (24, 9, 48), (13, 6, 31), (12, 6, 44)]
)
def test_part_of_an_event_has_hardly_more_second_meetings_than_must_be(
    players: int, rounds: int, repeats: int
) -> None:
    """The least by counting are 20, 48, 30 and 42."""
    event = event_of(INDIVIDUAL, IndividualOptions(rounds=rounds), players, rounds)
    assert event.repeats() <= repeats + 2
    assert set(event.partners().values()) == {1}


def test_more_rounds_than_were_planned_go_on_with_the_design() -> None:
    event = event_of(INDIVIDUAL, IndividualOptions(rounds=11), 12, 4)
    event.options = IndividualOptions(rounds=6)
    assert event.draw().optimality is Optimality.CONSTRUCTED


def test_by_score_the_best_sit_together() -> None:
    """After one round of eight, four with a win and four without: each four at one table, and
    no partner again."""
    event = event_of(INDIVIDUAL, IndividualOptions(meet_by=MeetBy.SCORE), 8, 1)
    won = {seat.entry for p in event.history for seat in p.seats if seat.place == 1}
    tables = {frozenset(p.entries) for p in event.draw().pairings}
    assert len(won) == 4
    assert set(event.partners().values()) == {1}
    assert params_of(event.draws[1], "round_searched") == {"why": "asked"}
    assert sorted(len(table & won) for table in tables) == [0, 4]


def test_two_teams_of_three() -> None:
    """Partners+ with single players: 42 of them meet nobody twice in seven rounds; twelve find
    partners as new as can be."""
    event = event_of(INDIVIDUAL, IndividualOptions(per_side=3, rounds=7), 42, 7)
    assert event.repeats() == 0
    event = event_of(INDIVIDUAL, IndividualOptions(per_side=3), 12, 4)
    assert sum(times - 1 for times in event.partners().values()) == 0
    for draw in event.draws:
        assert [seat.side for seat in draw.pairings[0].seats] == [1, 1, 1, 2, 2, 2]


def test_partners_again_are_told() -> None:
    """Four players have three rounds; in the fourth somebody is a partner again."""
    event = event_of(INDIVIDUAL, IndividualOptions(), 4, 4)
    assert params_of(event.draws[3], "partners_repeated") == {"repeats": 2}
    assert [reason.code for reason in event.draws[3].pairings[0].reasons].count(
        "partners_again"
    ) == 2


def test_refusals() -> None:
    request = DrawRequest(round=1, entrants=field_of(3), seed="")
    with pytest.raises(NoDrawError) as too_few:
        INDIVIDUAL.draw(request)
    assert too_few.value.reason.code == "too_few_entries"
    with pytest.raises(InvalidRequestError) as side:
        INDIVIDUAL.draw(replace(request, options=IndividualOptions(per_side=1)))
    assert side.value.reason.code == "side_too_small"
    with pytest.raises(InvalidRequestError) as other:
        INDIVIDUAL.draw(replace(request, options=MultiSeatOptions()))
    assert other.value.reason.code == "options_of_another_format"


def test_individual_is_registered() -> None:
    assert get_format("individual") is INDIVIDUAL
    assert INDIVIDUAL.planned_rounds(12, IndividualOptions(rounds=5)) == 5
    assert INDIVIDUAL.planned_rounds(12) is None
