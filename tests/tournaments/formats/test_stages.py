"""Who goes on: of groups and of a whole stage, ties at the line, those who move up, seeds, and
what the next stage sees of the one before."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.building import DRAWN, LOST, WON, Outcomes, field_of, game, simulate
from tests.tournaments.formats.playing import play, played_pairing
from tournaments.formats.groups import GROUPS, GroupsOptions, Pots
from tournaments.formats.knockout import KNOCKOUT, KnockoutOptions
from tournaments.formats.model import (
    DrawRequest,
    EntrantStatus,
    PlayedPairing,
)
from tournaments.formats.scoring import StandingsSettings, TieBreak
from tournaments.formats.stages import (
    Qualification,
    Ranked,
    draw_view,
    qualifiers,
    stage_ranking,
    standings_view,
)
from tournaments.formats.swiss import SWISS

SETTINGS = StandingsSettings(tie_breaks=(TieBreak.POINTS, TieBreak.DIRECT_ENCOUNTER))


def play_groups(entries: int, groups: int, decide: Outcomes | None = None) -> list[PlayedPairing]:
    """Snake groups in which the better seed wins, or all end as said."""
    options = GroupsOptions(groups=groups, pots=Pots.SNAKE)
    rounds = GROUPS.planned_rounds(entries, options) or 0
    history: list[PlayedPairing] = []
    for number in range(1, rounds + 1):
        request = DrawRequest(
            round=number,
            entrants=field_of(entries),
            seed="",
            history=tuple(history),
            options=options,
        )
        history += [
            played_pairing(
                number,
                pairing,
                decide or (WON if pairing.entries[0] == min(pairing.entries) else LOST),
            )
            for pairing in GROUPS.draw(request).pairings
        ]
    return history


def gone_on(qualification: Qualification) -> list[tuple[int, int, int, str]]:
    return [(q.entry, q.seed, q.rank, q.group) for q in qualification.qualifiers]


def ranked(*groups: Sequence[int], level: Sequence[int] = ()) -> list[Ranked]:
    """Groups A, B, … in order; those in `level` share the rank of the one above."""
    rows: list[Ranked] = []
    for name, entries in zip("ABCDEFGH", groups, strict=False):
        for place, entry in enumerate(entries, start=1):
            rank = rows[-1].rank if entry in level else place
            rows.append(Ranked(entry=entry, rank=rank, group=name, overall=rank))
    return rows


def test_winners_and_seconds_of_groups_go_on_and_mates_are_kept_apart() -> None:
    ranking = stage_ranking("groups", field_of(8), play_groups(8, 2), SETTINGS)
    assert [(row.entry, row.rank, row.group) for row in ranking] == [
        (1, 1, "A"),
        (4, 2, "A"),
        (5, 3, "A"),
        (8, 4, "A"),
        (2, 1, "B"),
        (3, 2, "B"),
        (6, 3, "B"),
        (7, 4, "B"),
    ]
    qualification = qualifiers(ranking, to_rank=2, tree=True)
    assert gone_on(qualification) == [
        (1, 1, 1, "A"),
        (2, 2, 1, "B"),
        (4, 3, 2, "A"),
        (3, 4, 2, "B"),
    ]
    assert qualification.ties == qualification.reasons == ()
    assert [row.rank for row in qualification.reserves] == [3, 3, 4, 4]
    assert [q.reasons[0].code for q in qualification.qualifiers] == ["qualified"] * 4


def test_the_rest_plays_on_from_the_rank_after() -> None:
    rows = ranked([1, 2, 3, 4], [5, 6, 7, 8])
    assert [q.entry for q in qualifiers(rows, from_rank=3).qualifiers] == [3, 7, 4, 8]
    assert [q.entry for q in qualifiers(rows, from_rank=2, to_rank=3).qualifiers] == [2, 6, 3, 7]


def test_a_swiss_is_cut_by_rank_whatever_its_groups_were() -> None:
    history = simulate(field_of(12), 4, seed=3)
    ranking = stage_ranking("swiss", field_of(12), history, StandingsSettings())
    cut = qualifiers(ranking, to_rank=4, tree=True)
    assert [q.entry for q in cut.qualifiers] == [row.entry for row in ranking[:4]]
    assert [q.seed for q in cut.qualifiers] == [1, 2, 3, 4]
    assert [row.entry for row in cut.reserves] == [row.entry for row in ranking[4:]]


def test_a_knockout_goes_on_by_places() -> None:
    history = play(KNOCKOUT, 8, KnockoutOptions(), lambda p: WON)
    ranking = stage_ranking("knockout", field_of(8), history, SETTINGS)
    assert [row.rank for row in ranking] == [1, 2, 3, 4, 5, 5, 5, 5]


def test_a_tie_at_the_line_is_named_and_a_decision_settles_it() -> None:
    rows = ranked([1, 2, 3, 4], [5, 6, 7, 8], level=(3, 8))
    cut = qualifiers(rows, to_rank=2)
    (tie,) = cut.ties
    assert (tie.group, tie.rank, tie.entries, tie.places, tie.decided) == ("A", 2, (2, 3), 1, False)
    assert [q.entry for q in cut.qualifiers] == [1, 5, 2, 6]
    settled = qualifiers(rows, to_rank=2, prefer=(3, 2))
    assert settled.ties[0].decided
    assert [q.entry for q in settled.qualifiers] == [1, 5, 3, 6]


def test_a_tie_at_the_upper_line_is_named_too() -> None:
    (tie,) = qualifiers(ranked([1, 2, 3, 4], level=(3,)), from_rank=3).ties
    assert (tie.rank, tie.entries, tie.places) == (2, (2, 3), 1)


def test_a_tie_over_both_lines_is_one_tie() -> None:
    (tie,) = qualifiers(ranked([1, 2, 3, 4], level=(2, 3, 4)), from_rank=2, to_rank=3).ties
    assert (tie.rank, tie.entries, tie.places) == (1, (1, 2, 3, 4), 2)


def test_who_does_not_come_lets_the_next_of_the_group_move_up() -> None:
    rows = ranked([1, 2, 3, 4], [5, 6, 7, 8])
    cut = qualifiers(rows, to_rank=2, unavailable={5})
    assert gone_on(cut) == [(1, 1, 1, "A"), (6, 2, 2, "B"), (2, 3, 2, "A"), (7, 4, 3, "B")]
    moved = cut.qualifiers[-1].reasons[0]
    assert (moved.code, dict(moved.params)) == (
        "moves_up",
        {"entry": 7, "rank": 3, "group": "B", "entries": (5,)},
    )
    assert [row.entry for row in cut.reserves] == [3, 8, 4]


def test_seconds_of_unequal_groups_are_compared_by_points_a_round() -> None:
    history = play_groups(7, 2)
    ranking = stage_ranking("groups", field_of(7), history, SETTINGS)
    seconds = [row for row in ranking if row.rank == 2]
    cut = qualifiers(ranking, to_rank=2)
    order = [q.entry for q in cut.qualifiers if q.rank == 2]
    assert order == [
        row.entry for row in sorted(seconds, key=lambda r: (-r.strength, r.overall, r.group))
    ]


def test_groups_that_all_end_level_name_every_tie() -> None:
    ranking = stage_ranking("groups", field_of(8), play_groups(8, 2, DRAWN), SETTINGS)
    cut = qualifiers(ranking, to_rank=2, tree=True)
    assert [(tie.group, tie.places, len(tie.entries)) for tie in cut.ties] == [
        ("A", 2, 4),
        ("B", 2, 4),
    ]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(1, 6), min_size=1, max_size=6),
    st.integers(1, 4),
    st.integers(0, 3),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_seeds_are_one_to_n_and_everybody_is_in_one_place(
    sizes: list[int], from_rank: int, more: int, tree: bool, dice: random.Random
) -> None:
    numbers = iter(range(1, 100))
    rows = ranked(*([next(numbers) for _ in range(size)] for size in sizes))
    missing = {row.entry for row in rows if dice.random() < 0.2}
    to_rank = from_rank + more
    cut = qualifiers(rows, from_rank=from_rank, to_rank=to_rank, tree=tree, unavailable=missing)
    inside = [q.entry for q in cut.qualifiers]
    behind = [row.entry for row in cut.reserves]
    assert [q.seed for q in cut.qualifiers] == list(range(1, len(inside) + 1))
    assert len(set(inside + behind)) == len(inside + behind)
    assert not missing & set(inside + behind)
    for name, size in zip("ABCDEF", sizes, strict=False):
        left = size - sum(1 for row in rows if row.group == name and row.entry in missing)
        went = [q for q in cut.qualifiers if q.group == name]
        assert len(went) == max(0, min(left, to_rank) - (from_rank - 1))
    # The same seeds go to the same ranks whether mates are kept apart or not.
    plain = qualifiers(rows, from_rank=from_rank, to_rank=to_rank, unavailable=missing)
    assert set(inside) == {q.entry for q in plain.qualifiers}


def test_a_draw_sees_the_rounds_before_only_where_they_are_taken_along() -> None:
    earlier = simulate(field_of(8), 3, seed=5)
    four = [replace(entrant, seed=9 - entrant.id) for entrant in field_of(8) if entrant.id < 5]
    own = (game(1, 1, 2), game(1, 3, 4))
    alone = draw_view("swiss", four, own)
    assert (alone.entrants, alone.history, alone.rounds_before) == (tuple(four), own, 0)
    both = draw_view(
        "swiss", four, own, carried=True, earlier=earlier, earlier_entrants=field_of(8)
    )
    assert both.rounds_before == 3
    assert [p.round for p in both.history[-2:]] == [4, 4]
    assert [e.id for e in both.entrants if e.status is EntrantStatus.WITHDRAWN] == [5, 6, 7, 8]
    draw = SWISS.draw(DrawRequest(round=5, entrants=both.entrants, seed="", history=both.history))
    assert sorted(entry for p in draw.pairings for entry in p.entries) == [1, 2, 3, 4]
    tree = draw_view(
        "knockout", four, own, carried=True, earlier=earlier, earlier_entrants=field_of(8)
    )
    assert tree == alone
    shown = standings_view(four, own, carried=True, earlier=earlier, earlier_entrants=field_of(8))
    assert shown == both
