"""What tests of the judges' floor share: a round that is being played, and its judges."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.domain.run_clock import start_clock
from tests.factories import make_entries, make_user
from tests.games.conftest import shared_database
from tests.results import make_round
from tournaments.models import Pairing, Role, Round, Tournament, User

__all__ = ["shared_database"]

NINE = datetime(2027, 3, 13, 9, 0, tzinfo=UTC)


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
def head(tournament: Tournament) -> User:
    return make_user("hanne", role=Role.Kind.HEAD_JUDGE, tournament=tournament)


@pytest.fixture
def second(tournament: Tournament) -> User:
    """Another judge."""
    return make_user("sofus", role=Role.Kind.JUDGE, tournament=tournament)


@pytest.fixture
def at(time_machine: Any) -> Callable[[float], None]:
    """Move the clock of the machine to so many minutes after nine."""

    def move(after: float) -> None:
        time_machine.move_to(NINE + timedelta(minutes=after), tick=False)

    move(0)
    return move


@pytest.fixture
def started(round_: Round, at: Callable[[float], None]) -> Round:
    """The same round, its clock started at nine."""
    start_clock(round_, by=None)
    return round_
