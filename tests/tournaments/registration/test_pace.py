"""Letters wait where many sign up; nobody is turned away."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.cache import cache
from django.utils import timezone
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from tests.tournaments.registration.conftest import NOW, pair
from tournaments.models import Mail, Registration, SignUp, Tournament
from tournaments.registration import links
from tournaments.registration.pace import (
    AT_LEAST,
    AT_ONCE,
    HOUR,
    STEP,
    due_at,
    free_from,
    sender_of,
)
from tournaments.registration.send_in import send_in


@pytest.fixture
def now(registration: Registration) -> dt.datetime:
    """Letters are written by the real clock, so registration is open by it."""
    cache.clear()
    now = timezone.now()
    registration.closes_at = now + dt.timedelta(days=30)
    registration.save()
    return now


def written(tournament: Tournament, many: int, at: dt.datetime) -> None:
    Mail.objects.bulk_create(
        Mail(tournament=tournament, kind="sign-up-confirm", to=f"n{n}@example.org", due_at=at)
        for n in range(many)
    )


def test_letter_goes_at_once_up_to_two_for_each_place(
    tournament: Tournament, now: dt.datetime
) -> None:
    tournament.capacity = 250
    written(tournament, 499, now - dt.timedelta(minutes=30))
    assert due_at(tournament, "", now) == now
    written(tournament, 1, now - dt.timedelta(minutes=20))
    assert due_at(tournament, "", now) == now + dt.timedelta(minutes=30)


def test_the_one_after_the_limit_is_taken_in_and_gets_the_letter_later(
    tournament: Tournament, now: dt.datetime
) -> None:
    written(tournament, AT_LEAST, now - dt.timedelta(minutes=50))
    sign_up = send_in(tournament, pair("A"), now=now)
    due = now + dt.timedelta(minutes=10)
    assert (sign_up.state, sign_up.mails.get().due_at) == (SignUp.State.UNCONFIRMED, due)
    # The link holds two days from when it is sent.
    assert sign_up.answer_by == due + links.TO_CONFIRM


def test_machine_at_one_address_holds_up_itself_and_nobody_else(
    tournament: Tournament, now: dt.datetime
) -> None:
    """Five hundred forms from one place, each with an e-mail address of its own."""
    dues = []
    for _n in range(500):
        dues.append(due_at(tournament, "192.0.2.7", now))
        written(tournament, 1, dues[-1])
    assert dues == [now] * AT_ONCE + [now + STEP * n for n in range(1, 500 - AT_ONCE + 1)]
    assert due_at(tournament, "198.51.100.4", now) == now


@pytest.mark.parametrize(
    ("address", "sender"),
    [("8.8.8.8", "8.8.8.8"), ("127.0.0.1", ""), ("192.168.1.20", ""), ("::1", ""), ("", "")],
)
def test_address_that_may_stand_for_everybody_is_no_sender(address: str, sender: str) -> None:
    assert sender_of(address) == sender


def test_link_of_a_letter_that_waited_is_not_too_old(
    tournament: Tournament, now: dt.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_up = send_in(tournament, pair("A"), now=now)
    SignUp.objects.update(answer_by=timezone.now() + HOUR)
    with monkeypatch.context() as patch:
        long_ago = links.signing.time.time() - 60 * 3600
        patch.setattr(links.signing.time, "time", lambda: long_ago)
        token = links.own_token(sign_up)
    assert links.read_own(tournament, token) == sign_up
    SignUp.objects.update(answer_by=timezone.now() - HOUR)
    with pytest.raises(links.BadLink):
        links.read_own(tournament, token)


@settings(max_examples=60, deadline=None)
@drawn(st.lists(st.integers(0, 300), max_size=40), st.integers(0, 120), st.integers(1, 6))
def test_never_more_than_the_limit_within_an_hour(
    minutes: list[int], start: int, most: int
) -> None:
    """Each letter as early as may be: one minute sooner there would be too many."""
    at = [NOW + dt.timedelta(minutes=minute) for minute in minutes]
    dues: list[dt.datetime] = []
    for earliest in sorted(at):
        dues = sorted([*dues, free_from(dues, earliest, most)])
    for end in dues:
        assert sum(end - HOUR < one <= end for one in dues) <= most
    earliest = NOW + dt.timedelta(minutes=start)
    free = free_from(dues, earliest, most)
    minute = earliest
    while minute < free:
        assert sum(minute - HOUR < one <= minute for one in dues) >= most
        minute += dt.timedelta(minutes=1)
