"""Runs of eight words of the documents that the rules were taken from, as numbers.

The documents themselves are not ours to hand on; these numbers tell whether a text has eight words
in a row that stand in one of them, and nothing can be read out of them. Where the documents are at
hand, `python -m tests.reports.guides.originals FILE…` writes the numbers anew.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

RUN = 8
#: Bytes of a run's SHA-256 that are kept: enough that no run is taken for another by chance.
KEPT = 6
FILE = Path(__file__).resolve().parents[2] / "data" / "original-runs.bin"
_WORD = re.compile(r"[^\W_]+")


def runs(text: str) -> Iterator[str]:
    """Every eight words in a row, whatever stands between them."""
    words = _WORD.findall(text.lower())
    for start in range(len(words) - RUN + 1):
        yield " ".join(words[start : start + RUN])


def number(run: str) -> bytes:
    return hashlib.sha256(run.encode()).digest()[:KEPT]


@cache
def originals() -> frozenset[bytes]:
    """The numbers of all runs of the documents."""
    kept = FILE.read_bytes()
    return frozenset(kept[at : at + KEPT] for at in range(0, len(kept), KEPT))


def taken_from(text: str) -> list[str]:
    """The runs of `text` that stand in one of the documents."""
    return [run for run in runs(text) if number(run) in originals()]


if __name__ == "__main__":
    found = {number(run) for path in sys.argv[1:] for run in runs(Path(path).read_text("utf-8"))}
    FILE.write_bytes(b"".join(sorted(found)))
    print(f"{len(found)} runs")
