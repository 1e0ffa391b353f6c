"""Results of matches."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.backgammon import MatchRules, MatchState, Outcome, Penalty, validate_result
from games.rules.backgammon.match import replayed


def game(winner: int, kind: str = "single", cube: int = 1, dropped: bool = False) -> dict[str, Any]:
    return {"winner": winner, "kind": kind, "cube": cube, "dropped": dropped}


def penalty(side: Any, points: Any, **more: Any) -> dict[str, Any]:
    return {"side": side, "penalty": points, **more}


def result(length: Any, winner: Any, score: Any, games: Any = None, **more: Any) -> dict[str, Any]:
    return {"length": length, "winner": winner, "score": score, "games": games, **more}


def codes(reported: dict[str, Any]) -> list[tuple[str, str]]:
    return [(problem.code, problem.rule) for problem in validate_result(reported)]


@pytest.mark.parametrize(
    "reported",
    [
        result(7, 0, [7, 4]),
        result(7, 1, [6, 7]),
        result(1, 0, [1, 0]),
        result(1, 1, [0, 3]),
        result(7, 0, [9, 2]),
        result(11, 1, [2, 12]),
        result(7, 1, [6, 9]),
        result(5, 0, [4 + 8, 1]),
        result(3, 0, [3, 0], [game(0, cube=2, dropped=True), game(0)]),
        result(3, 0, [3, 1], [game(0, "gammon"), game(1), game(0, "backgammon", 2)]),
        result(3, 0, [8, 1], [game(0, "gammon"), game(1), game(0, "backgammon", 2)]),
    ],
)
def test_possible_result_is_valid(reported: dict[str, Any]) -> None:
    assert codes(reported) == []


@pytest.mark.parametrize(
    ("reported", "expected"),
    [
        (result(0, 0, [1, 0]), [("length", "G11")]),
        (result(True, 0, [1, 0]), [("length", "G11")]),
        (result(7, 2, [7, 0]), [("winner", "")]),
        (result(7, None, [7, 0]), [("winner", "")]),
        (result(7, 0, [7]), [("score", "")]),
        (result(7, 0, [7, -1]), [("score", "")]),
        (result(7, 0, "70"), [("score", "")]),
        (result(7, 0, [7, 0], round=3), [("unknown_field", "")]),
        (result(7, 0, [6, 4]), [("winner_short", "G11")]),
        (result(7, 1, [7, 4]), [("winner_short", "G11"), ("loser_reached", "G11")]),
        (result(7, 0, [7, 7]), [("loser_reached", "G11")]),
        # One point needed with the cube out: 1, 2 or 3 points, no more.
        (result(1, 0, [4, 0]), [("score_unreachable", "G11")]),
        (result(3, 0, [3 + 15, 0]), [("score_unreachable", "G11")]),
        (result(7, 0, [7, 4], {}), [("games", "")]),
        (result(7, 0, [7, 4], [1]), [("game_form", "")]),
        (result(1, 0, [1, 0], [game(2)]), [("game_winner", "")]),
        (result(1, 0, [1, 0], [game(0, "triple")]), [("game_kind", "G9")]),
        (result(1, 0, [1, 0], [game(0, cube=3)]), [("game_cube", "G10")]),
        (result(1, 0, [1, 0], [game(0, cube=0)]), [("game_cube", "G10")]),
        (result(1, 0, [1, 0], [{**game(0), "dropped": "no"}]), [("game_dropped", "")]),
        (result(1, 0, [1, 0], [{**game(0), "minutes": 3}]), [("unknown_field", "")]),
        (
            result(5, 0, [5, 0], [game(0, "gammon", 2, dropped=True), game(0)]),
            [("dropped_not_single", "G10")],
        ),
        (result(2, 0, [2, 0], [game(0), game(0, cube=2)]), [("crawford_cube", "G11")]),
        (result(2, 0, [2, 0], [game(0), game(0, dropped=True)]), [("crawford_drop", "G11")]),
        (result(2, 0, [2, 0], [game(0, "gammon"), game(0)]), [("played_on_result", "G11")]),
        (result(3, 0, [3, 0], [game(0)]), [("nobody_reached", "G11")]),
        (result(3, 0, [3, 0], []), [("nobody_reached", "G11")]),
        (result(3, 0, [3, 0], [game(1, "gammon", 2)]), [("other_winner", "G11")]),
        (result(3, 0, [3, 1], [game(0, "gammon"), game(0)]), [("score_disagrees", "G11")]),
        (result(3, 0, [5, 0], [game(0, "gammon"), game(0)]), [("score_disagrees", "G11")]),
        (result(3, 0, [3, 0], [penalty(2, 1)]), [("penalty_form", "G11")]),
        (result(3, 0, [3, 0], [penalty(0, 0)]), [("penalty_form", "G11")]),
        (result(3, 0, [3, 0], [penalty(0, True)]), [("penalty_form", "G11")]),
        (result(3, 0, [3, 0], [penalty(0, 3, cube=2)]), [("unknown_field", "")]),
        (result(3, 0, [3, 0], [penalty(0, 3), game(0)]), [("played_on_result", "G11")]),
        (
            result(3, 0, [4, 0], [game(0), penalty(0, 1), game(0, cube=2)]),
            [("crawford_cube", "G11")],
        ),
    ],
)
def test_impossible_result_says_what_is_wrong(
    reported: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert codes(reported) == expected


@pytest.mark.parametrize(
    ("reported", "how", "expected"),
    [
        # Without the Crawford rule the cube may be turned in any game.
        (result(2, 0, [2, 0], [game(0), game(0, cube=2)]), {"crawford": False}, []),
        (result(3, 0, [3 + 15, 2], None), {"crawford": False}, []),
        # A penalty gave the second player two points before the first game.
        (result(3, 1, [0, 3], [game(1)]), {"start": (0, 2)}, []),
        (result(3, 0, [3, 1]), {"start": (0, 2)}, [("score_disagrees", "G11")]),
        # Stopped: nobody has reached the length.
        (result(7, 1, [3, 2]), {"finished": False}, []),
        (result(7, 1, [3, 2], [game(0, "backgammon"), game(1, cube=2)]), {"finished": False}, []),
        (result(7, 0, [7, 2]), {"finished": False}, [("stopped_but_reached", "G11")]),
        (result(7, 0, [3, 7]), {"finished": False}, [("loser_reached", "G11")]),
        (
            result(7, 0, [3, 2], [game(0)]),
            {"finished": False},
            [("score_disagrees", "G11"), ("score_disagrees", "G11")],
        ),
    ],
)
def test_result_follows_how_the_match_was_played(
    reported: dict[str, Any], how: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert [(one.code, one.rule) for one in validate_result(reported, **how)] == expected


def test_penalty_between_games_makes_the_next_one_the_crawford_game() -> None:
    # 3-0, a penalty makes it 4-0 of 5: nobody may double in the next game, but then anybody may.
    games = [game(0, "backgammon"), penalty(0, 1), game(1), game(1, cube=2), penalty(1, 2)]
    assert codes(result(5, 1, [4, 5], games)) == []
    doubled = [*games[:2], game(1, cube=2), game(1), penalty(1, 2)]
    assert codes(result(5, 1, [4, 5], doubled)) == [("crawford_cube", "G11")]
    # Given after the Crawford game, it brings no second one.
    after = [game(0, "gammon", 2), game(1), penalty(1, 3), game(1, cube=4)]
    assert codes(result(5, 1, [4, 8], after)) == []


def test_penalty_can_win_a_match() -> None:
    assert codes(result(3, 1, [2, 3], [game(0, "gammon"), penalty(1, 3)])) == []


def test_match_with_penalties_counts_no_game_for_them() -> None:
    rules = MatchRules(5)
    went: list[Outcome | Penalty] = [
        Outcome(0, "gammon", 1),
        Penalty(0, 2),
        Outcome(1, "single", 1),
    ]
    state = replayed(rules, went)
    assert (state.score, state.games, state.crawford_played) == ((4, 1), 2, True)
    assert replayed(rules, went[:2]).crawford


def test_problem_speaks_each_language() -> None:
    (problem,) = validate_result(result(7, 0, [6, 4]), "nb")
    assert problem.message() == "Vinneren har 6 poeng; matchen går til 7."
    assert problem.message("da") == "Vinderen har 6 point; matchen går til 7."


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 25), st.integers(0, 2**32))
def test_match_that_can_be_played_is_valid_with_and_without_its_games(
    length: int, seed: int
) -> None:
    rng = random.Random(seed)
    match, games = MatchState(MatchRules(length)), []
    while match.winner is None:
        if rng.random() < 0.1:
            given = Penalty(rng.randrange(2), rng.randint(1, 2))
            match = match.penalised(given)
            games.append(given.as_json())
            continue
        cube = 1 if match.crawford else 2 ** rng.choice((0, 0, 1, 1, 2, 3))
        dropped = not match.crawford and rng.random() < 0.3
        kind = "single" if dropped else rng.choice(("single", "single", "gammon", "backgammon"))
        outcome = Outcome(rng.randrange(2), kind, cube, dropped)
        games.append(game(*outcome[:4]))
        match = match.after(outcome)
    score = list(match.score)
    assert codes(result(length, match.winner, score, games)) == []
    assert codes(result(length, match.winner, score)) == []
    capped = [min(points, length) for points in score]
    assert codes(result(length, match.winner, capped, games)) == []
    assert codes(result(length, 1 - match.winner, score, games)) != []
