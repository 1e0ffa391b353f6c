"""All benchmarks in one table, beside the peers that are installed.

    python -m benchmarks [names] [--judge] [--details] [--list]

Each figure stands beside what was promised of it, and beside a peer as a ratio of the same run:
compare the ratios, the times are this machine's just now. `pip install -r requirements-bench.txt`
installs the peers. Without names all are run, which takes many minutes: the day of 500 pairs and
the open pages most of them. With --judge the exit code is 1 when a promise is not kept. --details
also prints what each benchmark tells when it is run alone (`python -m benchmarks.draw`).
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import os
import sys
import time
from collections.abc import Iterator

from benchmarks.row import Row

#: Module -> what it measures; in the order of the table.
REGISTRY = {
    "partners_moves": "engine of Partners",
    "partners_games": "whole games of Partners",
    "play_outs": "positions played out for a judge",
    "backgammon_plays": "engine of backgammon",
    "draw": "Swiss draws",
    "multi_seat": "draws of tables of four",
    "tables": "tables for a draw",
    "standings": "standings",
    "score_sheets": "score sheets as PDF",
    "pages": "pages of a day of 500 pairs",
    "live": "open pages that renew themselves",
}


def rows_of(name: str, *, details: bool) -> Iterator[Row]:
    """The lines of one benchmark."""
    out = sys.stderr if details else io.StringIO()
    with contextlib.redirect_stdout(out):
        yield from list(importlib.import_module(f"benchmarks.{name}").rows())


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(REGISTRY))
    parser.add_argument("--judge", action="store_true")
    parser.add_argument("--details", action="store_true")
    parser.add_argument("--list", action="store_true")
    asked = parser.parse_args()
    unknown = set(asked.names) - set(REGISTRY)
    if unknown:
        parser.error(f"no such benchmark: {', '.join(sorted(unknown))}")
    if asked.list:
        print("\n".join(f"{name:18}{what}" for name, what in REGISTRY.items()))
        return 0
    over = 0
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} before the run")
    for name in asked.names or REGISTRY:
        began = time.monotonic()
        found = list(rows_of(name, details=asked.details))
        print(f"\n{REGISTRY[name]} ({name}, {time.monotonic() - began:.0f} s)")
        print("\n".join(map(str, found)), flush=True)
        over += sum(row.over for row in found)
    print(f"\n{over} over the limit" if over else "\nall within the limits")
    return 1 if over and asked.judge else 0


if __name__ == "__main__":
    sys.exit(main())
