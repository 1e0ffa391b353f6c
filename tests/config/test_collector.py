"""The garbage collector of a server."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from config.collector import THRESHOLDS, settle


@pytest.fixture
def as_before() -> Iterator[None]:
    """The collector of the test run, given back as it was."""
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def test_settle_leaves_what_is_loaded_alone_and_still_collects(as_before: None) -> None:
    settle()

    assert (gc.isenabled(), gc.get_threshold()) == (True, THRESHOLDS)
    assert gc.get_freeze_count() > 10_000


def test_settled_collector_frees_rings_made_afterwards(as_before: None) -> None:
    settle()
    ring: list[object] = []
    ring.append(ring)
    del ring

    assert gc.collect() >= 1
