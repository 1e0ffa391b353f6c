"""Whether somebody has set this machine's clock: round clocks are reckoned by it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

#: Seconds by which NTP moves a clock without anybody noticing, and for which a jump is told.
LEAST: Final = 2.0
TOLD_FOR: Final = 3600.0


def since_boot() -> float | None:
    """Seconds that only count, also while the machine sleeps; None where nobody tells them."""
    try:
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    except (AttributeError, OSError):
        return None


class Watch:
    """Looks now and then whether the clock of the day has moved against the one that counts."""

    def __init__(
        self,
        day: Callable[[], float] = lambda: time.time(),
        counts: Callable[[], float | None] = since_boot,
    ) -> None:
        self._day, self._counts = day, counts
        self._apart: float | None = None
        self._jumped, self._at = 0.0, 0.0

    def look(self) -> None:
        """To be called every few seconds."""
        counted = self._counts()
        if counted is None:
            return
        before, self._apart = self._apart, self._day() - counted
        moved = 0.0 if before is None else self._apart - before
        if abs(moved) >= LEAST:
            # Back again within the hour is as if nothing had been.
            self._jumped, self._at = self.jumped() + moved, counted

    def jumped(self) -> float:
        """Seconds by which it was set forward, or back (below 0), lately."""
        counted = self._counts()
        if counted is None or counted - self._at > TOLD_FOR or abs(self._jumped) < LEAST:
            return 0.0
        return self._jumped


#: That of this process.
watch: Final = Watch()
