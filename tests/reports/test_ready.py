"""What the first document waits for is made ready when nobody else needs the processor."""

from __future__ import annotations

import pytest

from reports import ready
from tournaments.domain.lease import stopping


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each time that it is made ready; and looks are quick."""
    done: list[str] = []
    monkeypatch.setattr(ready, "make_ready", lambda: done.append("ready"))
    monkeypatch.setattr(ready, "LOOK", 0.01)
    return done


def test_press_begins_in_a_process_that_is_idle(made: list[str]) -> None:
    ready.make_ready_when_idle().join(60)
    assert made == ["ready"]


def test_press_begins_at_last_in_a_process_that_is_busy_all_the_time(
    made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ready, "IDLE", -1.0)
    monkeypatch.setattr(ready, "LOOKS", 3)
    ready.make_ready_when_idle().join(60)
    assert made == ["ready"]


def test_press_does_not_begin_in_a_process_that_is_about_to_end(made: list[str]) -> None:
    stopping.set()
    try:
        ready.make_ready_when_idle().join(60)
    finally:
        stopping.clear()
    assert made == []
