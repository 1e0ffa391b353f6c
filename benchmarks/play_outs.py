"""How long an adjudication's thousand games take, by the quick bot and by the sensible one.

    python -m benchmarks.play_outs [games]

First the work alone, in seconds of one processor: blocks of both bots by turns in one process, so
that a busy machine slows both; compare the ratio. Then the whole, as a worker does it: child
processes on every processor, on the clock of the wall and in seconds of processor.
"""

from __future__ import annotations

import resource
import statistics
import sys
import time
from collections.abc import Iterator

from benchmarks.row import Row
from games.rules.partners import PARTNERS, Position
from games.rules.partners.bots import QUICK, Bot, SensibleBot
from games.rules.partners.conduct import Setup
from games.rules.partners.evaluation import wilson, win_chances
from judging.forecast.crew import wins_of

BLOCKS = 6
BLOCK = 25

POSITIONS = {
    "two start fields block": {
        "yellow": ["goal1", "goal2", "start", "start"],
        "red": ["goal1", "start", "red3", "home"],
        "blue": ["goal1", "goal2", "goal3", "blue9"],
        "green": ["start", "start", "green4", "home"],
    },
    "nobody has begun": dict.fromkeys(("yellow", "red", "blue", "green"), ["home"] * 4),
    "all blocked": {
        "yellow": ["start", "start", "green14", "green13"],
        "red": ["start", "start", "yellow14", "yellow13"],
        "blue": ["start", "start", "red14", "red13"],
        "green": ["start", "start", "blue14", "blue13"],
    },
}


def block(position: Position, bot: Bot, seed: str) -> tuple[float, int]:
    """Milliseconds of processor a game, and games that the first side wins."""
    begun = time.process_time()
    first, _ = win_chances(Setup(PARTNERS), position, bot, seed=seed, games=BLOCK)
    return (time.process_time() - begun) / BLOCK * 1000, first.wins


def work(name: str, position: Position) -> None:
    slow = SensibleBot(most=8)
    times: dict[str, list[float]] = {QUICK.name: [], slow.name: []}
    wins = dict.fromkeys(times, 0)
    for number in range(BLOCKS):
        for bot in (QUICK, slow):
            taken, won = block(position, bot, str(number))
            times[bot.name].append(taken)
            wins[bot.name] += won
    ratio = statistics.median(
        old / new for new, old in zip(times[QUICK.name], times[slow.name], strict=True)
    )
    print(name)
    for bot_name, all_taken in times.items():
        low, high = wilson(wins[bot_name], BLOCKS * BLOCK)
        print(
            f"  {bot_name:18} {statistics.median(all_taken):6.1f} ms a game; "
            f"first side wins {low:.0%} to {high:.0%}"
        )
    print(f"  ratio {ratio:.2f}")


def whole(name: str, position: Position, games: int) -> float:
    """Prints a line; seconds on the clock of the wall."""
    order = {
        "game": "partners",
        "ruleset": "dm-2018",
        "position": position.as_json(),
        "seed": "benchmark",
    }
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.monotonic()
    wins = [0, 0]
    for _bot, share in wins_of(order, {QUICK.name: games}):
        wins = [sum(pair) for pair in zip(wins, share, strict=True)]
    taken = time.monotonic() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"{name}: {games} games in {taken:.1f} s, {used:.1f} s of processor in all; wins {wins}")
    return taken


def rows() -> Iterator[Row]:
    for name in ("two start fields block", "all blocked"):
        position = Position.parse(PARTNERS, POSITIONS[name])
        yield Row(what=f"1,000 games: {name}", value=whole(name, position, 1000), unit="s")


def main(games: int = 1000) -> None:
    positions = {name: Position.parse(PARTNERS, where) for name, where in POSITIONS.items()}
    for name, position in positions.items():
        work(name, position)
    for name, position in positions.items():
        whole(name, position, games)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
