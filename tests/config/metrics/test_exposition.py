"""The figures: what is counted where, what is looked up, and several processes added up."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from prometheus_client import CollectorRegistry, generate_latest

from config.health.pulse import Pulse
from config.health.queues import Queue, queues
from config.metrics import exposition
from config.metrics import registry as metrics
from config.metrics.count import count_document
from games.domain.game_results import Typed
from games.domain.record_result import record_result
from reports.domain.ask_for_document import ask_for_document
from reports.models import Job
from tests.factories import make_entries, make_round, make_tournament
from tournaments.models import Mail, Tournament

ROOT = Path(__file__).resolve().parents[3]


def looked_up() -> list[str]:
    """What `LookedUp` says, without its comments."""
    registry = CollectorRegistry()
    registry.register(exposition.LookedUp())
    text = generate_latest(registry).decode()
    return [line for line in text.splitlines() if not line.startswith("#")]


def make_mail(tournament: Tournament, **fields: Any) -> Mail:
    return Mail.objects.create(
        tournament=tournament, kind="confirm", to="a@example.org", language="da", **fields
    )


def test_queues_say_how_much_and_since_when(tournament: Tournament) -> None:
    now = timezone.now()
    ask_for_document(tournament, "standings", by=None)
    Job.objects.update(asked_at=now - timedelta(seconds=40))
    make_mail(tournament, state="failed")
    make_mail(tournament, due_at=now + timedelta(hours=1))
    assert queues(now) == {
        "documents": Queue(1, 40.0),
        "letters": Queue(1, 0.0, 1),
        "pushes": Queue(0, 0.0),
        "forecasts": Queue(0, 0.0),
    }
    other = make_tournament()
    assert {one.waiting for one in queues(now, other).values()} == {0}


@pytest.mark.parametrize("letters", [1, 30])
def test_queues_are_four_queries_whatever_waits(tournament: Tournament, letters: int) -> None:
    for _ in range(letters):
        make_mail(tournament)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        queues(timezone.now())
    assert len(asked) == 4


def test_what_is_looked_up_has_queues_locks_clocks_and_processes(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exposition, "pulses", lambda: [Pulse(0, 0.5, 3), Pulse(0, 0.25, 1)])
    monkeypatch.setattr(exposition, "worked_at", lambda: timezone.now().timestamp() + 60)
    lines = looked_up()
    assert "startfelt_database_up 1.0" in lines
    assert 'startfelt_queue_waiting{queue="documents"} 0.0' in lines
    assert "startfelt_waiting_for_locks 0.0" in lines
    assert "startfelt_web_processes 2.0" in lines
    assert "startfelt_live_lag_seconds 0.5" in lines
    assert "startfelt_worker_idle_seconds 0.0" in lines
    [drift] = [line for line in lines if line.startswith("startfelt_clock_drift_seconds ")]
    assert abs(float(drift.split()[1])) < 30


def test_figures_come_also_while_the_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(_now: object) -> None:
        raise DatabaseError("password=hemmelig")

    monkeypatch.setattr(exposition, "queues", away)
    monkeypatch.setattr(exposition, "pulses", lambda: None)
    monkeypatch.setattr(exposition, "worked_at", lambda: None)
    assert looked_up() == ["startfelt_database_up 0.0"]


def value(metric: Any, **labels: str) -> float:
    for family in metric.collect():
        for sample in family.samples:
            if sample.labels == labels and sample.name.endswith(("_total", "_count")):
                return float(sample.value)
    return 0.0


def test_result_is_counted_when_it_is_saved(
    tournament: Tournament, django_capture_on_commit_callbacks: Any
) -> None:
    one, other = make_entries(tournament, 2)
    pairing = make_round(tournament, [(one, other)]).pairings.get()
    before = value(metrics.RESULTS), value(metrics.EVENTS, verb="result.record")
    with django_capture_on_commit_callbacks(execute=True):
        record_result(pairing, Typed(scores=(8, 5)), seen=0, by=None)
    assert value(metrics.RESULTS) == before[0] + 1
    assert value(metrics.EVENTS, verb="result.record") == before[1] + 1


def test_document_is_counted_by_kind_and_how_it_went() -> None:
    labels = {"document": "standings", "state": "done"}
    before = value(metrics.RENDERS, **labels)
    count_document(document="standings", state="done", seconds=1.5)
    assert value(metrics.RENDERS, **labels) == before + 1


COUNT = """
import django; django.setup()
import os
from config.metrics import registry
registry.RESULTS.inc({results})
registry.LISTENERS.inc({listeners})
if {dies}:
    os._exit(9)
from prometheus_client import generate_latest
print(generate_latest(registry.readable()).decode())
"""


def test_processes_are_added_up_and_who_is_gone_listens_no_more(tmp_path: Path) -> None:
    env = os.environ | {
        "DATA_DIR": str(tmp_path),
        "DATABASE_URL": f"sqlite:///{tmp_path}/none.sqlite3",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "SECRET_KEY": "only for tests " * 4,
        "ALLOWED_HOSTS": "127.0.0.1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }

    def run(**numbers: int) -> str:
        done = subprocess.run(
            [sys.executable, "-c", COUNT.format(**numbers)],
            cwd=ROOT,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout

    assert run(results=2, listeners=40, dies=1) == ""
    assert run(results=4, listeners=1, dies=1) == ""
    lines = run(results=3, listeners=5, dies=0).splitlines()
    assert "startfelt_results_recorded_total 9.0" in lines
    assert "startfelt_live_listeners 5.0" in lines
    # What the dead have counted lies in one file of each kind, however many they were.
    there = {path.name for path in (tmp_path / "metrics").glob("*.db")}
    assert {name for name in there if name.endswith("_0.db")} == {
        "counter_0.db",
        "histogram_0.db",
    }
    assert len(there) == 5
