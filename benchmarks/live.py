"""How soon many open pages know of a result: the load test, small, as a benchmark.

    python -m benchmarks.live [listeners]

`python -m tests.load.listeners` is the whole of it, with memory over ten minutes.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.row import Row

ROOT = Path(__file__).parents[1]
#: Seconds until 99 of 100 pages have a result in hand, as the load test holds it.
LIMIT = 2.0
_FIGURE = re.compile(r"within ([0-9.]+) s \(in the middle ([0-9.]+) s\); lines lost: ([0-9]+)")


def rows(listeners: int = 500) -> Iterator[Row]:
    command = [sys.executable, "-m", "tests.load.listeners", "--minutes", "0.5", "--every", "3"]
    done = subprocess.run(
        [*command, "--listeners", str(listeners)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    print(done.stdout)
    found = _FIGURE.search(done.stdout)
    if found is None:
        raise RuntimeError(f"the load test did not end well: {done.stdout[-500:]}")
    worst, middle, lost = float(found[1]), float(found[2]), int(found[3])
    yield Row(what=f"{listeners} open pages: 99 of 100 know", value=worst, unit="s", limit=LIMIT)
    yield Row(what="the same, the result in the middle", value=middle, unit="s")
    yield Row(what="lines lost", value=lost, unit="", limit=0)


if __name__ == "__main__":
    for row in rows(*map(int, sys.argv[1:])):
        print(row)
