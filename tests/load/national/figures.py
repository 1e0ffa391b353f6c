"""What was measured: how long answers took by kind, what went wrong, how late pages knew."""

from __future__ import annotations

import asyncio
import bisect
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.load.national.browser import Answer
    from tests.load.national.tab import Life


def share(values: Sequence[float], part: float) -> float:
    """The value that so great a part (0 to 1) of the sorted `values` does not exceed; 0 of none."""
    return values[min(int(len(values) * part), len(values) - 1)] if values else 0.0


class Figures:
    """One for a whole day. Nothing is counted before `counting`, but what went wrong."""

    def __init__(self) -> None:
        self.counting = False
        self.took: dict[str, list[float]] = defaultdict(list)
        self.bytes: Counter[str] = Counter()
        self.statuses: dict[str, Counter[int]] = defaultdict(Counter)
        self.faults: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.lives: dict[str, list[Life]] = defaultdict(list)
        self.stalls: list[float] = []

    async def timed(self, kind: str, asking: Awaitable[Answer]) -> Answer | None:
        """The answer; None where none came or it is a fault of the server."""
        try:
            answer = await asking
        except (OSError, TimeoutError) as error:
            self.fault(f"{kind}: {type(error).__name__}")
            return None
        if self.counting:
            self.took[kind].append(answer.seconds)
            self.bytes[kind] += len(answer.body)
            self.statuses[kind][answer.status] += 1
        if answer.status >= 400 and answer.status not in {409, 422}:
            self.fault(f"{kind}: {answer.status}")
            return None
        return answer

    def fault(self, what: str) -> None:
        self.faults[what] += 1

    def refuse(self, what: str) -> None:
        """The server said no, in words, and was meant to."""
        self.refused[what] += 1

    def life(self, kind: str, life: Life) -> Life:
        self.lives[kind].append(life)
        return life

    async def watch_itself(self) -> None:
        """How late this process is with its own work: that much of each figure is not the
        server's."""
        while True:
            due = time.perf_counter() + 0.1
            await asyncio.sleep(0.1)
            if self.counting:
                self.stalls.append(max(time.perf_counter() - due, 0.0))

    def lags(
        self, kind: str, events: Iterable[tuple[int, float, int]], patience: float = 10.0
    ) -> list[float]:
        """Seconds, sorted, from each of `events` (number, moment, pairing) to when each page of
        that kind which was open knew of it; `patience` stands for never. A page that was left
        before the time was up, not knowing, says nothing."""
        found: list[float] = []
        listed = sorted(events)
        moments = [at for _number, at, _pairing in listed]
        for life in self.lives[kind]:
            first = bisect.bisect_left(moments, life.born)
            last = bisect.bisect_right(moments, life.died) if life.died else len(listed)
            # Numbers of what it knew rise with time.
            numbers = [number for _at, number in life.knew]
            for number, at, pairing in listed[first:last]:
                if life.pairing and pairing != life.pairing:
                    continue
                place = bisect.bisect_left(numbers, number)
                if place < len(numbers):
                    found.append(max(life.knew[place][0] - at, 0.0))
                elif not life.died or life.died - at > patience:
                    found.append(patience)
        return sorted(found)
