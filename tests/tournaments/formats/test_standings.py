"""Standings and tie-breaks, against values worked by hand and by laws."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.building import (
    DRAWN,
    LOST,
    bye,
    field_of,
    game,
    tournaments,
)
from tests.tournaments.formats.columns import ALL, D, column
from tournaments.formats.model import (
    DrawRequest,
    InvalidRequestError,
    PlayedPairing,
    PlayedSeat,
)
from tournaments.formats.scoring import (
    POINTS_SCHEMES,
    PenaltyRule,
    StandingsSettings,
    TieBreak,
    UnplayedRule,
)
from tournaments.formats.standings import compute_standings, tie_breaks_in_force
from tournaments.formats.tie_breaks import LOWER_IS_BETTER

# Everybody met everybody. 1 beat 2 and 3 and drew with 4; 3 drew with 4 and beat 2; 2 beat 4.
#
#        1    2    3    4   points
#   1    -    1    1    ½    2½
#   2    0    -    0    1    1
#   3    0    1    -    ½    1½
#   4    ½    0    ½    -    1
CROSS_TABLE = (
    *(game(1, 1, 2, scores=(8, 5)), game(1, 3, 4, DRAWN, scores=(6, 6))),
    *(game(2, 1, 3, scores=(8, 7)), game(2, 2, 4, scores=(8, 1))),
    *(game(3, 1, 4, DRAWN, scores=(4, 4)), game(3, 2, 3, LOST, scores=(0, 8))),
)


def fraction(text: str) -> Decimal:
    over, _, under = text.partition("/")
    return D(over) / D(under or 1)


@pytest.mark.parametrize(
    ("tie_break", "values"),
    [
        (TieBreak.POINTS, ("2.5", "1", "1.5", "1")),
        (TieBreak.WINS, ("2", "1", "1", "0")),
        (TieBreak.GAMES_WON, ("2", "1", "1", "0")),
        # 1: 1 + 1½ + 1; 2: 2½ + 1 + 1½; 3: 1 + 2½ + 1; 4: 1½ + 1 + 2½.
        (TieBreak.BUCHHOLZ, ("3.5", "5", "4.5", "5")),
        (TieBreak.BUCHHOLZ_CUT_1, ("2.5", "4", "3.5", "4")),
        (TieBreak.BUCHHOLZ_CUT_2, ("1.5", "2.5", "2.5", "2.5")),
        (TieBreak.BUCHHOLZ_MEDIAN, ("1", "1.5", "1", "1.5")),
        # 1: 1 + 1½ + ½·1; 2: 1; 3: ½·1 + 1; 4: ½·1½ + ½·2½.
        (TieBreak.SONNEBORN_BERGER, ("3", "1", "1.5", "2")),
        # Without the opponent with the fewest points, of two such the one that gave less: 1 drops
        # its draw with 4, 2 its win over 4, 3 its draw with 4, 4 its loss to 2.
        (TieBreak.SONNEBORN_BERGER_CUT_1, ("2.5", "0", "1", "2")),
        # 1: 1 + 2 + 2½; 2: 0 + 1 + 1; 3: ½ + ½ + 1½; 4: ½ + ½ + 1.
        (TieBreak.PROGRESSIVE, ("5.5", "2", "2.5", "2")),
        # 1: first, first, shared first; 2: 2, 1, 2; 3: 1½, 2, 1; 4: 1½, 2, 1½.
        (TieBreak.AVERAGE_PLACE, ("3.5/3", "5/3", "1.5", "5/3")),
        (TieBreak.SCORE_FOR, ("20", "13", "21", "11")),
        # 1: 3 + 1 + 0; 2: -3 + 7 - 8; 3: 0 - 1 + 8; 4: 0 - 7 + 0.
        (TieBreak.SCORE_DIFFERENCE, ("4", "-4", "7", "-7")),
        (TieBreak.OPPONENTS_POINTS, ("3.5", "5", "4.5", "5")),
    ],
)
def test_tie_break_has_the_value_worked_by_hand(tie_break: TieBreak, values: Sequence[str]) -> None:
    standings = compute_standings(field_of(4), CROSS_TABLE, ALL)
    assert column(standings, tie_break) == {
        entry: fraction(value) for entry, value in enumerate(values, start=1)
    }


def test_direct_encounter_puts_the_winner_of_the_two_ahead() -> None:
    """2 and 4 are level with one point; 2 won their game."""
    list_ = StandingsSettings(tie_breaks=(TieBreak.DIRECT_ENCOUNTER,))
    standings = compute_standings(field_of(4), CROSS_TABLE, list_)
    assert [(row.rank, row.entry) for row in standings] == [(1, 1), (2, 3), (3, 2), (4, 4)]
    assert column(standings, TieBreak.DIRECT_ENCOUNTER) == {1: None, 3: None, 2: D(1), 4: D(0)}
    assert [row.separated_by for row in standings] == [
        None,
        TieBreak.POINTS,
        TieBreak.POINTS,
        TieBreak.DIRECT_ENCOUNTER,
    ]


def test_direct_encounter_says_nothing_about_a_ring() -> None:
    """Each of three beat one of the others: level they were, level they stay."""
    ring = (game(1, 1, 2), game(2, 2, 3), game(3, 3, 1))
    list_ = StandingsSettings(tie_breaks=(TieBreak.DIRECT_ENCOUNTER,))
    standings = compute_standings(field_of(3), ring, list_)
    assert [(row.rank, row.entry) for row in standings] == [(1, 1), (1, 2), (1, 3)]
    assert column(standings, TieBreak.DIRECT_ENCOUNTER) == {1: None, 2: None, 3: None}


def test_direct_encounter_with_missing_games_ranks_who_is_first_whatever_they_bring() -> None:
    """1, 2 and 3 have two points each. 1 beat both others, who have not met."""
    history = (
        *(game(1, 1, 2), game(1, 3, 4), game(2, 1, 3), game(2, 2, 4)),
        *(game(3, 2, 5), game(3, 3, 6), game(3, 4, 1)),
    )
    list_ = StandingsSettings(tie_breaks=(TieBreak.DIRECT_ENCOUNTER,))
    standings = compute_standings(field_of(6), history, list_)
    ranks = {row.entry: row.rank for row in standings}
    assert (ranks[1], ranks[2], ranks[3]) == (1, 2, 2)
    working = standings.working(2, TieBreak.DIRECT_ENCOUNTER)
    assert [(t.code, t.opponents, t.value, t.counted) for t in working] == [
        ("game", (1,), D(0), True),
        ("missing_games", (3,), D(1), False),
    ]


def test_direct_encounter_is_silent_where_a_missing_game_could_turn_it() -> None:
    """1 beat 2, 3 has met neither: 3 might have beaten both."""
    history = (game(1, 1, 2), game(1, 3, 4), game(2, 2, 5), game(2, 6, 1))
    list_ = StandingsSettings(tie_breaks=(TieBreak.DIRECT_ENCOUNTER,))
    standings = compute_standings(field_of(6), history, list_)
    ranks = {row.entry: row.rank for row in standings}
    assert {ranks[entry] for entry in (1, 2, 3)} == {1}


def test_two_meetings_count_their_mean_in_the_direct_encounter() -> None:
    """2 beat 1 and lost twice to it: a third of a point against two thirds."""
    history = (game(1, 1, 2), game(2, 2, 1), game(3, 1, 2), game(1, 3, 4), game(2, 2, 1))
    history = (*history[:4], game(4, 2, 3))
    list_ = StandingsSettings(tie_breaks=(TieBreak.DIRECT_ENCOUNTER,))
    standings = compute_standings(field_of(4), history, list_)
    assert [row.entry for row in standings][:2] == [1, 2]
    assert standings.value(1, TieBreak.DIRECT_ENCOUNTER) == D(2) / 3


@pytest.mark.parametrize(
    ("scheme", "points"), [("one", ("1", "0.5")), ("two", ("2", "1")), ("three", ("3", "1"))]
)
def test_preset_is_worth_what_its_name_says(scheme: str, points: tuple[str, str]) -> None:
    history = (game(1, 1, 2), game(1, 3, 4, DRAWN))
    settings_ = StandingsSettings(points=POINTS_SCHEMES[scheme])
    standings = compute_standings(field_of(4), history, settings_)
    assert column(standings, TieBreak.POINTS) == {
        1: D(points[0]),
        3: D(points[1]),
        4: D(points[1]),
        2: D(0),
    }


def test_points_set_by_hand_and_adjustments_count_and_show() -> None:
    seats = (
        PlayedSeat(entry=1, side=1, points=D("0.75")),
        PlayedSeat(entry=2, side=2, points=D("0.25")),
    )
    history = (PlayedPairing(round=1, final=True, seats=seats),)
    one, two = field_of(2)
    entrants = (replace(one, adjustment=D("-0.6")), two)
    standings = compute_standings(entrants, history, ALL)
    assert [(row.entry, row.points) for row in standings] == [(2, D("0.25")), (1, D("0.15"))]
    assert [(t.code, t.value) for t in standings.working(1, TieBreak.POINTS)] == [
        ("game", D("0.75")),
        ("adjustment", D("-0.6")),
    ]
    # A penalty is the entry's own: its opponents' tie-breaks keep what it won at the table.
    assert standings.value(2, TieBreak.BUCHHOLZ) == D("0.75")


@pytest.mark.parametrize(
    ("rule", "points", "in_force"),
    [
        (PenaltyRule.POINTS, D("0.5"), (TieBreak.POINTS, TieBreak.SCORE_DIFFERENCE)),
        (
            PenaltyRule.TIE_BREAK,
            D(1),
            (TieBreak.POINTS, TieBreak.PENALTIES, TieBreak.SCORE_DIFFERENCE),
        ),
        (PenaltyRule.LISTED, D(1), (TieBreak.POINTS, TieBreak.SCORE_DIFFERENCE)),
    ],
)
def test_points_taken_by_a_ruling_count_where_the_rule_says(
    rule: PenaltyRule, points: Decimal, in_force: tuple[TieBreak, ...]
) -> None:
    one, *others = field_of(4)
    entrants = (replace(one, adjustment=D("-0.5")), *others)
    settings_ = StandingsSettings(tie_breaks=(TieBreak.SCORE_DIFFERENCE,), penalties=rule)
    standings = compute_standings(entrants, (game(1, 1, 2), game(1, 3, 4)), settings_)
    assert (standings.value(1, TieBreak.POINTS), standings.by_entry[1].points) == (points, points)
    assert standings.tie_breaks == in_force
    assert standings.by_entry[1].rank == (1 if rule is PenaltyRule.LISTED else 2)
    working = standings.working(1, TieBreak.POINTS)
    assert [(t.code, t.counted) for t in working][-1] == (
        "adjustment",
        rule is PenaltyRule.POINTS,
    )


def test_tie_break_of_penalties_stands_where_the_list_has_it() -> None:
    listed = (TieBreak.SCORE_DIFFERENCE, TieBreak.PENALTIES)
    settings_ = StandingsSettings(tie_breaks=listed, penalties=PenaltyRule.TIE_BREAK)
    assert tie_breaks_in_force(settings_) == (TieBreak.POINTS, *listed)


def _table_of_three(*places: int) -> PlayedPairing:
    return PlayedPairing(
        round=1,
        final=True,
        seats=tuple(
            PlayedSeat(entry=side, side=side, place=place, score=D(8 - place))
            for side, place in enumerate(places, start=1)
        ),
    )


def test_a_table_of_three_sides_gives_points_by_place_and_shares_them() -> None:
    settings_ = StandingsSettings(tie_breaks=(TieBreak.SCORE_DIFFERENCE,))
    standings = compute_standings(field_of(3), (_table_of_three(2, 1, 3),), settings_)
    assert column(standings, TieBreak.POINTS) == {2: D(1), 1: D("0.5"), 3: D(0)}
    # 2 scored 7 against 6 and 5.
    assert standings.value(2, TieBreak.SCORE_DIFFERENCE) == D("1.5")
    shared = compute_standings(field_of(3), (_table_of_three(1, 2, 2),), settings_)
    assert column(shared, TieBreak.POINTS) == {1: D(1), 2: D("0.25"), 3: D("0.25")}
    two = StandingsSettings(points=POINTS_SCHEMES["two"])
    beaten = compute_standings(field_of(3), (_table_of_three(3, 2, 1),), two)
    assert column(beaten, TieBreak.POINTS) == {3: D(2), 2: D(1), 1: D(0)}


def test_partners_for_a_round_are_no_opponents() -> None:
    """1 and 2 against 3 and 4: each meets the mean of the two opposite."""
    seats = tuple(
        PlayedSeat(entry=entry, side=side, place=side, points=D(2 - side))
        for entry, side in ((1, 1), (2, 1), (3, 2), (4, 2))
    )
    history = (PlayedPairing(round=1, final=True, seats=seats), bye(2, 3))
    settings_ = StandingsSettings(tie_breaks=(TieBreak.OPPONENTS_POINTS,))
    standings = compute_standings(field_of(4), history, settings_)
    assert column(standings, TieBreak.OPPONENTS_POINTS) == {
        1: D("0.5"),
        2: D("0.5"),
        3: D(1),
        4: D(1),
    }


def test_level_entries_share_a_rank_unless_a_lot_is_drawn() -> None:
    history = (game(1, 1, 2), game(1, 3, 4))
    shared = compute_standings(field_of(4), history, StandingsSettings(tie_breaks=()))
    assert [(row.rank, row.entry) for row in shared] == [(1, 1), (1, 3), (3, 2), (3, 4)]
    lot = StandingsSettings(tie_breaks=(TieBreak.LOT,), lot_seed="s")
    assert [row.rank for row in compute_standings(field_of(4), history, lot)] == [1, 2, 3, 4]


def test_rounds_after_the_limit_do_not_count() -> None:
    settings_ = StandingsSettings(rounds=1)
    assert (
        compute_standings(field_of(4), CROSS_TABLE, settings_).rows
        == compute_standings(field_of(4), CROSS_TABLE[:2], settings_).rows
    )


def test_two_seats_in_one_round_are_refused() -> None:
    with pytest.raises(InvalidRequestError) as refused:
        compute_standings(field_of(3), (game(1, 1, 2), game(1, 1, 3)), ALL)
    assert refused.value.reason.code == "entry_twice_in_round"


@settings(max_examples=60, deadline=None)
@given(
    tournaments(most=10, rounds=7),
    st.sampled_from(UnplayedRule),
    st.sampled_from(PenaltyRule),
    st.integers(-3, 0),
)
def test_every_number_is_the_sum_or_mean_of_its_working(
    request_: DrawRequest, rule: UnplayedRule, penalties: PenaltyRule, taken: int
) -> None:
    one, *others = request_.entrants
    entrants = (replace(one, adjustment=D(taken) / 2), *others)
    counted_by = replace(ALL, unplayed=rule, penalties=penalties)
    standings = compute_standings(entrants, request_.history, counted_by)
    for row in standings:
        for tie_break, value in zip(standings.tie_breaks, row.values, strict=True):
            counted = [t.value for t in standings.working(row.entry, tie_break) if t.counted]
            if value is None:
                continue
            if tie_break is TieBreak.AVERAGE_PLACE:
                assert value == sum(counted, D(0)) / len(counted)
            else:
                assert value == sum(counted, D(0))


@settings(max_examples=60, deadline=None)
@given(tournaments(most=10, rounds=6), st.randoms(use_true_random=False))
def test_standings_do_not_depend_on_the_order_of_the_input(
    request_: DrawRequest, dice: random.Random
) -> None:
    entrants, history = list(request_.entrants), list(request_.history)
    dice.shuffle(entrants)
    dice.shuffle(history)
    assert (
        compute_standings(entrants, history, ALL).rows
        == compute_standings(request_.entrants, request_.history, ALL).rows
    )


@settings(max_examples=60, deadline=None)
@given(tournaments(most=10, rounds=6), st.permutations(tuple(TieBreak)))
def test_ranks_follow_the_list_from_its_first_to_its_last(
    request_: DrawRequest, order: list[TieBreak]
) -> None:
    """Each line is ahead of the next by the tie-break it names, and level in all before it."""
    listed = StandingsSettings(tie_breaks=tuple(order))
    rows = compute_standings(request_.entrants, request_.history, listed).rows
    assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
    for upper, lower in pairwise(rows):
        assert lower.separated_by is not None
        place = order.index(lower.separated_by)
        for index, tie_break in enumerate(order[: place + 1]):
            one, other = upper.values[index], lower.values[index]
            if tie_break is TieBreak.DIRECT_ENCOUNTER:
                continue
            if index < place:
                assert one == other
            elif other is None:
                assert one is not None
            else:
                assert one is not None
                assert one < other if tie_break in LOWER_IS_BETTER else one > other


@settings(max_examples=40, deadline=None)
@given(tournaments(most=8, rounds=5))
def test_points_of_a_round_with_games_alone_add_up(request_: DrawRequest) -> None:
    """Each game, bye and walkover hands out exactly one point, absences none."""
    standings = compute_standings(request_.entrants, request_.history, StandingsSettings())
    assert sum(row.points for row in standings) == len(request_.history)
