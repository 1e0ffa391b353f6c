"""Names as everybody may read them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_entries, make_tournament
from tournaments.access import find_tournament
from tournaments.domain.substitute import substitute, undo_substitution
from tournaments.imports.facts import Person, joint_name
from tournaments.models import Event, Player, Tournament
from tournaments.names import initials_of
from tournaments.public_names import public_entry_name, public_names
from tournaments.queries.players import player_names


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Anna Holm", "A. H."),
        ("anna-marie  holm", "A. M. H."),
        ("Åse Ørsted Æbelø", "Å. Ø. Æ."),
        ("Ib", "I."),
        ("“Kalle” Kok 🔥", "K."),
        ("🔥", "–"),
    ],
)
def test_initials(name: str, short: str) -> None:
    assert initials_of(name) == short


@pytest.mark.parametrize(
    ("name", "people", "shown"),
    [
        ("Anna Bo & Carl Dam", [("Anna Bo", True), ("Carl Dam", False)], "A. B. & Carl Dam"),
        ("ANNA BO & carl dam", [("Anna Bo", True), ("Carl Dam", False)], "A. B. & Carl Dam"),
        ("Anna Bo", [("Anna Bo", True)], "A. B."),
        ("Skovlyst", [("Anna Bo", True), ("Carl Dam", True)], "Skovlyst"),
        ("Team anna bo!", [("Anna Bo", True), ("Carl Dam", False)], "Team A. B.!"),
        ("Anna Bove", [("Anna Bo", True), ("Carl Dam", False)], "Anna Bove"),
        (
            "Anna Bo Lund og Anna Bo",
            [("Anna Bo", True), ("Anna Bo Lund", True)],
            "A. B. L. og A. B.",
        ),
    ],
)
def test_name_of_an_entry_in_public(name: str, people: list[tuple[str, bool]], shown: str) -> None:
    assert public_entry_name(name, people) == shown


_NAMES = st.lists(
    st.text("ABab æ-", min_size=2, max_size=12).filter(lambda name: len(name.split()) > 1),
    min_size=1,
    max_size=3,
)


@given(names=_NAMES, own=st.text("AB &", max_size=4))
@settings(max_examples=60)
def test_no_full_name_is_left_of_those_who_asked(names: list[str], own: str) -> None:
    people = [(name, True) for name in names]
    for name in (joint_name(names), own + joint_name(names)):
        shown = public_entry_name(name, people)
        assert not any(f" {full} " in f" {shown} " for full in names if full != initials_of(full))


def test_nothing_is_asked_where_nobody_wants_initials(
    tournament: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    make_entries(tournament, 3)
    there = find_tournament(tournament.slug)
    with django_assert_num_queries(0):
        assert public_names(there).by_entry == {}


def test_one_query_whatever_the_number_of_entries(
    db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for size in (2, 20):
        tournament = make_tournament()
        make_entries(tournament, size)
        Player.objects.filter(tournament=tournament).update(initials_only=True)
        with django_assert_num_queries(1):
            assert len(public_names(_once(tournament)).by_entry) == size


def _once(tournament: Tournament) -> Tournament:
    return tournament


def test_substitute_leaves_the_wish_to_the_one_who_has_it(tournament: Tournament) -> None:
    first, _second = make_entries(tournament, 2)
    first.players.filter(position=1).update(initials_only=True)

    substitute(first, 1, Person("Carl Dam"), by=None)

    assert player_names(tournament, public=True)[first.pk] == ["Carl Dam", "Bo 1"]
    assert first.former_players.get().initials_only
    undo_substitution(first, Event.objects.latest("id").pk, by=None)
    assert player_names(tournament, public=True)[first.pk] == ["A. 1.", "Bo 1"]
    assert player_names(tournament)[first.pk] == ["Anna 1", "Bo 1"]
