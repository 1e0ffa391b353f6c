"""kill -9 in the middle of a render: the job is made after the restart, once, and whole."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.faults.site import (
    environment,
    job_row,
    make_site,
    press_workers,
    running,
    wait_for,
)
from tests.services import free_port, services

#: Two parts, a long one and a short one, so that there is a middle.
TABLES = 60
#: Seconds that a busy machine may take.
PATIENCE = 300


def kill_in_the_middle(command: list[str], env: Mapping[str, str]) -> None:
    with running(command, env) as process:
        wait_for(lambda: len(press_workers(env)) > 0, PATIENCE, lambda: job_row(env))
        wait_for(lambda: job_row(env).done >= 1, PATIENCE, lambda: job_row(env))
        process.kill()
        process.wait()
        left = job_row(env)
        # Nobody told the printing processes; they end since nobody is there to print for.
        wait_for(lambda: press_workers(env) == [], PATIENCE, lambda: press_workers(env))
    assert (left.state, left.attempts, left.file) == ("running", 1, "")


def made_after_restart(command: list[str], env: Mapping[str, str]) -> None:
    with running(command, env):
        wait_for(lambda: job_row(env).state in {"done", "failed"}, PATIENCE, lambda: job_row(env))
    row = job_row(env)
    assert (row.state, row.attempts, row.done, row.total, row.error) == ("done", 2, 3, 3, "")
    files = Path(env["DATA_DIR"]) / "files" / "reports"
    assert [f"reports/{file.name}" for file in files.iterdir()] == [row.file]
    assert len(PdfReader(files.parent / row.file).pages) == TABLES
    assert list((Path(env["DATA_DIR"]) / "workshops").iterdir()) == []


@pytest.mark.nightly  # prints sixty sheets, and most of them again
def test_embedded_server_killed_in_a_render_makes_it_after_the_restart(tmp_path: Path) -> None:
    env = environment(tmp_path)
    make_site(TABLES, env)
    server = ["uvicorn", "config.asgi:application", "--log-level", "warning", "--port"]

    kill_in_the_middle([*server, str(free_port())], env)
    made_after_restart([*server, str(free_port())], env)


@pytest.mark.nightly  # the same, and starts PostgreSQL, Redis and two workers
@pytest.mark.services
def test_celery_worker_killed_in_a_render_leaves_it_to_the_next(tmp_path: Path) -> None:
    with services() as addresses:
        env = environment(tmp_path, addresses)
        make_site(TABLES, env)
        beat = f"--schedule={tmp_path / 'beat'}"
        worker = ["celery", "-A", "config", "worker", "-B", beat, "--concurrency=2"]
        worker += ["--loglevel=error"]

        kill_in_the_middle(worker, env)
        made_after_restart(worker, env)
