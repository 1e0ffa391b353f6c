"""Who is there: players with their phones, staff at the desk, spectators at home."""

from __future__ import annotations

import asyncio
import random
import re
import uuid
from dataclasses import dataclass, field

from tests.load.national.browser import Browser
from tests.load.national.figures import Figures
from tests.load.national.tab import Tab

PASS = "/app/pass/"
_TOKEN = re.compile(r'csrfmiddlewaretoken" value="(\w+)"')
_CLAIM = re.compile(r'name="claim" value="(\d+)"')
_KEY = re.compile(r'name="key" value="(\w+)"')
_STATIC = re.compile(r'(?:href|src)="(/static/[^"#]+)')
#: What one answer of the queue's must carry, so that it is the server's own.
QUEUED = "x-startfelt-queued"


@dataclass(slots=True)
class Day:
    """What all of them share."""

    port: int
    slug: str
    round: int
    figures: Figures
    #: What was acknowledged: table -> the score of its first side and of its second.
    results: dict[int, tuple[int, int]] = field(default_factory=dict)
    #: Entry -> the score it handed in, as it was acknowledged last.
    claims: dict[int, tuple[int, int]] = field(default_factory=dict)
    static: set[str] = field(default_factory=set)

    def score(self, table: int) -> tuple[int, int]:
        """How the game at `table` ends."""
        lost = (table * 5) % 8
        return (8, lost) if table % 2 else (lost, 8)


class Phone:
    """A player's own, with the page of the pair open."""

    def __init__(self, day: Day, entry: int, code: str) -> None:
        self.day, self.entry, self.code = day, entry, code
        self.browser = Browser(day.port)
        self.home = f"/t/{day.slug}/entries/{entry}/"
        self.state = ""
        self._changed = asyncio.Event()
        self.tab = Tab(self.browser, day.figures, day.slug, "own", seen=self._see)

    def _see(self, text: str) -> None:
        found = re.search(r'data-play="(\w+)"', text)
        self.state = found[1] if found else ""
        self._changed.set()

    async def arrive(self) -> None:
        """The code on the slip, the page it leads to, and what the page needs."""
        answer = await self.day.figures.timed("code", self.browser.get(f"/p/{self.code}/"))
        if answer is not None:
            await self.tab.load(self.home)
            await fetch_static(self.day, self.browser, self.tab.text)

    async def until(self, state: str, seconds: float) -> bool:
        """Whether the page shows `state` before so many seconds have passed."""
        try:
            async with asyncio.timeout(seconds):
                while self.state != state:
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            return False
        return True

    async def hand_in(self, score: tuple[int, int], *, twice: bool = False) -> bool:
        """The result's page, what it says while one types, and the button."""
        figures, page = self.day.figures, f"{self.home}result/"
        answer = await figures.timed("own page", self.browser.get(page))
        if answer is None or answer.status != 200:
            return False
        text = answer.text()
        fields = {"score_0": str(score[0]), "score_1": str(score[1]), "ended": "played"}
        typed = "&".join(f"{name}={value}" for name, value in fields.items())
        await figures.timed(
            "own piece", self.browser.get(f"{page}check/?{typed}", piece=True, page=page)
        )
        found = re.search(r'name="instead_of" value="(\d+)"', text)
        fields |= {"instead_of": found[1] if found else "0"}
        form = text[text.find('id="play-form"') :]
        taken = await self._send(page, fields, form, page, twice=twice)
        if taken:
            self.day.claims[self.entry] = score
        return taken

    async def confirm(self, *, twice: bool = False) -> bool:
        """The button on the own page."""
        form = self.tab.text[self.tab.text.find('data-play="asked"') :]
        claim = _CLAIM.search(form)
        if claim is None:
            return False
        return await self._send(
            f"{self.home}result/confirm/", {"claim": claim[1]}, form, self.home, twice=twice
        )

    async def _send(
        self, address: str, fields: dict[str, str], form: str, page: str, *, twice: bool
    ) -> bool:
        key = _KEY.search(form)
        fields = fields | {"key": key[1] if key else uuid.uuid4().hex}
        taken = await queued(self.day, self.browser, address, fields, page)
        if twice:
            # The answer was lost on the way: the queue sends the same once more.
            taken = await queued(self.day, self.browser, address, fields, page)
        if taken:
            await self.tab.load(self.home)
        return taken


async def queued(
    day: Day, browser: Browser, address: str, fields: dict[str, str], page: str
) -> bool:
    """Send what is entered as the device's queue does. Whether it was acknowledged."""
    figures = day.figures
    ready = await figures.timed("pass", browser.get(PASS))
    if ready is None:
        return False
    found = re.search(r'"token": ?"(\w+)"', ready.text())
    token = found[1] if found else ""
    answer = await figures.timed(
        "submission",
        browser.post(
            address, fields, page=page, more={"X-CSRFToken": token, "X-Startfelt-Queued": "1"}
        ),
    )
    if answer is None or QUEUED not in answer.headers:
        return False
    if answer.status >= 400:
        figures.refuse(f"{address.rstrip('/').rpartition('/')[2]}: {answer.status}")
        return False
    return True


async def fetch_static(day: Day, browser: Browser, text: str) -> None:
    """What a page needs that the browser has not yet: it is there for ever then."""
    for address in dict.fromkeys(_STATIC.findall(text)):
        if address not in browser.tags:
            browser.tags[address] = ""
            await day.figures.timed("file", browser.get(address))


class Spectator:
    """At home: looks at a page, and now and then at another."""

    def __init__(self, day: Day, number: int) -> None:
        self.day = day
        self.chance = random.Random(number)
        self.browser = Browser(day.port)
        self.tab = Tab(self.browser, day.figures, day.slug, "public")

    async def arrive(self) -> None:
        answer = await self.tab.load(self._some_page())
        if answer is not None and answer.status == 200:
            await fetch_static(self.day, self.browser, answer.text())

    def _some_page(self) -> str:
        base = f"/t/{self.day.slug}/"
        pages = (f"{base}standings/", f"{base}rounds/{self.day.round}/", base)
        return self.chance.choices(pages, (55, 35, 10))[0]

    async def look_about(self, every: float) -> None:
        """For ever, another page after `every` seconds in the middle."""
        while True:
            await asyncio.sleep(self.chance.uniform(0.3, 1.7) * every)
            await self.tab.load(self._some_page())


class Staff:
    """Somebody at the desk with one of its pages open."""

    #: Which page, by turns: typing results, the control room, the standings, the judges' calls.
    PAGES = ("rounds/{n}/results/", "", "rounds/{n}/results/", "standings/", "judges/")

    def __init__(self, day: Day, number: int, name: str, password: str) -> None:
        self.day, self.name, self.password = day, name, password
        self.browser = Browser(day.port)
        page = self.PAGES[number % len(self.PAGES)].format(n=day.round)
        self.page = f"/desk/{day.slug}/{page}"
        self.tab = Tab(self.browser, day.figures, day.slug, "desk")

    async def arrive(self) -> None:
        form = await self.day.figures.timed("log in", self.browser.get("/log-in/"))
        if form is None:
            return
        token = _TOKEN.search(form.text())
        fields = {"username": self.name, "password": self.password}
        fields["csrfmiddlewaretoken"] = token[1] if token else ""
        await self.day.figures.timed(
            "log in", self.browser.post("/log-in/", fields, page="/log-in/")
        )
        answer = await self.tab.load(self.page)
        if answer is not None and answer.status == 200:
            await fetch_static(self.day, self.browser, answer.text())

    async def enter(self, table: int, score: tuple[int, int]) -> bool:
        """A line of the grid."""
        address = f"/desk/{self.day.slug}/rounds/{self.day.round}/tables/{table}/"
        fields = {"score_0": str(score[0]), "score_1": str(score[1]), "ended": "played"}
        fields |= {"seen": "0", "key": uuid.uuid4().hex}
        taken = await queued(self.day, self.browser, address, fields, self.page)
        if taken:
            self.day.results[table] = score
        return taken


@dataclass(slots=True)
class Table:
    """Four phones and a game that ends. Of ten games two are entered at the desk, one is handed in
    by both sides, and of thirty one is disputed until the desk says how it was."""

    day: Day
    number: int
    sides: tuple[list[Phone], list[Phone]]
    desk: list[Staff]

    async def end(self, after: float, patience: float) -> None:
        """The game ends after so many seconds."""
        await asyncio.sleep(after)
        chance = random.Random(self.number)
        score = self.day.score(self.number)
        one, other = (chance.choice(phones) for phones in chance.sample(self.sides, 2))
        if self.number % 10 in {3, 7}:
            await chance.choice(self.desk).enter(self.number, score)
            return
        if not await one.hand_in(score, twice=self.number % 13 == 0):
            self.day.figures.fault("a result that was handed in was not taken")
            return
        if not await other.until("asked", patience):
            self.day.figures.fault("the other side was never asked")
            return
        await asyncio.sleep(chance.uniform(1.0, 5.0))
        if self.number % 30 == 11:
            await other.hand_in(score[::-1])
            await asyncio.sleep(chance.uniform(1.0, 3.0))
            await chance.choice(self.desk).enter(self.number, score)
        elif self.number % 10 == 5:
            if await other.hand_in(score):
                self.day.results[self.number] = score
        elif await other.confirm(twice=self.number % 13 == 1):
            self.day.results[self.number] = score
        else:
            self.day.figures.fault("a confirmation was not taken")
