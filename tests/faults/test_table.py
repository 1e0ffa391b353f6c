"""The faults of the table once each, every night; kill -9 is tried every time, beside this.

How fast the service is back is for `make faults` to judge: here the machine may be busy.
"""

from __future__ import annotations

import dataclasses
import shutil
import tempfile
from pathlib import Path

import pytest

from tests.faults.sites import Embedded, Full, Jumping, Site
from tests.faults.table import FAULTS, run

pytestmark = pytest.mark.nightly


def all_hold(kind: type[Site]) -> None:
    # Whom PostgreSQL runs as must get through to its own folder below: none of pytest's.
    folder = Path(tempfile.mkdtemp(prefix="startfelt-faults-"))
    try:
        with kind(folder) as site:
            for fault in FAULTS:
                if fault.site is kind:
                    outcome = dataclasses.replace(run(fault, site), back=0.0)
                    assert outcome.holds, (fault.name, outcome)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.parametrize("kind", [Embedded, Jumping])
def test_embedded_mode_outlives_every_fault(kind: type[Site]) -> None:
    all_hold(kind)


@pytest.mark.services
def test_full_mode_outlives_every_fault() -> None:
    all_hold(Full)
