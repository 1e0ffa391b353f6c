"""The full history of a result: players, desk and judges, each with before and after."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.domain.claims import claim_result
from games.domain.game_results import Typed
from games.domain.record_result import correct_result, record_result, remove_result
from games.history import Line, history_of
from games.models import Claim
from games.queries import table_states
from tests.factories import make_user
from tournaments.models import Event, Pairing, User
from tournaments.undo.take_back import take_back

pytestmark = pytest.mark.django_db


def lines(pairing: Pairing) -> list[Line]:
    table = next(one for one in table_states(pairing.round) if one.pairing.pk == pairing.pk)
    return history_of(table, pairing.round.tournament)


def told(pairing: Pairing) -> list[tuple[str, str, str, str]]:
    """Who, before, after, why; the oldest first."""
    return [(one.who, one.before, one.after, one.why) for one in lines(pairing)[::-1]]


def says(pairing: Pairing, side: int, scores: tuple[int, int]) -> Any:
    seat = pairing.seats.get(side=side)
    return claim_result(pairing, seat.entry, Typed(scores=scores), device=f"phone {side}")


def test_every_version_and_every_word_is_there(pairing: Pairing, desk: User) -> None:
    says(pairing, 0, (8, 5))
    record_result(pairing, Typed(scores=(8, 3)), seen=0, by=desk)
    correct_result(pairing, Typed(scores=(8, 4)), seen=1, why="misread", by=desk)
    take_back(pairing.round.tournament, Event.objects.latest("id").pk, by=desk)
    remove_result(pairing, seen=3, why="another table", by=desk)
    assert told(pairing) == [
        ("Par 1", "", "8-5", ""),
        ("ditte", "", "8-3", ""),
        ("ditte", "8-3", "8-4", "misread"),
        ("ditte", "8-4", "8-3", ""),
        ("ditte", "8-3", "", "another table"),
    ]
    assert [one.stands for one in lines(pairing)] == [False, False, False, False, True]
    assert lines(pairing)[0].role


def test_agreement_is_the_players_own(pairing: Pairing) -> None:
    says(pairing, 0, (8, 5))
    says(pairing, 1, (8, 5))
    newest = lines(pairing)[0]
    assert (newest.after, newest.stands, newest.winner) == ("8-5", True, "Par 1")
    assert {one.after for one in lines(pairing)} == {"8-5"}


def test_undo_of_what_the_desk_entered_brings_the_claims_back(pairing: Pairing, desk: User) -> None:
    says(pairing, 0, (8, 5))
    says(pairing, 1, (5, 8))
    before = list(Claim.objects.filter(state="standing").values_list("side", "payload"))
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=desk)
    event = Event.objects.latest("id")
    assert not Claim.objects.filter(state="standing").exists()
    undone = take_back(pairing.round.tournament, event.pk, by=desk)
    assert list(Claim.objects.filter(state="standing").values_list("side", "payload")) == before
    take_back(pairing.round.tournament, undone.pk, by=desk)
    assert not Claim.objects.filter(state="standing").exists()
    assert pairing.results.get(current=True).payload["sides"][0]["locked"] == 8


@pytest.mark.parametrize("corrections", [1, 6])
def test_history_takes_the_same_queries_however_long_it_is(
    pairing: Pairing,
    desk: User,
    corrections: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    record_result(pairing, Typed(scores=(8, 0)), seen=0, by=desk)
    for n in range(corrections):
        correct_result(pairing, Typed(scores=(8, n + 1)), seen=n + 1, why="misread", by=desk)
    table = table_states(pairing.round)[0]
    with django_assert_num_queries(6):
        history_of(table, pairing.round.tournament)


def test_page_of_the_table_shows_it(pairing: Pairing, desk: User, client: Client) -> None:
    record_result(pairing, Typed(scores=(8, 3)), seen=0, by=desk)
    correct_result(pairing, Typed(scores=(8, 4)), seen=1, why="misread", by=desk)
    client.force_login(make_user("jens", role="judge", tournament=pairing.round.tournament))
    page = client.get(
        reverse("desk-table-result", args=[pairing.round.tournament.slug, 1, 1])
    ).content.decode()
    assert "result-history" in page and "misread" in page and "<s>8-3</s>" in page
