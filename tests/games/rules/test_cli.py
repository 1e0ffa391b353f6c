"""`python -m games.rules` as a program sees it: real processes, lines in, lines out."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
HOME = ["home"] * 4
POSITION = {"yellow": HOME, "red": [*HOME[:2], "red13", "red1"], "blue": HOME, "green": HOME}
BLOCKED = POSITION | {"blue": [*HOME[:3], "start"]}
REQUEST = {"game": "partners", "position": POSITION, "player": "red", "card": "3"}
RESULT = {
    "sides": [
        {"colours": ["yellow", "blue"], "locked": 8},
        {"colours": ["red", "green"], "locked": 5},
    ],
    "winner": 0,
    "ended": "played",
    "minutes": 57,
}


def run(*arguments: str, lines: bytes = b"") -> tuple[int, list[Any]]:
    """Exit status and the answers."""
    done = subprocess.run(
        [sys.executable, "-m", "games.rules", *arguments],
        input=lines,
        capture_output=True,
        check=False,
        cwd=ROOT,
        timeout=60,
    )
    assert done.stderr == b""
    return done.returncode, [json.loads(line) for line in done.stdout.decode().splitlines()]


def ask(command: str, *requests: Any, lang: str | None = None) -> tuple[int, list[Any]]:
    lines = b"".join(json.dumps(request).encode() + b"\n" for request in requests)
    return run(command, *(["--lang", lang] if lang else []), lines=lines)


def without(*names: str) -> dict[str, Any]:
    return {name: value for name, value in REQUEST.items() if name not in names}


def test_moves_are_answered_in_the_order_asked() -> None:
    status, answers = ask(
        "moves",
        REQUEST,
        REQUEST | {"card": "swap"},
        REQUEST | {"card": "12", "position": POSITION | {"red": HOME}},
    )
    assert status == 0
    assert answers == [
        {
            "moves": [
                {
                    "notation": "red1-red4",
                    "position": POSITION | {"red": ["red4", "red13", "home", "home"]},
                },
                {
                    "notation": "red13-blue2",
                    "position": POSITION | {"red": ["red1", "blue2", "home", "home"]},
                },
            ]
        },
        {
            "moves": [
                {
                    "notation": "red1<>red13",
                    "position": POSITION | {"red": ["red1", "red13", "home", "home"]},
                }
            ]
        },
        {"moves": []},
    ]


def test_moves_explained_name_each_piece_that_has_none() -> None:
    status, (answer,) = ask("moves", REQUEST | {"position": BLOCKED, "explain": True})
    assert status == 0
    assert [move["notation"] for move in answer["moves"]] == ["red1-red4"]
    assert answer["refusals"] == [
        {
            "piece": "red13",
            "rule": "C2",
            "message": "The red piece on field red 13 cannot go 3 forward: "
            "blue stands on its start field and blocks the way.",
        },
        {
            "piece": "home",
            "rule": "B3",
            "message": "The red piece at home is not in play; "
            "only a card with a heart brings it out.",
        },
    ]


def test_messages_come_in_the_language_asked_for() -> None:
    _, (answer,) = ask("moves", REQUEST | {"position": BLOCKED, "explain": True}, lang="da")
    assert answer["refusals"][1]["message"] == (
        "Røds brik i startcirklen er ikke i spil; kun et kort med hjerte bringer den ud."
    )


def test_hand_is_answered_card_by_card_and_need_not_be_thrown() -> None:
    hand = ["3", "heart", "3"]
    status, (answer,) = ask("moves", without("card") | {"hand": hand})
    assert status == 0
    assert [(move["card"], move["notation"]) for move in answer["moves"]] == [
        ("3", "red1-red4"),
        ("3", "red13-blue2"),
        ("heart", "home-start"),
    ]
    assert answer["must_throw"] is False


def test_hand_without_a_usable_card_must_be_thrown_and_says_why() -> None:
    request = without("card") | {"hand": ["3", "5"], "position": POSITION | {"red": HOME}}
    _, answers = ask("moves", request, request | {"explain": True})
    assert answers[0] == {"moves": [], "must_throw": True}
    assert [(one["card"], one["piece"], one["rule"]) for one in answers[1]["refusals"]] == [
        ("3", "home", "B3"),
        ("5", "home", "B3"),
    ]


def test_rule_set_and_options_are_heard() -> None:
    lane = REQUEST | {"position": POSITION | {"red": ["goal4", *HOME[1:]]}, "card": "2"}
    last = {
        "red": ["goal1", "goal2", "goal3", "yellow14"],
        "green": ["goal1", "goal2", "goal3", "goal4"],
    }
    seven = REQUEST | {"position": POSITION | last, "card": "7"}
    _, answers = ask(
        "moves",
        lane,
        lane | {"ruleset": "dm-2018"},
        lane | {"ruleset": "dm-2023"},
        seven,
        seven | {"options": {"seven_may_end_short": True}},
    )
    assert [[move["notation"] for move in answer["moves"]] for answer in answers] == [
        ["goal4-goal2"],
        ["goal4-goal2"],
        [],
        ["yellow14-yellow9"],
        ["yellow14-yellow9", "yellow14-goal4"],
    ]


def test_partners_plus_is_asked_the_same_way() -> None:
    colours = ["green", "blue", "purple", "red", "orange", "yellow"]
    position = dict.fromkeys(colours, HOME)
    request = {"position": position, "player": "green", "card": "2"}
    status, answers = ask(
        "moves",
        request | {"game": "partners-plus-pairs"},
        request | {"game": "partners-plus-teams"},
    )
    assert status == 0
    assert [len(answer["moves"]) for answer in answers] == [3, 6]


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ([], "not_an_object"),
        (without("game"), "missing_field"),
        (without("position"), "missing_field"),
        (without("player"), "missing_field"),
        (without("card"), "card_or_hand"),
        (REQUEST | {"hand": ["3"]}, "card_or_hand"),
        (without("card") | {"hand": "3"}, "not_a_list"),
        (without("card") | {"hand": ["3", "4"]}, "unknown_card"),
        (REQUEST | {"game": "chess"}, "unknown_game"),
        (REQUEST | {"game": ["partners"]}, "unknown_game"),
        (REQUEST | {"ruleset": "dm-1999"}, "unknown_ruleset"),
        (REQUEST | {"player": "purple"}, "unknown_player"),
        (REQUEST | {"card": "4"}, "unknown_card"),
        (REQUEST | {"card": None}, "unknown_card"),
        (REQUEST | {"options": []}, "not_an_object"),
        (REQUEST | {"options": {"bricks": True}}, "unknown_option"),
        (REQUEST | {"options": {"two_may_bring_one": "yes"}}, "not_a_boolean"),
        (REQUEST | {"explain": 1}, "not_a_boolean"),
        (REQUEST | {"rule_set": "dm-2023"}, "unknown_field"),
        (REQUEST | {"position": None}, "position_not_object"),
        (REQUEST | {"position": POSITION | {"red": HOME[1:]}}, "piece_count"),
        (REQUEST | {"position": POSITION | {"red": [*HOME[1:], "red15"]}}, "unknown_place"),
        (REQUEST | {"position": POSITION | {"blue": [*HOME[1:], "red1"]}}, "shared_field"),
        (
            REQUEST | {"position": POSITION | {"blue": [*HOME[2:], "goal1", "goal1"]}},
            "shared_goal",
        ),
        (
            {
                "game": "partners-plus-pairs",
                "position": dict.fromkeys(
                    ["green", "blue", "purple", "red", "orange", "yellow"], HOME
                ),
                "player": "red",
                "card": "heart",
            },
            "unknown_card",
        ),
    ],
)
def test_request_that_makes_no_sense_is_answered_with_what_and_where(
    request_: object, code: str
) -> None:
    status, (answer,) = ask("moves", request_)
    assert status == 1
    assert answer["error"]["code"] == code
    assert answer["error"]["message"]


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"moves",
        b'{"game": "partners"} {}',
        b"\xff\xfe",
        b"[" * 100_000,
        b"9" * 5000,
        # Which of the two is asked about?
        json.dumps(REQUEST)[:-1].encode() + b', "card": "4"}',
    ],
)
def test_line_that_is_no_request_is_answered_and_the_run_goes_on(line: bytes) -> None:
    good = json.dumps(REQUEST).encode()
    status, answers = run("moves", lines=good + b"\n" + line + b"\n" + good + b"\n")
    assert status == 1
    assert [list(answer) for answer in answers] == [["moves"], ["error"], ["moves"]]


def test_text_that_is_no_text_comes_back_as_the_escape_it_was() -> None:
    line = b'{"game": "\\ud800", "position": {}, "player": "red", "card": "3"}\n'
    status, (answer,) = run("moves", lines=line)
    assert status == 1
    assert answer["error"]["code"] == "unknown_game"
    assert "\ud800" in answer["error"]["message"]


def test_answer_comes_before_the_next_question() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "games.rules", "moves"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdin and process.stdout
        for _ in range(2):
            process.stdin.write(json.dumps(REQUEST).encode() + b"\n")
            process.stdin.flush()
            assert len(json.loads(process.stdout.readline())["moves"]) == 2
        process.stdin.close()
        assert process.wait(timeout=30) == 0


def test_nobody_listening_ends_the_run_quietly() -> None:
    lines = (json.dumps(REQUEST).encode() + b"\n") * 2_000
    with subprocess.Popen(
        [sys.executable, "-m", "games.rules", "moves"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdout.close()
        try:
            process.stdin.write(lines)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == 1


def test_result_that_can_be_is_valid() -> None:
    status, answers = ask("result", {"game": "partners", "result": RESULT})
    assert (status, answers) == (0, [{"valid": True, "problems": []}])


def test_result_that_cannot_be_has_its_problems_named() -> None:
    status, answers = ask(
        "result", {"game": "partners", "result": RESULT | {"winner": 1}}, lang="nb"
    )
    assert status == 0
    assert answers == [
        {
            "valid": False,
            "problems": [
                {
                    "code": "winner_not_locked",
                    "rule": "A6",
                    "message": "Rød/grønn står som vinner av et ferdigspilt spill, "
                    "men har 5 av 8 brikker låst.",
                },
                {
                    "code": "loser_locked",
                    "rule": "A6",
                    "message": "Gul/blå har alle brikker låst, men står ikke som vinner: "
                    "bare én side kan bli ferdig.",
                },
            ],
        }
    ]


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"game": "partners"}, "missing_field"),
        ({"game": "partners", "result": []}, "not_an_object"),
        ({"game": "partners", "result": RESULT, "ruleset": "dm-2018"}, "unknown_field"),
        ({"game": "ludo", "result": RESULT}, "unknown_game"),
    ],
)
def test_result_request_that_makes_no_sense_is_refused(request_: object, code: str) -> None:
    status, (answer,) = ask("result", request_)
    assert (status, answer["error"]["code"]) == (1, code)


def test_record_that_nobody_reads_or_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    record = tmp_path / "note.txt"
    record.write_text("Not a game.", encoding="utf-8")
    status, answers = run("replay", str(record), str(tmp_path / "missing.txt"))
    assert status == 1
    assert [answer["error"]["code"] for answer in answers] == ["unknown_record", "unreadable_file"]
