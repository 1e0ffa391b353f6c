"""What tests of the games floor share: a round that is being played, and a database of files."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection, connections

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
def shared_database(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """A database that several threads really share.

    SQLite's test database lives in memory, where a second connection fails instead of waiting;
    here it is a file for once, in the mode it has in the hall. PostgreSQL stays as it is.
    """
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    memory, name = connection.connection, connection.settings_dict["NAME"]
    path = tmp_path / "shared.sqlite3"
    with sqlite3.connect(path) as file:
        memory.backup(file)
    file.close()
    connection.settings_dict["NAME"] = str(path)
    connection.connection = None
    try:
        yield
    finally:
        connections["default"].close()
        connection.settings_dict["NAME"] = name
        connection.connection = memory
