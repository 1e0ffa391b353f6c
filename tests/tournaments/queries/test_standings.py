"""The one way to a rank."""

from __future__ import annotations

from decimal import Decimal

import pytest
from pytest_django import DjangoAssertNumQueries

from tests import factories
from tests.results import make_round, write_result, write_results
from tournaments.models import Entry, Round, Tournament
from tournaments.queries.draw_request import draw_request
from tournaments.queries.standings import points_before, standings_of


def test_standings_rank_by_final_results(tournament: Tournament) -> None:
    a, b, c, d = factories.make_entries(tournament, 4)
    round_ = make_round(tournament, 1, [(a, b), (c, d)])
    write_result(round_.pairings.get(order=1), 0, scores=(8, 2))
    write_result(round_.pairings.get(order=2), 1, scores=(8, 7))

    standings = standings_of(tournament)
    assert [(row.rank, row.entry, row.points) for row in standings] == [
        (1, a.pk, Decimal(1)),
        (2, d.pk, Decimal(1)),
        (3, c.pk, Decimal(0)),
        (4, b.pk, Decimal(0)),
    ]
    assert standings.open_pairings == 0


def test_standings_leave_out_what_nobody_confirmed(tournament: Tournament) -> None:
    a, b, c, d = factories.make_entries(tournament, 4)
    round_ = make_round(tournament, 1, [(a, b), (c, d)])
    write_result(round_.pairings.get(order=1), 0)

    standings = standings_of(tournament)
    assert (standings.open_pairings, standings.by_entry[c.pk].points) == (1, Decimal(0))


def test_standings_through_a_round_are_those_of_then(tournament: Tournament) -> None:
    a, b = factories.make_entries(tournament, 2)
    write_results(make_round(tournament, 1, [(a, b)], state=Round.State.CLOSED))
    write_results(make_round(tournament, 2, [(b, a)]))

    assert [row.points for row in standings_of(tournament, 1)] == [Decimal(1), Decimal(0)]
    assert [row.points for row in standings_of(tournament)] == [Decimal(1), Decimal(1)]
    assert standings_of(tournament, 1).rounds == 1


def test_standings_have_no_rank_for_one_who_never_came(tournament: Tournament) -> None:
    a, b = factories.make_entries(tournament, 2)
    (_no_show,) = factories.make_entries(tournament, 1, state=Entry.State.REGISTERED)
    (late,) = factories.make_entries(tournament, 1, state=Entry.State.LATE)
    Entry.objects.filter(pk=late.pk).update(from_round=2)
    write_results(make_round(tournament, 1, [(a, b)]))

    assert {row.entry for row in standings_of(tournament)} == {a.pk, b.pk}


def test_standings_keep_one_who_left(tournament: Tournament) -> None:
    a, b = factories.make_entries(tournament, 2)
    write_results(make_round(tournament, 1, [(a, b)]))
    Entry.objects.filter(pk=a.pk).update(state=Entry.State.WITHDRAWN)

    assert [row.entry for row in standings_of(tournament)] == [a.pk, b.pk]


@pytest.mark.parametrize("pairs", [2, 20])
def test_standings_take_three_queries(
    tournament: Tournament, pairs: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    own = factories.make_tournament(tables=40)
    entries = factories.make_entries(own, pairs)
    write_results(make_round(own, 1, list(zip(entries[::2], entries[1::2], strict=True))))
    with django_assert_num_queries(3):
        standings_of(own)


def test_same_facts_are_ranked_once_and_any_other_anew(tournament: Tournament) -> None:
    a, b = factories.make_entries(tournament, 2)
    round_ = make_round(tournament, 1, [(a, b)])
    write_result(round_.pairings.get(), 0, scores=(8, 2))
    first = standings_of(tournament)
    assert standings_of(Tournament.objects.get(pk=tournament.pk)) is first

    write_result(round_.pairings.get(), 1, scores=(2, 8))
    turned = standings_of(tournament)
    assert ([row.entry for row in first], [row.entry for row in turned]) == (
        [a.pk, b.pk],
        [b.pk, a.pk],
    )
    tournament.tie_breaks = ["wins"]
    assert standings_of(tournament).tie_breaks == ("points", "wins")
    Entry.objects.filter(pk=a.pk).update(state=Entry.State.WITHDRAWN)
    assert standings_of(tournament) is not turned


def test_points_before_a_draw_are_those_of_its_history(tournament: Tournament) -> None:
    a, b = factories.make_entries(tournament, 2)
    round_ = make_round(tournament, 1, [(a, b)], state=Round.State.CLOSED)
    stage = tournament.stages.get()
    for winner in (0, 1):
        write_result(round_.pairings.get(), winner, scores=((8, 2), (2, 8))[winner])
        points = points_before(draw_request(stage, 2, 1))
        assert points == {a.pk: Decimal(1 - winner), b.pk: Decimal(winner)}
        points.clear()  # what one caller does to the answer is nobody else's
        assert points_before(draw_request(stage, 2, 1))[a.pk] == Decimal(1 - winner)
