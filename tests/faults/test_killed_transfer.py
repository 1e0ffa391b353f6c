"""kill -9 in the middle of what is brought in or taken along: whole, or not there at all."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import urllib.error
import urllib.request
import uuid
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from config.day.pairs import spreadsheet
from tests.faults.people import Browser
from tests.faults.site import ROOT, wait_for
from tests.faults.sites import PATIENCE, Embedded
from tests.faults.transfer_site import (
    NAME,
    SLUG,
    jobs,
    kept_files,
    rows,
    stop_in_a_long_write,
    stop_when_some_is_written,
)

PAIRS = 900


def run(what: str, site: Embedded) -> int:
    command = [sys.executable, "-m", "tests.faults.transfer_site", what]
    return subprocess.run(command, cwd=ROOT, env=site.env, check=False).returncode


def upload(browser: Browser, path: str, name: str, data: bytes, **fields: str) -> str:
    """Send a form with a file; where it leads to, empty where there was no answer or a refusal."""
    token = json.loads(browser.say("/app/pass/").text)["token"]
    edge = uuid.uuid4().hex
    parts = [
        f'--{edge}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
        for key, value in fields.items()
    ]
    head = f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = b"".join([*parts, head.encode(), data, f"\r\n--{edge}--\r\n".encode()])
    request = urllib.request.Request(
        browser.base + path,
        body,
        {"Content-Type": f"multipart/form-data; boundary={edge}", "X-CSRFToken": token},
    )
    try:
        with browser.opener.open(request, timeout=PATIENCE):
            return ""
    except urllib.error.HTTPError as error:
        with error:
            return error.headers["Location"] or ""
    except OSError:
        return ""


class Sent(threading.Thread):
    """A request that is under way while the test looks on."""

    def __init__(self, send: Callable[[], str]) -> None:
        super().__init__(daemon=True)
        self.send = send
        self.led_to = "?"

    def run(self) -> None:
        self.led_to = self.send()


def kill_while(sent: Sent, site: Embedded) -> None:
    """kill -9 in the middle of the transaction of `sent`, and a new server after it."""
    assert site.process is not None
    sent.start()
    stop_in_a_long_write(site.process.pid, site.env, PATIENCE)
    site.kill()
    sent.join()
    site.serve()
    site.wait_until_it_answers(PATIENCE)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    """One for all: each test counts what is there before and after."""
    with Embedded(tmp_path_factory.mktemp("site")) as site:
        assert run("write", site) == 0
        yield site


def test_killed_while_a_tournament_is_brought_in_nothing_of_it_is_there(site: Embedded) -> None:
    data = (site.folder / NAME).read_bytes()
    before, files = rows(site.env), kept_files(site.env)
    bringing = Sent(lambda: upload(site.people[0], "/desk/import/", NAME, data))
    kill_while(bringing, site)
    assert (bringing.led_to, rows(site.env), kept_files(site.env)) == ("", before, files)

    # Nothing of it is in the way of another try.
    assert upload(site.people[0], "/desk/import/", NAME, data) == f"/desk/{SLUG}/"
    assert run("same", site) == 0
    assert len(kept_files(site.env)) == len(files) + 1


def test_killed_while_a_list_of_pairs_is_imported_nobody_is_entered(site: Embedded) -> None:
    browser = site.people[0]
    preview = upload(browser, "/desk/empty/entries/import/", "par.csv", spreadsheet(PAIRS, 7))
    before = rows(site.env)

    def confirm() -> str:
        page = browser.say(preview).text
        seen = re.search(r'name="seen" value="([^"]+)"', page)
        assert seen, page[:2000]
        said = browser.send(preview, {"seen": seen[1], "key": uuid.uuid4().hex})
        return str(said.status)

    importing = Sent(confirm)
    kill_while(importing, site)
    assert (importing.led_to, rows(site.env)) == ("0", before)

    # The list still lies there, and is taken whole.
    assert confirm() in {"302", "204"}
    after = rows(site.env)
    for name, more in (("tournaments_entry", PAIRS), ("tournaments_player", 2 * PAIRS)):
        assert after[name] == before[name] + more


@pytest.mark.nightly  # waits for the lease of the dead to run out; leases have quick tests
def test_killed_while_the_file_is_made_it_is_made_after_the_restart(site: Embedded) -> None:
    files = kept_files(site.env)
    site.kill()
    assert run("ask", site) == 0
    site.serve()
    assert site.process is not None
    stop_when_some_is_written(site.process.pid, site.env, PATIENCE)
    site.kill()
    site.serve()
    wait_for(lambda: jobs(site.env)[0] in {"done", "failed"}, PATIENCE, lambda: jobs(site.env))
    state, attempts, done, total, file = jobs(site.env)
    assert (state, attempts, done) == ("done", 2, total)
    assert set(kept_files(site.env)) - set(files) == {file}
    with zipfile.ZipFile(Path(site.env["DATA_DIR"]) / "files" / file) as archive:
        assert archive.testzip() is None
