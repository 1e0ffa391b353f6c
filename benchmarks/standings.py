"""How long standings with every tie-break take, and the working of every number.

    python -m benchmarks.standings

Up to 2,000 entries have random results of every kind, with pieces, steps and time; some come late,
one is struck, and points are given by piece. Times are seconds of processor.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from decimal import Decimal

from benchmarks.row import Row
from tournaments.formats.model import (
    Entrant,
    Outcome,
    PairingKind,
    PlayedPairing,
    PlayedSeat,
)
from tournaments.formats.scoring import POINTS_SCHEMES, StandingsSettings, TieBreak
from tournaments.formats.standings import compute_standings

REPEATS = 5
#: Seconds for 500 entries, and for 2,000.
LIMIT = 0.3
LARGE_LIMIT = 1.0


def results(entries: int, rounds: int) -> list[PlayedPairing]:
    dice = random.Random(entries)
    order = list(range(1, entries + 1))
    pairings: list[PlayedPairing] = []
    for number in range(1, rounds + 1):
        dice.shuffle(order)
        for one, other in zip(order[::2], order[1::2], strict=True):
            outcomes = dice.choice(
                (
                    (Outcome.WIN, Outcome.LOSS),
                    (Outcome.LOSS, Outcome.WIN),
                    (Outcome.DRAW, Outcome.DRAW),
                )
            )
            kind = PairingKind.WALKOVER if dice.random() < 0.02 else PairingKind.GAME
            seats = tuple(
                PlayedSeat(
                    entry=entry,
                    side=side,
                    outcome=outcomes[side - 1],
                    score=Decimal(dice.randrange(9)),
                    steps=dice.randrange(60),
                    in_time=dice.random() < 0.8,
                )
                for side, entry in ((1, one), (2, other))
            )
            pairings.append(PlayedPairing(round=number, kind=kind, final=True, seats=seats))
    return pairings


def measure(entries: int, rounds: int) -> float:
    """Prints a line; the best of some runs in seconds."""
    entrants = [
        Entrant(
            id=number,
            seed=number,
            available_from_round=2 if number % 20 == 0 else 1,
            missed_points=Decimal(4) if number % 20 == 0 else None,
            struck=number == 7,
        )
        for number in range(1, entries + 1)
    ]
    pairings = results(entries, rounds)
    settings = StandingsSettings(
        points=POINTS_SCHEMES["pieces_in_time"],
        tie_breaks=tuple(TieBreak),
        lot_seed="benchmark",
    )
    times: list[float] = []
    for _ in range(REPEATS):
        start = time.process_time()
        standings = compute_standings(entrants, pairings, settings)
        times.append(time.process_time() - start)
    start = time.process_time()
    for row in standings:
        for tie_break in standings.tie_breaks:
            standings.working(row.entry, tie_break)
    working = time.process_time() - start
    print(
        f"{entries:5} entries, {rounds:2} rounds, {len(settings.tie_breaks)} tie-breaks: "
        f"{min(times):.3f} to {max(times):.3f} s; all workings {working:.3f} s"
    )
    return min(times)


def rows() -> Iterator[Row]:
    best = measure(500, 9)
    yield Row(what="500 entries, 9 rounds, every tie-break", value=best, unit="s", limit=LIMIT)
    most = measure(2000, 11)
    yield Row(what="2,000 entries, 11 rounds", value=most, unit="s", limit=LARGE_LIMIT)


def main() -> None:
    measure(64, 9)
    measure(500, 9)
    measure(2000, 11)


if __name__ == "__main__":
    main()
