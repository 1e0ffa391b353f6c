"""What tests of the pages share."""

from __future__ import annotations

import datetime as dt

import pytest

from tournaments.models import Registration, Tournament


@pytest.fixture
def open_(tournament: Tournament) -> Tournament:
    """Two places, open now."""
    tournament.capacity = 2
    tournament.date = dt.date.today() + dt.timedelta(days=30)
    tournament.save()
    Registration.objects.create(tournament=tournament, fee="200 kr.")
    return tournament
