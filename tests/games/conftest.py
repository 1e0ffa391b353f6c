"""What tests of the games floor share: a round that is being played."""

from __future__ import annotations

import pytest

from tests.factories import make_entries
from tests.results import make_round
from tournaments.models import Pairing, Round, Tournament


@pytest.fixture
def round_(tournament: Tournament) -> Round:
    """Round 1, published: pairs 1-2, 3-4, 5-6 at tables 1, 2, 3 and a bye for pair 7."""
    entries = make_entries(tournament, 7)
    return make_round(tournament, 1, [entries[0:2], entries[2:4], entries[4:6], entries[6:7]])


@pytest.fixture
def pairing(round_: Round) -> Pairing:
    """The game at table 1."""
    return round_.pairings.get(table__number=1)


@pytest.fixture
def shared_database(transactional_db: None) -> None:
    """A database that several threads share: what one has written, the others read."""
