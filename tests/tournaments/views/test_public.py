"""What everybody sees: the list of tournaments, and rounds."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.domain.game_results import Typed
from games.domain.record_result import record_result
from games.models import Result
from tests.factories import make_entries, make_round, make_tournament
from tests.results import make_round as make_played_round
from tournaments.models import Tournament


def test_home_groups_tournaments_and_hides_those_not_public(db: None) -> None:
    running = make_tournament(state="running")
    coming = make_tournament()
    make_tournament(public=False)

    groups = Client().get(reverse("home")).context["groups"]

    assert groups == {"running": [running], "open": [coming], "finished": []}


def test_home_has_the_next_to_come_and_the_last_that_is_over_at_the_top(db: None) -> None:
    days = (dt.date(2027, 5, 1), dt.date(2026, 12, 5), dt.date(2028, 1, 8))
    for state in ("open", "finished"):
        for day in days:
            make_tournament(state=state, date=day)

    groups = Client().get(reverse("home")).context["groups"]

    first_to_last = sorted(days)
    assert [row.date for row in groups["open"]] == first_to_last
    assert [row.date for row in groups["finished"]] == first_to_last[::-1]


def test_home_without_tournaments_says_what_to_do_first(db: None) -> None:
    assert reverse("log-in") in Client().get(reverse("home")).content.decode()


@pytest.mark.parametrize("how_many", [2, 20])
def test_round_takes_the_same_queries_at_any_size(
    db: None, django_assert_num_queries: DjangoAssertNumQueries, how_many: int
) -> None:
    big = make_tournament(tables=20)
    entries = make_entries(big, 2 * how_many)
    make_round(big, list(zip(entries[::2], entries[1::2], strict=True)))
    with django_assert_num_queries(8):
        Client().get(reverse("round", args=[big.slug, 1]))


@pytest.mark.parametrize("how_many", [2, 20])
def test_home_takes_the_same_queries_for_any_number_of_tournaments(
    db: None, django_assert_num_queries: DjangoAssertNumQueries, how_many: int
) -> None:
    for _ in range(how_many):
        make_tournament(tables=1)
    with django_assert_num_queries(2):
        Client().get(reverse("home"))


@pytest.mark.parametrize(
    ("ended", "words"),
    [
        ("played", ()),
        ("walkover", ("won by walkover", "lost by walkover")),
        ("forfeit", ("Given up",)),
        ("timeout", ("Stopped by time",)),
    ],
)
def test_round_says_how_a_game_ended_that_was_not_played_out(
    tournament: Tournament, ended: str, words: tuple[str, ...]
) -> None:
    first, second = make_entries(tournament, 2)
    round_ = make_played_round(tournament, 1, [(first, second)])
    if ended == "walkover":
        typed = Typed(scores=(None, None), winner=0, ended=ended)
    else:
        typed = Typed(scores=(8, 5), winner=0)
    result = record_result(round_.pairings.get(), typed, seen=0, by=None)
    Result.objects.filter(pk=result.pk).update(payload=result.payload | {"ended": ended})
    client = Client()
    client.cookies["language"] = "en"
    text = client.get(reverse("round", args=[tournament.slug, 1])).content.decode()
    every = ("won by walkover", "lost by walkover", "Given up", "Stopped by time")
    assert tuple(word for word in every if word in text) == words


def test_round_in_draft_is_seen_by_nobody(tournament: Tournament) -> None:
    first, second = make_entries(tournament, 2)
    make_round(tournament, [(first, second)], state="draft")

    assert Client().get(reverse("round", args=[tournament.slug, 1])).status_code == 404
    assert Client().get(reverse("pairings", args=[tournament.slug])).context["round"] is None


def test_pairings_lead_to_the_newest_round(tournament: Tournament) -> None:
    first, second = make_entries(tournament, 2)
    make_round(tournament, [(first, second)], scores=[(8, 1)], state="closed")
    make_round(tournament, [(first, second)], number=2)

    response = Client().get(reverse("pairings", args=[tournament.slug]))
    assert response.headers["Location"] == reverse("round", args=[tournament.slug, 2])
