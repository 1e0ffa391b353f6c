"""Two child processes printing a document's parts side by side."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from queue import LifoQueue
from threading import RLock
from types import TracebackType
from typing import Any, Self

from reports.press.binding import bind
from reports.press.parts import DEFAULT_RENDERER, Order, Part, PressError

#: Two, as a desk's laptop has two cores to spare at most.
CREW = 2
#: WeasyPrint keeps memory; a child that has printed so many parts is followed by a fresh one.
PARTS_A_CHILD = 12
#: How often the one who ordered hears that work goes on, in seconds.
TICK = 1.0

Progress = Callable[[int, int], None]

_ROOT = Path(__file__).resolve().parents[2]


class Child:
    """One child process; started with the first part and anew after `PARTS_A_CHILD`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process: subprocess.Popen[str] | None = None
        self.printed = 0
        self.closed = False
        #: One thread prints while another may send the child home: they start and end it in turn.
        self._process_lock = RLock()

    def print(self, renderer: str, part: Part, path: Path) -> None:
        """Print one part. Raises `PressError` with the child's own words."""
        with self._process_lock:
            if self.closed:
                raise PressError("the press was stopped")
            if self.process is None or self.printed >= PARTS_A_CHILD:
                self._start()
            process = self.process
        assert process is not None and process.stdin is not None and process.stdout is not None
        request = {"renderer": renderer, "part": part.as_json(), "path": str(path)}
        try:
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except (OSError, ValueError) as error:
            raise PressError(f"the printing process is gone: {error}") from error
        if not line:
            raise PressError(f"the printing process died (exit status {process.wait()})")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise PressError(f"{answer['error']}\n{answer['trace']}")
        self.printed += 1

    def begin(self) -> None:
        """Start the process now, so that it is ready when there is something to print."""
        with self._process_lock:
            if self.process is None and not self.closed:
                self._start()

    def _start(self) -> None:
        self._end()
        # Its temporary files go into the job's own folder, and leave with it.
        self.process = subprocess.Popen(
            [sys.executable, "-m", "reports.press.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            cwd=_ROOT,
            env={**os.environ, "TMPDIR": str(self.folder), "PYTHONUTF8": "1"},
        )
        self.printed = 0

    def stop(self) -> None:
        """End the process at once and for good; what it was printing is not kept."""
        with self._process_lock:
            self.closed = True
            self._end()

    def _end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            for stream in (self.process.stdin, self.process.stdout):
                if stream is not None:
                    with suppress(OSError):  # unsent input of a process that is gone
                        stream.close()
            self.process = None


class Crew:
    """Children, handed out to whichever thread has a part to print. Use it in a `with` block."""

    def __init__(self, folder: Path, size: int = CREW) -> None:
        self.children = [Child(folder) for _ in range(size)]
        # Whoever is at work anyway goes on: another is started only when two are needed at once.
        self.free: LifoQueue[Child] = LifoQueue()
        for child in reversed(self.children):
            self.free.put(child)

    def begin(self, how_many: int) -> None:
        """Start so many now: they make themselves ready while it is found out what to print."""
        for child in self.children[:how_many]:
            child.begin()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for child in self.children:
            child.stop()

    def print(self, renderer: str, part: Part, path: Path) -> Path:
        child = self.free.get()
        try:
            child.print(renderer, part, path)
        finally:
            self.free.put(child)
        return path


def print_order(
    order: Order,
    folder: Path,
    target: Path,
    progress: Progress,
    *,
    first: Callable[[Path], None] | None = None,
    crew: Crew | None = None,
) -> int:
    """Print `order` to `target`, using `folder` for what lies about meanwhile; its page count.

    `crew` is one that has begun already; it is sent home afterwards as one of its own is.

    `progress(done, total)` is called with each part finished and at least about once a second;
    what it raises stops the work. `first` gets the first part bound by itself, as soon as it is
    there, where others are still to come. Raises `PressError`.
    """
    backdrops = {name: folder / f"backdrop-{i}.pdf" for i, name in enumerate(order.backdrops)}
    parts = [folder / f"part-{i:04}.pdf" for i in range(len(order.parts))]
    work = [
        (DEFAULT_RENDERER, Part(html, tagged=False), backdrops[name])
        for name, html in order.backdrops.items()
    ] + [(order.renderer, part, path) for part, path in zip(order.parts, parts, strict=True)]
    total = len(parts)
    at_once = max(1, min(CREW, len(work)))
    with ThreadPoolExecutor(at_once) as threads, crew or Crew(folder, at_once) as crew:
        jobs = [threads.submit(crew.print, *job) for job in work]
        of_first = set(jobs[: len(backdrops) + 1]) if first is not None and total > 1 else set()
        waiting = set(jobs)
        try:
            while waiting:
                finished, waiting = wait(waiting, timeout=TICK, return_when=FIRST_COMPLETED)
                for future in finished:
                    future.result()
                # Backdrops are no part: they are quick and nobody waits for them.
                progress(max(0, total - len(waiting)), total)
                if of_first and not of_first & waiting and first is not None:
                    of_first = set()
                    first(_bind_first(order, parts, backdrops, folder))
        finally:
            for future in waiting:
                future.cancel()
    return bind(order, parts, backdrops, target)


def _bind_first(
    order: Order, parts: Sequence[Path], backdrops: Mapping[str, Path], folder: Path
) -> Path:
    target = folder / "first.pdf"
    used = {page.backdrop for page in order.parts[0].pages}
    own = {name: path for name, path in backdrops.items() if name in used}
    bind(replace(order, parts=order.parts[:1]), parts[:1], own, target)
    return target
