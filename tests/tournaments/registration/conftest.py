"""What tests of registration share."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest

from tournaments.imports.facts import EntryFacts, Person
from tournaments.models import Registration, SignUp, Tournament
from tournaments.registration.confirm import confirm
from tournaments.registration.facts import Given
from tournaments.registration.send_in import send_in

#: Within registration of the tournaments of `tests.factories`, which are played on 13 March 2027.
NOW = dt.datetime(2027, 3, 1, 12, tzinfo=dt.UTC)
HOUR = dt.timedelta(hours=1)


def pair(letter: str, *, name: str = "", partner: bool = True, **facts: str) -> Given:
    """Two people of their own, the second left out without `partner`."""
    first = Person(f"Anna {letter}", f"anna.{letter}@example.org".lower(), "11 22 33 44")
    second = Person(f"Bo {letter}") if partner else Person("")
    return Given(EntryFacts(name, (first, second), **facts), (False, False)).named()


@pytest.fixture
def registration(tournament: Tournament) -> Registration:
    """Two places, open until a week before the day."""
    tournament.capacity = 2
    tournament.save()
    return Registration.objects.create(
        tournament=tournament, closes_at=dt.datetime(2027, 3, 6, 22, tzinfo=dt.UTC)
    )


@pytest.fixture
def signed_up(tournament: Tournament, registration: Registration) -> Callable[..., SignUp]:
    """A pair that has sent in and confirmed."""

    def make(letter: str, *, now: dt.datetime = NOW, partner: bool = True) -> SignUp:
        sent = send_in(tournament, pair(letter, partner=partner), now=now)
        return confirm(sent, by=None, now=now)

    return make
