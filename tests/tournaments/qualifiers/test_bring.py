"""Those who qualified are brought in once, with where they come from; reserves follow."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_entries, make_round, make_tournament, make_user
from tournaments.domain.errors import Refused
from tournaments.models import Entry, Event, Player, Qualified, Qualifier, Role, Tournament, User
from tournaments.qualifiers.bring import Choice, bring_in, set_qualifiers, sources_for
from tournaments.qualifiers.plan import plan_of

pytestmark = pytest.mark.django_db

State = tuple[str, int, str, str]


def regional(by: User, name: str, entries: int = 4) -> Tournament:
    """A finished tournament in which Par 1 came first, Par 2 second, and so on by twos."""
    tournament = make_tournament(name=name)
    rows = make_entries(tournament, entries)
    for entry in rows:
        entry.name = f"{entry.name} {name}"
        entry.name_key = entry.name.casefold()
        entry.save()
        for player in entry.players.all():
            player.name, player.email = f"{player.name} {name}", f"{player.pk}@example.org"
            player.save()
    half = entries // 2
    scores = [(8, place) for place in range(half)]
    make_round(
        tournament, list(zip(rows[:half], rows[half:], strict=True)), scores=scores, state="closed"
    )
    tournament.state = Tournament.State.FINISHED
    tournament.tie_breaks = ["score_difference", "lot"]
    tournament.save()
    Role.objects.create(tournament=tournament, user=by, kind=Role.Kind.ORGANISER)
    return tournament


@pytest.fixture
def ribe(organiser: User) -> Tournament:
    return regional(organiser, "Ribe")


def states(final: Tournament) -> list[State]:
    return [
        (source.qualifier.source.name, line.entry.number, line.why, line.state)
        for source in plan_of(final)
        for line in source.lines
    ]


def lead(final: Tournament, by: User, *choices: Choice) -> None:
    set_qualifiers(final, choices, by=by)


def coming(final: Tournament) -> set[int]:
    return {line.entry.pk for one in plan_of(final) for line in one.lines if line.state == "comes"}


def test_first_come_and_reserves_wait(
    tournament: Tournament, organiser: User, ribe: Tournament
) -> None:
    lead(tournament, organiser, Choice(ribe, "first", 2))
    assert states(tournament) == [
        ("Ribe", 1, "first", "comes"),
        ("Ribe", 2, "first", "comes"),
        ("Ribe", 4, "reserve", "waits"),
        ("Ribe", 3, "reserve", "waits"),
    ]


def test_brought_in_they_have_players_and_where_they_come_from(
    tournament: Tournament, organiser: User, ribe: Tournament
) -> None:
    lead(tournament, organiser, Choice(ribe, "first", 2, (3,)))
    made = bring_in(tournament, coming(tournament), by=organiser)

    assert [(entry.number, entry.name) for entry in made] == [
        (1, "Par 1 Ribe"),
        (2, "Par 2 Ribe"),
        (3, "Par 3 Ribe"),
    ]
    there = Player.objects.filter(entry__tournament=ribe, entry__number=1)
    here = Player.objects.filter(entry=made[0])
    assert set(here.values_list("name", "email")) == set(there.values_list("name", "email"))
    found = Qualified.objects.filter(final=tournament)
    assert [(one.source_name, one.place, one.why) for one in found] == [
        ("Ribe", 1, "first"),
        ("Ribe", 2, "first"),
        ("Ribe", 4, "hand"),
    ]
    event = Event.objects.get(verb="entries.qualified")
    assert event.after["numbers"] == [1, 2, 3]


def test_again_brings_only_what_is_new(
    tournament: Tournament, organiser: User, ribe: Tournament
) -> None:
    lead(tournament, organiser, Choice(ribe, "first", 1))
    bring_in(tournament, coming(tournament), by=organiser)
    assert states(tournament)[0] == ("Ribe", 1, "first", "there")
    everybody = set(ribe.entries.values_list("pk", flat=True))
    with pytest.raises(Refused) as refused:
        bring_in(tournament, everybody, by=organiser)
    assert refused.value.code == "nobody"

    lead(tournament, organiser, Choice(ribe, "first", 2))
    assert [entry.name for entry in bring_in(tournament, everybody, by=organiser)] == ["Par 2 Ribe"]
    assert tournament.entries.count() == 2


def test_who_withdraws_makes_room_for_the_next_reserve(
    tournament: Tournament, organiser: User, ribe: Tournament
) -> None:
    lead(tournament, organiser, Choice(ribe, "first", 2))
    bring_in(tournament, coming(tournament), by=organiser)
    tournament.entries.filter(number=1).update(state=Entry.State.WITHDRAWN)
    assert states(tournament) == [
        ("Ribe", 1, "first", "left"),
        ("Ribe", 2, "first", "there"),
        ("Ribe", 4, "reserve", "comes"),
        ("Ribe", 3, "reserve", "waits"),
    ]
    bring_in(tournament, coming(tournament), by=organiser)
    assert states(tournament)[2:] == [
        ("Ribe", 4, "reserve", "there"),
        ("Ribe", 3, "reserve", "waits"),
    ]


@pytest.mark.parametrize(
    ("email", "state"),
    [("same", "twice"), ("", "twice"), ("another@example.org", "comes")],
)
def test_person_who_qualified_twice_is_noticed(
    tournament: Tournament, organiser: User, ribe: Tournament, email: str, state: str
) -> None:
    odense = regional(organiser, "Zealand")
    first = ribe.entries.get(number=1).players.get(position=1)
    other = odense.entries.get(number=1).players.get(position=2)
    other.name = first.name.upper()
    other.email = first.email if email == "same" else email
    other.save()
    lead(tournament, organiser, Choice(ribe, "first", 1), Choice(odense, "first", 1))

    found = {one.qualifier.source.name: one for one in plan_of(tournament)}["Zealand"]
    assert found.lines[0].state == state
    assert found.lines[0].other == ("Par 1 Ribe" if state == "twice" else "")
    # Its place goes to the next there.
    assert found.lines[1].state == ("comes" if state == "twice" else "waits")


def test_entry_of_a_name_that_is_taken_gets_where_it_comes_from(
    tournament: Tournament, organiser: User, ribe: Tournament
) -> None:
    [entry] = make_entries(tournament, 1)
    entry.name, entry.name_key = "Par 1 Ribe", "par 1 ribe"
    entry.save()
    lead(tournament, organiser, Choice(ribe, "first", 1))
    [made] = bring_in(tournament, coming(tournament), by=organiser)
    assert made.name == "Par 1 Ribe (Ribe)"


def test_only_finished_ones_of_the_same_game_that_are_ones_own(
    tournament: Tournament, organiser: User, ribe: Tournament
) -> None:
    strange = regional(make_user(), "Fremmed")
    backgammon = regional(organiser, "Mols")
    Tournament.objects.filter(pk=backgammon.pk).update(game="backgammon")
    open_ = regional(organiser, "Åben")
    Tournament.objects.filter(pk=open_.pk).update(state=Tournament.State.RUNNING)

    assert sources_for(tournament, organiser) == [ribe]
    for other in (strange, backgammon, open_):
        with pytest.raises(Refused) as refused:
            lead(tournament, organiser, Choice(other, "first", 1))
        assert refused.value.code == "no-source"


@pytest.mark.parametrize(("rule", "number"), [("first", 0), ("percent", 101), ("luck", 1)])
def test_number_that_is_none_is_refused(
    tournament: Tournament, organiser: User, ribe: Tournament, rule: str, number: int
) -> None:
    with pytest.raises(Refused) as refused:
        lead(tournament, organiser, Choice(ribe, rule, number))
    assert refused.value.code == "number"
    assert not Qualifier.objects.exists()


def test_page_asks_the_rules_shows_who_comes_and_brings_them_in(
    tournament: Tournament,
    organiser: User,
    ribe: Tournament,
    client_of: Callable[[User], Client],
) -> None:
    client = client_of(organiser)
    page = reverse("desk-qualifiers", args=[tournament.slug])
    sent = {f"source-{ribe.pk}": "1", f"rule-{ribe.pk}": "first", f"number-{ribe.pk}": "2"}
    assert client.post(page, sent | {f"hand-{ribe.pk}": "4, 99"}).status_code == 422
    assert client.post(page, sent | {f"hand-{ribe.pk}": "4"}).status_code == 302
    shown = client.get(page).content.decode()
    assert all(name in shown for name in ("Par 1 Ribe", "Par 2 Ribe", "Par 4 Ribe"))

    answer = client.post(
        reverse("desk-qualifiers-bring", args=[tournament.slug]),
        {"entry": [str(pk) for pk in coming(tournament)] + ["x"]},
    )
    assert answer.status_code == 302
    assert tournament.entries.count() == 3
    assert client.post(reverse("desk-qualifiers-bring", args=[tournament.slug])).status_code == 422


def test_page_asks_no_more_for_a_larger_qualifier(
    tournament: Tournament,
    organiser: User,
    client_of: Callable[[User], Client],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    client = client_of(organiser)
    page = reverse("desk-qualifiers", args=[tournament.slug])
    lead(tournament, organiser, Choice(regional(organiser, "Lille"), "first", 2))
    client.get(page)
    with django_assert_max_num_queries(100) as few:
        client.get(page)
    lead(tournament, organiser, Choice(regional(organiser, "Stor", 16), "first", 2))
    Tournament.objects.filter(name="Lille").update(state=Tournament.State.RUNNING)
    with django_assert_max_num_queries(len(few)):
        client.get(page)
