"""Figures of games: what is counted, what is closest, who surprised."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from games.statistics.facts import GameFact, SideFact
from games.statistics.figures import MOST_BARS, Bar, classes, counted, figures_of, upsets


def game(
    one: tuple[int, int], other: tuple[int, int], *, minutes: int | None = None, table: int = 1
) -> GameFact:
    """Entry and score of the winner and of the other."""
    sides = tuple(
        SideFact(entries=(pk,), names=(f"Par {pk}",), numbers=(pk,), score=score, place=place)
        for place, (pk, score) in enumerate((one, other), start=1)
    )
    return GameFact(round=1, table=table, sides=sides, minutes=minutes, played_out=True, payload={})


@given(st.lists(st.integers(0, 400), max_size=60))
def test_bars_count_every_value_once(values: list[int]) -> None:
    for bars in (counted(values), classes(values)):
        assert sum(bar.count for bar in bars) == len(values)
        assert len(bars) <= MOST_BARS
        for before, after in pairwise(bars):
            assert before.last + 1 == after.first
        for bar in bars:
            assert bar.count == sum(bar.first <= value <= bar.last for value in values)
        if bars:
            assert bars[0].count and bars[-1].count


def test_classes_of_minutes_are_round() -> None:
    assert classes([12, 44, 61, 70]) == (
        Bar(10, 19, 1),
        Bar(20, 29, 0),
        Bar(30, 39, 0),
        Bar(40, 49, 1),
        Bar(50, 59, 0),
        Bar(60, 69, 1),
        Bar(70, 79, 1),
    )


def test_closest_games_are_those_that_took_longest_among_the_close() -> None:
    quick = game((1, 8), (2, 7), minutes=20)
    slow = game((3, 8), (4, 7), minutes=60)
    clear = game((5, 8), (6, 1), minutes=15)
    figures = figures_of([quick, slow, clear], {})
    assert figures.closest == (slow, quick, clear)
    assert figures.biggest == (clear, quick, slow)
    assert (figures.shortest, figures.longest, figures.minutes_all) == (clear, slow, 95)
    assert figures.minutes_median == 20
    assert figures.beaten == (Bar(1, 1, 1), *(Bar(n, n, 0) for n in range(2, 7)), Bar(7, 7, 2))


def test_a_surprise_is_measured_by_the_places_in_the_end() -> None:
    expected, small, large = game((1, 8), (9, 2)), game((4, 8), (3, 7)), game((9, 8), (1, 6))
    places = {pk: pk for pk in range(1, 10)}
    found = upsets([expected, small, large], places)
    assert [(one.game, one.winner_place, one.loser_place) for one in found] == [
        (large, 9, 1),
        (small, 4, 3),
    ]


def test_no_games_make_no_figures() -> None:
    figures = figures_of([], {})
    assert (figures.games, figures.lengths, figures.closest, figures.upsets) == (0, (), (), ())
    assert figures.minutes_median is None
