"""kill -9 while a letter is on its way: it is sent again, and known for the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.mail_site import mail_row
from tests.faults.site import ROOT, environment, running, wait_for
from tests.mail_server import mail_server

SITE = "tests.faults.mail_site"


@pytest.mark.nightly  # six processes, one after another; the lease itself has quick tests
def test_letter_of_a_killed_worker_is_sent_by_the_next(tmp_path: Path) -> None:
    with mail_server() as server:
        env = environment(tmp_path, {"EMAIL_URL": f"smtp://127.0.0.1:{server.port}"})

        def run(what: str) -> None:
            subprocess.run([sys.executable, "-m", SITE, what], cwd=ROOT, env=env, check=True)

        run("write")
        # The server has the letter and has not said so.
        server.dawdles = 60
        with running([SITE, "send"], env) as process:
            wait_for(lambda: len(server.letters) == 1, 240, lambda: mail_row(env))
            process.kill()
            process.wait()
        assert mail_row(env) == ("sending", 1)
        server.dawdles = 0
        run("send")
        # Somebody may still be at it, for all the next worker knows.
        assert (mail_row(env), len(server.letters)) == (("sending", 1), 1)
        run("later")
        run("send")
        assert mail_row(env) == ("sent", 2)
        first, second = server.letters
        assert first["Message-ID"] == second["Message-ID"]
