"""One pair signs up twice: each half sends the form in, from an address of its own."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.factories import make_entries
from tests.tournaments.registration.conftest import NOW
from tournaments.imports.facts import EntryFacts, Person
from tournaments.models import Registration, SignUp, Tournament
from tournaments.registration.answer import accept
from tournaments.registration.change import change
from tournaments.registration.confirm import confirm
from tournaments.registration.facts import Given
from tournaments.registration.join import join
from tournaments.registration.known import Namesake
from tournaments.registration.listed import Twice, rows_of
from tournaments.registration.move_up import fill
from tournaments.registration.rows import given_of
from tournaments.registration.send_in import send_in

State = SignUp.State
Make = Callable[..., SignUp]

ANNA, BO, CARL = "Anna Holm", "Bo Krag", "Carl Dam"


def given(*names: str, initials: bool = False) -> Given:
    """The first has an address of their own."""
    people = tuple(Person(name) for name in names)
    first = replace(people[0], email=f"{names[0].split()[0].lower()}@example.org")
    facts = EntryFacts("", (first, *people[1:]))
    return Given(facts, (initials,) * len(names)).named()


@pytest.fixture
def full(tournament: Tournament, registration: Registration) -> Tournament:
    """No place is left: whoever confirms waits."""
    tournament.capacity = 1
    tournament.save()
    make_entries(tournament, 1)
    return tournament


@pytest.fixture
def waiting(full: Tournament) -> Make:
    def make(*names: str, **said: bool) -> SignUp:
        return confirm(send_in(full, given(*names, **said), now=NOW), by=None, now=NOW)

    return make


def test_other_half_who_signs_the_same_pair_up_is_asked(full: Tournament, waiting: Make) -> None:
    assert waiting(ANNA, BO).state == State.WAITING
    with pytest.raises(Namesake) as asked:
        send_in(full, given(BO, ANNA), now=NOW)
    assert asked.value.field == "player1"
    second = send_in(full, given(BO, ANNA), others=True, now=NOW)
    # They have said that they are others, and are not asked again.
    assert confirm(second, by=None, now=NOW).state == State.WAITING


def test_who_confirms_second_is_asked_when_both_were_sent_before(full: Tournament) -> None:
    first, second = (send_in(full, given(*names), now=NOW) for names in ((ANNA, BO), (BO, ANNA)))
    confirm(first, by=None, now=NOW)
    with pytest.raises(Namesake):
        confirm(second, by=None, now=NOW)
    assert SignUp.objects.get(pk=second.pk).state == State.UNCONFIRMED
    assert confirm(second, by=None, others=True, now=NOW).state == State.WAITING
    kept = given_of(SignUp.objects.get(pk=second.pk))
    assert kept is not None and kept.others


def test_one_name_alone_tells_a_stranger_nothing_before_the_address_is_proved(
    full: Tournament, waiting: Make
) -> None:
    waiting(ANNA, BO)
    other = send_in(full, given(CARL, ANNA), now=NOW)
    with pytest.raises(Namesake):
        confirm(other, by=None, now=NOW)


def test_who_shows_initials_alone_is_told_of_to_nobody(full: Tournament, waiting: Make) -> None:
    waiting(ANNA, BO, initials=True)
    assert confirm(send_in(full, given(BO, ANNA), now=NOW), by=None, now=NOW).state == State.WAITING


def test_desk_is_not_asked(full: Tournament, waiting: Make, organiser: object) -> None:
    waiting(ANNA, BO)
    other = send_in(full, given(CARL, ANNA), now=NOW)
    assert confirm(other, by=organiser, now=NOW).state == State.WAITING  # type: ignore[arg-type]


def test_place_offered_is_not_taken_by_who_is_in_the_list_meanwhile(
    full: Tournament, waiting: Make
) -> None:
    """Anna has found another pair while she waited."""
    mine = waiting(ANNA, BO)
    full.entries.get().players.filter(position=1).update(name=ANNA)
    full.capacity = 2
    full.save()
    assert fill(full, now=NOW) == 1
    mine.refresh_from_db()
    with pytest.raises(Namesake):
        accept(mine, by=None, now=NOW)
    assert accept(mine, by=None, others=True, now=NOW).state == State.ENTERED


def test_invited_one_who_waits_in_another_pair_is_asked(full: Tournament, waiting: Make) -> None:
    waiting(ANNA, BO)
    half = confirm(send_in(full, given(CARL, ""), now=NOW), by=None, now=NOW)
    bo = Person(BO, "bo@example.org")
    with pytest.raises(Namesake) as asked:
        join(half, bo, invitation=1, now=NOW)
    assert asked.value.field == "player1"
    assert join(half, bo, invitation=1, others=True, now=NOW).facts["players"][1]["name"] == BO


def test_correcting_a_name_to_somebody_elses_is_asked_about(
    full: Tournament, waiting: Make
) -> None:
    waiting(ANNA, BO)
    mine = waiting(CARL, "Dea Lund")
    with pytest.raises(Namesake) as asked:
        change(mine, given(CARL, BO), by=None, now=NOW)
    assert asked.value.field == "player2"
    changed = change(mine, given(CARL, BO), by=None, others=True, now=NOW)
    assert changed.facts["players"][1]["name"] == BO
    # What is not changed is not asked about again.
    change(changed, replace(given(CARL, BO), initials=(True, False)), by=None, now=NOW)


def test_desk_sees_who_stands_twice(full: Tournament, waiting: Make) -> None:
    first = waiting(ANNA, BO)
    second = send_in(full, given(BO, CARL), now=NOW)
    full.entries.get().players.filter(position=1).update(name=CARL)
    told = {row.sign_up.pk: row.twice for row in rows_of(full)}
    assert told == {
        first.pk: (Twice(BO, None, second.pk),),
        second.pk: (Twice(BO, None, first.pk), Twice(CARL, 1, None)),
    }
    SignUp.objects.filter(pk=second.pk).update(state=State.CANCELLED)
    assert [row.twice for row in rows_of(full)] == [(), ()]


def test_answer_given_once_is_kept_when_the_registration_is_read_again() -> None:
    said = replace(given(ANNA, BO), others=True)
    assert Given.from_json(said.to_json()) == said
    assert NOW.tzinfo is dt.UTC
