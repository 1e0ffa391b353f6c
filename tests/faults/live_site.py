"""A round to listen to, and somebody who does things in it, in processes of their own.

`python -m tests.faults.live_site seed` makes the database and a published round;
`python -m tests.faults.live_site act` pauses its clock or lets it go on.
"""

from __future__ import annotations

import http.client
import http.cookiejar
import re
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from threading import Thread

from tests.faults.site import ROOT

SLUG = "live"
#: Seconds that a start may take on a busy machine.
PATIENCE = 240
USER, PASSWORD = "bente", "hjerter er trumf"


class Ear:
    """An open page: everything that came over its line."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.connection.request("GET", f"/live/{SLUG}/")
        self.answer = self.connection.getresponse()
        self.lines: list[str] = []
        self.ended = False
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with suppress(OSError, ValueError, http.client.HTTPException, AttributeError):
            for line in self.answer:
                self.lines.append(line.decode().strip())
        self.ended = True

    def hints(self) -> list[str]:
        return [line for line in self.lines if line.startswith("data: {")]

    def close(self) -> None:
        with suppress(OSError):
            if self.connection.sock is not None:
                self.connection.sock.close()
        self.connection.close()


class Person:
    """Somebody at the desk with a browser."""

    def __init__(self, port: int) -> None:
        self.base = f"http://127.0.0.1:{port}"
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.browser = urllib.request.build_opener(cookies)
        self.post("/log-in/", "/log-in/", username=USER, password=PASSWORD)

    def post(self, page: str, to: str, **fields: str) -> None:
        """Open `page`, take its token, and send a form `to`."""
        text = self.browser.open(self.base + page, timeout=60).read().decode()
        found = re.search(r'csrfmiddlewaretoken" value="(\w+)"', text)
        assert found, text[:400]
        sent = urllib.parse.urlencode({"csrfmiddlewaretoken": found[1], **fields}).encode()
        self.browser.open(self.base + to, sent, timeout=60).read()


def run(what: str, env: Mapping[str, str]) -> None:
    subprocess.run(
        [sys.executable, "-m", "tests.faults.live_site", what], cwd=ROOT, env=env, check=True
    )


def wait_until_it_answers(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/log-in/", timeout=20).read()
            return
        time.sleep(0.1)
    raise RuntimeError("the server does not answer")


def main(what: str) -> None:
    import django

    django.setup()
    from games.domain.run_clock import pause_clock, resume_clock, start_clock
    from games.models import Pause
    from tests import factories
    from tests.migrated import migrate
    from tests.results import make_round
    from tournaments.models import Role, Round

    if what == "seed":
        migrate()
        tournament = factories.make_tournament(slug=SLUG)
        user = factories.make_user(USER, role=Role.Kind.ORGANISER, tournament=tournament)
        user.set_password(PASSWORD)
        user.save()
        one, other = factories.make_entries(tournament, 2)
        start_clock(make_round(tournament, 1, [(one, other)]), by=None)
        return
    round_ = Round.objects.get(tournament__slug=SLUG)
    paused = Pause.objects.filter(clock__round=round_, ended_at=None).exists()
    (resume_clock if paused else pause_clock)(round_, by=None)


if __name__ == "__main__":
    main(sys.argv[1])
