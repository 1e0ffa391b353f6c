"""People with phones who enter results while things die, and somebody who only looks.

They send as the app's queue does (`static/js/app/sender.js`): a fresh pass, one entry with its key,
again when nobody knows what became of it. Only the pauses are shorter.
"""

from __future__ import annotations

import http.client
import http.cookiejar
import json
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.faults.clerk import PASSWORD, USER

#: Seconds: what the app waits for an answer, and what these people rest before they try again.
PATIENCE, REST = 15.0, 0.1
OURS = "X-Startfelt-Queued"
GATEWAY = {429, 502, 503, 504}


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: object, **_kwargs: object) -> None:
        return None


@dataclass(frozen=True)
class Said:
    """One answer; status 0 where there was none."""

    status: int
    text: str = ""
    ours: bool = False
    retry_after: str = ""

    @property
    def in_words(self) -> bool:
        """Whether somebody who reads it is told what it is: never a stack trace, and 503 says when
        to come again."""
        if self.status == 503:
            return bool(self.retry_after) and "<h1>" in self.text and "Traceback" not in self.text
        return self.status < 500


class Browser:
    """Somebody who is logged in at the desk."""

    def __init__(self, port: int) -> None:
        self.base = f"http://127.0.0.1:{port}"
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.jar), _Stay()
        )

    def log_in(self) -> None:
        page = self.say("/log-in/").text
        found = re.search(r'csrfmiddlewaretoken" value="(\w+)"', page)
        assert found, page[:400]
        said = self.say(
            "/log-in/",
            {"username": USER, "password": PASSWORD, "csrfmiddlewaretoken": found[1]},
        )
        assert said.status == 302, (said.status, said.text[:2000])

    def say(
        self,
        path: str,
        fields: dict[str, str] | None = None,
        headers: dict[str, str] | None = None,
        patience: float = PATIENCE,
    ) -> Said:
        data = None if fields is None else urllib.parse.urlencode(fields).encode()
        request = urllib.request.Request(self.base + path, data, headers or {})
        try:
            with self.opener.open(request, timeout=patience) as answer:
                return _said(answer.status, answer.read(), answer.headers)
        except urllib.error.HTTPError as error:
            with error:
                try:
                    return _said(error.code, error.read(), error.headers)
                except (OSError, http.client.HTTPException):
                    return Said(0)
        except (OSError, http.client.HTTPException):
            return Said(0)

    def send(self, path: str, fields: dict[str, str]) -> Said:
        """As the queue does; what is no pass is as good as no answer."""
        asked = self.say("/app/pass/")
        if asked.status != 200:
            return asked
        token = json.loads(asked.text)["token"]
        return self.say(path, fields, {"X-CSRFToken": token, OURS: "1"})


def _said(status: int, body: bytes, headers: http.client.HTTPMessage) -> Said:
    return Said(
        status,
        body.decode(errors="replace"),
        headers.get(OURS) == "1",
        headers["Retry-After"] or "",
    )


@dataclass
class Entered:
    """What people were told. `acknowledged` are scores by "round/table"."""

    acknowledged: dict[str, list[int]] = field(default_factory=dict)
    #: Answers that tell nobody what to do, or refuse what should have been taken.
    wrong: list[Said] = field(default_factory=list)
    #: Answers of each status, 0 for none.
    seen: dict[int, int] = field(default_factory=dict)
    slowest: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, said: Said) -> None:
        with self.lock:
            self.seen[said.status] = self.seen.get(said.status, 0) + 1
            if not said.in_words and said not in self.wrong:
                self.wrong.append(said)


def scores_of(table: int) -> list[int]:
    return [8, table % 8]


def enter(
    browser: Browser, slug: str, round_: int, table: int, entered: Entered, until: float
) -> None:
    """One result, until it is acknowledged (or refused, which is noted)."""
    scores = scores_of(table)
    fields = {
        "score_0": str(scores[0]),
        "score_1": str(scores[1]),
        "ended": "played",
        "seen": "0",
        "key": uuid.uuid4().hex,
    }
    path = f"/desk/{slug}/rounds/{round_}/tables/{table}/"
    while time.monotonic() < until:
        began = time.monotonic()
        said = browser.send(path, fields)
        entered.note(said)
        if said.status == 204 and said.ours:
            with entered.lock:
                entered.acknowledged[f"{round_}/{table}"] = scores
                entered.slowest = max(entered.slowest, time.monotonic() - began)
            return
        if said.ours and said.status not in GATEWAY and said.status < 500:
            with entered.lock:
                entered.wrong.append(said)
            return
        time.sleep(REST)


class Writers:
    """Several people, each with tables of their own."""

    def __init__(
        self,
        browsers: Iterable[Browser],
        slug: str,
        tables: Iterable[int],
        round_: int = 1,
        patience: float = 120.0,
    ) -> None:
        self.entered = Entered()
        people, numbers = list(browsers), list(tables)
        until = time.monotonic() + patience

        def work(person: int) -> None:
            for table in numbers[person :: len(people)]:
                enter(people[person], slug, round_, table, self.entered, until)

        self.threads = [
            threading.Thread(target=work, args=[person], daemon=True)
            for person in range(len(people))
        ]

    def begin(self) -> None:
        for thread in self.threads:
            thread.start()

    def until(self, count: int, seconds: float = 60.0) -> None:
        """Until so many results were acknowledged."""
        end = time.monotonic() + seconds
        while len(self.entered.acknowledged) < count and self.working:
            assert time.monotonic() < end, self.entered
            time.sleep(0.01)

    @property
    def working(self) -> bool:
        return any(thread.is_alive() for thread in self.threads)

    def end(self) -> Entered:
        for thread in self.threads:
            thread.join()
        return self.entered


class Onlooker:
    """Somebody who loads the round's page again and again."""

    def __init__(self, port: int, slug: str) -> None:
        self.entered = Entered()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look, args=[port, slug], daemon=True)
        self._thread.start()

    def _look(self, port: int, slug: str) -> None:
        browser = Browser(port)
        while not self._stop.is_set():
            self.entered.note(browser.say(f"/t/{slug}/rounds/1/"))
            self._stop.wait(REST)

    def end(self) -> Entered:
        self._stop.set()
        self._thread.join()
        return self.entered
