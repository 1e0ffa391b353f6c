"""The faults of the table once each, every night; a full disk is tried every time, beside this.

How fast the service is back is for `make faults` to judge: here the machine may be busy.
"""

from __future__ import annotations

import contextlib
import dataclasses
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from tests.faults.day import killed_day
from tests.faults.sites import Embedded, Full, Jumping, Site
from tests.faults.table import FAULTS, Outcome, run

KILLS = 3

pytestmark = pytest.mark.nightly


@contextlib.contextmanager
def site_of(kind: type[Site]) -> Iterator[Site]:
    # Whom PostgreSQL runs as must get through to its own folder below: none of pytest's.
    folder = Path(tempfile.mkdtemp(prefix="startfelt-faults-"))
    try:
        with kind(folder) as site:
            yield site
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def whatever_it_took(outcome: Outcome) -> Outcome:
    return dataclasses.replace(outcome, back=0.0)


def all_hold(site: Site, kind: type[Site], *, cheap: bool) -> None:
    for fault in FAULTS:
        if fault.site is kind and fault.cheap in {True, cheap}:
            outcome = whatever_it_took(run(fault, site))
            assert outcome.holds, (fault.name, outcome)


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="embedded mode is SQLite")
def test_embedded_mode_outlives_the_cheap_faults_and_a_few_kills(tmp_path: Path) -> None:
    # The tables that the tests have already, so that nobody waits for their making.
    with (
        contextlib.closing(sqlite3.connect(connection.settings_dict["NAME"])) as made,
        contextlib.closing(sqlite3.connect(tmp_path / "startfelt.sqlite3")) as own,
    ):
        made.backup(own)
    with Embedded(tmp_path) as site:
        all_hold(site, Embedded, cheap=True)
        outcome = whatever_it_took(killed_day(site, KILLS))
        assert outcome.holds, outcome


@pytest.mark.parametrize("kind", [Embedded, Jumping])
def test_embedded_mode_outlives_every_fault(kind: type[Site]) -> None:
    with site_of(kind) as site:
        all_hold(site, kind, cheap=False)


@pytest.mark.services
def test_full_mode_outlives_every_fault() -> None:
    with site_of(Full) as site:
        all_hold(site, Full, cheap=False)
