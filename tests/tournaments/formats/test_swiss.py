"""The Swiss draw, case by case."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from tests.tournaments.formats.building import (
    DRAWN,
    LOST,
    bye,
    drawn_pairs,
    field_of,
    game,
)
from tournaments.formats.model import (
    DrawRequest,
    Entrant,
    InvalidRequestError,
    NoDrawError,
)
from tournaments.formats.registry import format_codes, get_format
from tournaments.formats.scoring import PointsScheme, StandingsSettings
from tournaments.formats.standings import compute_standings
from tournaments.formats.swiss import SWISS
from tournaments.formats.swiss_field import build_field
from tournaments.formats.swiss_options import Placement, RankBy, SwissOptions


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
