"""What tests of rounds share."""

from __future__ import annotations

import pytest

from tests import factories
from tests.games import conftest as games
from tournaments.domain.draw_round import draw_round
from tournaments.models import Round, Tournament

shared_database = games.shared_database


@pytest.fixture
def draft(tournament: Tournament) -> Round:
    """Round 1 of nine pairs: four games and a bye, not published."""
    factories.make_entries(tournament, 9)
    return draw_round(tournament, by=None)
