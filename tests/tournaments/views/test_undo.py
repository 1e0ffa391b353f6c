"""The page that takes a step back: what it shows first, who may press, and where it leads."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_entries, make_round, make_user
from tournaments.domain.check_in import change_state
from tournaments.domain.disqualify import disqualify
from tournaments.domain.register import register
from tournaments.domain.withdraw import withdraw
from tournaments.imports.facts import EntryFacts, Person
from tournaments.models import Entry, Event, Tournament, User
from tournaments.undo.registry import never_words
from tournaments.undo.take_back import take_back

ClientOf = Callable[[User], Client]


@pytest.fixture
def pair(tournament: Tournament) -> Entry:
    return make_entries(tournament, 4)[0]


@pytest.fixture
def absent(pair: Entry) -> Event:
    return change_state(pair, Entry.State.ABSENT, by=None).event


def address(event: Event) -> str:
    return reverse("desk-undo", args=[event.tournament.slug, event.pk])


def state(pair: Entry) -> str:
    return Entry.objects.get(pk=pair.pk).state


def test_page_shows_what_will_change_and_changes_nothing(
    desk: User, client_of: ClientOf, pair: Entry, absent: Event
) -> None:
    answer = client_of(desk).get(address(absent))
    seen = answer.context["seen"]
    assert (answer.status_code, seen.refused, len(seen.changes)) == (200, None, 1)
    assert b'<form class="form" method="post">' in answer.content
    assert (state(pair), Event.objects.count()) == ("absent", 1)


def test_page_shows_whose_places_move(
    organiser: User, client_of: ClientOf, tournament: Tournament
) -> None:
    winner, loser, *others = make_entries(tournament, 4)
    make_round(tournament, [(winner, loser), (others[0], others[1])], scores=[(8, 0), (8, 7)])
    event = withdraw(winner, struck=True, by=None).event
    moves = {
        one.entry: (one.before, one.after)
        for one in client_of(organiser).get(address(event)).context["seen"].moves
    }
    before, after = moves[winner]
    assert after == 1 and before is not None and before > 1
    assert all(was != becomes for was, becomes in moves.values())


def test_button_takes_it_back_and_its_message_has_a_way_back(
    desk: User, client_of: ClientOf, tournament: Tournament, pair: Entry, absent: Event
) -> None:
    client = client_of(desk)
    answer = client.post(address(absent), follow=True)
    assert answer.redirect_chain == [(reverse("desk-log", args=[tournament.slug]), 302)]
    undone = Event.objects.latest("id")
    assert (state(pair), undone.after["undoes"], undone.actor) == ("present", absent.pk, desk)
    buttons = re.findall(
        r'action="([^"]+)">(?:(?!</form>).)*button-undo', answer.content.decode(), re.DOTALL
    )
    assert buttons == [address(undone)]
    client.post(buttons[0], {"next": "/desk/"})
    assert state(pair) == "absent"


def test_press_leads_back_only_to_our_own_pages(
    desk: User, client_of: ClientOf, tournament: Tournament, absent: Event
) -> None:
    answer = client_of(desk).post(address(absent), {"next": "https://example.org/"})
    assert answer.headers["Location"] == reverse("desk-log", args=[tournament.slug])


def test_refusal_says_why_and_what_to_do(
    desk: User, client_of: ClientOf, pair: Entry, absent: Event
) -> None:
    later = change_state(pair, Entry.State.PRESENT, by=desk).event
    client = client_of(desk)
    page = client.get(address(absent))
    assert page.context["seen"].refused.code == "rests-on-it"
    assert address(later) in page.content.decode()
    assert client.post(address(absent)).status_code == 422
    toast = client.post(address(absent), {"next": "/desk/"}, follow=True)
    assert [message.level_tag for message in toast.context["messages"]] == ["error"]
    assert state(pair) == "present"


def test_second_press_is_a_conflict(desk: User, client_of: ClientOf, absent: Event) -> None:
    client = client_of(desk)
    client.post(address(absent))
    assert client.post(address(absent)).status_code == 409
    assert Event.objects.filter(after__undoes=absent.pk).count() == 1


def test_who_may_not_do_it_may_not_take_it_back(
    desk: User, judge: User, client_of: ClientOf, pair: Entry
) -> None:
    event = disqualify(pair, struck=False, why="cheated", by=None).event
    for user in (desk, judge):
        page = client_of(user).get(address(event))
        assert (page.status_code, page.context["may_do"]) == (200, False)
        assert page.context["offer"].kind == "others"
        assert client_of(user).post(address(event)).status_code == 403
    assert state(pair) == "disqualified"
    head = make_user("hanne", role="head-judge", tournament=pair.tournament)
    assert client_of(head).post(address(event)).status_code == 302
    assert state(pair) == "present"


def test_step_of_another_tournament_is_not_there(
    desk: User, client_of: ClientOf, tournament: Tournament, absent: Event
) -> None:
    assert client_of(desk).get(reverse("desk-undo", args=[tournament.slug, 0])).status_code == 404


def test_log_says_of_each_step_what_becomes_of_it(
    desk: User, judge: User, client_of: ClientOf, tournament: Tournament, pair: Entry, absent: Event
) -> None:
    undone = take_back(tournament, absent.pk, by=desk)
    register(tournament, EntryFacts("Nordlys", (Person("Ada"), Person("Bo"))), by=None)
    first = change_state(tournament.entries.get(number=2), Entry.State.ABSENT, by=None).event
    change_state(tournament.entries.get(number=2), Entry.State.PRESENT, by=None)
    log = reverse("desk-log", args=[tournament.slug])

    def offers(user: User) -> dict[int, tuple[str, str]]:
        events = client_of(user).get(log).context["events"]
        return {one.event.pk: (one.offer.kind, one.offer.words) for one in events}

    seen = offers(desk)
    assert seen[absent.pk] == ("undone", "")
    assert seen[undone.pk] == ("open", "")
    assert seen[first.pk] == ("rests", "")
    assert ("never", never_words("entry.register")) in seen.values()
    assert offers(judge)[undone.pk][0] == "others"


def test_log_takes_the_same_queries_with_many_steps_taken_back(
    desk: User,
    client_of: ClientOf,
    tournament: Tournament,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client = client_of(desk)
    log = reverse("desk-log", args=[tournament.slug])
    for entry in make_entries(tournament, 12):
        event = change_state(entry, Entry.State.ABSENT, by=None).event
        take_back(tournament, event.pk, by=None)
    with django_assert_num_queries(11):
        client.get(log)
    Event.objects.filter(pk__gt=Event.objects.order_by("id")[3].pk).delete()
    with django_assert_num_queries(11):
        client.get(log)


@pytest.mark.parametrize("entries", [3, 12])
def test_page_takes_the_same_queries_for_any_number(
    entries: int,
    desk: User,
    client_of: ClientOf,
    tournament: Tournament,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    rows = make_entries(tournament, entries)
    for row in rows:
        event = change_state(row, Entry.State.ABSENT, by=None).event
    client = client_of(desk)
    with django_assert_num_queries(36):
        client.get(address(event))
