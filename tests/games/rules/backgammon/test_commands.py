"""Backgammon through `python -m games.rules`, as a program sees it."""

import json
from pathlib import Path
from typing import Any

from games.rules.backgammon import Position
from tests.games.rules.test_cli import ask, run

from .boards import position_json
from .records import CLEAN, spoilt

START = Position.start().as_json()
CASES = Path(__file__).parents[3] / "data" / "backgammon" / "cases.jsonl"


def request(position: Any = START, dice: Any = (3, 1), **more: Any) -> dict[str, Any]:
    return {"game": "backgammon", "position": position, "dice": dice, **more}


def test_worked_cases_are_answered_with_their_positions() -> None:
    cases = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    status, answers = ask("moves", *(case["request"] for case in cases))
    assert (status, len(answers)) == (0, len(cases))
    for case, answer in zip(cases, answers, strict=True):
        found = sorted(json.dumps(move["position"], sort_keys=True) for move in answer["moves"])
        expected = sorted(json.dumps(after, sort_keys=True) for after in case["positions"])
        assert found == expected, case["id"]


def test_refused_checkers_are_explained_in_the_language_asked_for() -> None:
    stuck = position_json({6: 1}, {24: 2, 22: 2}, bar=(1, 0))
    status, answers = ask("moves", request(stuck, explain=True), request(stuck), lang="nb")
    assert (status, answers) == (
        0,
        [
            {
                "moves": [],
                "refusals": [
                    {
                        "piece": "bar",
                        "rule": "G7",
                        "message": "Med 3 kommer brikken ikke inn: motstanderen holder 22. "
                        "Med 1 kommer brikken ikke inn: motstanderen holder 24.",
                    },
                    {
                        "piece": "6",
                        "rule": "G7",
                        "message": "Brikkene på baren må inn først.",
                    },
                ],
            },
            {"moves": []},
        ],
    )


def test_request_that_makes_no_sense_is_refused() -> None:
    status, answers = ask(
        "moves",
        request(dice=[0, 1]),
        request({**START, "bar": [1, 0]}),
        request(player=0),
        request(explain=1),
        {"game": "backgammon", "position": START},
        request(),
    )
    assert status == 1
    assert [answer.get("error", {}).get("code") for answer in answers] == [
        "dice",
        "checker_count",
        "unknown_field",
        "not_a_boolean",
        "missing_field",
        None,
    ]


def test_result_is_checked() -> None:
    status, answers = ask(
        "result",
        {"game": "backgammon", "result": {"length": 7, "winner": 0, "score": [7, 4]}},
        {"game": "backgammon", "result": {"length": 7, "winner": 1, "score": [2, 6]}},
        {"game": "backgammon", "result": []},
    )
    assert status == 1
    assert answers[:2] == [
        {"valid": True, "problems": []},
        {
            "valid": False,
            "problems": [
                {
                    "code": "winner_short",
                    "rule": "G11",
                    "message": "The winner has 6 points; the match goes to 7.",
                }
            ],
        },
    ]
    assert answers[2]["error"]["code"] == "not_an_object"


def test_penalty_stands_among_the_games_of_a_result() -> None:
    won = {"winner": 0, "kind": "gammon", "cube": 1, "dropped": False}
    given = {"side": 1, "penalty": 2}
    match = {"length": 3, "winner": 0, "score": [4, 2]}
    status, answers = ask(
        "result",
        {"game": "backgammon", "result": {**match, "games": [given, won, won]}},
        {"game": "backgammon", "result": {**match, "games": [{**given, "side": 2}, won, won]}},
    )
    assert status == 0
    assert answers[0] == {"valid": True, "problems": []}
    assert [problem["code"] for problem in answers[1]["problems"]] == ["penalty_form"]


def test_records_are_replayed_whatever_their_encoding_and_line_ends(tmp_path: Path) -> None:
    named = CLEAN.replace("Bo :", "Bø :")
    for name, text in (
        ("utf8.txt", named.encode()),
        ("bom.mat", b"\xef\xbb\xbf" + named.encode()),
        ("latin1.txt", named.replace("\n", "\r\n").encode("latin-1")),
        ("spoilt.mat", spoilt("64: 24/14", "64:").encode()),
        ("other.mat", b"MATLAB 5.0\x00\xff"),
    ):
        (tmp_path / name).write_bytes(text)
    files = ["utf8.txt", "bom.mat", "latin1.txt", "spoilt.mat", "other.mat"]
    status, answers = run("replay", *(str(tmp_path / name) for name in files))
    assert status == 0
    assert [answer["legal"] for answer in answers] == [True, True, True, False, False]
    assert answers[2]["result"]["score"] == [3, 2]
    assert answers[3]["problems"] == [
        {
            "line": 22,
            "move": "64:",
            "rule": "G5",
            "message": "Missing play: Anna could make 2 moves in game 3, but none is written.",
        }
    ]
    assert answers[4]["result"] == {}
