"""How soon a judge sees the tap of a table that calls, with a hall full of games.

    python -m tests.load.call_to_screen [--tables 200] [--calls 20] [--every 1.5] [--limit 1]

Starts one embedded server of its own on this machine with a round being played at so many tables,
opens the judges' queue in Chromium, and lets one pair after another call. Counted is from the
moment the pair's request leaves until its line stands on the judge's screen. Ends with 1 when the
median is over the limit.
"""

from __future__ import annotations

import argparse
import http.cookiejar
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.faults.live_site import PASSWORD, USER, wait_until_it_answers
from tests.faults.site import ROOT, environment, running
from tests.services import free_port

SLUG = "hall"


class Pair:
    """A phone at a table: it has its page open and taps."""

    def __init__(self, port: int) -> None:
        self.base = f"http://127.0.0.1:{port}/t/{SLUG}/entries/"
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.browser = urllib.request.build_opener(cookies)
        page = self.browser.open(f"{self.base}1/call/", timeout=60).read().decode()
        found = re.search(r'csrfmiddlewaretoken" value="(\w+)"', page)
        assert found, page[:400]
        self.token = found[1]

    def call(self, entry: int) -> None:
        fields = {"csrfmiddlewaretoken": self.token, "key": f"tap-{entry}"}
        sent = urllib.parse.urlencode(fields).encode()
        self.browser.open(f"{self.base}{entry}/call/", sent, timeout=60).read()


def seed(tables: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from games.domain.run_clock import start_clock
    from tests import factories
    from tests.results import make_round
    from tournaments.models import Role, User

    call_command("migrate", verbosity=0)
    tournament = factories.make_tournament(slug=SLUG, tables=tables, capacity=2 * tables)
    entries = factories.make_entries(tournament, 2 * tables)
    pairs = [entries[at : at + 2] for at in range(0, 2 * tables, 2)]
    start_clock(make_round(tournament, 1, pairs), by=None)
    judge = User.objects.create_user(username=USER, password=PASSWORD)
    Role.objects.create(tournament=tournament, user=judge, kind=Role.Kind.HEAD_JUDGE)


def logged_in(page: Page, port: int) -> None:
    page.goto(f"http://127.0.0.1:{port}/log-in/")
    page.fill("[name=username]", USER)
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_url("**/desk/**")
    page.goto(f"http://127.0.0.1:{port}/desk/{SLUG}/judges/")
    page.wait_for_timeout(3000)


def measure(port: int, tables: int, calls: int, every: float) -> list[float]:
    """Seconds from tap to screen, of each call."""
    waits = []
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 360, "height": 740})
        logged_in(page, port)
        pair = Pair(port)
        for number in range(1, calls + 1):
            table = 1 + (number * 37) % tables
            sent = time.perf_counter()
            pair.call(2 * table - 1)
            answered = time.perf_counter() - sent
            page.wait_for_function(
                "many => document.querySelectorAll('.call-list .call[id]').length >= many",
                arg=number, timeout=30_000,
            )  # fmt: skip
            waits.append(time.perf_counter() - sent)
            print(f"table {table}: answered {answered:.2f} s, on screen {waits[-1]:.2f} s")
            time.sleep(every)
        browser.close()
    return waits


def main() -> None:
    parser = argparse.ArgumentParser(description="From a table's tap to the judge's screen.")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--calls", type=int, default=20)
    parser.add_argument("--every", type=float, default=1.5, help="seconds between calls")
    parser.add_argument("--limit", type=float, default=1.0, help="seconds the median may take")
    parser.add_argument("--seed", type=int, default=0, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.seed:
        seed(asked.seed)
        return
    with tempfile.TemporaryDirectory() as folder:
        env: Mapping[str, str] = environment(Path(folder))
        command = [sys.executable, "-m", "tests.load.call_to_screen", "--seed", str(asked.tables)]
        subprocess.run(command, cwd=ROOT, env=env, check=True)
        port = free_port()
        server = ["uvicorn", "config.asgi:application", "--log-level", "warning", "--port"]
        with running([*server, str(port)], env):
            wait_until_it_answers(port)
            waits = measure(port, asked.tables, asked.calls, asked.every)
    median = statistics.median(waits)
    print(
        f"{len(waits)} calls, {asked.tables} tables: median {median:.2f} s, "
        f"longest {max(waits):.2f} s; at most {asked.limit:.2f} s"
    )
    if median > asked.limit:
        sys.exit(1)


if __name__ == "__main__":
    main()
