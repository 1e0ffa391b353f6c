"""Beat, while the clock of the day jumps."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
import time_machine
from celery import Celery

from config import beat

NOON = dt.datetime(2027, 5, 1, 12, tzinfo=dt.UTC)
EVERY = 5.0


@pytest.fixture
def app() -> Celery:
    app = Celery("clocks", broker="memory://clocks", set_as_current=False)
    app.conf.timezone = "UTC"
    app.conf.beat_schedule = {
        "sweep": {"task": "sweep", "schedule": EVERY},
        "prune": {"task": "prune", "schedule": 3600.0},
    }
    return app


@pytest.mark.parametrize("kind", [beat.Scheduler, beat.PersistentScheduler])
@pytest.mark.parametrize("hours", [-1, 1])
def test_beat_goes_on_when_the_clock_jumps(
    kind: type[beat.Scheduler], hours: int, app: Celery, tmp_path: Path
) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        scheduler = kind(app, schedule_filename=str(tmp_path / "beat"))
        assert 0 < scheduler.tick() <= EVERY
        clock.shift(EVERY + 1)
        assert scheduler.tick() == 0  # swept
        clock.shift(dt.timedelta(hours=hours))
        while (rest := scheduler.tick()) == 0:
            pass
        assert 0 < rest <= EVERY
        clock.shift(EVERY)
        assert scheduler.tick() == 0
        scheduler.close()
