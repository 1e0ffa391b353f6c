"""The engine and the simple rules find the same plays.

5,000 positions: half come from games, half are made up.
"""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from games.rules.backgammon.plays import results
from games.rules.backgammon.position import Position
from games.rules.backgammon.steps import plays

from .random_positions import made_up_position, played_positions
from .simple_rules import board_of, simple_results

#: Ten tests of 250 positions of either kind: processes share them.
SEEDS = range(10)
EACH = 250
CASES = Path(__file__).parents[3] / "data" / "backgammon" / "cases.jsonl"


def boards(found: list[bytes]) -> list[Any]:
    return sorted(board_of(Position(cells).as_json()) for cells in found)


def check(cells: bytes, first: int, second: int) -> None:
    expected = sorted(simple_results(board_of(Position(cells).as_json()), first, second))
    assert boards(results(cells, first, second)) == expected, (cells, first, second)
    assert boards(list(plays(cells, first, second))) == expected, (cells, first, second)


@pytest.mark.parametrize("seed", SEEDS)
def test_positions_from_games_have_the_plays_of_the_simple_rules(seed: int) -> None:
    for throw in played_positions(seed, EACH):
        check(*throw)


@pytest.mark.parametrize("seed", SEEDS)
def test_made_up_positions_have_the_plays_of_the_simple_rules(seed: int) -> None:
    rng = random.Random(f"made up {seed}")
    for _ in range(EACH):
        position = Position.parse(made_up_position(rng))
        check(position.cells, rng.randint(1, 6), rng.randint(1, 6))


def test_worked_cases_have_exactly_their_positions() -> None:
    for line in CASES.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        request = case["request"]
        position = Position.parse(request["position"])
        expected = sorted(board_of(after) for after in case["positions"])
        assert boards(results(position.cells, *request["dice"])) == expected, case["id"]
        assert boards(list(plays(position.cells, *request["dice"]))) == expected, case["id"]


@pytest.mark.parametrize(
    ("points", "dice", "after"),
    [
        # Either die alone, not both: the higher.
        ({10: 1, -2: 2}, (5, 3), {5: 1}),
        # The lower die only.
        ({10: 1, -5: 2, -2: 2}, (5, 3), {7: 1}),
        # From the bar, once; the rest of the double is held up.
        ({25: 1, 6: 1, -16: 2, -3: 2}, (3, 3), {19: 1, 6: 1}),
        ({2: 1, 1: 1}, (6, 6), {}),
    ],
)
def test_simple_rules_by_hand(
    points: dict[int, int], dice: tuple[int, int], after: dict[int, int]
) -> None:
    mine, theirs = [0] * 26, [0] * 26
    for point, count in points.items():
        (mine if point > 0 else theirs)[abs(point)] = count
    mine[0] = 15 - sum(mine)
    theirs[25] = 14 - sum(theirs)
    (found,) = simple_results((tuple(mine), tuple(theirs)), *dice)
    assert {point: count for point, count in enumerate(found[0]) if point and count} == after
