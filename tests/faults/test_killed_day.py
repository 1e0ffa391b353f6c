"""kill -9 while results pour in: none that was acknowledged is lost, and none is there twice.

`make faults` does it two hundred times, and with everything else that can die.
"""

from __future__ import annotations

import contextlib
import dataclasses
import sqlite3
from pathlib import Path

import pytest
from django.db import connection

from tests.faults.day import killed_day
from tests.faults.sites import Embedded

#: All of it at first, then the process that answers.
KILLS = 3


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="embedded mode is SQLite")
def test_day_goes_on_where_it_was_however_often_it_is_killed(tmp_path: Path) -> None:
    # The tables that the tests have already, so that nobody waits for their making.
    with (
        contextlib.closing(sqlite3.connect(connection.settings_dict["NAME"])) as made,
        contextlib.closing(sqlite3.connect(tmp_path / "startfelt.sqlite3")) as own,
    ):
        made.backup(own)
    with Embedded(tmp_path) as site:
        # How fast it is back is for `make faults` to judge: here the machine may be busy.
        outcome = dataclasses.replace(killed_day(site, KILLS), back=0.0)
        killed = (tmp_path / "server.log").read_text().count("SIGKILL")
    assert outcome.holds, outcome
    assert killed == KILLS - 1
