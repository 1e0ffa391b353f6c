"""A tree as a picture: matches to come, byes, and seats that tell where they come from."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.building import LOST, WON, Outcomes, field_of
from tests.tournaments.formats.playing import play, play_rounds
from tournaments.formats.bracket import BracketMatch, MatchState, bracket
from tournaments.formats.double_elimination import (
    DOUBLE_ELIMINATION,
    DoubleEliminationOptions,
)
from tournaments.formats.knockout import KNOCKOUT, THIRD_PLACE, KnockoutOptions
from tournaments.formats.knockout_tree import MatchKey, Source, Way
from tournaments.formats.model import DrawnPairing, PlayedPairing


def better_seed(pairing: DrawnPairing) -> Outcomes:
    return WON if pairing.entries[0] == min(pairing.entries) else LOST


def shown(match: BracketMatch) -> tuple[str, MatchState, list[int | None], int | None]:
    return match.key.group, match.state, [seat.entry for seat in match.seats], match.winner


def test_after_round_one_the_rest_is_to_come_with_those_who_are_known() -> None:
    draw, results = next(play_rounds(KNOCKOUT, field_of(7), KnockoutOptions(), better_seed))
    half = [replace(p, final=p.slot != 2) for p in results]
    matches = bracket(KNOCKOUT, half)
    assert [shown(match) for match in matches] == [
        ("", MatchState.BYE, [1], 1),
        ("", MatchState.OPEN, [4, 5], None),
        ("", MatchState.PLAYED, [2, 7], 2),
        ("", MatchState.PLAYED, [3, 6], 3),
        ("", MatchState.TO_COME, [1, None], None),
        ("", MatchState.TO_COME, [2, 3], None),
        ("", MatchState.TO_COME, [None, None], None),
        (THIRD_PLACE, MatchState.TO_COME, [None, None], None),
    ]
    semi = matches[4]
    assert semi.seats[1].source == Source(MatchKey(1, "", 2), Way.WINNER)
    assert (semi.winner_to, semi.loser_to) == (MatchKey(3, "", 1), MatchKey(3, THIRD_PLACE, 2))
    assert len(draw.pairings) == 4


def test_a_second_final_nobody_needs_is_left_out() -> None:
    history = play(DOUBLE_ELIMINATION, 4, DoubleEliminationOptions(), better_seed)
    assert [match.state for match in bracket(DOUBLE_ELIMINATION, history)][-2:] == [
        MatchState.PLAYED,
        MatchState.LEFT_OUT,
    ]


def test_before_the_first_round_there_is_none() -> None:
    assert bracket(KNOCKOUT, ()) == ()


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 17), st.integers(1, 9), st.randoms(use_true_random=False))
def test_what_is_to_come_next_is_what_is_drawn_next(
    entries: int, rounds: int, dice: random.Random
) -> None:
    options = DoubleEliminationOptions()
    history: list[PlayedPairing] = []
    stage = play_rounds(
        DOUBLE_ELIMINATION, field_of(entries), options, lambda _: dice.choice((WON, LOST))
    )
    for draw, results in stage:
        if draw.round > 1:
            coming = [m for m in bracket(DOUBLE_ELIMINATION, history) if m.key.round == draw.round]
            told = {m.key: [s.entry for s in m.seats if s.entry is not None] for m in coming}
            drawn = {
                MatchKey(draw.round, p.group, p.slot or 0): list(p.entries) for p in draw.pairings
            }
            assert {key: entries for key, entries in told.items() if entries} == drawn
        history += results
        if draw.round == rounds:
            break
