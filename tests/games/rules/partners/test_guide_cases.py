"""The worked examples of the DM guide, and the clarification of 2023."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.rules.partners import Position, game_named, legal_moves, rules_named

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[3] / "data" / "partners-guide.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_moves_in_an_example_of_the_guide_are_the_guides(case: dict[str, Any]) -> None:
    request = case["request"]
    game = game_named(request["game"])
    position = Position.parse(game, request["position"])
    rules = rules_named(request["ruleset"])
    moves = legal_moves(position, request["player"], request["card"], rules)
    expected = [Position.parse(game, places) for places in case["positions"]]
    assert sorted(move.position.cells for move in moves) == sorted(
        position.cells for position in expected
    )
