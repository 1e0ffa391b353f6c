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
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.row import Row
from games.rules.partners import GAMES, Position, legal_moves
from tests.games.rules.partners.random_positions import random_position, random_request
from tests.games.rules.partners.simple_rules import simple_moves

ROOT = Path(__file__).parents[1]
REQUESTS = 5_000
ROUNDS = 3
#: How many times as quick as the simple rules, and seconds of processor for the command.
ORDINARY, SEVEN, COMMAND = 3.0, 6.0, 4.0


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
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
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
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, used


def asked_of(game: str, positions: int) -> list[dict[str, Any]]:
    """Random crowded positions with a player."""
    rng = random.Random(game)
    requests = []
    for _ in range(positions):
        player = rng.choice(GAMES[game].board.colours)
        position = random_position(rng, game, player)
        requests.append(
            {"game": game, "ruleset": "dm-2018", "position": position, "player": player}
        )
    return requests


def rows(positions: int = 100) -> Iterator[Row]:
    requests = asked_of("partners", positions)
    times = {card: card_times("partners", card, requests) for card in GAMES["partners"].cards}
    ordinary = {card: pair for card, pair in times.items() if card not in ("7", "swap")}
    for what, cards, least in (
        ("card other than 7 and swap, the slowest ratio", ordinary, ORDINARY),
        ("swap", {"swap": times["swap"]}, None),
        ("7", {"7": times["7"]}, SEVEN),
    ):
        engine, simple = min(cards.values(), key=lambda pair: pair[1] / pair[0])
        yield Row(
            what=what,
            value=engine,
            unit="µs median",
            peer="the tests' simple rules",
            ratio=simple / engine,
            least_ratio=least,
        )
    _, used = command_seconds()
    yield Row(what="5,000 requests to the command", value=used, unit="s", limit=COMMAND)


def main(positions: int = 200) -> None:
    print(f"{'game':22}{'card':10}{'engine µs':>10}{'simple µs':>11}{'ratio':>7}")
    for game in GAMES:
        requests = asked_of(game, positions)
        for card in GAMES[game].cards:
            engine, simple = card_times(game, card, requests)
            print(f"{game:22}{card:10}{engine:10.1f}{simple:11.1f}{simple / engine:7.1f}")
    seconds, used = command_seconds()
    print(f"\n{REQUESTS} requests to the command: {seconds:.1f} s, {used:.1f} s of one processor")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
