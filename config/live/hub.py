"""Those who listen in this process, and how a hint reaches them.

Everything here runs on the server's own event loop but `Hub.publish`, which may be called from
any thread. A listener is a set of hints that wait and a flag: whoever cannot keep up finds one
hint that says it all, and takes no more memory than one who can.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from config.live.hints import ALL, STAFF, Hint, merged
from config.metrics import registry as metrics

#: Hints of so many seconds go out as one: when results pour in, pages ask once, not each time.
GATHER = 0.2


class Listener:
    """One open page. `staff` hears what is not public, too."""

    __slots__ = ("_ready", "closed", "staff", "waiting")

    def __init__(self, *, staff: bool) -> None:
        self.staff = staff
        self.waiting: Hint | None = None
        self.closed = False
        self._ready = asyncio.Event()

    def offer(self, hint: Hint) -> None:
        """Give it a hint; one that waits already is widened by it."""
        self.waiting = hint if self.waiting is None else merged((self.waiting, hint))
        self._ready.set()

    def close(self) -> None:
        """Nothing more will come."""
        self.closed = True
        self._ready.set()

    async def next(self, seconds: float) -> Hint | None:
        """The next hint; None when nothing came within so many seconds or the hub closed."""
        if self.waiting is None and not self.closed:
            try:
                await asyncio.wait_for(self._ready.wait(), seconds)
            except TimeoutError:
                return None
        hint, self.waiting = self.waiting, None
        if not self.closed:
            self._ready.clear()
        return hint


class Hub:
    """All listeners of this process, by tournament."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: dict[int, set[Listener]] = defaultdict(set)
        self._gathered: dict[int, list[Hint]] = {}
        self._closed = False
        #: Counts what this process has heard of; whatever was made at a lower count may be old.
        self.news = 0

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin, on the loop that the listeners run on."""
        self._loop, self._closed = loop, False

    def close(self) -> None:
        """Tell every listener that it is over, so that the server can end. Any thread."""
        self._closed = True
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._close_all)

    def _close_all(self) -> None:
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.close()

    @contextmanager
    def listening(self, tournament: int, *, staff: bool) -> Iterator[Listener]:
        """A listener while the block lasts."""
        listener = Listener(staff=staff)
        if self._closed:
            listener.close()
        self._listeners[tournament].add(listener)
        metrics.LISTENERS.inc()
        try:
            yield listener
        finally:
            metrics.LISTENERS.dec()
            there = self._listeners[tournament]
            there.discard(listener)
            if not there:
                del self._listeners[tournament]

    @property
    def ending(self) -> bool:
        """Whether it is over."""
        return self._closed

    def count(self) -> int:
        """How many listen now."""
        return sum(len(listeners) for listeners in self._listeners.values())

    def publish(self, hint: Hint) -> None:
        """Tell everybody whom `hint` concerns. Any thread; returns at once."""
        self.news += 1
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._gather, hint)

    def publish_all(self) -> None:
        """Everybody may have missed something: each page asks again. On the loop."""
        self.news += 1
        for tournament in self._listeners:
            self._gather(Hint(tournament, 0, frozenset({ALL})))

    def _gather(self, hint: Hint) -> None:
        if hint.tournament not in self._listeners:
            return
        waiting = self._gathered.get(hint.tournament)
        if waiting is not None:
            waiting.append(hint)
            return
        self._gathered[hint.tournament] = [hint]
        assert self._loop is not None
        self._loop.call_later(GATHER, self._deliver, hint.tournament)

    def _deliver(self, tournament: int) -> None:
        hints = self._gathered.pop(tournament)
        for_staff = merged(hints)
        public = [hint for hint in hints if hint.public]
        for_all = merged(public) if public else None
        if for_staff.at:
            metrics.HINT_LAG.observe(max(time.time() - for_staff.at, 0.0))
        told = 0
        for listener in self._listeners.get(tournament, ()):
            hint = for_staff if listener.staff else for_all
            if hint is not None:
                listener.offer(hint)
                told += 1
        metrics.HINTS.inc(told)


#: The one of this process.
hub = Hub()

__all__ = ["GATHER", "STAFF", "Hub", "Listener", "hub"]
