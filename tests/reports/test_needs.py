"""Papers that failed and papers that nobody prints, as needs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from reports.models import Job
from reports.needs import paper_needs
from tournaments.access import ALLOWED, Action
from tournaments.control.needs import Asked, Kind
from tournaments.marks import Weight
from tournaments.models import Role, Tournament, User
from tournaments.queries.day import day_of

NOW = timezone.now()
SHEETS = "papers/make/score-sheets/"


def ask(tournament: Tournament, age: float, state: str, **more: Any) -> Job:
    """A paper asked for so many minutes ago."""
    job = Job.objects.create(
        **{
            "tournament": tournament,
            "document": "score-sheets",
            "params": {"round": 1},
            "language": "da",
            "state": state,
            **more,
        }
    )
    Job.objects.filter(pk=job.pk).update(asked_at=NOW - timedelta(minutes=age))
    return job


def told(tournament: Tournament, actions: frozenset[Action] = frozenset(Action)) -> list[Any]:
    asked = Asked(tournament=tournament, day=day_of(tournament), now=NOW, actions=actions)
    return [
        (one.kind, one.weight, one.url.removeprefix(f"/desk/{tournament.slug}/"))
        for one in paper_needs(None, asked)
    ]


def test_paper_that_failed_is_told_until_it_is_asked_for_again(tournament: Tournament) -> None:
    ask(tournament, 9, Job.State.FAILED)
    ask(tournament, 8, Job.State.FAILED, params={"round": 2})
    ask(tournament, 7, Job.State.CANCELLED, params={"round": 3})
    assert told(tournament) == [
        (Kind.PAPER, Weight.URGENT, SHEETS),
        (Kind.PAPER, Weight.URGENT, SHEETS),
    ]
    ask(tournament, 1, Job.State.DONE)
    assert told(tournament) == [(Kind.PAPER, Weight.URGENT, SHEETS)]


def test_paper_that_waits_is_told_after_two_minutes(tournament: Tournament) -> None:
    ask(tournament, 1, Job.State.WAITING)
    assert told(tournament) == []
    ask(tournament, 2, Job.State.WAITING, language="en")
    assert told(tournament) == [(Kind.PAPER, Weight.ACTIVE, SHEETS)]


def test_line_of_a_paper_opens_the_page_where_it_is_asked_for_again(
    tournament: Tournament, organiser: User, client_of: Callable[[User], Client]
) -> None:
    ask(tournament, 9, Job.State.FAILED, document="check-in-list", params={})
    ask(tournament, 8, Job.State.FAILED, document="tournament-file", params={"contacts": True})
    asked = Asked(
        tournament=tournament, day=day_of(tournament), now=NOW, actions=ALLOWED[Role.Kind.ORGANISER]
    )
    urls = [need.url for need in paper_needs(None, asked)]
    slug = tournament.slug
    assert urls == [f"/desk/{slug}/file/", f"/desk/{slug}/papers/make/check-in-list/"]
    client = client_of(organiser)
    assert [client.get(url).status_code for url in urls] == [200, 200]


def test_paper_one_may_not_have_made_is_not_told(tournament: Tournament) -> None:
    ask(tournament, 9, Job.State.FAILED, document="emergency-pack")
    assert len(told(tournament)) == 1
    assert told(tournament, ALLOWED[Role.Kind.JUDGE]) == []
