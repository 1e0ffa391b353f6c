"""What came of the day, as a table: printed, and written into a page of the documentation."""

from __future__ import annotations

import datetime as dt
import os
import platform
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.load.national.figures import Figures, share
from tests.load.national.site import Cost

#: Seconds that 99 of 100 may take.
SUBMISSION, PUBLIC, LIVE = 1.0, 0.5, 3.0
#: What each kind of question is called, and the seconds that hold for it.
_KINDS = (
    ("submission", "a result is handed in, confirmed, typed", SUBMISSION),
    ("public page", "public pages, whole", PUBLIC),
    ("public piece", "public pages, what is new", PUBLIC),
    ("own page", "a pair's own page, whole", 0.0),
    ("own piece", "a pair's own page, what is new", 0.0),
    ("desk page", "pages of the desk, whole", 0.0),
    ("desk piece", "pages of the desk, what is new", 0.0),
)


@dataclass(slots=True)
class Outcome:
    """What was measured, what was acknowledged, and what was found afterwards."""

    figures: Figures
    people: Mapping[str, int]
    opening: float
    seconds: float
    since: float
    spent: Mapping[str, Cost]
    results: Mapping[int, tuple[int, int]]
    claims: Mapping[int, tuple[int, int]]
    checked: dict[str, Any] = field(default_factory=dict)
    words: str = ""

    def times(self, kind: str) -> list[float]:
        return sorted(self.figures.took[kind])

    def lags(self) -> dict[str, list[float]]:
        """Of public pages what brought results, of own pages what happened at their table."""
        events = [one for one in self.checked["events"] if one[1] >= self.since]
        news = [e for e in events if set(e[3]) & {"results", "rounds"}]
        said = [e for e in events if set(e[3]) & {"results", "claims"}]
        return {
            "public pages that were open": self.figures.lags("public", [e[:3] for e in news]),
            "the phones at the table": self.figures.lags("own", [e[:3] for e in said]),
        }

    @property
    def mistakes(self) -> list[str]:
        """All that must not be, in words."""
        found = [f"{what}: {count}" for what, count in sorted(self.figures.faults.items())]
        for kind in ("lost", "doubled", "wrong", "faults"):
            found += [f"{kind}: {one}" for one in self.checked[kind]]
        missing = self.people["tables"] - len(self.results)
        return found + ([f"tables without a result: {missing}"] if missing else [])

    @property
    def held(self) -> bool:
        slow = any(limit and share(self.times(kind), 0.99) > limit for kind, _w, limit in _KINDS)
        late = any(share(lags, 0.99) > LIVE for lags in self.lags().values())
        return not (slow or late or self.mistakes)


def lines(outcome: Outcome) -> list[str]:
    """The table, as Markdown."""
    figures, people = outcome.figures, outcome.people
    found = [
        f"{people['tables']} tables, {people['phones']:,} phones, {people['staff']} staff, "
        f"{people['spectators']:,} spectators; {len(outcome.results)} results within "
        f"{outcome.seconds:.0f} s, counted after all had come ({outcome.opening:.0f} s).",
        "",
        "| what | how many | a second | half within | 95 of 100 | 99 of 100 | longest | may be |",
        "|---|---|---|---|---|---|---|---|",
    ]
    rows = [(words, outcome.times(kind), limit) for kind, words, limit in _KINDS]
    rows += [(f"from the log to {who}", lags, LIVE) for who, lags in outcome.lags().items()]
    for words, times, limit in rows:
        parts = [_time(share(times, part)) for part in (0.5, 0.95, 0.99, 1.0)]
        may = _time(limit) if limit else "–"
        pace = f"{len(times) / outcome.seconds:,.1f}"
        found.append(f"| {words} | {len(times):,} | {pace} | {' | '.join(parts)} | {may} |")
    found += [
        "",
        "| process | how many | memory, MB | processor, share of one |",
        "|---|---|---|---|",
    ]
    for kind, cost in sorted(outcome.spent.items()):
        busy = f"{cost.seconds / outcome.seconds:.0%}"
        found.append(f"| {kind} | {cost.processes} | {cost.memory:.0f} | {busy} |")
    stall = share(sorted(figures.stalls), 0.99)
    megabytes = sum(figures.bytes.values()) / 1e6
    refused = _counted(figures.refused) or "none"
    found += [
        "",
        f"Sent: {megabytes:,.0f} MB. Refused on purpose: {refused}. What must not be: "
        f"{'; '.join(outcome.mistakes[:20]) or 'nothing'}. The crowd itself was late by "
        f"{_time(stall)} (99 of 100), which is in every figure above.",
    ]
    return found


def _time(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.2f} s"


def _counted(counter: Counter[str]) -> str:
    return ", ".join(f"{what} ({count})" for what, count in sorted(counter.items()))


def print_table(outcome: Outcome) -> None:
    print("\n".join(lines(outcome)))
    for kind, statuses in sorted(outcome.figures.statuses.items()):
        print(f"{kind}: " + ", ".join(f"{n} x {s}" for s, n in sorted(statuses.items())))
    if outcome.mistakes and outcome.words:
        print("What the server said last:")
        print("\n".join(outcome.words.splitlines()[-30:]))
    print("held" if outcome.held else "not held")


def write_table(page: Path, mode: str, command: str, day: dt.date, outcome: Outcome) -> None:
    """Put it in the place of what stands between the marks of `mode` on the page."""
    model = platform.processor() or platform.machine()
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
            break
    head = (
        f"{day.isoformat()}, {os.cpu_count()} processors ({model}), Python "
        f"{platform.python_version()}; the crowd runs on the same machine. `{command}`: "
        f"{'held' if outcome.held else 'not held'}."
    )
    begin, end = f"<!-- {mode} -->", f"<!-- /{mode} -->"
    text = page.read_text()
    body = "\n".join([begin, head, "", *lines(outcome), end])
    found = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.S)
    page.write_text(found.sub(lambda _one: body, text))
