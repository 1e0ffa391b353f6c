"""Records of real matches, which are not ours to pass on, beside the repository where there are."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.rules.backgammon import Replay, replay_text, validate_result

from .records import told

RECORDS = Path(__file__).parents[5] / "shared" / "data" / "backgammon"

pytestmark = pytest.mark.skipif(
    not RECORDS.is_dir(), reason="the records of others are not beside this repository"
)

CLEAN = (
    "real-04-13pt-clean.txt",
    "real-15-9pt-clean.txt",
    "real-20-7pt-clean.txt",
    "real-22-7pt-clean.mat",
    "real-24-9pt-clean.txt",
)


def replayed(name: str) -> Replay:
    return replay_text((RECORDS / name).read_bytes().decode("latin-1"))


def expected(name: str) -> dict[str, Any]:
    answers: dict[str, dict[str, Any]] = json.loads((RECORDS / "expected.json").read_text())
    return answers[name]


@pytest.mark.parametrize("name", CLEAN)
def test_clean_match_replays_as_confirmed(name: str) -> None:
    replay = replayed(name)
    assert replay.problems == ()
    assert validate_result(replay.result) == ()
    assert told(replay) == expected(name)


@pytest.mark.parametrize(
    ("name", "score", "found"),
    [
        ("made-26-3pt-irregular.mat", (0, 1), [(10, "unfinished_game", 2)]),
        ("real-06-9pt-irregular.txt", (16, 0), [(39, "missing_play", 1)]),
        (
            "real-09-17pt-irregular.txt",
            (17, 3),
            [(74, "roll_out_of_turn", 5), (75, "roll_out_of_turn", 5)],
        ),
        (
            "real-16-5pt-irregular.txt",
            (6, 1),
            [(36, "double_out_of_turn", 2), (43, "run_together", 3)],
        ),
    ],
)
def test_irregular_match_names_what_is_wrong_and_goes_on(
    name: str, score: tuple[int, int], found: list[tuple[int, str, int]]
) -> None:
    replay = replayed(name)
    assert replay.score == score
    assert [
        (problem.line, problem.code, problem.problem.params["game"]) for problem in replay.problems
    ] == found
