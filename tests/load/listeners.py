"""How soon so many open pages hear of a change, and whether the server's memory stays flat.

    python -m tests.load.listeners [--listeners 2000] [--minutes 1] [--every 5]

Starts one embedded server of its own on this machine, opens the lines, lets somebody at the desk
pause and resume the clock, and prints for each change when 50, 99 and 100 of a hundred listeners
had heard, counted from the moment the desk's click was sent; at the end the memory.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import statistics
import tempfile
import time
from pathlib import Path

from tests.faults.live_site import SLUG, Person, run, wait_until_it_answers
from tests.faults.site import environment, running
from tests.services import free_port

#: Lines opened at the same time.
AT_ONCE = 50


class Crowd:
    """All the listeners, in this one process."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.heard: list[float] = []
        self.lost = 0
        self._doors = asyncio.Semaphore(AT_ONCE)

    async def listen(self, opened: asyncio.Event) -> None:
        try:
            async with self._doors:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                request = f"GET /live/{SLUG}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
                writer.write(request.encode())
                await reader.readuntil(b"event: open")
            opened.set()
            while line := await reader.readline():
                if line.startswith(b"event: hint"):
                    self.heard.append(time.perf_counter())
        except (OSError, asyncio.IncompleteReadError):
            pass
        opened.set()
        self.lost += 1


def memory(pid: int) -> float:
    """Resident memory in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


async def measure(port: int, pid: int, listeners: int, minutes: float, every: float) -> None:
    crowd = Crowd(port)
    person = await asyncio.to_thread(Person, port)
    print(f"before: {memory(pid):.0f} MB")
    began = time.perf_counter()
    doors = [asyncio.Event() for _ in range(listeners)]
    tasks = [asyncio.create_task(crowd.listen(door)) for door in doors]
    for door in doors:
        await door.wait()
    print(f"{listeners} lines open after {time.perf_counter() - began:.1f} s, {memory(pid):.0f} MB")
    shares: list[float] = []
    end = time.perf_counter() + minutes * 60
    verb = "pause"
    while time.perf_counter() < end:
        crowd.heard.clear()
        sent = time.perf_counter()
        address = f"/desk/{SLUG}/rounds/1/clock/{verb}/"
        await asyncio.to_thread(person.post, f"/desk/{SLUG}/clock/", address)
        verb = "resume" if verb == "pause" else "pause"
        while len(crowd.heard) < listeners and time.perf_counter() - sent < 30:
            await asyncio.sleep(0.02)
        late = sorted(at - sent for at in crowd.heard)
        if late:
            last = late[min(len(late) - 1, int(len(late) * 0.99))]
            shares.append(last)
            print(
                f"heard by {len(late)}: half {statistics.median(late):.2f} s, "
                f"99 of 100 {last:.2f} s, last {late[-1]:.2f} s; {memory(pid):.0f} MB",
                flush=True,
            )
        await asyncio.sleep(every)
    print(f"{len(shares)} changes; 99 of 100 had heard after {max(shares):.2f} s at the worst")
    print(f"lines lost: {crowd.lost}; memory at the end {memory(pid):.0f} MB")
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Listeners on one embedded process.")
    parser.add_argument("--listeners", type=int, default=2000)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--every", type=float, default=5.0, help="seconds between changes")
    own = parser.parse_args()
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        env = environment(Path(folder))
        run("seed", env)
        port = free_port()
        command = ["uvicorn", "config.asgi:application", "--log-level", "warning", "--port"]
        with running([*command, str(port)], env) as process:
            wait_until_it_answers(port)
            asyncio.run(measure(port, process.pid, own.listeners, own.minutes, own.every))


if __name__ == "__main__":
    main()
