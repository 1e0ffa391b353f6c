"""An open page that follows what happens, in the very steps of `static/js/live.js`."""

from __future__ import annotations

import asyncio
import html
import json
import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.load.national.browser import Answer, Browser, Line, path_of
from tests.load.national.figures import Figures

#: As in static/js/live.js, in seconds.
SPREAD, PAUSE, REST = 0.5, 1.0, 60.0
#: A browser comes back to a line that was cut after what the server says; so long at most.
COMES_BACK = 4.0
EVERYTHING: dict[str, Any] = {"of": ["all"], "pairings": []}

_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
_MOST_REDIRECTS = 5


@dataclass(slots=True)
class Element:
    """What of a page asks for itself again."""

    name: str
    address: str
    of: frozenset[str]
    pairing: int
    at_once: frozenset[str] | None
    """The kinds of news it asks for without waiting, all of them if none is named; None: none."""
    pause: float
    rest: float
    asked: float
    born: float
    due: bool = False


@dataclass(slots=True)
class Life:
    """What a page that was open from `born` to `died` knew of, and when: (moment, event)."""

    born: float
    pairing: int
    knew: list[tuple[float, int]] = field(default_factory=list)
    died: float = 0.0


def elements_in(text: str) -> tuple[list[Element], list[str]]:
    """The elements that follow, and the addresses that are fetched as soon as they are there."""
    now = time.perf_counter()
    found: list[Element] = []
    at_once: list[str] = []
    at = text.find("hx-trigger=")
    while at >= 0:
        begin, end = text.rfind("<", 0, at), text.find(">", at)
        tag = {name: html.unescape(value) for name, value in _ATTRIBUTE.findall(text, begin, end)}
        address = tag.get("hx-get", "")
        follows = "data-news-of" in tag
        if address and tag["hx-trigger"].startswith("load"):
            at_once.append(address)
        if address and follows and "startfelt:news" in tag["hx-trigger"]:
            found.append(
                Element(
                    name=tag.get("id") or address.partition("?")[0],
                    address=address,
                    of=frozenset(tag["data-news-of"].split()),
                    pairing=int(tag.get("data-news-pairing") or 0),
                    at_once=_at_once(tag, text[begin:end]),
                    pause=float(tag.get("data-news-pause") or PAUSE),
                    rest=float(tag.get("data-news-rest") or REST),
                    asked=0.0,
                    born=now,
                )
            )
        at = text.find("hx-trigger=", end)
    return found, at_once


def _at_once(tag: dict[str, str], text: str) -> frozenset[str] | None:
    if "data-news-at-once" not in text:
        return None
    return frozenset(tag.get("data-news-at-once", "").split())


#: Pages that are the same to the byte have the same elements.
_parsed: dict[bytes, tuple[list[Element], list[str]]] = {}


class Tab:
    """One page of a browser. `kind` is what its figures are called."""

    def __init__(
        self,
        browser: Browser,
        figures: Figures,
        slug: str,
        kind: str,
        *,
        seen: Callable[[str], None] | None = None,
    ) -> None:
        self.browser, self.figures, self.kind = browser, figures, kind
        self.address = ""
        self.text = ""
        self.elements: dict[str, Element] = {}
        self.life: Life | None = None
        self._live = f"/live/{slug}/"
        self._seen = seen
        self._line: Line | None = None
        self._kept: dict[str, bytes] = {}
        self._loaded: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._open = False

    # The page ---------------------------------------------------------------------------------

    async def load(self, address: str, *, follow: bool = True) -> Answer | None:
        """Open `address` as a whole, and follow it. None where that failed."""
        self.close()
        answer = None
        for _ in range(_MOST_REDIRECTS):
            answer = await self.figures.timed(
                f"{self.kind} page", self.browser.get(address, tagged=True)
            )
            if answer is None or answer.status not in {301, 302}:
                break
            address = path_of(answer.headers["location"])
        if answer is None:
            return None
        body = answer.body if answer.status == 200 else self._kept.get(address, b"")
        if answer.status == 200:
            self._kept[address] = answer.body
        self.address = address
        now = time.perf_counter()
        parsed = _parsed.get(body)
        if parsed is None or self._seen is not None:
            answer.body = body
            answer.headers.setdefault("content-encoding", "gzip" if body[:2] == b"\x1f\x8b" else "")
            self.text = answer.text()
            parsed = elements_in(self.text)
            if self._seen is None:
                if len(_parsed) > 400:
                    _parsed.clear()
                _parsed[body] = parsed
            else:
                self._seen(self.text)
        found, at_once = parsed
        self.elements = {}
        self._loaded = set(at_once)
        for one in found:
            self.elements[one.name] = Element(
                one.name,
                one.address,
                one.of,
                one.pairing,
                one.at_once,
                one.pause,
                one.rest,
                0.0,
                now,
            )
        self._open = True
        self._begin_life()
        for more in at_once:
            self._start(self._load_piece(more))
        if follow and self.elements:
            await self._listen()
            self._start(self._poll())
        return answer

    def _begin_life(self) -> None:
        first = next(iter(self.elements.values()), None)
        if first is None:
            self.life = None
            return
        self.life = self.figures.life(self.kind, Life(time.time(), first.pairing))
        self._know(_stamp_of(first.address))

    def _know(self, stamp: str) -> None:
        event = stamp.partition(".")[0]
        if self.life is None or not event.isdecimal():
            return
        knew = self.life.knew
        if not knew or int(event) > knew[-1][1]:
            knew.append((time.time(), int(event)))

    async def _load_piece(self, address: str) -> None:
        answer = await self.figures.timed(
            f"{self.kind} piece", self.browser.get(address, piece=True, page=self.address)
        )
        if answer is not None and answer.status == 200 and self._open:
            self._put_in(answer.text())

    def _put_in(self, text: str) -> None:
        found, at_once = elements_in(text)
        now = time.perf_counter()
        for one in found:
            before = self.elements.get(one.name)
            one.asked = before.asked if before is not None else now
            self.elements[one.name] = one
        for more in at_once:
            # What is there already is kept (hx-preserve).
            if more not in self._loaded:
                self._loaded.add(more)
                self._start(self._load_piece(more))

    def close(self) -> None:
        """Leave it."""
        self._open = False
        if self.life is not None:
            self.life.died = time.time()
            self.life = None
        if self._line is not None:
            self._line.close()
            self._line = None
        for task in self._tasks:
            task.cancel()
        self._tasks.clear()

    def _start(self, what: Any) -> None:
        task = asyncio.create_task(what)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # News -------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        self._line = Line(
            self._live, self.browser, lambda: self._tell(EVERYTHING), self._heard, self._cut
        )
        try:
            await self._line.open()
        except OSError as error:
            self.figures.fault(f"line: {type(error).__name__}")

    def _cut(self) -> None:
        self.figures.fault("line: cut")
        self._start(self._come_back())

    async def _come_back(self) -> None:
        await asyncio.sleep(random.uniform(1.0, COMES_BACK))
        if self._open:
            await self._listen()

    def _heard(self, data: bytes) -> None:
        self._tell(json.loads(data))

    def _tell(self, hint: dict[str, Any]) -> None:
        kinds, pairings = set(hint["of"]), hint["pairings"]
        pace = hint.get("pace", 0) / 1000
        spread = SPREAD + pace
        now = time.perf_counter()
        for one in self.elements.values():
            if one.due:
                continue
            if "all" not in kinds:
                if "all" not in one.of and not kinds & one.of:
                    continue
                if one.pairing and pairings and one.pairing not in pairings:
                    continue
            one.due = True
            at_once = one.at_once is not None and (not one.at_once or kinds & one.at_once)
            rest = one.asked + one.pause + pace - now
            wait = 0.0 if at_once else max(random.random() * spread, rest)
            self._start(self._ask_later(one.name, wait))

    async def _ask_later(self, name: str, wait: float) -> None:
        await asyncio.sleep(wait)
        await self._ask(name)

    async def _ask(self, name: str) -> None:
        one = self.elements.get(name)
        if one is None or not self._open:
            return
        one.due = False
        one.asked = time.perf_counter()
        answer = await self.figures.timed(
            f"{self.kind} piece", self.browser.get(one.address, piece=True, page=self.address)
        )
        if answer is None or answer.status != 200 or not self._open:
            return
        if "hx-refresh" in answer.headers:
            await self.load(self.address)
            return
        tag = answer.headers.get("etag", "")
        if name == "page-poll" and tag and self._seen is None:
            # What is new with the pieces is their stamp; nothing else is read here.
            stamp = tag.removeprefix('W/"').rpartition("~")[0]
            one.address = one.address.replace(_stamp_of(one.address), stamp)
            self._know(stamp)
            return
        text = answer.text()
        self._put_in(text)
        renewed = self.elements.get(name)
        if renewed is not None and name == next(iter(self.elements)):
            self._know(_stamp_of(renewed.address))
        if self._seen is not None:
            self.text = text
            self._seen(text)

    async def _poll(self) -> None:
        """While the line is good, an element asks by itself only after its rest."""
        while self._open:
            await asyncio.sleep(10 + random.random() * 5)
            now = time.perf_counter()
            for one in list(self.elements.values()):
                if not one.due and now - max(one.asked, one.born) >= one.rest:
                    self._start(self._ask(one.name))


def _stamp_of(address: str) -> str:
    return address.rpartition("stamp=")[2].partition("&")[0]
