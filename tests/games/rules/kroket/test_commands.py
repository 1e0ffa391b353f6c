"""``moves``, ``result`` and ``replay`` of ``python -m games.rules`` for Kroket."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.rules.cli.lines import answer_lines, answer_records
from games.rules.kroket.bots import SENSIBLE
from games.rules.kroket.playing import play_game
from games.rules.kroket.setup import setup_named

POSITION: dict[str, Any] = {
    "blue": {"at": "d1", "reached": 0},
    "red": {"at": "h4", "reached": 1},
    "yellow": {"at": "start", "reached": 0},
    "green": {"at": "hedge", "left": "a5", "reached": 2},
}
REQUEST: dict[str, Any] = {
    "game": "kroket",
    "course": "haven",
    "position": POSITION,
    "player": "blue",
    "card": "et-paent-skud",
    "direction": "N",
}


def ask(request: Any, command: str = "moves", lang: str = "en") -> Any:
    ((answer, _),) = answer_lines(command, [json.dumps(request).encode()], lang)
    return json.loads(answer)


def at(cell: str, **changes: Any) -> dict[str, Any]:
    return REQUEST | {"position": POSITION | {"blue": {"at": cell, "reached": 0}}} | changes


def test_shot_is_answered_with_the_position_after_it() -> None:
    after = POSITION | {"blue": {"at": "d6", "reached": 1}}
    assert ask(REQUEST) == {
        "moves": [{"notation": "et-paent-skud N d1-d6", "position": after, "to_reflect": []}]
    }


def test_shot_that_meets_something_says_who_is_to_be_reflected() -> None:
    (move,) = ask(at("h1"))["moves"]
    assert move["notation"] == "et-paent-skud N h1-h4"
    assert (move["position"]["blue"]["at"], move["to_reflect"]) == ("h4", ["blue", "red"])


def test_marks_drawn_are_taken_in_order() -> None:
    (move,) = ask(at("h1", reflections=["SW1", "N1"]))["moves"]
    assert move["notation"] == "et-paent-skud N h1-h4 + blue SW1 h4-g4 + red N1 h4-h5"
    assert [move["position"][ball]["at"] for ball in ("blue", "red")] == ["g4", "h5"]
    assert move["to_reflect"] == []
    # What the tree does not let through is followed by the next.
    (move,) = ask(at("f4", reflections=["N1", "SW2"]))["moves"]
    assert move["notation"] == "et-paent-skud N f4-f7 + blue SW2 f7-d6"


def test_free_shot_is_answered_once_for_each_different_end() -> None:
    moves = ask(at("d6", card="afledningsmanoevre"))["moves"]
    ends = [(str(move["position"]), str(move["to_reflect"])) for move in moves]
    assert len(ends) == len(set(ends)) > 30


def test_position_is_answered_once_though_other_cards_may_be_to_be_drawn() -> None:
    """Blue comes to lie at g4 past green, or by meeting green, which then moves, too."""
    balls = {"red": "e6", "yellow": "c12", "green": "g3", "blue": "f3"}
    position = {ball: {"at": cell, "reached": 0} for ball, cell in balls.items()}
    request = REQUEST | {"position": position, "card": "backspin", "reflections": ["N1"]}
    del request["direction"]
    moves = ask(request)["moves"]
    positions = [str(move["position"]) for move in moves]
    assert len(positions) == len(set(positions))
    (there,) = [move for move in moves if move["position"]["blue"]["at"] == "g4"]
    assert (there["notation"], there["to_reflect"]) == ("backspin SW f3-g4", [])
    assert there["other_ways"] == [
        {"notation": "backspin SE f3-g3 + blue N1 g3-g4", "to_reflect": ["green"]}
    ]


def test_without_a_direction_all_are_answered() -> None:
    request = at("d6")
    del request["direction"]
    moves = ask(request)["moves"]
    assert [move["notation"].split()[1] for move in moves] == ["N", "NE", "SE", "S", "SW", "NW"]


def test_ball_that_lies_in_the_hedge_has_no_shot_and_is_told_why() -> None:
    request = REQUEST | {"player": "green", "explain": True}
    assert ask(request) == {
        "moves": [],
        "refusals": [
            {
                "piece": "green",
                "rule": "K9",
                "message": "Green lies in the hedge; "
                "the shot is spent on putting the ball back on a5.",
            }
        ],
    }
    assert ask(request | {"player": "yellow"}, lang="da")["refusals"][0]["rule"] == "K1"
    assert ask(REQUEST | {"explain": True})["refusals"] == []


def test_en_lille_stille_en_and_the_goal_can_be_asked_about() -> None:
    position = POSITION | {"blue": {"at": "f12", "reached": 4}}
    (move,) = ask(REQUEST | {"position": position, "card": "en-lille-stille-en"})["moves"]
    assert move["position"]["blue"] == {"at": "home", "reached": 5}


def test_six_balls_play_the_variant_for_six() -> None:
    six = POSITION | {"purple": {"at": "k4"}, "orange": {"at": "d13", "reached": 3}}
    request = REQUEST | {"position": six, "player": "orange", "direction": "S"}
    assert ask(request)["moves"][0]["notation"] == "et-paent-skud S d13-d8"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"course": "havn"}, "unknown_course"),
        ({"deck": "other"}, "unknown_deck"),
        ({"variant": "round"}, "unknown_variant"),
        ({"player": "purple"}, "unknown_ball"),
        ({"player": None}, "unknown_ball"),
        ({"card": "koncentration"}, "unknown_card"),
        ({"card": 5}, "unknown_card"),
        ({"direction": "E"}, "unknown_direction"),
        ({"direction": ["N"]}, "unknown_direction"),
        ({"reflections": "N1"}, "not_a_list"),
        ({"reflections": ["E1"]}, "mark_form"),
        ({"reflections": [1]}, "mark_form"),
        ({"explain": 1}, "not_a_boolean"),
        ({"dice": [1]}, "unknown_field"),
        ({"position": {}}, "players"),
        ({"position": None}, "position_not_object"),
        ({"position": POSITION | {"blue": {"at": "q1"}}}, "ball_cell"),
    ],
)
def test_request_that_makes_no_sense_is_answered_with_what(
    changes: dict[str, Any], code: str
) -> None:
    error = ask(REQUEST | changes)["error"]
    assert error["code"] == code
    assert error["message"]


def test_record_is_replayed_from_its_file(tmp_path: Path) -> None:
    played = play_game(setup_named(), [SENSIBLE] * 4, "file")
    file = tmp_path / "game.txt"
    file.write_text(played.record.text, encoding="utf-8")
    ((answer, well),) = answer_records([str(file)], "en")
    assert well
    assert json.loads(answer) == {
        "file": str(file),
        "legal": True,
        "result": played.result,
        "problems": [],
    }
    first = next(line for line in played.record.text.split("\n") if line.startswith("1 "))
    file.write_text(played.record.text.replace(first, "1 blue: fetches"), encoding="utf-8")
    ((answer, _),) = answer_records([str(file)], "en")
    (problem,) = json.loads(answer)["problems"]
    assert (problem["move"], problem["rule"]) == ("fetches", "K1")
