"""How soon many open pages show a result, and whether the server's memory stays flat.

    python -m tests.load.listeners [--listeners 2000] [--minutes 10] [--every 5]

Starts one embedded server of its own on this machine with a round that is played, and opens so
many pages: each holds its line, and asks for its piece (the standings, or the round) as
`static/js/live.js` does. Somebody at the desk enters results through the ordinary form. For each
result it is measured how long after the press of the button each page had, in hand, a piece that
knows of it. Memory is read every 30 seconds; its growth is a line laid through what was read after
the first fifth of the time.

It passes (0) when of every result 99 of 100 pages knew within two seconds, no line was lost, and
memory grew by less than 5 %; otherwise it ends with 1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tests.faults.live_site import PASSWORD, SLUG, USER, Person, wait_until_it_answers
from tests.faults.site import ROOT, environment, running
from tests.services import free_port

#: Lines opened at the same time.
AT_ONCE = 50
#: What must be held: seconds until 99 of 100 have it, and growth of memory.
SECONDS, GROWTH = 2.0, 0.05
#: As in static/js/live.js, in seconds.
SPREAD, PAUSE = 0.5, 1.0
#: What each page follows: its address and the kinds of news that call it.
PAGES = (
    (f"/t/{SLUG}/standings/", {"results", "rounds", "entries", "tournament", "all"}),
    (f"/t/{SLUG}/rounds/1/", {"results", "rounds", "entries", "tournament", "all"}),
)
MEMORY_EVERY = 30.0


@dataclass(slots=True)
class Answer:
    status: int
    stamp: str
    size: int


_LENGTH = re.compile(rb"(?i)\r\ncontent-length: (\d+)")
_TAG = re.compile(rb'(?i)\r\netag: W/"([^"]*)~')


class Connection(asyncio.Protocol):
    """One kept open, as a browser does. Two thousand of them share a core with each other and the
    server has the other one, so an answer is looked at as little as can be."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._transport: asyncio.Transport | None = None
        self._answer: asyncio.Future[Answer] | None = None
        self._got = b""

    async def get(self, address: str) -> Answer:
        loop = asyncio.get_running_loop()
        while True:
            if self._transport is None:
                await loop.create_connection(lambda: self, "127.0.0.1", self._port)
            assert self._transport is not None
            self._got, self._answer = b"", loop.create_future()
            self._transport.write(
                f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1\r\nHX-Request: true\r\n"
                "Accept-Encoding: gzip\r\n\r\n".encode()
            )
            try:
                return await self._answer
            except ConnectionError:
                # It had rested for too long, and the server has closed it.
                continue

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._got += data
        end = self._got.find(b"\r\n\r\n")
        if end < 0 or self._answer is None:
            return
        head = self._got[:end]
        length = _LENGTH.search(head)
        size = int(length[1]) if length else 0
        if len(self._got) < end + 4 + size or self._answer.done():
            return
        tag = _TAG.search(head)
        stamp = tag[1].decode() if tag else ""
        self._answer.set_result(Answer(int(head[9:12]), stamp, size))

    def connection_lost(self, _error: Exception | None) -> None:
        self._transport = None
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionResetError())


class Line(asyncio.Protocol):
    """The line of one page: `told` is called with each hint, `lost` when it is cut."""

    def __init__(self, told: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self._told, self._lost = told, lost
        self._rest = b""
        self.open = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(f"GET /live/{SLUG}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        *messages, self._rest = (self._rest + data).split(b"\n\n")
        for message in messages:
            if b"event: open" in message:
                self.open.set()
            start = message.find(b"data: {")
            if start >= 0:
                self._told(message[start + 6 :])

    def connection_lost(self, _error: Exception | None) -> None:
        self.open.set()
        self._lost()


@lru_cache(maxsize=64)
def hint_of(data: bytes) -> tuple[frozenset[str], float]:
    """What a hint is about, and by how many seconds more pages are to spread."""
    hint = json.loads(data)
    return frozenset(hint["of"]), hint.get("pace", 0) / 1000


class Page:
    """One open page: a line, and what it has."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self.crowd = crowd
        self.address, self.kinds = PAGES[number % len(PAGES)]
        self.stamp = "0-"
        self.asked = 0.0
        self.due = False
        self.fetching = Connection(crowd.port)

    async def open(self) -> None:
        """Hold a line, and have the piece as it is now."""
        loop = asyncio.get_running_loop()
        async with self.crowd.doors:
            line = Line(self.told, self.crowd.cut)
            await loop.create_connection(lambda: line, "127.0.0.1", self.crowd.port)
            await line.open.wait()
            await self.ask()

    def told(self, data: bytes) -> None:
        kinds, pace = hint_of(data)
        if self.due or not kinds & self.kinds:
            return
        self.due = True
        self.crowd.called = self.crowd.called or time.perf_counter()
        rest = self.asked + PAUSE + pace - time.perf_counter()
        wait = max(random.random() * (SPREAD + pace), rest)
        task = asyncio.create_task(self.ask(wait))
        self.crowd.tasks.add(task)
        task.add_done_callback(self.crowd.tasks.discard)

    async def ask(self, wait: float = 0.0) -> None:
        await asyncio.sleep(wait)
        self.due = False
        self.asked = time.perf_counter()
        answer = await self.fetching.get(f"{self.address}?stamp={self.stamp}")
        if answer.status == 200:
            self.stamp = answer.stamp
            self.crowd.bytes += answer.size
            self.crowd.has(int(self.stamp.split(".")[0]))


class Crowd:
    """All the listeners, in this one process."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.lost = 0
        self.bytes = 0
        self.tasks: set[asyncio.Task[None]] = set()
        self.doors = asyncio.Semaphore(AT_ONCE)
        self.got: list[tuple[int, float]] = []
        self.called = 0.0
        self.closing = False

    def cut(self) -> None:
        """A line was cut."""
        self.lost += not self.closing

    def has(self, event: int) -> None:
        """A page has a piece that knows of everything up to `event`."""
        self.got.append((event, time.perf_counter()))

    async def newest(self) -> int:
        """The number of the newest event that the standings know of."""
        answer = await Connection(self.port).get(f"{PAGES[0][0]}?stamp=0-")
        return int(answer.stamp.split(".")[0])


def memory(pid: int) -> float:
    """Resident memory in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def growth(samples: Sequence[tuple[float, float]]) -> float:
    """By what share memory grows from the first sample to the last, along the straight line that
    fits best. `samples` are seconds and MB; less than three say nothing (0)."""
    if len(samples) < 3:
        return 0.0
    line = statistics.linear_regression(*zip(*samples, strict=True))
    first, last = samples[0][0], samples[-1][0]
    return line.slope * (last - first) / (line.intercept + line.slope * first)


async def watch(pid: int, samples: list[tuple[float, float]]) -> None:
    began = time.perf_counter()
    while True:
        samples.append((time.perf_counter() - began, memory(pid)))
        await asyncio.sleep(MEMORY_EVERY)


async def measure(port: int, pid: int, listeners: int, minutes: float, every: float) -> bool:
    crowd = Crowd(port)
    person = await asyncio.to_thread(Person, port)
    print(f"before: {memory(pid):.0f} MB")
    began = time.perf_counter()
    pages = [Page(crowd, number) for number in range(listeners)]
    await asyncio.gather(*(page.open() for page in pages))
    print(f"{listeners} pages open after {time.perf_counter() - began:.1f} s, {memory(pid):.0f} MB")
    samples: list[tuple[float, float]] = []
    watching = asyncio.create_task(watch(pid, samples))
    worst: list[float] = []
    begun = time.perf_counter()
    table = 0
    while time.perf_counter() < begun + minutes * 60:
        table += 1
        crowd.got.clear()
        crowd.called = 0.0
        sent = time.perf_counter()
        address = f"/desk/{SLUG}/rounds/1/tables/{table}/"
        await asyncio.to_thread(
            person.post, address, address, score_0="8", score_1="5", ended="played", seen="0"
        )
        event = await crowd.newest()
        while sum(got >= event for got, _at in crowd.got) < listeners:
            if time.perf_counter() - sent > 30:
                break
            await asyncio.sleep(0.02)
        late = sorted(at - sent for got, at in crowd.got if got >= event)
        missing = listeners - len(late)
        last = late[int(listeners * 0.99) - 1] if missing < listeners * 0.01 else float("inf")
        worst.append(last)
        print(
            f"table {table}: called after {crowd.called - sent:.2f} s, "
            f"half {statistics.median(late or [0]):.2f} s, 99 of 100 {last:.2f} s, "
            f"{missing} never; {memory(pid):.0f} MB",
            flush=True,
        )
        await asyncio.sleep(max(0.0, sent + every - time.perf_counter()))
    watching.cancel()
    samples.append((time.perf_counter() - begun, memory(pid)))
    grown = growth([one for one in samples if one[0] >= minutes * 60 / 5])
    for task in crowd.tasks:
        task.cancel()
    await asyncio.gather(*crowd.tasks, watching, return_exceptions=True)
    crowd.closing = True
    held = max(worst) <= SECONDS and grown < GROWTH and not crowd.lost
    print(f"memory, MB: {' '.join(f'{one[1]:.0f}' for one in samples)}; growth {grown:+.1%}")
    print(
        f"{len(worst)} results; 99 of 100 pages had each within {max(worst):.2f} s "
        f"(in the middle {statistics.median(worst):.2f} s); lines lost: {crowd.lost}; "
        f"{crowd.bytes / len(worst) / listeners / 1000:.1f} kB a page and result"
    )
    print("held" if held else "not held")
    return held


def seed(tables: int) -> None:
    """A tournament of that many tables with round 1 published and its clock running."""
    import django

    django.setup()
    from django.core.management import call_command

    from games.domain.run_clock import start_clock
    from tests import factories
    from tests.results import make_round
    from tournaments.models import Role

    call_command("migrate", verbosity=0)
    tournament = factories.make_tournament(slug=SLUG, tables=tables, capacity=2 * tables)
    user = factories.make_user(USER, role=Role.Kind.ORGANISER, tournament=tournament)
    user.set_password(PASSWORD)
    user.save()
    entries = factories.make_entries(tournament, 2 * tables)
    pairs = list(zip(entries[::2], entries[1::2], strict=True))
    start_clock(make_round(tournament, 1, pairs), by=None)


def main() -> int:
    parser = argparse.ArgumentParser(description="Listeners on one embedded process.")
    parser.add_argument("--listeners", type=int, default=2000)
    parser.add_argument("--minutes", type=float, default=10.0, help="at most 60")
    parser.add_argument("--every", type=float, default=5.0, help="seconds between results")
    parser.add_argument("--tables", type=int, help="as many as there are results, if not said")
    parser.add_argument("--seed", type=int, help=argparse.SUPPRESS)
    own = parser.parse_args()
    if own.seed:
        seed(own.seed)
        return 0
    listeners, minutes = min(own.listeners, 5000), min(own.minutes, 60.0)
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        env = environment(Path(folder))
        tables = max(own.tables or 8, int(minutes * 60 / own.every) + 2)
        command = [sys.executable, "-m", "tests.load.listeners", "--seed", str(tables)]
        subprocess.run(command, cwd=ROOT, env=env, check=True)
        port = free_port()
        server = ["uvicorn", "config.asgi:application", "--log-level", "warning"]
        with running([*server, "--port", str(port)], env) as process:
            wait_until_it_answers(port)
            held = asyncio.run(measure(port, process.pid, listeners, minutes, own.every))
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
