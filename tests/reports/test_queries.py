"""What the page of papers says of each job."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from reports.models import Job
from reports.queries import papers_of
from tests.reports.paper import make_round
from tournaments.models import Event, Round, Tournament


def happened(tournament: Tournament, verb: str, kind: str = "tournament", pk: int = 0) -> Event:
    return Event.objects.create(
        tournament=tournament, verb=verb, subject_kind=kind, subject_id=pk, subject="x"
    )


def done(tournament: Tournament, document: str, **params: int) -> Job:
    newest = tournament.events.order_by("-id").first()
    return Job.objects.create(
        tournament=tournament,
        document=document,
        params=params,
        language="da",
        state=Job.State.DONE,
        read_event=newest.pk if newest else 0,
    )


@pytest.mark.parametrize(
    ("document", "verb", "stale"),
    [
        ("score-sheets", "pairing.move-table", True),
        ("score-sheets", "entry.edit", True),
        ("score-sheets", "result.record", False),
        ("score-sheets", "document.ask", False),
        ("standings", "result.correct", True),
        ("standings", "clock.start", False),
        ("check-in-list", "entry.check-in", True),
        ("check-in-list", "result.record", False),
        ("table-cards", "table.service", True),
        ("table-cards", "table.extend", False),
    ],
)
def test_paper_is_stale_when_something_it_shows_changed(
    db: None, document: str, verb: str, stale: bool
) -> None:
    tournament = make_round(0).tournament
    params = {} if document in {"check-in-list", "table-cards"} else {"round": 1}
    happened(tournament, verb)
    done(tournament, document, **params)
    assert [paper.stale for paper in papers_of(tournament)] == [False]

    happened(tournament, verb)
    assert [paper.stale for paper in papers_of(tournament)] == [stale]


@pytest.mark.parametrize(("verb", "stale"), [("round.redraw", True), ("round.close", False)])
def test_only_the_own_round_makes_its_papers_stale(db: None, verb: str, stale: bool) -> None:
    round_ = make_round(0)
    done(round_.tournament, "score-sheets", round=1)
    happened(round_.tournament, verb, "round", round_.pk + 1)
    assert [paper.stale for paper in papers_of(round_.tournament)] == [False]

    happened(round_.tournament, verb, "round", round_.pk)
    assert [paper.stale for paper in papers_of(round_.tournament)] == [stale]


def test_paper_of_a_round_that_is_gone_is_stale_and_not_repeated(db: None) -> None:
    round_ = make_round(0)
    done(round_.tournament, "score-sheets", round=1)
    Round.objects.filter(pk=round_.pk).update(number=2)
    (paper,) = papers_of(round_.tournament)
    assert (paper.stale, paper.repeatable) == (True, False)


def test_paper_on_its_way_is_not_offered_again(db: None) -> None:
    tournament = make_round(0).tournament
    done(tournament, "standings")
    Job.objects.create(tournament=tournament, document="standings", language="da")
    assert [paper.repeatable for paper in papers_of(tournament)] == [False, False]


@pytest.mark.parametrize("how_many", [2, 20])
def test_papers_are_read_in_four_queries(
    db: None, how_many: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = make_round(0).tournament
    for _ in range(how_many):
        done(tournament, "standings")
        happened(tournament, "result.record")
    with django_assert_num_queries(4):
        assert len(papers_of(tournament)) == how_many


def test_copy_is_not_stale_where_a_later_one_says_the_same(db: None) -> None:
    tournament = make_round(0).tournament
    happened(tournament, "result.record")
    first = done(tournament, "standings")
    happened(tournament, "result.correct")
    again = done(tournament, "standings")
    assert {paper.job.pk: paper.stale for paper in papers_of(tournament)} == {
        first.pk: True,
        again.pk: False,
    }
    Job.objects.update(digest="d")
    assert [paper.stale for paper in papers_of(tournament)] == [False, False]
