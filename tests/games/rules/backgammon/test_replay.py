"""Records played through: what is clean, and what each fault is called and where."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.backgammon import replay_text, validate_result, write_record

from .records import CLEAN, game_text, spoilt, told

DATA = Path(__file__).parents[3] / "data" / "backgammon"
Found = list[tuple[int, str, str]]


def faults(text: str) -> Found:
    """Line, code and rule of each problem."""
    return [(problem.line, problem.code, problem.rule) for problem in replay_text(text).problems]


def test_clean_record_gives_a_valid_result() -> None:
    replay = replay_text(CLEAN)
    assert replay.problems == ()
    assert replay.result == {
        "length": 3,
        "winner": 0,
        "score": [3, 2],
        "games": [
            {"winner": 1, "kind": "single", "cube": 2, "dropped": True},
            {"winner": 0, "kind": "gammon", "cube": 1, "dropped": False},
            {"winner": 0, "kind": "single", "cube": 1, "dropped": True},
        ],
    }
    assert validate_result(replay.result) == ()
    assert [game.crawford for game in replay.games] == [False, True, False]


def test_penalties_are_read_where_they_were_given() -> None:
    # Anna is penalised before the second game and once more before the third, which is given up.
    text = """\
 5 point match

 Game 1
 Anna : 0                       Bo : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2)  Doubles => 2                Drops
      Wins 1 point

; [Penalty "2 2"]
 Game 2
 Anna : 1                       Bo : 2
  1) 31: 8/5 6/5                 42: 8/4 6/4
                                  Wins 2 points

; [Penalty "2 1"]
"""
    replay = replay_text(text)
    assert replay.problems == ()
    assert replay.result == {
        "length": 5,
        "winner": 1,
        "score": [1, 5],
        "games": [
            {"winner": 0, "kind": "single", "cube": 1, "dropped": True},
            {"side": 1, "penalty": 2},
            {"winner": 1, "kind": "gammon", "cube": 1, "dropped": False},
            {"side": 1, "penalty": 1},
        ],
    }
    assert validate_result(replay.result) == ()
    assert [game.crawford for game in replay.games] == [False, False]
    assert replay.record is not None
    written = write_record(replay.record)
    assert replay_text(written).result == replay.result
    assert written.count("Penalty") == 2
    crawford = replay_text(text.replace('"2 2"', '"2 4"').replace("Bo : 2", "Bo : 4"))
    assert [game.crawford for game in crawford.games] == [False, True]
    odd = text.replace('"2 2"', '"Bo 2"')
    assert faults(odd)[0] == (9, "unreadable_penalty", "")


EXPECTED: dict[str, dict[str, Any]] = json.loads((DATA / "expected.json").read_text("utf-8"))


@pytest.mark.parametrize("name", EXPECTED)
def test_match_that_a_program_played_replays_clean_game_by_game(name: str) -> None:
    replay = replay_text((DATA / name).read_text(encoding="utf-8"))
    assert replay.problems == ()
    assert told(replay) == EXPECTED[name]
    assert validate_result(replay.result) == ()


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # Cannot be read
        ("13/11 6/5", "13/11 6/x", [(16, "unreadable_play", "")]),
        ("13/11 6/5", "13/116/5", [(16, "run_together", "")]),
        ("13/11 6/5", "13/11*6/5", [(16, "run_together", ""), (16, "nothing_hit", "G6")]),
        ("13/11 6/5", "13/11 26/25", [(16, "unreadable_play", "")]),
        ("64: 24/14", "64: 24/14 31", [(22, "unreadable_play", "")]),
        ("21: 13", "71: 13", [(16, "unreadable_dice", "")]),
        ("  5)  Drops", "  5)  Drops what", [(11, "unreadable_text", "")]),
        ("  5)  Drops", "  5)  Drops\nwhat", [(12, "unreadable_text", "")]),
        (
            " Anna : 2                       Bo : 2",
            " Anna 2 Bo 2",
            [(21, "unreadable_players", "")],
        ),
        (
            "Wins 2 points\n\n Game 3",
            "Wins 2 points\n Wins 2 points\n\n Game 3",
            [(19, "wins_twice", "G12")],
        ),
        # Illegal plays that stood
        ("21: 13/11 6/5", "21: 13/11 6/4", [(16, "not_thrown", "G3")]),
        ("21: 13/11 6/5", "21: 13/11", [(16, "too_few", "G5")]),
        ("21: 13/11 6/5", "21: 13/11 14/13", [(16, "no_checker", "G3")]),
        ("21: 13/11 6/5", "21: 6/5 6/8", [(16, "backwards", "G1")]),
        ("64: 24/14", "52: 24/19 24/22", [(22, "stood_held", "G3")]),
        ("64: 24/14", "64: 6/off 6/2", [(22, "stood_not_home", "G8")]),
        ("64: 24/14", "64: Cannot Move", [(22, "could_move", "G5")]),
        ("64: 24/14", "44: 24/16 13/5", [(22, "opening_equal", "G2")]),
        # Missing plays and answers
        ("64: 24/14", "64:", [(22, "missing_play", "G5")]),
        ("54: 13/8 13/9", "", [(10, "roll_out_of_turn", "G2")]),
        ("65: 24/13      ", "               ", [(9, "roll_out_of_turn", "G2")]),
        ("61: 13/7 8/7 ", "             ", [(10, "double_out_of_turn", "G10")]),
        ("Takes", "", [(9, "missing_answer", "G10")]),
        ("  5)  Drops\n", "", [(11, "missing_answer_end", "G10")]),
        ("  5)  Drops", "  7)  Drops", [(11, "missing_rows", "G12")]),
        ("  1) 64: 24/14                   31: 8/5 6/5\n", "", [(22, "missing_rows", "G12")]),
        (
            "  2)  Doubles => 2                Takes\n",
            "",
            [
                (8, "missing_rows", "G12"),
                (9, "wrong_cube", "G10"),
                (11, "wrong_points", "G9"),
            ],
        ),
        # Play after the line that ends the game
        (
            "  2) 55: 13/3 13/3               66: 24/18 24/18 13/7 13/7\n      Wins 2 points\n",
            "      Wins 2 points\n  2) 55: 13/3 13/3               66: 24/18 24/18 13/7 13/7\n",
            [(18, "after_end", "G9")],
        ),
        (
            " Anna : 2                       Bo : 2",
            " Bo : 2                         Anna : 2",
            [(21, "names_swapped", "")],
        ),
        # The cube
        ("Doubles => 4", "Doubles => 8", [(10, "wrong_cube", "G10")]),
        (
            "  2) 55: 13/3 13/3               66: 24/18 24/18 13/7 13/7",
            "  2)  Doubles => 2                Takes",
            [(17, "crawford_double", "G11")],
        ),
        (
            "Takes\n",
            "Takes\n  3)                              Takes\n",
            [(9, "nothing_to_answer", "G10")],
        ),
        # The score
        (
            " Anna : 0                       Bo : 2",
            " Anna : 1                       Bo : 2",
            [(15, "wrong_score_before", "G11")],
        ),
        ("Wins 1 point and", "Wins 2 points and", [(24, "wrong_points", "G9")]),
        ("      Wins 1 point and the match\n", "", [(23, "missing_wins", "G12")]),
        (
            "13/7\n      Wins 2 points\n",
            "13/7\n      Wins 7 points\n",
            [(18, "wrong_points_cube", "G9")],
        ),
        (
            "3 point match",
            "5 point match",
            [(21, "unfinished_match", "G11"), (24, "not_the_match", "G11")],
        ),
        ("3 point match", "2 point match", [(15, "played_on", "G11")]),
        # Unfinished
        (
            "  2)  Doubles => 2                Drops\n      Wins 1 point and the match\n",
            "",
            [(22, "unfinished_game", "G9")],
        ),
    ],
)
def test_spoilt_record_names_line_and_rule(old: str, new: str, expected: Found) -> None:
    assert faults(spoilt(old, new)) == expected


def test_row_without_its_number_is_a_row_all_the_same() -> None:
    assert faults(spoilt("  4) 61: 13/7", "     61: 13/7")) == []


def test_rows_that_changed_places_are_missed_once() -> None:
    rows = CLEAN.splitlines()
    rows[8], rows[9] = rows[9], rows[8]
    codes = [code for _, code, _ in faults("\n".join(rows))]
    assert codes.count("missing_rows") == 1


def test_second_match_in_a_file_is_named_and_left_out() -> None:
    replay = replay_text(CLEAN + CLEAN)
    found = [(problem.line, problem.code) for problem in replay.problems]
    assert found == [(CLEAN.count("\n") + 3, "second_match")]
    assert (replay.score, len(replay.games)) == ((3, 2), 3)


def test_capped_score_is_as_good_as_the_full_one() -> None:
    rows = "  1) 31: 8/5 6/5\n"
    for points in (1, 2, 3):
        wins = f"      Wins {points} points and the match\n"
        assert faults(game_text(rows, length=1, wins=wins)) == []
    assert faults(game_text(rows, length=1, wins="      Wins 4 points\n")) == [
        (6, "wrong_points_cube", "G9")
    ]


def test_play_that_stood_leaves_the_position_to_go_on_from() -> None:
    # 6/4 with a 1: it stood, and Anna's next throw hits the blots that it left.
    rows = (
        "  1)                             21: 13/11 6/4\n"
        "  2) 63: 24/21* 24/18            21: Bar/23 4/3\n"
    )
    replay = replay_text(game_text(rows, wins="      Wins 1 point\n", length=1))
    assert [problem.code for problem in replay.problems][:1] == ["not_thrown"]


def test_after_a_missing_play_only_the_first_play_that_does_not_fit_is_named() -> None:
    rows = (
        "  1) 64:                          21: 13/11 6/5\n"
        "  2) 32: 14/12 14/11              21: 13/11 6/5\n"
        "  3) 32: 14/12 14/11              21: 9/1\n"
    )
    found = faults(game_text(rows, wins="      Wins 1 point\n", length=1))
    assert found == [(5, "missing_play", "G5"), (6, "lost_track", "G12")]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no_match"),
        ("Dear all,\nsee you tomorrow.\n", "no_match"),
        (" 3 point match\n", "no_games"),
        (" 100000 point match\n", "record_length"),
    ],
)
def test_text_that_is_no_record_is_unreadable(text: str, code: str) -> None:
    replay = replay_text(text)
    assert ([problem.code for problem in replay.problems], replay.result) == ([code], {})
    assert replay.problems[0].message("en").startswith("Unreadable file")


def test_message_names_game_and_player_in_each_language() -> None:
    (problem,) = replay_text(spoilt("64: 24/14", "64:")).problems
    assert [problem.message(lang) for lang in ("da", "en", "nb")] == [
        "Træk mangler: Anna kunne flytte 2 gange i spil 3, men der står intet træk.",
        "Missing play: Anna could make 2 moves in game 3, but none is written.",
        "Trekk mangler: Anna kunne flytte 2 ganger i spill 3, men det står ingen trekk.",
    ]
    assert problem.move == "64:"


def test_unfinished_game_keeps_the_score_so_far() -> None:
    text = CLEAN[: CLEAN.index("  2)  Doubles => 2                Drops")]
    replay = replay_text(text)
    assert [problem.code for problem in replay.problems] == ["unfinished_game"]
    assert (replay.result["score"], replay.result["winner"]) == ([2, 2], None)


def test_money_session_takes_beavers_and_ends_anywhere() -> None:
    rows = (
        "  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Beavers => 4                Drops\n"
    )
    clean = game_text(rows, length=0, wins="      Wins 2 points\n")
    replay = replay_text(clean)
    assert (replay.problems, replay.score, replay.winner) == ((), (2, 0), None)
    off = '; [Beaver "Off"]\n' + clean
    assert [problem.code for problem in replay_text(off).problems] == ["no_beavers"]
    gammon = game_text("  1) 31: 8/5 6/5\n", length=0, wins="      Wins 2 points\n")
    assert faults(gammon) == []
    assert faults('; [Jacoby "On"]\n' + gammon) == [(7, "wrong_points_cube", "G9")]


SCRAPS = (
    "Doubles => 2|Takes|Drops|66: 24/18(4)|11:|Wins 3 points|Bar/20*|0/5|25/26|(9)| 3 point match|"
    " Game 9|12/12|6/7|???|99: 6/5|Beavers => 4|Doubles => " + "9" * 5000 + "|:|)|*"
).split("|")


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_garbled_record_is_answered_and_a_legal_one_has_a_valid_result(seed: int) -> None:
    rng = random.Random(seed)
    lines = CLEAN.split("\n")
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(lines))
        match rng.randrange(3):
            case 0:
                lines[at] = ""
            case 1:
                lines.insert(at, rng.choice(lines))
            case 2:
                cut = rng.randint(0, len(lines[at]))
                lines[at] = lines[at][:cut] + rng.choice(SCRAPS) + lines[at][cut:]
    replay = replay_text("\n".join(lines))
    assert all(problem.message("da") for problem in replay.problems)
    if replay.legal:
        assert validate_result(replay.result) == ()
