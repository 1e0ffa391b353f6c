"""How quick the Partners engine is, beside the simple rules that the tests check it against.

    python -m benchmarks.partners_moves [positions]

Both answer the same random crowded positions in one run; compare the ratios, not the times. Then
the command answers 5,000 mixed requests, every game, rule set and card, in one process.
"""

from __future__ import annotations

import json
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from games.rules.partners import GAMES, Position, legal_moves
from tests.games.rules.partners.random_positions import random_position, random_request
from tests.games.rules.partners.simple_rules import simple_moves

ROOT = Path(__file__).parents[1]
REQUESTS = 5_000
ROUNDS = 3


def fastest(call: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The shortest of a few runs, in microseconds: the others were disturbed."""
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        call()
        times.append(time.perf_counter() - begun)
    return min(times) * 1e6


def card_times(game: str, card: str, requests: list[dict[str, Any]]) -> tuple[float, float]:
    """Median microseconds a position of the engine and of the simple rules."""
    engine, simple = [], []
    for request in requests:
        asked = request | {"card": card}
        position = Position.parse(GAMES[game], request["position"])
        player = request["player"]
        engine.append(fastest(lambda p=position, c=player: legal_moves(p, c, card)))
        simple.append(fastest(lambda a=asked: simple_moves(a), rounds=1 if card == "7" else ROUNDS))
    return statistics.median(engine), statistics.median(simple)


def command_seconds() -> tuple[float, float]:
    """How long the command takes for all requests, its start included, and its processor time."""
    rng = random.Random("command")
    lines = "".join(json.dumps(random_request(rng)) + "\n" for _ in range(REQUESTS))
    begun = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "games.rules", "moves"],
        input=lines,
        capture_output=True,
        check=True,
        cwd=ROOT,
        text=True,
    )
    seconds = time.perf_counter() - begun
    assert len(done.stdout.splitlines()) == REQUESTS
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, used.ru_utime + used.ru_stime


def main(positions: int = 200) -> None:
    print(f"{'game':22}{'card':10}{'engine µs':>10}{'simple µs':>11}{'ratio':>7}")
    for game in GAMES:
        rng = random.Random(game)
        requests = []
        for _ in range(positions):
            player = rng.choice(GAMES[game].board.colours)
            position = random_position(rng, game, player)
            requests.append(
                {"game": game, "ruleset": "dm-2018", "position": position, "player": player}
            )
        for card in GAMES[game].cards:
            engine, simple = card_times(game, card, requests)
            print(f"{game:22}{card:10}{engine:10.1f}{simple:11.1f}{simple / engine:7.1f}")
    seconds, used = command_seconds()
    print(f"\n{REQUESTS} requests to the command: {seconds:.1f} s, {used:.1f} s of one processor")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
