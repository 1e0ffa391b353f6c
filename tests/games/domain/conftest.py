"""What tests of verbs at a table may ask for."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from tests import factories
from tests.games.claiming import Table
from tests.results import make_round
from tournaments.models import Tournament


@pytest.fixture
def no_wrong_codes_yet() -> None:
    cache.clear()


@pytest.fixture
def table(tournament: Tournament) -> Table:
    sides = factories.make_entries(tournament, 2)
    return Table(make_round(tournament, 1, [sides]).pairings.get(), sides)
