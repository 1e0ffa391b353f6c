"""Who goes on: of groups and of a whole stage, ties at the line, those who move up, seeds."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.stages import Qualification, Ranked, qualifiers


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


def test_the_rest_plays_on_from_the_rank_after() -> None:
    rows = ranked([1, 2, 3, 4], [5, 6, 7, 8])
    assert [q.entry for q in qualifiers(rows, from_rank=3).qualifiers] == [3, 7, 4, 8]
    assert [q.entry for q in qualifiers(rows, from_rank=2, to_rank=3).qualifiers] == [2, 6, 3, 7]


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
