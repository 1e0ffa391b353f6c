"""Who moves up, when, and who does not: the waiting list keeps its order and never overfills."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoCaptureOnCommitCallbacks

from tests.factories import make_tournament
from tests.tournaments.registration.conftest import HOUR, NOW, pair
from tournaments.domain.errors import Refused
from tournaments.domain.withdraw import withdraw
from tournaments.imports.facts import Person
from tournaments.models import Entry, Player, Registration, SignUp, Tournament
from tournaments.registration.answer import accept
from tournaments.registration.cancel import cancel
from tournaments.registration.confirm import confirm
from tournaments.registration.expire import expire, sweep
from tournaments.registration.join import join, renew_invitation
from tournaments.registration.links import BadLink
from tournaments.registration.move_up import fill, offer
from tournaments.registration.places import Phase
from tournaments.registration.rows import phase_of, places_of
from tournaments.registration.send_in import send_in

State = SignUp.State


def again(sign_up: SignUp) -> SignUp:
    return SignUp.objects.select_related("entry", "tournament").get(pk=sign_up.pk)


def test_cancelled_place_is_offered_to_the_first(signed_up: Callable[..., SignUp]) -> None:
    first, _second, third, fourth = (signed_up(letter) for letter in "ABCD")

    cancel(first, by=None, now=NOW)

    assert (again(third).state, again(fourth).state) == (State.OFFERED, State.WAITING)
    assert again(third).answer_by == NOW + HOUR * 24
    assert third.mails.filter(kind="sign-up-offer").count() == 1
    assert Entry.objects.get(number=1).state == Entry.State.WITHDRAWN


def test_offer_taken_is_an_entry(signed_up: Callable[..., SignUp]) -> None:
    first, _second, third = (signed_up(letter) for letter in "ABC")
    cancel(first, by=None, now=NOW)

    accept(third, by=None, now=NOW + HOUR)

    assert again(third).state == State.ENTERED
    assert Entry.objects.exclude(state=Entry.State.WITHDRAWN).count() == 2


def test_offer_not_taken_goes_to_the_next(
    tournament: Tournament, signed_up: Callable[..., SignUp]
) -> None:
    first, _second, third, fourth = (signed_up(letter) for letter in "ABCD")
    cancel(first, by=None, now=NOW)

    late = NOW + HOUR * 25
    with pytest.raises(Refused):
        accept(again(third), by=None, now=late)
    assert sweep(late) == 2
    assert (again(third).state, again(fourth).state) == (State.EXPIRED, State.OFFERED)
    assert sweep(late) == 0


def test_who_was_too_late_stands_at_the_end_of_the_line(
    signed_up: Callable[..., SignUp],
) -> None:
    first, _second, third, _fourth = (signed_up(letter) for letter in "ABCD")
    cancel(first, by=None, now=NOW)
    sweep(NOW + HOUR * 25)

    back = confirm(again(third), by=None, now=NOW + HOUR * 26)

    assert (back.state, back.queued_at) == (State.WAITING, NOW + HOUR * 26)


def test_entry_withdrawn_by_the_desk_frees_its_place(
    signed_up: Callable[..., SignUp],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    first, _second, third = (signed_up(letter, now=dt.datetime.now(dt.UTC)) for letter in "ABC")
    assert first.entry is not None

    with django_capture_on_commit_callbacks(execute=True):
        withdraw(first.entry, by=None)

    assert again(third).state == State.OFFERED


def test_mistyped_address_of_a_partner_keeps_nobody_out(signed_up: Callable[..., SignUp]) -> None:
    row = signed_up("A")
    Player.objects.filter(position=2).update(email="bø@example")
    cancel(row, by=None, now=NOW)
    assert confirm(again(row), by=None, now=NOW).state == State.ENTERED


def test_no_offer_lasts_longer_than_registration(
    registration: Registration, signed_up: Callable[..., SignUp]
) -> None:
    first, _second, third = (signed_up(letter) for letter in "ABC")
    assert registration.closes_at is not None
    cancel(first, by=None, now=registration.closes_at - HOUR)
    assert again(third).answer_by == registration.closes_at


def test_nothing_is_offered_by_itself_after_the_closing(
    registration: Registration, signed_up: Callable[..., SignUp]
) -> None:
    first, _second, third = (signed_up(letter) for letter in "ABC")
    assert registration.closes_at is not None
    cancel(first, by=None, now=registration.closes_at + HOUR)
    assert again(third).state == State.WAITING

    by_hand = offer(again(third), by=None, now=registration.closes_at + HOUR)
    assert by_hand.answer_by == registration.closes_at + HOUR * 25


def test_raised_capacity_offers_as_many_places(
    tournament: Tournament, signed_up: Callable[..., SignUp]
) -> None:
    rows = [signed_up(letter) for letter in "ABCDE"]
    tournament.capacity = 4
    tournament.save()

    assert fill(tournament, now=NOW) == 2
    assert [again(row).state for row in rows[2:]] == [State.OFFERED, State.OFFERED, State.WAITING]


def test_unconfirmed_expires_without_a_letter(
    tournament: Tournament, registration: Registration
) -> None:
    sign_up = send_in(tournament, pair("A"), now=NOW)
    assert sweep(NOW + HOUR * 47) == 0
    assert sweep(NOW + HOUR * 48) == 1
    assert again(sign_up).state == State.EXPIRED
    assert sign_up.mails.count() == 1


def test_row_that_cannot_be_read_stops_no_other_tournament(
    tournament: Tournament, registration: Registration, caplog: pytest.LogCaptureFixture
) -> None:
    broken = make_tournament()
    SignUp.objects.create(
        tournament=broken,
        state=State.OFFERED,
        answer_by=NOW,
        facts={"players": [{"surname": "?"}]},
        email="x@example.org",
    )
    sign_up = send_in(tournament, pair("A"), now=NOW)
    assert sweep(NOW + HOUR * 48) == 1
    sign_up.refresh_from_db()
    assert sign_up.state == State.EXPIRED
    assert [broken.slug in record.getMessage() for record in caplog.records] == [True]


def test_half_a_pair_expires_with_registration(
    registration: Registration, signed_up: Callable[..., SignUp]
) -> None:
    half = signed_up("A", partner=False)
    assert registration.closes_at is not None
    registration.closes_at += HOUR
    registration.save()
    assert sweep(registration.closes_at - HOUR) == 0
    assert sweep(registration.closes_at) == 1
    assert again(half).state == State.EXPIRED


def test_invited_half_makes_the_pair_an_entry(signed_up: Callable[..., SignUp]) -> None:
    half = signed_up("A", partner=False)

    done = join(half, Person("Bo Krag", "bo@example.org"), invitation=1, initials=True, now=NOW)

    assert done.state == State.ENTERED
    assert done.entry is not None
    assert done.entry.name == "Anna A & Bo Krag"
    assert [(p.name, p.initials_only) for p in done.entry.players.all()] == [
        ("Anna A", False), ("Bo Krag", True),
    ]  # fmt: skip
    assert list(half.mails.values_list("kind", "to").order_by("created_at"))[-2:] == [
        ("sign-up-entered", "anna.a@example.org"),
        ("sign-up-partner", "bo@example.org"),
    ]


def test_invitation_is_taken_once_and_can_be_withdrawn(signed_up: Callable[..., SignUp]) -> None:
    half = renew_invitation(signed_up("A", partner=False), by=None)
    with pytest.raises(BadLink):
        join(half, Person("Bo"), invitation=1, now=NOW)
    join(half, Person("Bo"), invitation=2, now=NOW)
    with pytest.raises(BadLink):
        join(half, Person("Eva"), invitation=2, now=NOW)


def test_half_in_the_waiting_list_keeps_its_place_when_the_other_comes(
    signed_up: Callable[..., SignUp],
) -> None:
    signed_up("A"), signed_up("B")
    half = signed_up("C", partner=False)
    joined = join(half, Person("Bo Krag"), invitation=1, now=NOW + HOUR)
    assert (joined.state, joined.queued_at) == (State.WAITING, NOW)


def test_nobody_cancels_once_it_has_begun(
    tournament: Tournament, signed_up: Callable[..., SignUp]
) -> None:
    row = signed_up("A")
    tournament.state = Tournament.State.RUNNING
    tournament.save()
    with pytest.raises(Refused) as refused:
        cancel(row, by=None, now=NOW)
    assert refused.value.code == "begun"


def test_all_who_wait_are_told_when_it_begins_without_them(
    tournament: Tournament, signed_up: Callable[..., SignUp]
) -> None:
    rows = [signed_up(letter) for letter in "ABC"]
    tournament.state = Tournament.State.RUNNING
    tournament.save()
    assert sweep(NOW) == 1
    assert again(rows[2]).state == State.EXPIRED
    assert rows[2].mails.filter(kind="sign-up-no-place").count() == 1


def test_cancelled_and_back_keeps_the_number(signed_up: Callable[..., SignUp]) -> None:
    row = signed_up("A")
    cancel(row, by=None, now=NOW)
    back = confirm(again(row), by=None, now=NOW + HOUR)
    assert back.state == State.ENTERED
    assert list(Entry.objects.values_list("number", "state")) == [(1, Entry.State.REGISTERED)]


#: What may happen, with the sign-up (by its turn) it happens to.
STEPS = st.tuples(
    st.sampled_from(
        ["send", "half", "confirm", "cancel", "accept", "expire", "join", "withdraw", "hours"]
        + ["more", "fewer"]
    ),
    st.integers(0, 7),
)


@pytest.mark.django_db
@settings(
    max_examples=10,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=st.lists(STEPS, min_size=4, max_size=18))
def test_law_of_places_and_the_line(steps: list[tuple[str, int]]) -> None:
    """Whatever happens: no place is given out twice, nobody waits while one is free, nobody is
    offered one before somebody who waits longer, and each is in one state."""
    tournament = make_tournament(capacity=2)
    Registration.objects.create(tournament=tournament)
    now, rows = NOW, list[SignUp]()
    for turn, (step, which) in enumerate(steps):
        taken_before = places_of(tournament).taken
        row = again(rows[which % len(rows)]) if rows else None
        try:
            if step in {"send", "half"}:
                given_ = pair(f"N{turn}", partner=step == "send")
                rows.append(send_in(tournament, given_, now=now))
            elif step in {"more", "fewer"}:
                change = 1 if step == "more" else -1
                tournament.capacity = max(1, tournament.capacity + change)
                tournament.save()
                fill(tournament, now=now)
            elif step == "hours":
                now += HOUR * 9 * (which + 1) / 4
                sweep(now)
            elif row is not None:
                _do(step, row, turn, now)
        except (Refused, BadLink):
            pass
        _check(tournament, taken_before, now)


def _do(step: str, row: SignUp, turn: int, now: dt.datetime) -> None:
    match step:
        case "confirm":
            confirm(row, by=None, now=now)
        case "cancel":
            cancel(row, by=None, now=now)
        case "accept":
            accept(row, by=None, now=now)
        case "expire":
            expire(row, now=now)
        case "join":
            join(row, Person(f"Eva {turn}"), invitation=1, now=now)
        case "withdraw" if row.entry is not None:
            withdraw(row.entry, by=None)
            fill(row.tournament, now=now)


def _check(tournament: Tournament, taken_before: int, now: dt.datetime) -> None:
    places = places_of(tournament)
    assert places.taken <= max(tournament.capacity, taken_before)
    if phase_of(tournament, now) is Phase.OPEN:
        assert not (places.free and places.waiting)
    waiting = tournament.sign_ups.filter(state=State.WAITING)
    offered = tournament.sign_ups.filter(state=State.OFFERED)
    first = waiting.order_by("queued_at").first()
    if first is not None:
        assert not offered.filter(queued_at__gt=first.queued_at).exists()
    for row in tournament.sign_ups.select_related("entry"):
        assert (row.state == State.ENTERED) <= (row.entry is not None)
        assert (row.state in {State.UNCONFIRMED, State.OFFERED, State.INVITING}) == (
            row.answer_by is not None
        )
        assert (row.state in {State.WAITING, State.OFFERED}) <= (row.queued_at is not None)
