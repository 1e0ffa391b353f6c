"""Every fault many times, and a table of what it came to: `make faults`.

`python -m tests.faults --times 20 [--only WORDS] [--kills 200]`; at the end the embedded server is
killed at so many random moments of a day.
"""

from __future__ import annotations

import argparse
import contextlib
import shutil
import sys
import tempfile
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from tests.bytecode import keep_bytecode
from tests.faults.day import KILLS, killed_day
from tests.faults.sites import Embedded, Site
from tests.faults.table import FAULTS, Fault, Outcome, run

ROW = "{:<34} {:>5} {:>5} {:>8} {:>6} {:>10} {:>13}  {}"


def line(name: str, outcomes: list[Outcome]) -> str:
    """One row: the worst of all runs."""
    told = sorted({one.told for one in outcomes}, key=lambda text: not text.startswith("NO"))
    wrong = [one.wrong for one in outcomes if one.wrong]
    text = ROW.format(
        name,
        len(outcomes),
        sum(one.lost for one in outcomes),
        sum(one.doubled for one in outcomes),
        "whole" if all(one.chain for one in outcomes) else "BROKEN",
        "same" if all(one.standings for one in outcomes) else "DIFFER",
        f"{max(one.back for one in outcomes):.1f}",
        "; ".join(told),
    )
    return text + (f"\n  said: {wrong[0]}" if wrong else "")


@contextlib.contextmanager
def kept_folder() -> Iterator[Path]:
    """A folder of its own; what a process writes there while it is removed goes, too."""
    folder = Path(tempfile.mkdtemp(prefix="startfelt-faults-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def once(fault: Fault, site: Site, seed: int) -> Outcome:
    """One run; what did not come to an end holds nothing, and the next fault comes all the same."""
    try:
        return run(fault, site, seed)
    except (AssertionError, RuntimeError) as error:
        return Outcome(0, 0, False, False, 0.0, f"NO END: {' '.join(str(error).split())[:200]}")


def outcomes_of(faults: list[Fault], times: int) -> Iterator[tuple[str, list[Outcome]]]:
    """Faults of one kind of site share one."""
    for kind, several in groupby(faults, key=lambda fault: fault.site):
        with kept_folder() as folder, kind(folder) as site:
            for fault in several:
                yield fault.name, [once(fault, site, seed) for seed in range(times)]


def main() -> int:
    keep_bytecode()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--only", default="", help="faults whose names have this in them")
    parser.add_argument("--kills", type=int, default=KILLS)
    given = parser.parse_args()
    faults = [fault for fault in FAULTS if given.only in fault.name]
    ok = True
    print(
        ROW.format(
            "fault", "times", "lost", "doubled", "chain", "standings", "back (max, s)", "told"
        ),
        flush=True,
    )
    for name, outcomes in outcomes_of(faults, given.times):
        print(line(name, outcomes), flush=True)
        ok &= all(one.holds for one in outcomes)
    if given.kills and given.only in "embedded: a day of kills":
        with kept_folder() as folder, Embedded(folder) as site:
            outcome = killed_day(site, given.kills)
        name = f"embedded: a day of {given.kills} kills"
        print(line(name, [outcome]), flush=True)
        ok &= outcome.holds
    print("everything holds" if ok else "something does not hold")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
