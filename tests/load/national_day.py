"""The national day: a final's whole crowd on this machine for five minutes, and what it costs.

    python -m tests.load.national_day [--mode full|embedded] [--scale 1] [--minutes 5]
                                      [--write docs/operators/load.md]

Starts full mode by itself (`scripts/full.py`: PostgreSQL, Redis, web processes, worker, beat), or
embedded mode (`scripts/serve.py`), in a folder that is thrown away. At scale 1 there are 256 tables
with a round being played, 1,024 players' phones, 40 people at the desk and 3,000 spectators; in
embedded mode, where nothing else is said, a third of them. All of them open their pages as browsers
do, with their lines; then within the minutes every game ends: handed in by one side and confirmed
by the other, or typed at the desk. Spectators go from page to page meanwhile.

It passes (0) when what is submitted is answered within a second by 99 of 100, public pages within
half a second, what happened is on 99 of 100 open pages within three seconds, nothing went wrong,
and everything that was acknowledged is there once, the log whole and the standings as reckoned
again. Else it ends with 1. All of it is on this machine, the crowd too, and it is at most an hour.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime as dt
import gc
import json
import random
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.load.national.figures import Figures
from tests.load.national.people import Day, Phone, Spectator, Staff, Table
from tests.load.national.site import PASSWORD, ROUND, SLUG, Cost, Site, costs, started
from tests.load.national.table import Outcome, print_table, write_table

TABLES, PHONES, STAFF, SPECTATORS = 256, 1024, 40, 3000
#: Arrivals a second while the doors open, before anything is counted.
ARRIVALS = 60
#: Seconds between two pages of one spectator, in the middle.
LOOKS_ABOUT = 60.0
#: Seconds a side may wait to be asked whether a result is right.
ASKED_WITHIN = 30.0
#: Seconds after the last game until what came of it is everywhere.
AFTERWARDS = 12.0


async def in_turn(arrivals: list[Any]) -> float:
    """All of them come, so many a second; how many seconds it took until everybody was in."""
    began = time.perf_counter()
    tasks = []
    for number, person in enumerate(arrivals):
        tasks.append(asyncio.create_task(person.arrive()))
        due = began + number / ARRIVALS
        await asyncio.sleep(max(due - time.perf_counter(), 0.0))
    await asyncio.gather(*tasks)
    return time.perf_counter() - began


async def play(
    site: Site, folder: Path, filled: dict[str, Any], scale: float, minutes: float
) -> Outcome:
    figures = Figures()
    day = Day(site.port, SLUG, ROUND, figures)
    codes = {int(number): code for number, code in filled["codes"].items()}
    watching = asyncio.create_task(figures.watch_itself())
    staff = [Staff(day, n, f"staff{n}", PASSWORD) for n in range(max(5, round(STAFF * scale)))]
    typing = [one for one in staff if one.page.endswith("results/")]
    tables = []
    for number, (one, other) in sorted((int(n), pair) for n, pair in filled["tables"].items()):
        sides = [[Phone(day, entry, codes[entry]) for _ in range(2)] for entry in (one, other)]
        tables.append(Table(day, number, (sides[0], sides[1]), typing))
    phones = [phone for table in tables for side in table.sides for phone in side]
    spectators = [Spectator(day, n) for n in range(round(SPECTATORS * scale))]
    arrivals: list[Any] = [*phones, *staff, *spectators]
    random.Random(1).shuffle(arrivals)
    print(
        f"{len(phones)} phones, {len(staff)} staff, {len(spectators)} spectators arrive", flush=True
    )
    opening = await in_turn(arrivals)
    print(f"all are there after {opening:.0f} s", flush=True)
    # This process holds thousands of pages; looking through them again and again is not the
    # server's doing.
    gc.collect()
    gc.freeze()
    about = [asyncio.create_task(one.look_about(LOOKS_ABOUT)) for one in spectators]
    before = costs(site, folder)
    figures.counting = True
    began, since = time.perf_counter(), time.time()
    last = minutes * 60
    chance = random.Random(2)
    ends = [table.end(chance.uniform(0.0, last), ASKED_WITHIN) for table in tables]
    await asyncio.gather(*ends)
    await asyncio.sleep(AFTERWARDS)
    figures.counting = False
    seconds = time.perf_counter() - began
    after = costs(site, folder)
    for task in [*about, watching]:
        task.cancel()
    await asyncio.gather(*about, watching, return_exceptions=True)
    for person in arrivals:
        person.tab.close()
        person.browser.close()
    spent = {
        kind: Cost(cost.processes, cost.memory, cost.seconds - before.get(kind, Cost()).seconds)
        for kind, cost in after.items()
    }
    people = {
        "tables": len(tables), "phones": len(phones), "staff": len(staff),
        "spectators": len(spectators),
    }  # fmt: skip
    return Outcome(figures, people, opening, seconds, since, spent, day.results, day.claims)


def run(mode: str, scale: float, minutes: float) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="startfelt-day-") as name:
        # PostgreSQL runs as another account and must get through to its own folder.
        Path(name).chmod(0o711)
        folder = Path(name) / "data"
        folder.mkdir(mode=0o711)
        log = Path(name) / "words"
        with started(mode, folder, log) as site:
            began = time.perf_counter()
            tables, staff = max(4, round(TABLES * scale)), max(5, round(STAFF * scale))
            made = site.manage("-m", "tests.load.national.site", "fill", str(tables), str(staff))
            if made.returncode:
                raise RuntimeError(made.stderr)
            filled = json.loads(made.stdout.splitlines()[-1])
            print(f"{mode}: filled after {time.perf_counter() - began:.0f} s", flush=True)
            outcome = asyncio.run(play(site, folder, filled, scale, minutes))
            said = Path(name) / "acknowledged"
            said.write_text(json.dumps({"results": outcome.results, "claims": outcome.claims}))
            looked = site.manage("-m", "tests.load.national.site", "check", str(said))
            if looked.returncode:
                raise RuntimeError(looked.stderr)
            outcome.checked = json.loads(looked.stdout.splitlines()[-1])
            outcome.words = log.read_text()
    return outcome


def main() -> int:
    parser = argparse.ArgumentParser(description="A national final's crowd on this machine.")
    parser.add_argument("--mode", choices=("full", "embedded"), default="full")
    parser.add_argument("--scale", type=float, help="1 is the whole crowd; 2 at most")
    parser.add_argument("--minutes", type=float, default=5.0, help="at most 30")
    parser.add_argument("--write", type=Path, help="the page whose table is written anew")
    own = parser.parse_args()
    scale = own.scale or (1.0 if own.mode == "full" else 1 / 3)
    scale, minutes = min(max(scale, 0.01), 2.0), min(max(own.minutes, 0.2), 30.0)
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    outcome = run(own.mode, scale, minutes)
    print_table(outcome)
    if own.write:
        command = f"python -m tests.load.national_day --mode {own.mode}"
        command += f" --scale {scale:.2g} --minutes {minutes:g}"
        write_table(own.write, own.mode, command, dt.date.today(), outcome)
    return 0 if outcome.held else 1


if __name__ == "__main__":
    sys.exit(main())
