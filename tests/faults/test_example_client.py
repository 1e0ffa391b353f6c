"""The example client follows a tournament of a real server, also after that was killed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from threading import Thread

from tests.faults.live_site import SLUG, Person, run, wait_until_it_answers
from tests.faults.site import ROOT, environment, running, wait_for
from tests.services import free_port

SERVER = ["uvicorn", "config.asgi:application", "--log-level", "warning", "--port"]


def test_example_client_follows_a_tournament_live(tmp_path: Path) -> None:
    env = environment(tmp_path)
    run("seed", env)
    port = free_port()
    command = [sys.executable, "docs/developers/follow.py", f"http://127.0.0.1:{port}", SLUG]
    said: list[str] = []
    with running([*SERVER, str(port)], env) as server:
        wait_until_it_answers(port)
        client = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert client.stdout is not None
        Thread(target=lambda lines: said.extend(lines), args=[client.stdout], daemon=True).start()
        try:
            wait_for(lambda: "clock/  round 1: playing\n" in said, 120, lambda: said)
            assert "pairings/?state=open  1 games without a result\n" in said
            assert "rounds/  1: 1 missing\n" in said
            before = len(said)
            page = f"/desk/{SLUG}/clock/"
            Person(port).post(page, f"/desk/{SLUG}/rounds/1/clock/pause/")
            wait_for(lambda: "clock/  round 1: paused\n" in said, 120, lambda: said)
            # What did not change was not told again.
            assert [one for one in said[before:] if one.startswith("pairings")] == []
            server.kill()
            server.wait()
            with running([*SERVER, str(port)], env):
                wait_until_it_answers(port)
                Person(port).post(page, f"/desk/{SLUG}/rounds/1/clock/resume/")
                wait_for(lambda: said[-1] == "clock/  round 1: playing\n", 120, lambda: said)
        finally:
            client.kill()
            client.wait()
