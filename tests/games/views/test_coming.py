"""What a pair's own page says of what comes next, and of all that was."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse

from games.domain.game_results import Typed
from games.domain.record_result import record_result
from games.models import Result
from reports.domain.plan_day import plan_day
from tests.factories import make_entries, make_round
from tests.results import make_round as make_played_round
from tournaments.models import Entry, Round, Tournament


@pytest.fixture
def planned(tournament: Tournament) -> Tournament:
    """The first of two rounds at ten, each 60 minutes, a quarter of an hour between them."""
    Tournament.objects.filter(pk=tournament.pk).update(minutes_per_game=60, rounds_planned=2)
    plan_day(tournament, first_round=dt.time(10), minutes_between=15, by=None)
    tournament.refresh_from_db()
    return tournament


def page_of(tournament: Tournament, number: int = 1) -> str:
    client = Client()
    client.cookies["language"] = "en"
    return client.get(reverse("entry", args=[tournament.slug, number])).content.decode()


def test_before_the_first_round_it_says_when_that_begins(planned: Tournament) -> None:
    make_entries(planned, 2)
    text = page_of(planned)
    assert "Next: round 1, planned for" in text
    assert "at 10" in text


def test_while_a_game_is_played_nothing_else_is_next(planned: Tournament) -> None:
    first, second = make_entries(planned, 2)
    round_ = make_played_round(planned, 1, [(first, second)])
    assert "Next:" not in page_of(planned)
    record_result(round_.pairings.get(), Typed(scores=(8, 5), winner=0), seen=0, by=None)
    text = page_of(planned)
    assert "Next: round 2, planned for 11" in text
    assert "Your table and your opponents appear here" in text


def test_after_the_last_round_there_is_the_prize_giving(planned: Tournament) -> None:
    first, second = make_entries(planned, 2)
    for number in (1, 2):
        make_round(planned, [(first, second)], number=number, state="closed", scores=[(8, 5)])
        round_ = planned.rounds.get(number=number)
        record_result_of(round_)
    assert "Next: prize-giving, planned for" in page_of(planned)


def record_result_of(round_: Round) -> None:
    """A result for the only game of a round, closed or not."""
    Result.objects.create(
        pairing=round_.pairings.get(),
        version=1,
        payload={
            "sides": [
                {"colours": ["yellow", "blue"], "locked": 8},
                {"colours": ["red", "green"], "locked": 5},
            ],
            "winner": 0,
            "ended": "played",
        },
    )


@pytest.mark.parametrize("state", [Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED])
def test_who_is_out_waits_for_nothing(planned: Tournament, state: str) -> None:
    make_entries(planned, 2, state=state)
    assert "Next:" not in page_of(planned)


def test_nobody_is_told_a_time_that_nobody_has_planned(tournament: Tournament) -> None:
    make_entries(tournament, 2)
    assert "Next:" not in page_of(tournament)


def test_own_page_is_asked_for_again_when_the_timetable_changes(planned: Tournament) -> None:
    make_entries(planned, 2)
    url = reverse("entry", args=[planned.slug, 1])
    stamp = Client().get(url).context["stamp"]
    assert Client().get(url, {"stamp": stamp}).status_code == 204
    plan_day(planned, first_round=dt.time(11), minutes_between=15, by=None)
    assert Client().get(url, {"stamp": stamp}).status_code == 200


def test_rounds_that_were_missed_stand_in_the_history(tournament: Tournament) -> None:
    first, second, third, fourth = make_entries(tournament, 4)
    make_round(tournament, [(first, second)], number=1, state="closed", scores=[(8, 5)])
    make_round(tournament, [(third, fourth)], number=2, state="closed", scores=[(8, 5)])
    make_round(tournament, [(first, third)], number=3)
    page = Client().get(reverse("entry", args=[tournament.slug, 1]))
    lines = [(line["number"], "seat" in line) for line in page.context["history"]]
    assert lines == [(3, True), (2, False), (1, True)]
