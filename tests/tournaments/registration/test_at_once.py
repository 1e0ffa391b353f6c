"""Two people press at the same time."""

from __future__ import annotations

import datetime as dt

import pytest

from tests import factories
from tests.at_once import at_once
from tests.tournaments.registration.conftest import NOW, pair
from tournaments.models import Entry, Registration, SignUp
from tournaments.registration.confirm import confirm
from tournaments.registration.expire import sweep
from tournaments.registration.send_in import send_in


@pytest.mark.django_db(transaction=True)
def test_last_place_goes_to_one_and_two_sweeps_offer_it_once() -> None:
    tournament = factories.make_tournament(capacity=1)
    Registration.objects.create(tournament=tournament)
    rows = [send_in(tournament, pair(letter), now=NOW) for letter in "AB"]

    outcomes = at_once(*(lambda row=row: confirm(row, by=None, now=NOW) for row in rows))

    assert outcomes == ["done", "done"]
    states = sorted(SignUp.objects.values_list("state", flat=True))
    assert states == [SignUp.State.ENTERED, SignUp.State.WAITING]

    Entry.objects.update(state=Entry.State.WITHDRAWN)
    later = NOW + dt.timedelta(minutes=1)
    assert at_once(lambda: sweep(later), lambda: sweep(later)) == ["done", "done"]
    assert SignUp.objects.filter(state=SignUp.State.OFFERED).count() == 1
    assert tournament.events.filter(verb="signup.offer").count() == 1
