"""Points schemes, entries that come late, and entries whose results are struck."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.building import (
    BOTH_LOST,
    DRAWN,
    bye,
    field_of,
    game,
    tournaments,
    walkover,
)
from tournaments.formats.model import (
    DrawRequest,
    Entrant,
    EntrantStatus,
    Outcome,
    PairingKind,
    PlayedPairing,
    PlayedSeat,
)
from tournaments.formats.records import award_points
from tournaments.formats.scoring import (
    POINTS_SCHEMES,
    PRESET_TIE_BREAKS,
    StandingsSettings,
    StruckRule,
    TieBreak,
    UnplayedRule,
)
from tournaments.formats.standings import Standings, compute_standings
from tournaments.formats.swiss import SWISS

D = Decimal
PIECES = StandingsSettings(
    points=POINTS_SCHEMES["pieces_in_time"],
    tie_breaks=(
        TieBreak.STEPS_DIFFERENCE,
        TieBreak.GAMES_IN_TIME,
        TieBreak.WINS,
        TieBreak.BUCHHOLZ,
    ),
)


def column(standings: Standings, tie_break: TieBreak) -> dict[int, Decimal | None]:
    return {row.entry: standings.value(row.entry, tie_break) for row in standings}


def timed(
    round_number: int, one: int, other: int, *, pieces: tuple[int, int], steps: tuple[int, int]
) -> PlayedPairing:
    """A game the first won, within time when it brought all eight home."""
    played = game(round_number, one, other, scores=pieces)
    return replace(
        played,
        seats=tuple(
            replace(seat, steps=left, in_time=pieces[0] == 8)
            for seat, left in zip(played.seats, steps, strict=True)
        ),
    )


# 1 won 8-5 within time and 6-5 on time; 2 lost the first and had the bye; 3 lost and won.
EVENING = (
    *(timed(1, 1, 2, pieces=(8, 5), steps=(0, 31)), walkover(1, 3, 4)),
    *(timed(2, 1, 3, pieces=(6, 5), steps=(12, 20)), walkover(2, 2, 4, BOTH_LOST)),
)


def test_points_a_piece_and_ten_within_time_add_up() -> None:
    """1: 16 + 10 and 12; 2: 10; 3: 8 by walkover, 10; 4: 4 for not coming, then nobody came."""
    standings = compute_standings(field_of(4), EVENING, PIECES)
    assert column(standings, TieBreak.POINTS) == {1: 38, 3: 18, 2: 10, 4: 4}
    assert column(standings, TieBreak.WINS) == {1: 2, 3: 1, 2: 0, 4: 0}


def test_points_open_to_the_parts_they_are_made_of() -> None:
    standings = compute_standings(field_of(4), EVENING, PIECES)
    assert [(t.value, t.parts) for t in standings.working(1, TieBreak.POINTS)] == [
        (D(26), (("score", D(16)), ("in_time", D(10)))),
        (D(12), ()),
    ]
    both = replace(PIECES, points=replace(PIECES.points, win=D(1)))
    (first, _) = compute_standings(field_of(4), EVENING, both).working(1, TieBreak.POINTS)
    assert first.parts == (("result", D(1)), ("score", D(16)), ("in_time", D(10)))


def test_points_set_otherwise_than_by_the_scheme_claim_no_parts() -> None:
    first, second = EVENING[0].seats
    ruled = replace(EVENING[0], seats=(replace(first, points=D(20)), second))
    standings = compute_standings(field_of(4), (ruled,), PIECES)
    assert [(t.value, t.parts) for t in standings.working(1, TieBreak.POINTS)] == [(D(20), ())]


def test_steps_difference_puts_fewer_ahead_and_shows_both_numbers() -> None:
    standings = compute_standings(field_of(4), EVENING, PIECES)
    assert column(standings, TieBreak.STEPS_DIFFERENCE) == {1: -39, 3: 8, 2: 31, 4: 0}
    (term,) = standings.working(3, TieBreak.STEPS_DIFFERENCE)
    assert (term.round, term.opponents, term.base, term.factor) == (2, (1,), D(20), D(12))
    level = (
        timed(1, 1, 2, pieces=(8, 3), steps=(0, 40)),
        timed(1, 3, 4, pieces=(8, 3), steps=(0, 50)),
    )
    ranked = compute_standings(field_of(4), level, PIECES)
    assert [row.entry for row in ranked] == [3, 1, 2, 4]


def test_games_in_time_count_for_both_at_the_table() -> None:
    standings = compute_standings(field_of(4), EVENING, PIECES)
    assert column(standings, TieBreak.GAMES_IN_TIME) == {1: 1, 2: 1, 3: 0, 4: 0}


def test_a_draw_worth_of_piece_points_is_the_middle_of_a_walkover() -> None:
    """The bye of 2 counts no more than 6 a round, though nobody is given anything for a draw."""
    history = (*EVENING[:2], bye(2, 2), game(2, 1, 3, scores=(8, 0)))
    standings = compute_standings(field_of(4), history, PIECES)
    assert PIECES.points.level == 6
    assert [(t.code, t.value) for t in standings.working(2, TieBreak.BUCHHOLZ)] == [
        ("game", D(42)),
        ("dummy", D(12)),
    ]


def test_gammon_points_are_what_was_scored_at_the_board() -> None:
    history = (game(1, 1, 2, scores=(4, 0)), game(1, 3, 4, scores=(1, 0)), game(2, 1, 3))
    scheme = POINTS_SCHEMES["gammon"]
    standings = compute_standings(field_of(4), history, StandingsSettings(points=scheme))
    assert column(standings, TieBreak.POINTS) == {1: 4, 3: 1, 2: 0, 4: 0}


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((2, 1), ("0", "6")),
        ((1, 2, 3), ("6", "3", "0")),
        ((1, 1, 3), ("4.5", "4.5", "0")),
        ((4, 2, 3, 1), ("0", "4", "2", "6")),
        ((1, 2, 2, 2), ("6", "2", "2", "2")),
    ],
)
def test_places_give_the_same_to_the_first_and_in_the_mean_at_every_table(
    places: tuple[int, ...], points: tuple[str, ...]
) -> None:
    table = table_of(1, *places)
    scheme = POINTS_SCHEMES["places"]
    given_points = [award_points(table, seat, scheme) for seat in table.seats]
    assert given_points == [D(text) for text in points]
    assert sum(given_points) / len(places) == 3


def table_of(round_number: int, *places: int) -> PlayedPairing:
    return PlayedPairing(
        round=round_number,
        final=True,
        seats=tuple(
            PlayedSeat(entry=side, side=side, place=place)
            for side, place in enumerate(places, start=1)
        ),
    )


def test_average_place_is_the_mean_and_those_without_a_game_stand_last() -> None:
    history = (table_of(1, 1, 2, 2), table_of(2, 3, 1, 2))
    settings_ = StandingsSettings(tie_breaks=(TieBreak.AVERAGE_PLACE, TieBreak.POINTS))
    standings = compute_standings(field_of(4), history, settings_)
    assert column(standings, TieBreak.AVERAGE_PLACE) == {
        2: D("1.75"),
        1: D(2),
        3: D("2.25"),
        4: None,
    }
    assert [row.rank for row in standings] == [1, 2, 3, 4]
    assert [t.value for t in standings.working(3, TieBreak.AVERAGE_PLACE)] == [D("2.5"), D(2)]


def test_a_missing_table_of_four_could_have_given_three_points() -> None:
    """1 and 2 are level, and 1 had two points more where they met; 3 met neither of them, and is
    level too: with three points from each it would be ahead."""
    four = replace(table_of(1, 1, 3, 2, 4), round=1)
    seats = tuple(
        replace(seat, entry=entry) for seat, entry in zip(four.seats, (1, 2, 5, 6), strict=True)
    )
    history = (
        replace(four, seats=seats),
        *(game(1, 3, 8), game(2, 3, 7), game(3, 3, 5)),
        *(game(2, 2, 8), game(3, 2, 6)),
    )
    settings_ = StandingsSettings(tie_breaks=(TieBreak.DIRECT_ENCOUNTER,))
    standings = compute_standings(field_of(8), history, settings_)
    assert {entry: standings.value(entry, TieBreak.POINTS) for entry in (1, 2, 3)} == {
        1: 3,
        2: 3,
        3: 3,
    }
    assert {standings.by_entry[entry].rank for entry in (1, 2, 3)} == {1}


def test_a_walkover_has_the_score_the_scheme_gives_it() -> None:
    scheme = replace(POINTS_SCHEMES["two"], walkover_score_win=D(8), walkover_score_loss=D(4))
    settings_ = StandingsSettings(points=scheme, tie_breaks=(TieBreak.SCORE_DIFFERENCE,))
    history = (walkover(1, 1, 2), walkover(1, 3, 4, BOTH_LOST))
    standings = compute_standings(field_of(4), history, settings_)
    assert column(standings, TieBreak.SCORE_DIFFERENCE) == {1: 4, 3: 0, 4: 0, 2: -4}
    assert [
        (t.code, t.base, t.factor) for t in standings.working(1, TieBreak.SCORE_DIFFERENCE)
    ] == [("walkover", D(8), D(4))]


def test_both_absent_get_what_the_scheme_says_for_both() -> None:
    scheme = replace(POINTS_SCHEMES["pieces_in_time"], both_absent=D(1))
    standings = compute_standings(
        field_of(2), (walkover(1, 1, 2, BOTH_LOST),), StandingsSettings(points=scheme)
    )
    assert column(standings, TieBreak.POINTS) == {1: 1, 2: 1}


@pytest.mark.parametrize("key", POINTS_SCHEMES)
def test_preset_has_tie_breaks_that_end_with_the_lot(key: str) -> None:
    listed = PRESET_TIE_BREAKS[key]
    assert listed[-1] is TieBreak.LOT
    assert len(set(listed)) == len(listed)
    assert TieBreak.POINTS not in listed


# Entries that come and go ---------------------------------------------------------------------


def late(entry: Entrant, from_round: int, points: str | None) -> Entrant:
    return replace(
        entry,
        available_from_round=from_round,
        missed_points=None if points is None else D(points),
    )


@pytest.mark.parametrize(("points", "total"), [(None, "1"), ("0.5", "2"), ("0", "1")])
def test_rounds_missed_before_coming_give_the_points_that_were_set(
    points: str | None, total: str
) -> None:
    """4 came in with round 3 and won."""
    *others, last = field_of(4)
    history = (game(1, 1, 2), bye(1, 3), game(2, 1, 3), bye(2, 2), game(3, 4, 1), game(3, 2, 3))
    standings = compute_standings((*others, late(last, 3, points)), history, StandingsSettings())
    assert standings.value(4, TieBreak.POINTS) == D(total)
    assert [t.code for t in standings.working(4, TieBreak.POINTS)] == ["missed", "missed", "game"]


def test_a_round_missed_after_coming_is_an_absence_like_any_other() -> None:
    *others, last = field_of(4)
    history = (game(1, 1, 2), game(2, 4, 3), game(3, 1, 3))
    standings = compute_standings((*others, late(last, 2, "0.5")), history, StandingsSettings())
    assert [(t.code, t.value) for t in standings.working(4, TieBreak.POINTS)] == [
        ("missed", D("0.5")),
        ("game", D(1)),
        ("absent", D(0)),
    ]


def strike(entrants: tuple[Entrant, ...], *entries: int) -> tuple[Entrant, ...]:
    return tuple(
        replace(e, struck=True, status=EntrantStatus.WITHDRAWN) if e.id in entries else e
        for e in entrants
    )


# 4 beat 1, drew with 2 and is disqualified before it meets 3.
SHORT = (
    *(game(1, 4, 1, scores=(8, 2)), game(1, 2, 3, scores=(8, 5))),
    *(game(2, 4, 2, DRAWN, scores=(6, 6)), game(2, 1, 3, scores=(8, 7))),
)
LISTED = StandingsSettings(
    tie_breaks=(TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER, TieBreak.SCORE_DIFFERENCE)
)


def test_games_with_a_struck_entry_count_as_byes_in_a_swiss() -> None:
    standings = compute_standings(strike(field_of(4), 4), SHORT, LISTED)
    assert column(standings, TieBreak.POINTS) == {1: 2, 2: 2, 3: 0, 4: None}
    assert column(standings, TieBreak.SCORE_DIFFERENCE) == {1: 1, 2: 3, 3: -4, 4: None}
    first = [(t.code, t.opponents, t.value) for t in standings.working(1, TieBreak.POINTS)]
    assert first == [("struck", (4,), D(1)), ("game", (3,), D(1))]
    # The round is a game against oneself, worth no more than a draw in each round.
    assert [(t.code, t.value) for t in standings.working(1, TieBreak.BUCHHOLZ)] == [
        ("dummy", D(1)),
        ("game", D(0)),
    ]


def test_games_with_a_struck_entry_count_nowhere_in_a_round_robin() -> None:
    none = replace(LISTED, struck=StruckRule.NOTHING)
    standings = compute_standings(strike(field_of(4), 4), SHORT, none)
    without = compute_standings(
        field_of(3), tuple(p for p in SHORT if 4 not in [s.entry for s in p.seats]), none
    )
    assert [(row.entry, row.points) for row in standings][:3] == [
        (row.entry, row.points) for row in without
    ]
    assert [t.round for t in standings.working(1, TieBreak.BUCHHOLZ)] == [2]


def test_a_struck_entry_stands_last_without_numbers() -> None:
    standings = compute_standings(strike(field_of(4), 4), SHORT, LISTED)
    last = standings.rows[-1]
    assert (last.entry, last.rank, last.struck, last.points, last.played) == (4, 4, True, D(0), 0)
    assert last.values == (None,) * 4
    assert [t.code for t in standings.working(4, TieBreak.POINTS)] == ["struck", "struck"]
    assert not any(row.struck for row in standings.rows[:-1])


def test_two_struck_entries_share_the_last_rank() -> None:
    standings = compute_standings(strike(field_of(4), 1, 4), SHORT, LISTED)
    assert [(row.rank, row.entry) for row in standings][2:] == [(3, 1), (3, 4)]


def test_an_open_game_with_a_struck_entry_is_waited_for_by_nobody() -> None:
    history = (*SHORT, game(3, 4, 3, final=False), game(3, 1, 2, final=False))
    settings_ = replace(LISTED, rounds=3)
    assert compute_standings(field_of(4), history, settings_).open_pairings == 2
    struck = compute_standings(strike(field_of(4), 4), history, settings_)
    assert struck.open_pairings == 1
    assert struck.value(3, TieBreak.POINTS) == 1


def test_at_a_table_of_three_the_other_two_keep_their_game() -> None:
    """3 came first and is struck: 1 and 2 keep their points, and have met each other alone."""
    history = (table_of(1, 2, 3, 1),)
    settings_ = StandingsSettings(tie_breaks=(TieBreak.AVERAGE_PLACE,))
    standings = compute_standings(strike(field_of(3), 3), history, settings_)
    assert column(standings, TieBreak.POINTS) == {1: D("0.5"), 2: 0, 3: None}
    assert column(standings, TieBreak.AVERAGE_PLACE) == {1: 1, 2: 2, 3: None}
    assert [r.opponents for r in standings.records[1]] == [(2,)]


def test_a_partner_of_a_struck_player_has_no_game() -> None:
    seats = tuple(
        PlayedSeat(entry=entry, side=side, outcome=outcome)
        for entry, side, outcome in (
            (1, 1, Outcome.WIN),
            (2, 1, Outcome.WIN),
            (3, 2, Outcome.LOSS),
            (4, 2, Outcome.LOSS),
        )
    )
    history = (PlayedPairing(round=1, final=True, seats=seats),)
    standings = compute_standings(strike(field_of(4), 1), history, StandingsSettings())
    assert {row.entry: (row.points, row.played) for row in standings} == {
        2: (D(1), 0),
        3: (D(1), 0),
        4: (D(1), 0),
        1: (D(0), 0),
    }


def test_a_struck_entry_is_never_drawn_again() -> None:
    entrants = tuple(replace(e, struck=e.id == 4) for e in field_of(5))
    draw = SWISS.draw(DrawRequest(round=3, entrants=entrants, seed="", history=SHORT))
    drawn = sorted(entry for pairing in draw.pairings for entry in pairing.entries)
    assert drawn == [1, 2, 3, 5]


def test_having_met_a_struck_entry_stays_what_it_was_for_the_draw() -> None:
    """The round is no bye of the draw's: it was drawn a game, and meetings stay meetings."""
    standings = compute_standings(strike(field_of(4), 4), SHORT, LISTED)
    first = standings.records[1][0]
    assert (first.kind, first.opponents, first.voluntary) == (PairingKind.GAME, (4,), False)


@settings(max_examples=40, deadline=None)
@given(tournaments(most=8, rounds=5), st.sampled_from(UnplayedRule), st.sampled_from(StruckRule))
def test_what_a_struck_entry_scored_changes_nothing_for_anybody(
    request_: DrawRequest, unplayed: UnplayedRule, rule: StruckRule
) -> None:
    settings_ = StandingsSettings(
        tie_breaks=tuple(TieBreak), unplayed=unplayed, struck=rule, rounds=request_.round - 1
    )
    entrants = strike(request_.entrants, 1)
    turned = tuple(
        replace(
            pairing,
            seats=tuple(replace(seat, points=D(7), score=D(3)) for seat in pairing.seats),
        )
        if 1 in [seat.entry for seat in pairing.seats]
        else pairing
        for pairing in request_.history
    )
    assert (
        compute_standings(entrants, turned, settings_).rows
        == compute_standings(entrants, request_.history, settings_).rows
    )
