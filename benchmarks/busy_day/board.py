"""Times, and the table they are printed in."""

from __future__ import annotations

import gzip
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

#: Limits: seconds, and queries of a page.
DRAW = 2.0
STANDINGS = 0.3
PAGE = 0.3
QUERIES = 30

_SPACE = f"{'':38}"
_TIMES = f"{_SPACE}processor s       clock s\n{_SPACE}   best median    best median"


@dataclass(frozen=True)
class Times:
    """Seconds of processor and of clock, the best and the median of some runs."""

    processor: float
    processor_median: float
    clock: float
    clock_median: float

    @classmethod
    def of(cls, work: Callable[[], object], repeats: int) -> Times:
        processors, clocks = [], []
        for _ in range(repeats):
            processor, clock = time.process_time(), time.perf_counter()
            work()
            processors.append(time.process_time() - processor)
            clocks.append(time.perf_counter() - clock)
        return cls(
            min(processors), statistics.median(processors), min(clocks), statistics.median(clocks)
        )

    def __str__(self) -> str:
        return (
            f"{self.processor:7.3f}{self.processor_median:7.3f} "
            f"{self.clock:7.3f}{self.clock_median:7.3f}"
        )


class Board:
    """What is printed, line by line, and how many lines are over their limit."""

    def __init__(self, *, by_clock: bool) -> None:
        """`by_clock`: judge by the clock, for a database that works in processes of its own."""
        self.by_clock = by_clock
        self.over = 0
        self._timed: list[tuple[str, float, float]] = []
        self._pages: list[tuple[str, float, int]] = []

    @property
    def figures(self) -> list[dict[str, Any]]:
        """What was timed, the slowest page and the one with the most queries, as rows."""
        told = [
            {"what": what, "value": seconds, "unit": "s", "limit": limit}
            for what, seconds, limit in self._timed
        ]
        if self._pages:
            slow = max(self._pages, key=lambda page: page[1])
            asks = max(self._pages, key=lambda page: page[2])
            told += [
                {"what": f"slowest of {len(self._pages)} pages: {slow[0]}", "value": slow[1]}
                | {"unit": "s", "limit": PAGE},
                {"what": f"most queries: {asks[0]}", "value": asks[2]}
                | {"unit": "queries", "limit": QUERIES - 1},
            ]
        return told

    def head(self, what: str, *, pages: bool = False) -> None:
        more = "  queries     kB  gzipped" if pages else "   limit"
        print(f"\n{what}\n{_TIMES}{more}")

    def time(self, what: str, times: Times, limit: float) -> None:
        self._timed.append((what, self._judged(times), limit))
        self._line(f"{what:38}{times}   {limit:.1f} s", self._judged(times) > limit)

    def page(self, what: str, times: Times, queries: int, body: bytes, status: int) -> None:
        """A page and what it cost; a status other than 200 is said."""
        sizes = f"{len(body) / 1000:7.1f} {len(gzip.compress(body, 6)) / 1000:8.1f}"
        said = "" if status == 200 else f"  {status}"
        self._pages.append((what, self._judged(times), queries))
        over = self._judged(times) > PAGE or queries >= QUERIES
        self._line(f"{what:38}{times} {queries:8} {sizes}{said}", over)

    def _judged(self, times: Times) -> float:
        """The seconds that count."""
        return times.clock if self.by_clock else times.processor

    def _line(self, text: str, over: bool) -> None:
        self.over += over
        print(f"{text}{'  OVER' if over else ''}", flush=True)
