"""Virtual events by chance: any format, any options, one stage or two, and what the checks find.

Event n of a seed is the same whoever plays it and after whatever, so that many can be played in
several processes and one that failed again alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from enum import Enum
from functools import partial
from typing import Any

from tournaments.formats.model import FormatOptions
from tournaments.formats.simulation import berger_schedule
from tournaments.formats.simulation_events import simulate_event
from tournaments.formats.simulation_model import EventResult, Scenario, Seeding
from tournaments.formats.simulation_runs import load_formats, option_types, options_class

MOST = 64
"""Entries of the largest events."""

USUAL = 20
"""Entries of nine events of ten, at most."""

Sampler = Callable[[random.Random, int], Any]

SAMPLERS: Mapping[tuple[str, str], Sampler] = {
    ("schedule", "rounds"): lambda dice, entries: berger_schedule(entries),
    ("knockout", "consolation"): lambda dice, entries: dice.randint(0, 2),
    ("groups", "groups"): lambda dice, entries: dice.randint(1, entries // 2),
    ("multi_seat", "sides"): lambda dice, entries: dice.randint(2, min(6, entries // 2)),
    ("multi_seat", "per_side"): lambda dice, entries: dice.choice((1, 1, 2)),
}
"""Numbers that make sense for so many entries, by format and option. Flags and words need no
sampler; a number without one keeps its default."""

CHAINS: Mapping[str, tuple[str, ...]] = {
    "groups": ("knockout", "double_elimination", "swiss"),
    "swiss": ("knockout", "swiss", "round_robin"),
    "multi_seat": ("multi_seat", "knockout"),
}
"""Formats that a second stage may follow, with those it may have."""


def random_options(code: str, entries: int, dice: random.Random) -> FormatOptions | None:
    """Options of a format by chance, sound for so many entries."""
    kind = options_class(code)
    if kind is None:
        return None
    values = {name: make(dice, entries) for (of, name), make in SAMPLERS.items() if of == code}
    if values.get("per_side", 1) > 1:
        # A table seats both sides whole.
        values["sides"] = min(values["sides"], 3)
        if values["sides"] * values["per_side"] > entries:
            values["per_side"] = 1
    for name, type_ in option_types(code).items():
        if name in values:
            continue
        if type_ is bool:
            values[name] = dice.random() < 0.5
        elif issubclass(type_, Enum):
            values[name] = dice.choice(list(type_))
    return kind(**values)


def random_scenario(
    seed: str, number: int, codes: Sequence[str], least: int = 4, most: int = MOST
) -> Scenario:
    """Scenario `number` (from 0) of a seed: the formats in turn, all else by chance."""
    dice = random.Random(f"scenarios\x00{seed}\x00{number}")
    code = codes[number % len(codes)]
    largest = most if dice.random() < 0.1 else min(most, USUAL)
    entries = dice.randint(least, largest)
    scenario = Scenario(
        format=code,
        entries=entries,
        drops=dice.choice((0.0, 0.0, 0.1, 0.3)),
        lates=dice.choice((0.0, 0.0, 0.1, 0.2)),
        draws=dice.choice((0.0, 0.1, 0.4)),
        no_shows=dice.choice((0.0, 0.0, 0.05, 0.2)),
        spread=dice.choice((0.2, 1.0, 3.0)),
        seeding=dice.choice(tuple(Seeding)),
        tables=dice.random() < 0.2,
        options=random_options(code, entries, dice),
    )
    if code not in CHAINS or entries < 8 or dice.random() < 0.5:
        return scenario
    after = dice.choice(CHAINS[code])
    to_rank = dice.randint(1, 4) if code == "groups" else dice.randint(4, entries)
    # Few enough go on that options are sound for all of them, whoever has left by then.
    then = replace(scenario, format=after, entries=4, lates=0.0, options=None)
    if after != "multi_seat":
        then = replace(then, options=random_options(after, 4, dice))
    return replace(scenario, then=then, to_rank=to_rank)


def play_random(
    number: int, *, seed: str, codes: Sequence[str], least: int = 4, most: int = MOST
) -> EventResult:
    """Event `number` of a seed."""
    scenario = random_scenario(seed, number, codes, least, most)
    return simulate_event(scenario, f"{seed}:{number}")


def _loaded(number: int, *, seed: str, most: int) -> EventResult:
    """The same in a process of its own, which has no format registered yet."""
    return play_random(number, seed=seed, codes=load_formats(), most=most)


def random_events(
    seed: str, events: int, *, most: int = MOST, processes: int = 1
) -> Iterator[EventResult]:
    """So many events in their order, shared out over processes."""
    play = partial(_loaded, seed=seed, most=most)
    if processes == 1:
        yield from map(play, range(events))
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(play, range(events), chunksize=8)
