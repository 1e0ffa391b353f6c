"""Places in a tree: shared ones, third place, consolations, both finals, and gaps."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.building import BOTH_LOST, LOST, WON, Outcomes, field_of
from tests.tournaments.formats.playing import losses, play, play_rounds
from tournaments.formats.double_elimination import (
    DOUBLE_ELIMINATION,
    FINAL,
    DoubleEliminationOptions,
)
from tournaments.formats.knockout import KNOCKOUT, KnockoutOptions
from tournaments.formats.model import DrawnPairing, FormatOptions, PlayedPairing
from tournaments.formats.places import Place, places


def better_seed(pairing: DrawnPairing) -> Outcomes:
    return WON if pairing.entries[0] == min(pairing.entries) else LOST


def shown(rows: tuple[Place, ...]) -> list[tuple[int, int, int]]:
    return [(row.entry, row.rank, row.last) for row in rows]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (KnockoutOptions(), [(1, 1), (2, 2), (3, 3), (4, 4), *4 * [(5, 8)]]),
        (KnockoutOptions(third_place=False), [(1, 1), (2, 2), (3, 4), (3, 4), *4 * [(5, 8)]]),
        (
            KnockoutOptions(consolation=1),
            [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 8), (7, 8)],
        ),
        (
            DoubleEliminationOptions(),
            [(1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (5, 6), (7, 8), (7, 8)],
        ),
    ],
)
def test_eight_by_the_seeds_end_in_their_order(
    options: FormatOptions, expected: list[tuple[int, int]]
) -> None:
    knockout = isinstance(options, KnockoutOptions)
    format_ = KNOCKOUT if knockout else DOUBLE_ELIMINATION
    history = play(format_, 8, options, better_seed)
    rows = places(format_, field_of(8), history, options)
    assert [(row.rank, row.last) for row in rows] == expected
    assert [row.entry for row in rows] == list(range(1, 9))
    assert all(row.decided for row in rows)


def test_losers_of_a_round_share_what_a_smaller_field_leaves() -> None:
    history = play(KNOCKOUT, 6, KnockoutOptions(), better_seed)
    rows = places(KNOCKOUT, field_of(6), history)
    assert shown(rows)[-2:] == [(5, 5, 6), (6, 5, 6)]


def test_while_it_runs_those_still_in_share_the_best_place_they_can_reach() -> None:
    stage = play_rounds(KNOCKOUT, field_of(8), KnockoutOptions(), better_seed)
    history = [p for _, results in (next(stage), next(stage)) for p in results]
    rows = places(KNOCKOUT, field_of(8), history)
    assert [(row.rank, row.last, row.decided) for row in rows] == [
        (1, 2, False),
        (1, 2, False),
        (3, 4, False),
        (3, 4, False),
        *4 * [(5, 8, True)],
    ]
    assert rows[2].reason.params == {"round": 3, "group": "third_place", "slot": 2}


def test_a_final_that_both_lost_has_no_winner() -> None:
    def decide(pairing: DrawnPairing) -> Outcomes:
        return BOTH_LOST if set(pairing.entries) == {1, 2} else better_seed(pairing)

    history = play(KNOCKOUT, 4, KnockoutOptions(), decide)
    rows = places(KNOCKOUT, field_of(4), history)
    assert shown(rows) == [(1, 2, 2), (2, 2, 2), (3, 3, 3), (4, 4, 4)]
    assert rows[0].reason.code == "place_all_lost"


def test_the_one_left_alone_has_won() -> None:
    def decide(pairing: DrawnPairing) -> Outcomes:
        return BOTH_LOST if set(pairing.entries) == {2, 3} else better_seed(pairing)

    options = KnockoutOptions(third_place=False)
    history = play(KNOCKOUT, 4, options, decide)
    assert shown(places(KNOCKOUT, field_of(4), history, options)) == [
        (1, 1, 1),
        (2, 2, 4),
        (3, 2, 4),
        (4, 2, 4),
    ]


def test_one_who_leaves_has_the_place_of_the_match_it_did_not_take_up() -> None:
    stage = play_rounds(
        KNOCKOUT,
        field_of(8),
        KnockoutOptions(),
        better_seed,
        lambda number: {1} if number == 2 else set(),
    )
    history = [p for _, results in stage for p in results]
    rows = places(KNOCKOUT, field_of(8), history)
    by_entry = {row.entry: row for row in rows}
    assert by_entry[2].rank == 1
    assert by_entry[1].reason.code == "place_not_taken_up"
    assert (by_entry[1].rank, by_entry[3].rank) == (4, 3)


def test_a_second_final_decides() -> None:
    def upset(pairing: DrawnPairing) -> Outcomes:
        return LOST if pairing.group == FINAL else better_seed(pairing)

    history = play(DOUBLE_ELIMINATION, 4, DoubleEliminationOptions(), upset)
    before = [pairing for pairing in history if pairing.round < 5]
    rows = places(DOUBLE_ELIMINATION, field_of(4), before)
    assert [(r.entry, r.rank, r.last, r.decided) for r in rows][:2] == [
        (1, 1, 2, False),
        (2, 1, 2, False),
    ]
    assert shown(places(DOUBLE_ELIMINATION, field_of(4), history))[:2] == [(2, 1, 1), (1, 2, 2)]


@settings(max_examples=40, deadline=None)
@given(
    st.integers(2, 20),
    st.sampled_from(
        [
            KnockoutOptions(),
            KnockoutOptions(third_place=False, consolation=1),
            KnockoutOptions(consolation=2),
            DoubleEliminationOptions(),
            DoubleEliminationOptions(second_final=False),
        ]
    ),
    st.integers(0, 12),
    st.randoms(use_true_random=False),
)
def test_ranks_fill_the_list_and_only_those_still_in_are_undecided(
    entries: int, options: FormatOptions, rounds: int, dice: random.Random
) -> None:
    format_ = KNOCKOUT if isinstance(options, KnockoutOptions) else DOUBLE_ELIMINATION
    stage = play_rounds(format_, field_of(entries), options, lambda _: dice.choice((WON, LOST)))
    history: list[PlayedPairing] = []
    for number, (_, results) in enumerate(stage, start=1):
        if number <= rounds:
            history += results
    rows = places(format_, field_of(entries), history, options)
    for index, row in enumerate(rows, start=1):
        assert row.rank <= index <= row.last
        assert sum(1 for other in rows if other.rank == row.rank) == row.last - row.rank + 1
    planned = format_.planned_rounds(entries, options)
    assert planned is not None
    if rounds >= planned:
        assert all(row.decided for row in rows)
        assert rows[0].last == 1
        lost = losses(history)
        best = 1 if isinstance(options, DoubleEliminationOptions) else 0
        assert lost[rows[0].entry] <= best
