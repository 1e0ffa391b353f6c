"""The players' pages: where do I play now, against whom, since when."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.domain.game_results import Typed
from games.domain.record_result import record_result
from games.domain.run_clock import start_clock
from games.models import Clock
from tests.factories import make_entries, make_round, make_tournament
from tests.results import make_round as make_played_round
from tournaments.domain.close_round import close_round
from tournaments.domain.correct_rows import touch_rounds
from tournaments.models import Round, Tournament, User


@pytest.mark.parametrize("how_many", [2, 20])
def test_front_page_takes_the_same_queries_at_any_size(
    db: None, django_assert_num_queries: DjangoAssertNumQueries, how_many: int
) -> None:
    tournament = make_tournament(tables=20)
    entries = make_entries(tournament, 2 * how_many)
    make_round(tournament, list(zip(entries[::2], entries[1::2], strict=True)))
    with django_assert_num_queries(7):
        Client().get(reverse("tournament", args=[tournament.slug]))


def test_entry_page_says_where_against_whom_and_since_when(tournament: Tournament) -> None:
    first, second = make_entries(tournament, 2)
    round_ = make_round(tournament, [(first, second)])
    started = timezone.now() - dt.timedelta(minutes=10)
    Clock.objects.create(round=round_, seconds=3600, started_at=started)

    context = Client().get(reverse("entry", args=[tournament.slug, 1])).context

    assert (context["state"].number, context["opponents"], context["started_at"]) == (
        1,
        (second,),
        started,
    )
    assert context["state"].state == "playing"


def test_entry_page_says_where_one_stands_only_when_a_game_has_ended(
    tournament: Tournament,
) -> None:
    pairs = [tuple(make_entries(tournament, 2)) for _ in range(2)]
    address = reverse("entry", args=[tournament.slug, 1])
    assert Client().get(address).context["row"] is None
    round_ = make_played_round(tournament, 1, pairs)
    assert Client().get(address).context["row"] is None

    record_result(
        round_.pairings.earliest("order"), Typed(scores=(8, 5), winner=0), seen=0, by=None
    )
    place = Client().get(address).context["row"]
    assert (place.rank, place.of) == (1, 4)


@pytest.mark.parametrize(
    ("state", "word"),
    [("withdrawn", "Withdrawn"), ("registered", "You are not in this round")],
)
def test_entry_page_of_somebody_not_drawn_says_why(
    tournament: Tournament, state: str, word: str
) -> None:
    first, second = make_entries(tournament, 2)
    make_entries(tournament, 1, state=state)
    make_round(tournament, [(first, second)])

    client = Client()
    client.cookies["language"] = "en"
    page = client.get(reverse("entry", args=[tournament.slug, 3])).content.decode()
    assert word in page


def test_entry_page_with_a_bye_says_so(tournament: Tournament) -> None:
    first, second, third = make_entries(tournament, 3)
    make_round(tournament, [(first, second)], bye=third)

    context = Client().get(reverse("entry", args=[tournament.slug, 3])).context
    assert (context["state"], context["seat"].outcome) == (None, "bye")


@pytest.mark.parametrize("page", ["entry", "table"])
def test_page_with_the_newest_stamp_has_nothing_new(tournament: Tournament, page: str) -> None:
    first, second = make_entries(tournament, 2)
    make_round(tournament, [(first, second)])
    url = reverse(page, args=[tournament.slug, 1])
    stamp = Client().get(url).context["stamp"]

    assert Client().get(url, {"stamp": stamp}).status_code == 204
    assert Client().get(url, {"stamp": "old"}).status_code == 200


def test_table_page_without_a_game_says_so(tournament: Tournament) -> None:
    context = Client().get(reverse("table", args=[tournament.slug, 5])).context
    assert (context["table"].number, context["state"]) == (5, None)


@pytest.mark.parametrize(("page", "number"), [("entry", 99), ("table", 99)])
def test_page_of_nobody_is_not_found(tournament: Tournament, page: str, number: int) -> None:
    assert Client().get(reverse(page, args=[tournament.slug, number])).status_code == 404


@pytest.mark.parametrize("page", ["entry", "table"])
def test_only_a_table_within_its_time_is_said_to_play_since_the_start(
    tournament: Tournament, page: str
) -> None:
    round_ = make_played_round(tournament, 1, [make_entries(tournament, 2)])
    Clock.objects.create(
        round=round_, seconds=3600, started_at=timezone.now() - dt.timedelta(minutes=10)
    )
    client = Client()
    client.cookies["language"] = "en"
    url = reverse(page, args=[tournament.slug, 1])

    def shown() -> str:
        return str(client.get(url).content.decode().partition("<main")[2])

    assert ("since" in shown(), "Began at" in shown()) == (True, False)
    Clock.objects.update(seconds=60)
    assert ("since" in shown(), "Began at" in shown()) == (False, True)
    record_result(round_.pairings.get(), Typed(scores=(8, 5), winner=0, minutes=9), seen=0, by=None)
    assert ("since" in shown(), "Began at" in shown()) == (False, False)


@pytest.mark.parametrize("page", ["entry", "table"])
def test_answer_with_nothing_new_says_what_time_it_is(tournament: Tournament, page: str) -> None:
    make_entries(tournament, 1)
    url = reverse(page, args=[tournament.slug, 1])
    stamp = Client().get(url).context["stamp"]

    answer = Client().get(url, {"stamp": stamp}, HTTP_HX_REQUEST="true")
    assert (answer.status_code, answer.headers["X-Server-Now"].isdecimal()) == (204, True)


def test_front_page_is_new_with_a_round_or_the_clock_but_not_with_a_result(
    tournament: Tournament,
) -> None:
    url = reverse("tournament", args=[tournament.slug])
    round_ = make_played_round(tournament, 1, [make_entries(tournament, 2)])

    def asked(stamp: str) -> int:
        return Client().get(url, {"stamp": stamp}).status_code

    def stamp() -> str:
        return str(Client().get(url).context["request"].following.stamp)

    before = stamp()
    start_clock(round_, by=None)
    assert (asked(before), asked(running := stamp())) == (200, 204)
    record_result(round_.pairings.get(), Typed(scores=(8, 5), winner=0), seen=0, by=None)
    assert asked(running) == 204
    close_round(round_, by=None)
    assert asked(running) == 200


@pytest.mark.parametrize("rounds", [2, 12])
def test_own_pages_take_the_same_queries_after_any_number_of_rounds(
    db: None, django_assert_num_queries: DjangoAssertNumQueries, rounds: int
) -> None:
    tournament = make_tournament(tables=2)
    entries = make_entries(tournament, 4)
    pairs = [(entries[0], entries[1]), (entries[2], entries[3])]
    for number in range(1, rounds):
        make_round(tournament, pairs, number=number, state="closed", scores=[(8, 5), (6, 8)])
    make_round(tournament, pairs, number=rounds)
    with django_assert_num_queries(18):
        Client().get(reverse("entry", args=[tournament.slug, 1]))
    with django_assert_num_queries(13):
        Client().get(reverse("table", args=[tournament.slug, 1]))


@pytest.mark.parametrize("page", ["entry", "table"])
def test_page_follows_a_round_that_a_correction_elsewhere_has_changed(
    tournament: Tournament, page: str
) -> None:
    """The event is about a game of round 1, and round 2 has other seats, or is a draft again."""
    entries = make_entries(tournament, 4)
    pairs = [(entries[0], entries[1]), (entries[2], entries[3])]
    make_round(tournament, pairs, state="closed", scores=[(8, 5), (6, 8)])
    second = make_round(tournament, pairs, number=2)
    url = reverse(page, args=[tournament.slug, 1])

    def stamp() -> str:
        return str(Client().get(url).context["stamp"])

    drawn = stamp()
    touch_rounds({second.pk})
    swapped = stamp()
    Round.objects.filter(pk=second.pk).update(state=Round.State.DRAFT)
    assert len({drawn, swapped, stamp()}) == 3


def test_front_page_is_another_page_once_the_tournament_is_finished(
    tournament: Tournament,
) -> None:
    url = reverse("tournament", args=[tournament.slug])
    make_entries(tournament, 2)
    stamp = Client().get(url).context["request"].following.stamp
    Tournament.objects.update(state=Tournament.State.FINISHED)

    answer = Client().get(url, {"stamp": stamp}, HTTP_HX_REQUEST="true")
    assert (answer.status_code, answer.headers["HX-Refresh"]) == (200, "true")


@pytest.mark.parametrize("page", ["tournament", "pairings", "standings", "rulings", "statistics"])
def test_piece_of_a_page_is_the_same_for_everybody_and_has_no_shell(
    tournament: Tournament, client_of: Callable[..., Client], organiser: User, page: str
) -> None:
    make_entries(tournament, 2)
    url = reverse(page, args=[tournament.slug])
    one, other = (
        client.get(url, {"stamp": "old"}, HTTP_HX_REQUEST="true")
        for client in (Client(), client_of(organiser))
    )
    # At rest, an answer has the time of asking and nothing of who asked.
    assert one.content == other.content
    assert (b"<html" in one.content, b"page-poll" in one.content) == (False, True)
    assert (one.headers["Cache-Control"], bool(one.cookies)) == ("public, no-cache", False)
