"""Child processes that play shares of a forecast, as many as there are processors."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Generator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import Empty, Queue
from threading import Event
from typing import Any, Final

from judging.forecast.shares import shares_of

ROOT: Final = Path(__file__).resolve().parents[2]
#: More would not be quicker: the whole of it is some seconds' work.
MOST: Final = 4


class CrewError(Exception):
    """A child process ended before its work did."""


def wins_of(
    order: Mapping[str, Any], games: Mapping[str, int]
) -> Generator[tuple[str, list[int]], None, None]:
    """The wins of each share of `games`, which says how many each bot plays, as they come in.

    `order` has the other arguments of `play_share`. Whoever stops listening ends the children.
    """
    shares: Queue[tuple[str, int, int]] = Queue()
    for bot, count in games.items():
        for share in shares_of(count):
            shares.put((bot, *share))
    count = max(1, min(MOST, os.cpu_count() or 1, shares.qsize()))
    children = [_child() for _ in range(count)]
    done: Queue[tuple[str, list[int]] | None] = Queue()
    enough = Event()

    def work(child: subprocess.Popen[str]) -> None:
        try:
            while not enough.is_set():
                try:
                    bot, first, last = shares.get_nowait()
                except Empty:
                    return
                asked = {**order, "bot": bot, "first": first, "last": last}
                done.put((bot, _played(child, asked)))
        finally:
            done.put(None)

    with ThreadPoolExecutor(count) as threads:
        try:
            running = [threads.submit(work, child) for child in children]
            left = count
            while left:
                wins = done.get()
                if wins is None:
                    left -= 1
                else:
                    yield wins
            for one in as_completed(running):
                one.result()
        finally:
            enough.set()
            for child in children:
                child.kill()
                child.wait()


def _child() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "judging.forecast.worker"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _played(child: subprocess.Popen[str], order: Mapping[str, Any]) -> list[int]:
    assert child.stdin is not None and child.stdout is not None
    try:
        child.stdin.write(json.dumps(order) + "\n")
        child.stdin.flush()
        answer = child.stdout.readline()
    except OSError as error:
        raise CrewError(str(error)) from error
    if not answer:
        raise CrewError("a child process ended")
    wins: list[int] = json.loads(answer)
    return wins
