"""Results of Kroket: what can be one, and what is wrong with what cannot."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cli.kroket import result as answer
from games.rules.kroket import validate_result


def ball(hoops: Any, place: Any, stake: Any = False) -> dict[str, Any]:
    return {"hoops": hoops, "stake": stake, "place": place}


BALLS = [ball(4, 1, True), ball(3, 2), ball(3, 3), ball(0, 4)]
PLAYED: dict[str, Any] = {"variant": "standard", "players": 4, "balls": BALLS, "ended": "played"}
SIX = {
    "variant": "six",
    "players": 6,
    "balls": [ball(4, 1, True), *(ball(2, place) for place in range(2, 7))],
}
BACK = {"variant": "there-and-back", "balls": [ball(8, 1, True), ball(5, 2), ball(4, 3)]}
TIMEOUT = {"ended": "timeout", "balls": [ball(3, 1), ball(3, 2), ball(1, 3), ball(0, 4)]}
WALKOVER = {"ended": "walkover", "balls": [ball(0, 1), ball(0, 2), ball(0, 2), ball(0, 2)]}


def codes(result: dict[str, Any]) -> list[tuple[str, str]]:
    return [(problem.code, problem.rule) for problem in validate_result(result)]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"players": 3, "balls": BALLS[:3]},
        {"balls": [ball(3, 2), ball(0, 4), ball(4, 1, True), ball(1, 3)]},
        # The others played on for the places (K1).
        {"balls": [ball(4, 1, True), ball(4, 2, True), ball(4, 3, True), ball(4, 4)]},
        {"balls": [ball(4, 1, True), ball(2, 2), ball(2, 2), ball(1, 4)]},
        SIX,
        BACK | {"players": 3},
        TIMEOUT,
        TIMEOUT | {"ended": "adjudicated"},
        # A judge names a winner who is not ahead.
        {"ended": "adjudicated", "balls": [ball(1, 1), ball(3, 2), ball(2, 3), ball(0, 4)]},
        WALKOVER,
        {"hoops": 5, "minutes": 40, "balls": [ball(5, 1, True), *BALLS[1:]]},
    ],
)
def test_result_that_can_be_is_valid(changes: dict[str, Any]) -> None:
    assert codes(PLAYED | changes) == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"variant": "round"}, [("unknown_variant", "K11")]),
        ({"variant": None}, [("unknown_variant", "K11")]),
        ({"variant": ["six"]}, [("unknown_variant", "K11")]),
        ({"players": 2, "balls": BALLS[:2]}, [("player_count", "K1")]),
        ({"players": True}, [("player_count", "K1")]),
        ({"variant": "six"}, [("player_count", "K11")]),
        (SIX | {"variant": "standard"}, [("player_count", "K1")]),
        ({"balls": BALLS[:3]}, [("ball_count", "K1")]),
        ({"balls": None}, [("balls_not_list", "")]),
        ({"balls": "four"}, [("balls_not_list", "")]),
        ({"balls": [*BALLS[:3], 7]}, [("ball_form", "")]),
        ({"ended": "draw"}, [("unknown_ending", "")]),
        ({"ended": []}, [("unknown_ending", "")]),
        ({"hoops": 0}, [("course_hoops", "K11")]),
        ({"minutes": -1}, [("minutes_range", "")]),
        ({"winner": 0}, [("unknown_field", "")]),
        ({"balls": [*BALLS[:3], ball(0, 4) | {"x": 1}]}, [("unknown_field", "")]),
        ({"balls": [*BALLS[:3], ball(5, 4)]}, [("ball_hoops", "K1")]),
        ({"balls": [*BALLS[:3], ball(True, 4)]}, [("ball_hoops", "K1")]),
        ({"balls": [*BALLS[:3], ball(0, 4, 1)]}, [("ball_stake", "")]),
        ({"balls": [*BALLS[:3], ball(2, 4, True)]}, [("stake_too_soon", "K1")]),
        ({"balls": [*BALLS[:3], ball(0, 5)]}, [("ball_place", "")]),
        ({"balls": [*BALLS[:3], ball(0, None)]}, [("ball_place", "")]),
        ({"balls": [*BALLS[:3], ball(0, 3)]}, [("place_shared", "K1")]),
        ({"balls": [*BALLS[:2], ball(1, 4), ball(0, 4)]}, [("places_no_ranking", "K1")]),
        (
            {"balls": [ball(4, 1, True), ball(4, 1, True), ball(1, 3), ball(0, 4)]},
            [("winner_shared", "K1")],
        ),
        (
            {"balls": [ball(4, 1, True), ball(4, 2, True), ball(4, 2, True), ball(0, 4)]},
            [("place_shared", "K1")],
        ),
        (
            {"balls": [ball(4, 1, True), ball(2, 2), ball(3, 3), ball(0, 4)]},
            [("places_contradicted", "K1")],
        ),
        (
            {"balls": [ball(4, 1, True), ball(4, 2), ball(4, 3, True), ball(0, 4)]},
            [("places_contradicted", "K1")],
        ),
        ({"balls": [ball(3, 1), *BALLS[1:]]}, [("winner_hoops", "K1")]),
        ({"balls": [ball(4, 1), *BALLS[1:]]}, [("winner_stake", "K1")]),
        (BACK | {"players": 3, "variant": "standard"}, [("ball_hoops", "K1")] * 2),
        (
            BACK | {"players": 3, "balls": [ball(4, 1, True), ball(2, 2), ball(1, 3)]},
            [("stake_too_soon", "K1")],
        ),
        ({"ended": "timeout"}, [("finished_not_played", "K1")]),
        ({"ended": "adjudicated"}, [("finished_not_played", "K1")]),
        (
            {"ended": "timeout", "balls": [ball(1, 1), ball(3, 2), ball(1, 3), ball(0, 4)]},
            [("places_contradicted", "K1")],
        ),
        (
            {"ended": "adjudicated", "balls": [ball(3, 1), ball(1, 2), ball(2, 3), ball(0, 4)]},
            [("places_contradicted", "K1")],
        ),
        (TIMEOUT | {"ended": "walkover"}, [("walkover_hoops", "")] * 3),
    ],
)
def test_result_that_cannot_be_says_why(
    changes: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert codes(PLAYED | changes) == expected


def test_message_names_the_ball_in_the_language_asked_for() -> None:
    (problem,) = validate_result(PLAYED | {"balls": [ball(3, 1), *BALLS[1:]]}, lang="en")
    assert problem.message() == (
        "Ball 1 is named the winner of a game that was played out, "
        "but has passed only 3 of 4 hoops."
    )
    assert problem.message("da") == (
        "Kugle 1 står som vinder af et færdigspillet spil, men er kun gennem 3 af 4 buer."
    )


def test_command_answers_validity_and_problems() -> None:
    assert json.loads(answer({"game": "kroket", "result": PLAYED}, "en")) == {
        "valid": True,
        "problems": [],
    }
    wrong = json.loads(answer({"game": "kroket", "result": {"players": 4}}, "en"))
    assert [problem["code"] for problem in wrong["problems"]] == [
        "unknown_variant",
        "balls_not_list",
        "unknown_ending",
    ]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 7) | st.sampled_from(["six", "played", ""]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["hoops", "stake", "place", "x"]), inner)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*PLAYED, "hoops", "minutes"]), JSON))
def test_anything_has_an_answer_in_every_language(result: dict[str, Any]) -> None:
    for problem in validate_result(PLAYED | result):
        assert all(problem.message(lang) for lang in ("da", "en", "nb"))
