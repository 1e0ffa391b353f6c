"""Damaged files, one after another: what each reader made of them, and how long it took."""

from __future__ import annotations

import random
import signal
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

from tests.fuzz.kinds import KINDS, Kind

#: Seconds of processor that one file may take; those that are taken need a tenth.
MOST_SECONDS = 5.0


class Hangs(Exception):
    """A file that took longer than any may."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise `Hangs` in the block once it has had so many seconds of processor."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise Hangs(f"more than {seconds} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@dataclass
class Report:
    """What came of the files of one kind."""

    kind: str
    files: int = 0
    taken: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    #: Which file it was (`mutant` makes it again), and what went wrong.
    failures: list[tuple[int, str]] = field(default_factory=list)

    def __str__(self) -> str:
        refused = ", ".join(f"{code} {count}" for code, count in self.refused.most_common(6))
        return (
            f"{self.kind}: {self.files} files, {self.taken} taken, "
            f"{self.refused.total()} refused ({refused}), "
            f"slowest {self.slowest:.2f} s, {len(self.failures)} faults"
        )


def mutant(kind: Kind, name: str, seed: int, number: int) -> bytes:
    """The damaged file with this number: the same again whenever it is asked for."""
    rng = random.Random(f"{name} {seed} {number}")
    seeds = kind.seeds()
    return kind.mutate(rng, seeds[number % len(seeds)], seeds)


def fuzz(name: str, files: int, seed: int = 0) -> Report:
    """So many damaged files of a kind, read. Nothing is raised: see `failures`."""
    kind, report = KINDS[name], Report(name)
    for number in range(files):
        data = mutant(kind, name, seed, number)
        report.files += 1
        began = time.process_time()
        try:
            with at_most(MOST_SECONDS):
                kind.take(data)
            report.taken += 1
        except kind.refusals as refusal:
            report.refused[str(getattr(refusal, "code", type(refusal).__name__))] += 1
        except Exception as error:
            report.failures.append((number, f"{type(error).__name__}: {error}"[:200]))
        report.slowest = max(report.slowest, time.process_time() - began)
    return report


def shares(files: int, names: Sequence[str]) -> dict[str, int]:
    """So many files, spread evenly over the kinds."""
    return {name: files // len(names) + (at < files % len(names)) for at, name in enumerate(names)}
