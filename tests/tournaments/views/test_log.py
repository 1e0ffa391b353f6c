"""The page of the log: what is looked for stands in the address, what cannot be read is said."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests import factories
from tournaments.domain.register import register
from tournaments.domain.seal_log import seal_log
from tournaments.imports.facts import EntryFacts, Person
from tournaments.models import Event, Tournament


@pytest.fixture
def desk(tournament: Tournament, client: Client) -> Client:
    user = factories.make_user("bente", role="desk", tournament=tournament)
    for name in ("Nordlys", "Klokken"):
        register(tournament, EntryFacts(name, (Person(f"A {name}"), Person(f"B {name}"))), by=user)
    client.force_login(user)
    return client


def page(desk: Client, tournament: Tournament, asked: str = "") -> str:
    return desk.get(reverse("desk-log", args=[tournament.slug]) + asked).content.decode()


def test_log_shows_what_is_looked_for(desk: Client, tournament: Tournament) -> None:
    assert "Nordlys" in page(desk, tournament) and "Klokken" in page(desk, tournament)
    found = page(desk, tournament, "?entry=2")
    assert "Klokken" in found and "Nordlys" not in found
    assert "Nordlys" not in page(desk, tournament, "?person=0")


def test_field_that_cannot_be_read_is_kept_and_said(desk: Client, tournament: Tournament) -> None:
    answer = page(desk, tournament, "?table=twelve&q=Nord")
    assert 'value="twelve"' in answer and 'value="Nord"' in answer and "field-errors" in answer


def test_pages_keep_what_is_looked_for(
    desk: Client, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.views.log.EVENTS_A_PAGE", 1)
    assert "?kind=entries&amp;page=2" in page(desk, tournament, "?kind=entries")


def test_chain_that_holds_and_one_that_does_not_are_told_apart(
    desk: Client, tournament: Tournament
) -> None:
    seal_log(tournament)
    whole = page(desk, tournament, "?check=1")
    last = Event.objects.filter(tournament=tournament).latest("place")
    assert f"{last.place}:{last.digest[:16]}" in whole and "finding-refused" not in whole
    Event.objects.filter(pk=last.pk).update(why="somebody was here")
    assert "finding-refused" in page(desk, tournament, "?check=1")


def test_log_takes_the_same_queries_however_long_it_is(
    desk: Client, tournament: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(20):
        people = (Person(f"A {number}"), Person(f"B {number}"))
        register(tournament, EntryFacts(f"Par {number}", people), by=None)
    with django_assert_num_queries(9):
        page(desk, tournament)
