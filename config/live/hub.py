"""Those who listen in this process, and how a hint reaches them.

Everything here runs on the server's own event loop but `Hub.publish` and `Hub.end`, which may
be called from any thread. A listener is a set of hints that wait and a flag: whoever cannot keep up
finds one hint that says it all, and takes no more memory than one who can.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from config.live.hints import ALL, STAFF, Ending, Hint, merged
from config.metrics import registry as metrics

#: Hints of so many seconds go out as one: when results pour in, pages ask once, not each time.
GATHER = 0.2


class Listener:
    """One open page. `staff` hears what is not public, too. Whose page it is: the account's key and
    the mark of its session, None and "" for somebody who is not logged in."""

    __slots__ = ("_ready", "closed", "mark", "staff", "user", "waiting")

    def __init__(self, *, staff: bool, user: int | None = None, mark: str = "") -> None:
        self.staff = staff
        self.user = user
        self.mark = mark
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
        self._told_first: Callable[[], None] | None = None
        #: Counts what this process has heard of; whatever was made at a lower count may be old.
        self.news = 0
        #: Counts endings: whoever was let in at a lower count is asked once more.
        self.endings = 0

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
    def listening(
        self, tournament: int, *, staff: bool, user: int | None = None, mark: str = ""
    ) -> Iterator[Listener]:
        """A listener while the block lasts."""
        listener = Listener(staff=staff, user=user, mark=mark)
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

    @contextmanager
    def telling_first(self, first: Callable[[], None]) -> Iterator[None]:
        """While the block lasts, `first` is called (on the loop) when something is heard, a fifth
        of a second before the listeners are."""
        self._told_first = first
        try:
            yield
        finally:
            self._told_first = None

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

    def end(self, ending: Ending) -> None:
        """Close the lines of what has ended. Any thread; returns at once."""
        self.endings += 1
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._end, ending)

    def _end(self, ending: Ending) -> None:
        places = self._listeners if ending.tournament is None else (ending.tournament,)
        for tournament in places:
            for listener in self._listeners.get(tournament, ()):
                if listener.user == ending.user and (
                    not ending.marks or listener.mark in ending.marks
                ):
                    listener.close()

    def end_all(self) -> None:
        """Something may have ended unheard: whoever is logged in comes back and is asked again.
        On the loop."""
        self.endings += 1
        for listeners in self._listeners.values():
            for listener in listeners:
                if listener.user is not None:
                    listener.close()

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
        if self._told_first is not None:
            self._told_first()
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
