"""How quick the backgammon engine is, beside others, on the same positions in the same run.

    python -m benchmarks.backgammon_plays [positions]

All find the whole set of positions that a throw can lead to, for throws from games in which every
play is equally likely. The brute force is the simple rules that the tests check the engine against.
gnubg-nn and OpenSpiel (``pip install gnubg-nn open-spiel``) take part where they are installed.
Compare the ratios, not the times.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable
from typing import Any

from games.rules.backgammon.plays import results
from games.rules.backgammon.position import Position, mirrored, own_points
from games.rules.backgammon.steps import plays
from tests.games.rules.backgammon.random_positions import Throw, played_positions
from tests.games.rules.backgammon.simple_rules import board_of, simple_results

ROUNDS = 3
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


def spiel_calls(throws: list[Throw]) -> list[Call] | None:
    """OpenSpiel's legal actions after the opening throws: its own positions, half of a double."""
    module = _installed("pyspiel")
    if module is None:
        return None
    game = module.load_game("backgammon")
    states: list[Any] = []
    state = game.new_initial_state()
    seed = 1
    while len(states) < len(throws):
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            outcomes = state.chance_outcomes()
            seed = seed * 1103515245 + 12345 & 0x7FFFFFFF
            state.apply_action(outcomes[seed // 65536 % len(outcomes)][0])
        else:
            states.append(state.clone())
            actions = state.legal_actions()
            seed = seed * 1103515245 + 12345 & 0x7FFFFFFF
            state.apply_action(actions[seed // 65536 % len(actions)])
    return [state.legal_actions for state in states]


def _installed(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def main(positions: int = 5_000) -> None:
    throws = played_positions(1, positions)
    found = sum(len(results(*throw)) for throw in throws)
    print(f"{positions} positions, {found / positions:.1f} results each")
    brute: float | None = None
    for name, calls in (
        ("brute force of the tests", brute_calls(throws)),
        ("engine, all results", engine_calls(throws)),
        ("engine, results with steps", plays_calls(throws)),
        ("gnubg-nn", gnubg_calls(throws)),
        ("OpenSpiel", spiel_calls(throws)),
    ):
        if calls is None:
            print(f"{name:28}not installed")
            continue
        seconds = fastest(calls)
        brute = brute or seconds
        print(f"{name:28}{positions / seconds:10,.0f} a second{brute / seconds:8.1f} x brute force")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
