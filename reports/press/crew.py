"""Two child processes printing a document's parts side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path
from queue import LifoQueue
from threading import RLock
from types import TracebackType
from typing import Self

from reports.press.binding import bind
from reports.press.foreman import Foreman, Printer
from reports.press.parts import DEFAULT_RENDERER, Order, Part, PressError

#: Two, as a desk's laptop has two cores to spare at most.
CREW = 2
#: WeasyPrint keeps memory; a child that has printed so many parts is followed by a fresh one.
PARTS_A_CHILD = 12
#: How often the one who ordered hears that work goes on, in seconds.
TICK = 1.0

Progress = Callable[[int, int], None]


class Child:
    """One printing process; begun with the first part and anew after `PARTS_A_CHILD`."""

    def __init__(self, folder: Path, foreman: Foreman) -> None:
        self.folder = folder
        self.foreman = foreman
        self.printer: Printer | None = None
        self.closed = False
        #: One thread prints while another may send the child home: they begin and end it in turn.
        self._lock = RLock()

    def print(self, renderer: str, part: Part, path: Path) -> None:
        """Print one part. Raises `PressError` with the child's own words."""
        with self._lock:
            if self.closed:
                raise PressError("the press was stopped")
            if self.printer is None or self.printer.printed >= PARTS_A_CHILD:
                self._begin()
            printer = self.printer
        assert printer is not None
        printer.print(renderer, part, path)

    def begin(self) -> None:
        """Begin it now, so that it is ready when there is something to print."""
        with self._lock:
            if self.printer is None and not self.closed:
                self._begin()

    def _begin(self) -> None:
        self._end()
        self.printer = self.foreman.printer(self.folder)

    def stop(self) -> None:
        """End the process at once and for good; what it was printing is not kept."""
        with self._lock:
            self.closed = True
            self._end()

    def _end(self) -> None:
        if self.printer is not None:
            self.printer.stop()
            self.printer = None


class Crew:
    """Children, handed out to whichever thread has a part to print. Use it in a `with` block.

    They come from `foreman`, who may be ready already; else from one of its own, who goes home
    with them.
    """

    def __init__(self, folder: Path, size: int = CREW, foreman: Foreman | None = None) -> None:
        self.own = Foreman() if foreman is None else None
        self.children = [Child(folder, foreman or self.own or Foreman()) for _ in range(size)]
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
        if self.own is not None:
            self.own.end()

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
