"""Live pages on real servers: killed, told to end, and with Redis gone for a while."""

from __future__ import annotations

import signal
from collections.abc import Mapping
from pathlib import Path

import psycopg
import pytest

from tests.faults.live_site import SLUG, Ear, Person, run, wait_until_it_answers
from tests.faults.site import environment, running, wait_for
from tests.services import free_port, postgres, redis


def server(port: int) -> list[str]:
    return ["uvicorn", "config.asgi:application", "--log-level", "warning", "--port", str(port)]


def settings_of(database: str, broker: str) -> Mapping[str, str]:
    return {
        "DATABASE_URL": database,
        "REDIS_URL": broker,
        "SECRET_KEY": "only for tests " * 4,
        "ALLOWED_HOSTS": "127.0.0.1",
        "HTTPS": "0",
        "COLLECTED_STATIC": "0",
    }


#: Seconds that a busy machine may take.
PATIENCE = 120


def heard(ear: Ear, kind: str) -> None:
    wait_for(lambda: any(kind in hint for hint in ear.hints()), PATIENCE, lambda: ear.lines)


def test_embedded_line_tells_what_the_desk_does_and_works_after_a_kill(tmp_path: Path) -> None:
    env = environment(tmp_path)
    run("seed", env)
    port = free_port()
    clock = f"/desk/{SLUG}/clock/"

    with running(server(port), env) as process:
        wait_until_it_answers(port)
        ears = [Ear(port) for _ in range(3)]
        Person(port).post(clock, f"/desk/{SLUG}/rounds/1/clock/pause/")
        for ear in ears:
            heard(ear, "clock")
        process.kill()
        process.wait()
        wait_for(lambda: all(ear.ended for ear in ears), PATIENCE, lambda: ears)

    with running(server(port), env):
        wait_until_it_answers(port)
        ear = Ear(port)
        Person(port).post(clock, f"/desk/{SLUG}/rounds/1/clock/resume/")
        heard(ear, "clock")


@pytest.mark.nightly  # it waits for as long as a server may take to end
def test_server_told_to_end_does_not_wait_for_those_who_listen(tmp_path: Path) -> None:
    env = environment(tmp_path)
    run("seed", env)
    port = free_port()
    with running(server(port), env) as process:
        wait_until_it_answers(port)
        ears = [Ear(port) for _ in range(3)]
        wait_for(lambda: all("event: open" in ear.lines for ear in ears), PATIENCE, lambda: ears)
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=PATIENCE)
        wait_for(lambda: all(ear.ended for ear in ears), PATIENCE, lambda: ears)


@pytest.mark.nightly  # starts all of full mode, and waits while Redis is away
@pytest.mark.services
def test_full_mode_line_hears_other_processes_and_lives_again_after_redis_was_away(
    tmp_path: Path,
) -> None:
    port, broker_port = free_port(), free_port()
    with postgres() as database:
        with redis(broker_port) as broker:
            env = environment(tmp_path, settings_of(database, broker))
            run("seed", env)
            serving = running(server(port), env)
            serving.__enter__()
            wait_until_it_answers(port)
            ears = [Ear(port) for _ in range(60)]
            wait_for(
                lambda: all("event: open" in ear.lines for ear in ears), PATIENCE, lambda: ears
            )
            with psycopg.connect(database) as own:
                asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = 'startfelt'"
                row = own.execute(asked).fetchone()
            assert row is not None and row[0] < 20, row
            run("act", env)
            for ear in ears:
                heard(ear, "clock")
        try:
            ear = ears[0]
            # Redis is gone: the write is saved all the same, and nobody hears of it yet.
            run("act", env)
            assert len(ear.hints()) == 1
            with redis(broker_port):
                heard(ear, "all")
                run("act", env)
                wait_for(lambda: len(ear.hints()) == 3, PATIENCE, lambda: ear.lines)
        finally:
            serving.__exit__(None, None, None)
