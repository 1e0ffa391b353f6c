"""How quick the backgammon engine is, beside others, on the same positions in the same run.

    python -m benchmarks.backgammon_plays [positions]

All find the whole set of positions that a throw can lead to, for throws from games in which every
play is equally likely. The brute force is the simple rules that the tests check the engine against.
gnubg-nn and OpenSpiel (requirements-bench.txt) take part where they are installed. The games are
then walked in OpenSpiel, whose states cannot be set up, and its positions are handed to all;
doubles are left out, since it plays one as two turns. Compare the ratios, not the times.
"""

from __future__ import annotations

import importlib
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.row import Row
from games.rules.backgammon.plays import results
from games.rules.backgammon.position import Position, mirrored, own_points
from games.rules.backgammon.steps import plays
from tests.games.rules.backgammon.random_positions import Throw, played_positions
from tests.games.rules.backgammon.simple_rules import board_of, simple_results

ROUNDS = 3
#: Positions a second on one core.
LIMIT = 25_000.0
Call = Callable[[], object]


def fastest(calls: list[Call]) -> float:
    """Seconds for all of them: the shortest of a few rounds, for the others were disturbed."""
    times = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        for call in calls:
            call()
        times.append(time.process_time() - begun)
    return min(times)


def engine_calls(throws: list[Throw]) -> list[Call]:
    return [lambda throw=throw: results(*throw) for throw in throws]


def plays_calls(throws: list[Throw]) -> list[Call]:
    return [lambda throw=throw: plays(*throw) for throw in throws]


def brute_calls(throws: list[Throw]) -> list[Call]:
    boards = [board_of(Position(cells).as_json()) for cells, _, _ in throws]
    return [
        lambda board=board, one=one, two=two: simple_results(board, one, two)
        for board, (_, one, two) in zip(boards, throws, strict=True)
    ]


def gnubg_calls(throws: list[Throw]) -> list[Call] | None:
    """The plays of gnubg-nn; each side as 25 numbers from its own 1-point, the bar last."""
    module = _installed("gnubg_nn")
    if module is None or not hasattr(module, "moves"):
        return None
    boards = [
        [list(own_points(mirrored(cells))[1:]), list(own_points(cells)[1:])]
        for cells, _, _ in throws
    ]
    return [
        lambda board=board, one=one, two=two: module.moves(board, one, two)
        for board, (_, one, two) in zip(boards, throws, strict=True)
    ]


def spiel_walk(count: int) -> tuple[list[Throw], list[Call]] | None:
    """Positions and throws, no doubles, from games walked in OpenSpiel; and its question of each.

    None where it is not installed.
    """
    module = _installed("pyspiel")
    if module is None:
        return None
    game = module.load_game("backgammon")
    rng = random.Random("walk")
    throws: list[Throw] = []
    states: list[Any] = []
    state = game.new_initial_state()
    while len(states) < count:
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        else:
            throw = throw_of(state)
            if throw[1] != throw[2]:
                throws.append(throw)
                states.append(state.clone())
            state.apply_action(rng.choice(state.legal_actions()))
    return throws, [state.legal_actions for state in states]


def throw_of(state: Any) -> Throw:
    """An OpenSpiel state as ours: it numbers the points from 0, its first player moves upwards."""
    mover = state.current_player()
    told = [round(number) for number in state.observation_tensor(mover)[-8:]]
    bar, off, _, their_bar, their_off, _, first, second = told
    order = range(23, -1, -1) if mover == 0 else range(24)
    points = [state.board(mover, at) - state.board(1 - mover, at) for at in order]
    position = {"points": points, "bar": [bar, their_bar], "off": [off, their_off]}
    return Position.parse(position).cells, first, second


def _installed(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def measured(positions: int) -> dict[str, float]:
    """Seconds of everybody who is here, for all positions, brute force first; prints how many."""
    walk = spiel_walk(positions)
    throws = walk[0] if walk else played_positions(1, positions)
    found = sum(len(results(*throw)) for throw in throws)
    print(f"{positions} positions, {found / positions:.1f} results each")
    asked = {
        "brute force of the tests": brute_calls(throws),
        "engine, all results": engine_calls(throws),
        "engine, results with steps": plays_calls(throws),
        "gnubg-nn": gnubg_calls(throws),
        "OpenSpiel": walk[1] if walk else None,
    }
    return {name: fastest(calls) for name, calls in asked.items() if calls is not None}


def rows(positions: int = 5_000) -> Iterator[Row]:
    seconds = measured(positions)
    ours = seconds.pop("engine, all results")
    del seconds["engine, results with steps"]
    first, *others = seconds.items()
    yield Row(
        what="all results of a throw",
        value=positions / ours,
        unit="a second",
        limit=LIMIT,
        more=True,
        peer=first[0],
        ratio=first[1] / ours,
    )
    for name, theirs in others:
        yield Row(
            what=f"{name}, the same positions",
            value=positions / theirs,
            unit="a second",
            more=True,
            peer=name,
            ratio=theirs / ours,
        )


def main(positions: int = 5_000) -> None:
    seconds = measured(positions)
    brute = seconds["brute force of the tests"]
    for name, taken in seconds.items():
        print(f"{name:28}{positions / taken:10,.0f} a second{brute / taken:8.1f} x brute force")
    for name in {"gnubg-nn", "OpenSpiel"} - set(seconds):
        print(f"{name:28}not installed")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
