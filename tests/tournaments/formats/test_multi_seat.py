"""Tables of more than two: who meets whom, smaller tables, sides, who sits out."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.building import field_of
from tests.tournaments.formats.table_events import (
    Event,
    event_of,
    params_of,
    played,
    random_rounds,
    sizes_of,
)
from tournaments.formats.model import (
    DrawRequest,
    EntrantStatus,
    InvalidRequestError,
    NoDrawError,
    Optimality,
    Outcome,
    PairingKind,
    PlayedPairing,
    PlayedSeat,
    Table,
)
from tournaments.formats.multi_seat import MULTI_SEAT, MeetBy, MultiSeatOptions, table_sizes
from tournaments.formats.registry import get_format


@settings(max_examples=12, deadline=None)
@given(
    st.integers(4, 17),
    st.integers(2, 5),
    st.sampled_from(tuple(MeetBy)),
    st.booleans(),
    st.integers(0, 10**6),
)
def test_everybody_is_at_one_table_or_has_a_bye(
    entries: int, sides: int, meet_by: MeetBy, smaller: bool, seed: int
) -> None:
    """In each of three rounds, sizes are those said beforehand, byes go to those with fewest, and
    the order in which entrants and history are listed changes nothing."""
    options = MultiSeatOptions(sides=min(sides, entries), meet_by=meet_by, smaller_tables=smaller)
    event = Event(MULTI_SEAT, options, field_of(entries), str(seed))
    dice = random.Random(seed)
    sizes = table_sizes(entries, options)
    for _ in range(3):
        request, had = event.request(), event.byes()
        draw = event.draw()
        seated = [entry for pairing in draw.pairings for entry in pairing.entries]
        assert sorted(seated) == list(range(1, entries + 1))
        assert sizes_of(draw) == sizes
        fewest = sorted(had[entry] for entry in range(1, entries + 1))[: len(draw.byes)]
        assert sorted(had[entry] for entry in draw.byes) == fewest
        entrants, history = list(request.entrants), list(request.history)
        dice.shuffle(entrants)
        dice.shuffle(history)
        again = replace(request, entrants=tuple(entrants), history=tuple(history))
        assert MULTI_SEAT.draw(again) == draw


@settings(max_examples=8, deadline=None)
@given(st.integers(6, 20), st.integers(3, 4), st.integers(0, 10**6))
def test_entries_come_and_go_and_every_round_is_whole(entries: int, sides: int, seed: int) -> None:
    dice = random.Random(seed)
    event = Event(MULTI_SEAT, MultiSeatOptions(sides=sides), field_of(entries), str(seed))
    for number in range(1, 6):
        statuses = (EntrantStatus.ACTIVE,) * 6 + (EntrantStatus.ABSENT, EntrantStatus.WITHDRAWN)
        event.entrants = tuple(
            e
            if e.status is EntrantStatus.WITHDRAWN or e.id <= 4
            else replace(e, status=dice.choice(statuses))
            for e in event.entrants
        )
        if number in (2, 4):
            late = field_of(entries + number)[-1]
            event.entrants += (replace(late, available_from_round=number),)
        here = sorted(e.id for e in event.entrants if e.available(number))
        draw = event.draw()
        assert sorted(e for p in draw.pairings for e in p.entries) == here
        assert sizes_of(draw) == table_sizes(len(here), MultiSeatOptions(sides=sides))


def plane_history() -> tuple[list[PlayedPairing], set[frozenset[int]]]:
    """Four rounds of sixteen after which one round is left in which nobody meets again: the
    lines of the affine plane of order four, and the columns."""

    def times(a: int, b: int) -> int:
        return 0 if not a or not b else 1 + (a + b - 2) % 3

    number = {(x, y): 1 + 4 * x + y for x in range(4) for y in range(4)}
    history = [
        PlayedPairing(
            round=slope + 1,
            final=True,
            seats=tuple(
                PlayedSeat(entry=number[x, times(slope, x) ^ offset], side=x + 1, place=x + 1)
                for x in range(4)
            ),
        )
        for slope in range(4)
        for offset in range(4)
    ]
    return history, {frozenset(number[x, y] for y in range(4)) for x in range(4)}


@pytest.mark.parametrize("meet_by", tuple(MeetBy))
@pytest.mark.parametrize("seed", range(10))
def test_fault_2_the_one_perfect_round_at_tables_of_four_is_found(
    seed: int, meet_by: MeetBy
) -> None:
    """It is far from the order of the standings, and a greedy filling misses it. Numbers are
    dealt by lot, so that no order of entry helps."""
    history, last = plane_history()
    numbers = list(range(1, 17))
    random.Random(seed).shuffle(numbers)
    dealt = [
        replace(p, seats=tuple(replace(s, entry=numbers[s.entry - 1]) for s in p.seats))
        for p in history
    ]
    request = DrawRequest(
        round=5,
        entrants=field_of(16),
        seed=str(seed),
        history=tuple(dealt),
        options=MultiSeatOptions(sides=4, meet_by=meet_by),
    )
    draw = MULTI_SEAT.draw(request)
    assert {frozenset(p.entries) for p in draw.pairings} == {
        frozenset(numbers[entry - 1] for entry in table) for table in last
    }
    assert params_of(draw, "repeats") == {"repeats": 0, "least": 0, "known": True}


ZERO_REPEATS = [
    (32, 4, 6),
    (32, 4, 9),
    (16, 4, 5),
    (24, 3, 6),
    (24, 3, 11),
    (9, 3, 4),
    (15, 3, 7),
    (12, 3, 4),
    (18, 3, 8),
    (21, 3, 10),
    (20, 4, 5),
    (24, 4, 7),
    (28, 4, 9),
    (36, 4, 11),
    (25, 5, 6),
    (13, 4, 4),
    (14, 4, 4),
    (23, 3, 11),
    (31, 4, 8),
    (42, 6, 7),
    (145, 5, 4),
    (200, 3, 4),
]


@pytest.mark.parametrize(("entries", "sides", "rounds"), ZERO_REPEATS)
def test_nobody_meets_twice_over_the_whole_event(entries: int, sides: int, rounds: int) -> None:
    event = event_of(MULTI_SEAT, MultiSeatOptions(sides=sides, rounds=rounds), entries, rounds)
    assert event.repeats() == 0
    for draw in event.draws:
        assert draw.optimality is Optimality.CONSTRUCTED
        assert params_of(draw, "repeats") == {"repeats": 0, "least": 0, "known": True}


@pytest.mark.parametrize("seed", [str(number) for number in range(12)])
@pytest.mark.parametrize(("entries", "sides", "rounds"), [(16, 4, 5), (9, 3, 4), (15, 3, 7)])
def test_fault_2_events_that_use_up_every_meeting_succeed_whatever_the_lot(
    entries: int, sides: int, rounds: int, seed: str
) -> None:
    """In these everybody meets everybody exactly once: a single exchange would spoil them."""
    event = event_of(MULTI_SEAT, MultiSeatOptions(sides=sides), entries, rounds, seed)
    assert set(event.meetings().values()) == {1}
    assert len(event.meetings()) == entries * (entries - 1) // 2


def test_another_seed_deals_another_event() -> None:
    options = MultiSeatOptions(sides=4)
    rounds = {
        frozenset(
            frozenset(p.entries)
            for p in event_of(MULTI_SEAT, options, 16, 1, seed).draws[0].pairings
        )
        for seed in "abcdef"
    }
    assert len(rounds) == 6


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize(("entries", "sides", "rounds"), [(32, 4, 6), (24, 3, 6), (23, 3, 6)])
def test_by_score_nobody_meets_twice_either_where_there_is_room(
    entries: int, sides: int, rounds: int, seed: str
) -> None:
    options = MultiSeatOptions(sides=sides, meet_by=MeetBy.SCORE)
    event = event_of(MULTI_SEAT, options, entries, rounds, seed)
    assert event.repeats() == 0
    assert params_of(event.draws[0], "round_searched") == {"why": "asked"}


def test_by_score_equal_points_meet() -> None:
    """After one round of nine, the three winners sit together, and so do the last."""
    options = MultiSeatOptions(meet_by=MeetBy.SCORE)
    event = event_of(MULTI_SEAT, options, 9, 1)
    places = {seat.entry: seat.place for p in event.history for seat in p.seats}
    tables = {tuple(sorted(str(places[e]) for e in p.entries)) for p in event.draw().pairings}
    assert tables == {("1", "1", "1"), ("2", "2", "2"), ("3", "3", "3")}


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_who_leaves_does_not_spoil_the_design(seed: str) -> None:
    event = event_of(MULTI_SEAT, MultiSeatOptions(sides=4), 32, 2, seed)
    event.change(7, lambda e: replace(e, status=EntrantStatus.WITHDRAWN))
    for _ in range(5):
        draw = event.draw()
        assert sizes_of(draw) == [4] * 7 + [3]
        assert draw.optimality is Optimality.CONSTRUCTED
    assert event.repeats() == 0


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_who_comes_late_takes_the_empty_place(seed: str) -> None:
    """As well as the place of somebody who has left."""
    event = event_of(MULTI_SEAT, MultiSeatOptions(sides=4), 31, 2, seed)
    event.entrants += (replace(field_of(50)[-1], available_from_round=3),)
    event.draw()
    event.change(7, lambda e: replace(e, status=EntrantStatus.WITHDRAWN))
    event.entrants += (replace(field_of(51)[-1], available_from_round=4),)
    for _ in range(4):
        assert event.draw().optimality is Optimality.CONSTRUCTED
    assert event.repeats() == 0


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_who_misses_a_round_comes_back_to_the_same_place(seed: str) -> None:
    event = event_of(MULTI_SEAT, MultiSeatOptions(sides=4), 16, 2, seed)
    event.change(3, lambda e: replace(e, status=EntrantStatus.ABSENT))
    event.draw()
    event.change(3, lambda e: replace(e, status=EntrantStatus.ACTIVE))
    for _ in range(2):
        assert event.draw().optimality is Optimality.CONSTRUCTED
    assert event.repeats() == 0


def test_one_too_many_is_searched_for() -> None:
    """A 33rd entry has no place in a design of 32; still nobody meets twice."""
    event = event_of(MULTI_SEAT, MultiSeatOptions(sides=4), 32, 2)
    event.entrants += (replace(field_of(50)[-1], available_from_round=3),)
    draw = event.draw()
    assert params_of(draw, "round_searched") == {"why": "left"}
    event.draw()
    assert event.repeats() == 0


def test_after_the_design_the_fewest_repeats_are_known() -> None:
    """In the sixth round of sixteen at tables of four everybody at a table has met."""
    event = event_of(MULTI_SEAT, MultiSeatOptions(sides=4), 16, 6)
    draw = event.draws[-1]
    assert params_of(draw, "round_searched") == {"why": "ended"}
    assert params_of(draw, "repeats") == {"repeats": 24, "least": 24, "known": True}


def test_walkovers_are_part_of_the_design_but_no_meeting() -> None:
    event = event_of(MULTI_SEAT, MultiSeatOptions(sides=4), 16, 2)
    first = event.history[0]
    seats = tuple(replace(seat, place=None, outcome=Outcome.LOSS) for seat in first.seats)
    event.history[0] = replace(first, kind=PairingKind.WALKOVER, seats=seats)
    assert event.draw().optimality is Optimality.CONSTRUCTED


@pytest.mark.parametrize("meet_by", tuple(MeetBy))
def test_forbidden_meetings_are_kept_apart(meet_by: MeetBy) -> None:
    """Two families of four at five tables of four, in a round of a design or not."""
    families = [
        frozenset((a, b)) for f in ((1, 2, 3, 4), (5, 6, 7, 8)) for a in f for b in f if a < b
    ]
    for seed in "ab":
        draw = MULTI_SEAT.draw(
            DrawRequest(
                round=1,
                entrants=field_of(20),
                seed=seed,
                forbidden=frozenset(families),
                options=MultiSeatOptions(sides=4, meet_by=meet_by),
            )
        )
        assert not any(family <= set(p.entries) for p in draw.pairings for family in families)


def test_what_leaves_no_round_is_refused() -> None:
    request = DrawRequest(
        round=1, entrants=field_of(3), seed="", forbidden=frozenset({frozenset((1, 2))})
    )
    with pytest.raises(NoDrawError) as refused:
        MULTI_SEAT.draw(request)
    assert refused.value.reason.code == "forbidden_pairs_leave_no_draw"


def test_sides_go_round() -> None:
    """Colours and turns of play: in five rounds nobody has one of four more than twice."""
    event = event_of(MULTI_SEAT, MultiSeatOptions(sides=4), 16, 5)
    turns = Counter((s.entry, s.side) for p in event.history for s in p.seats)
    assert max(turns.values()) <= 2


def test_who_sat_at_a_smaller_table_does_not_again() -> None:
    """Eight at tables of three: two full ones, and another two of them at the third each time."""
    options = MultiSeatOptions(sides=3, meet_by=MeetBy.SCORE)
    event = event_of(MULTI_SEAT, options, 8, 2)
    small = Counter(
        e for draw in event.draws for p in draw.pairings if len(p.entries) == 2 for e in p.entries
    )
    assert set(small.values()) == {1}


def test_the_bye_moves_rather_than_two_meet_again() -> None:
    """Seven at two tables of three, two rounds played: who is out is chosen so that as few
    meet again as can be, among those who have not been out."""
    options = MultiSeatOptions(sides=3, smaller_tables=False)
    event = event_of(MULTI_SEAT, options, 7, 4)
    assert set(event.byes().values()) == {1}
    for draw in event.draws:
        assert params_of(draw, "byes_each_round") == {"byes": 1, "entries": 7, "sizes": (3,)}
        assert params_of(draw, "repeats")["known"] is True


def test_a_repeat_is_told_at_its_table() -> None:
    history = random_rounds(range(1, 7), (3, 3), 1, random.Random(1))
    request = DrawRequest(round=2, entrants=field_of(6), seed="s", history=tuple(history))
    draw = MULTI_SEAT.draw(request)
    told = [r for p in draw.pairings for r in p.reasons if r.code == "meet_again"]
    assert len(told) == 2
    assert params_of(draw, "repeats") == {"repeats": 2, "least": 2, "known": True}
    assert {cost.tier: cost.cost for cost in draw.costs}["rematch"] == 2


def test_tables_and_reasons_are_given() -> None:
    draw = MULTI_SEAT.draw(
        DrawRequest(round=1, entrants=field_of(5), seed="s", tables=(Table(4), Table(7)))
    )
    assert [pairing.table for pairing in draw.pairings] == [4, 7]
    assert sorted([r.code for r in p.reasons] for p in draw.pairings) == [
        ["table_points"],
        ["table_points", "smaller_table"],
    ]


def test_open_results_are_told() -> None:
    event = event_of(MULTI_SEAT, MultiSeatOptions(), 9, 1)
    event.history[0] = replace(event.history[0], final=False)
    assert [warning.code for warning in event.draw().warnings] == ["results_missing"]


def test_requests_that_cannot_be_met_are_refused() -> None:
    request = DrawRequest(round=1, entrants=field_of(6), seed="")
    with pytest.raises(NoDrawError):
        MULTI_SEAT.draw(replace(request, entrants=field_of(1)))
    for options in (MultiSeatOptions(sides=1), MultiSeatOptions(sizes=(1, 3))):
        with pytest.raises(InvalidRequestError) as refused:
            MULTI_SEAT.draw(replace(request, options=options))
        assert refused.value.reason.code == "table_too_small"


def test_three_teams_of_two_single_players_at_a_table() -> None:
    """Sides of several are sought for at tables of three sides too."""
    event = event_of(MULTI_SEAT, MultiSeatOptions(sides=3, per_side=2), 12, 3)
    assert max(event.partners().values()) == 1
    for draw in event.draws:
        assert [seat.side for seat in draw.pairings[0].seats] == [1, 1, 2, 2, 3, 3]


def test_results_as_places_are_read_back() -> None:
    draw = MULTI_SEAT.draw(DrawRequest(round=1, entrants=field_of(3), seed="s"))
    (result,) = (played(1, pairing, random.Random(0)) for pairing in draw.pairings)
    assert sorted(seat.place or 0 for seat in result.seats) == [1, 2, 3]


def test_multi_seat_is_registered() -> None:
    assert get_format("multi_seat") is MULTI_SEAT
