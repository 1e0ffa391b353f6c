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
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
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
    headers: dict[str, str]
    size: int

    @property
    def stamp(self) -> str:
        return self.headers.get("etag", "").removeprefix('W/"').rpartition("~")[0]


class Connection:
    """One kept open, as a browser does."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, address: str) -> Answer:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        lines = (
            f"GET {address} HTTP/1.1",
            "Host: 127.0.0.1",
            "HX-Request: true",
            "Accept-Encoding: gzip",
        )
        try:
            writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            pairs = (line.split(": ", 1) for line in head[1:] if line)
            headers = {name.lower(): value for name, value in pairs}
            size = int(headers.get("content-length", 0))
            await reader.readexactly(size)
        except (OSError, asyncio.IncompleteReadError):
            # It had rested for too long, and the server has closed it.
            self._streams = None
            return await self.get(address)
        return Answer(int(head[0].split()[1]), headers, size)


class Page:
    """One open page: a line, and what it has."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self.crowd = crowd
        self.address, self.kinds = PAGES[number % len(PAGES)]
        self.stamp = "0-"
        self.asked = 0.0
        self.due = False
        self.fetching = Connection(crowd.port)

    async def listen(self, opened: asyncio.Event) -> None:
        try:
            async with self.crowd.doors:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.crowd.port)
                request = f"GET /live/{SLUG}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
                writer.write(request.encode())
                await reader.readuntil(b"event: open")
                await self.ask()
            opened.set()
            while line := await reader.readline():
                if line.startswith(b"data: {"):
                    self.told(set(json.loads(line[6:])["of"]))
        except (OSError, asyncio.IncompleteReadError):
            pass
        opened.set()
        self.crowd.lost += 1

    def told(self, kinds: set[str]) -> None:
        if self.due or not kinds & self.kinds:
            return
        self.due = True
        rest = self.asked + PAUSE - time.perf_counter()
        wait = max(random.random() * SPREAD, rest)
        self.crowd.tasks.add(asyncio.create_task(self.ask(wait)))

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
    doors = [asyncio.Event() for _ in range(listeners)]
    pages = [Page(crowd, number) for number in range(listeners)]
    lines = [
        asyncio.create_task(page.listen(door)) for page, door in zip(pages, doors, strict=True)
    ]
    for door in doors:
        await door.wait()
    print(f"{listeners} pages open after {time.perf_counter() - began:.1f} s, {memory(pid):.0f} MB")
    samples: list[tuple[float, float]] = []
    watching = asyncio.create_task(watch(pid, samples))
    worst: list[float] = []
    begun = time.perf_counter()
    table = 0
    while time.perf_counter() < begun + minutes * 60:
        table += 1
        crowd.got.clear()
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
            f"table {table}: half {statistics.median(late or [0]):.2f} s, 99 of 100 {last:.2f} s, "
            f"{missing} never; {memory(pid):.0f} MB",
            flush=True,
        )
        await asyncio.sleep(max(0.0, sent + every - time.perf_counter()))
    watching.cancel()
    samples.append((time.perf_counter() - begun, memory(pid)))
    grown = growth([one for one in samples if one[0] >= minutes * 60 / 5])
    for task in lines:
        task.cancel()
    await asyncio.gather(*lines, *crowd.tasks, watching, return_exceptions=True)
    # Cancelled, they have not been lost.
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
        tables = max(8, int(minutes * 60 / own.every) + 2)
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
