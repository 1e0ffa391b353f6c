"""Sending in, confirming, and what becomes of it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.factories import make_entries
from tests.tournaments.registration.conftest import HOUR, NOW, pair
from tournaments.domain.errors import Refused
from tournaments.imports.facts import EntryFacts, Person
from tournaments.models import Entry, Mail, Player, Registration, SignUp, Tournament
from tournaments.registration.by_hand import move_to_list
from tournaments.registration.confirm import confirm
from tournaments.registration.facts import Given
from tournaments.registration.known import Namesake
from tournaments.registration.send_anew import send_anew
from tournaments.registration.send_in import PER_ADDRESS, send_in

State = SignUp.State


def kinds(sign_up: SignUp) -> list[str]:
    return list(sign_up.mails.order_by("created_at").values_list("kind", flat=True))


def test_sent_in_waits_for_its_link_and_is_no_entry(
    tournament: Tournament, registration: Registration
) -> None:
    sign_up = send_in(tournament, pair("A", club="Hasle"), now=NOW)

    assert (sign_up.state, sign_up.email) == (State.UNCONFIRMED, "anna.a@example.org")
    assert kinds(sign_up) == ["sign-up-confirm"]
    assert not tournament.entries.exists()
    assert sign_up.facts["club"] == "Hasle"


def test_log_names_nobody_who_is_not_in_the_list(
    tournament: Tournament, registration: Registration
) -> None:
    sign_up = send_in(tournament, pair("A"), now=NOW)

    event = tournament.events.get(verb="signup.send")
    assert str(sign_up.pk) in event.subject
    assert "Anna" not in f"{event.subject}{event.before}{event.after}"


def test_same_form_twice_is_one_sign_up(tournament: Tournament, registration: Registration) -> None:
    first = send_in(tournament, pair("A"), now=NOW, key="k")
    assert send_in(tournament, pair("A"), now=NOW, key="k") == first
    assert (tournament.events.count(), Mail.objects.count()) == (1, 1)


def test_confirmed_is_an_entry_with_everything_said(
    tournament: Tournament, registration: Registration
) -> None:
    given = Given(
        EntryFacts(
            "Skovlyst",
            (Person("Anna Holm", "anna@example.org", "11"), Person("Bo Krag", "bo@example.org")),
            city="Hasle",
            notes="Vegetar",
            needs_access=True,
        ),
        (False, True),
    )
    sign_up = confirm(send_in(tournament, given, now=NOW), by=None, now=NOW)

    entry = Entry.objects.get()
    assert (sign_up.state, sign_up.entry) == (State.ENTERED, entry)
    assert (entry.name, entry.city, entry.notes, entry.needs_access) == (
        "Skovlyst", "Hasle", "Vegetar", True,
    )  # fmt: skip
    assert list(entry.players.values_list("name", "email", "phone", "initials_only")) == [
        ("Anna Holm", "anna@example.org", "11", False),
        ("Bo Krag", "bo@example.org", "", True),
    ]
    assert kinds(sign_up) == ["sign-up-confirm", "sign-up-entered", "sign-up-partner"]


def test_confirmed_twice_is_refused_and_changes_nothing(signed_up: Callable[..., SignUp]) -> None:
    sign_up = signed_up("A")
    with pytest.raises(Refused) as refused:
        confirm(sign_up, by=None, now=NOW)
    assert refused.value.code == "confirmed"
    assert Entry.objects.count() == 1


def test_one_too_many_is_in_the_waiting_list(signed_up: Callable[..., SignUp]) -> None:
    assert [signed_up(letter).state for letter in "ABCD"] == [
        State.ENTERED, State.ENTERED, State.WAITING, State.WAITING,
    ]  # fmt: skip
    assert "2" in Mail.objects.get(kind="sign-up-waiting", to="anna.d@example.org").text


def test_half_a_pair_holds_a_place(
    tournament: Tournament, signed_up: Callable[..., SignUp]
) -> None:
    half = signed_up("A", partner=False)
    assert (half.state, kinds(half)[-1]) == (State.INVITING, "sign-up-inviting")
    assert [signed_up(letter).state for letter in "BC"] == [State.ENTERED, State.WAITING]
    assert half.answer_by == tournament.registration.closes_at


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("closes_at", NOW, "closed"),
        ("opens_at", NOW + HOUR, "not-yet"),
        ("consent", "Billeder", "consent"),
    ],
)
def test_not_taken_in(
    tournament: Tournament, registration: Registration, field: str, value: object, code: str
) -> None:
    setattr(registration, field, value)
    registration.save()
    with pytest.raises(Refused) as refused:
        send_in(tournament, pair("A"), now=NOW)
    assert refused.value.code == code
    assert not SignUp.objects.exists()


def test_what_was_agreed_to_is_kept_word_for_word(
    tournament: Tournament, registration: Registration
) -> None:
    registration.consent = "Vi må bruge billeder."
    registration.save()
    sign_up = send_in(tournament, pair("A"), agreed=True, now=NOW)
    assert (sign_up.consent, sign_up.consented_at) == ("Vi må bruge billeder.", NOW)


def test_tournament_without_registration_takes_nobody_in(tournament: Tournament) -> None:
    with pytest.raises(Refused) as refused:
        send_in(tournament, pair("A"), now=NOW)
    assert refused.value.code == "closed"


def test_name_in_the_list_is_taken(tournament: Tournament, registration: Registration) -> None:
    make_entries(tournament, 1)
    with pytest.raises(Refused) as refused:
        send_in(tournament, pair("A", name="par 1"), now=NOW)
    assert (refused.value.code, refused.value.field) == ("name-elsewhere", "name")


def test_namesake_in_the_list_is_asked_about_once(
    tournament: Tournament, registration: Registration
) -> None:
    make_entries(tournament, 1)
    with pytest.raises(Refused) as refused:
        send_in(tournament, pair("1"), now=NOW)
    assert (refused.value.code, refused.value.field) == ("namesake", "player1")
    assert send_in(tournament, pair("1"), others=True, now=NOW).state == State.UNCONFIRMED


def test_who_shows_initials_alone_is_not_given_away(
    tournament: Tournament, registration: Registration
) -> None:
    make_entries(tournament, 1)
    Player.objects.update(initials_only=True)
    assert send_in(tournament, pair("1"), now=NOW).state == State.UNCONFIRMED


def test_address_of_a_further_player_is_not_confirmed_to_a_stranger(
    tournament: Tournament, registration: Registration
) -> None:
    make_entries(tournament, 1)
    given = pair("X").with_player(2, Person("Bo 1", "bo1@example.org"), initials=False)
    sign_up = confirm(send_in(tournament, given, others=True, now=NOW), by=None, now=NOW)
    assert sign_up.state == State.ENTERED
    assert sign_up.entry is not None
    assert [p.email for p in sign_up.entry.players.all()] == ["anna.x@example.org", ""]


def test_who_has_signed_up_is_sent_the_link_and_looks_no_different(
    tournament: Tournament, signed_up: Callable[..., SignUp]
) -> None:
    tournament.capacity = 1
    tournament.save()
    signed_up("A")
    waiting = signed_up("B")
    # Whoever names both is asked, whatever address they write.
    for email in ("anna.b@example.org", "somebody@example.org"):
        given = pair("B")
        first = replace(given.first, email=email)
        given = replace(given, entry=replace(given.entry, players=(first, Person("Bo B"))))
        with pytest.raises(Namesake) as asked:
            send_in(tournament, given, now=NOW + HOUR)
        assert asked.value.field == "player1"
    again = send_in(tournament, pair("B"), others=True, now=NOW + HOUR * 2)
    assert (again, kinds(again)[-1]) == (waiting, "sign-up-already")
    assert SignUp.objects.count() == 2


def test_two_forms_of_one_person_become_one(
    tournament: Tournament, registration: Registration
) -> None:
    first, second = (send_in(tournament, pair("A"), now=NOW) for _n in range(2))
    confirm(first, by=None, now=NOW)
    with pytest.raises(Refused) as refused:
        confirm(second, by=None, now=NOW)
    assert refused.value.code == "twice"


def test_address_is_not_written_to_without_end(
    tournament: Tournament, registration: Registration
) -> None:
    now = dt.datetime.now(dt.UTC)
    registration.closes_at = now + HOUR
    registration.save()
    for _n in range(PER_ADDRESS):
        send_in(tournament, pair("A"), now=now)
    with pytest.raises(Refused) as refused:
        send_in(tournament, pair("A"), now=now)
    assert (refused.value.code, refused.value.field) == ("too-many", "email1")
    assert Mail.objects.count() == PER_ADDRESS
    assert send_in(tournament, pair("B"), now=now).state == State.UNCONFIRMED


def test_new_link_replaces_the_old_and_gives_two_more_days(
    tournament: Tournament, registration: Registration
) -> None:
    sign_up = send_in(tournament, pair("A"), now=NOW)
    later = NOW + HOUR * 40
    sign_up = send_anew(sign_up, by=None, now=later)
    assert (sign_up.link_version, sign_up.answer_by) == (2, later + HOUR * 48)


def test_desk_moves_into_the_list_only_where_a_place_is_free(
    tournament: Tournament, signed_up: Callable[..., SignUp]
) -> None:
    signed_up("A")
    late = send_in(tournament, pair("C"), now=NOW)
    signed_up("B")
    with pytest.raises(Refused) as refused:
        move_to_list(late, by=None, now=NOW)
    assert refused.value.code == "full"
    tournament.capacity = 3
    tournament.save()
    assert move_to_list(late, by=None, now=NOW).state == State.ENTERED


def test_registering_by_hand_leaves_places_that_are_promised(
    tournament: Tournament, signed_up: Callable[..., SignUp]
) -> None:
    from tournaments.domain.register import register

    signed_up("A", partner=False)
    signed_up("B")
    with pytest.raises(Refused) as refused:
        register(tournament, pair("C").entry, by=None)
    assert refused.value.code == "full"
