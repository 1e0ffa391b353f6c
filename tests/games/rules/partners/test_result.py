"""Results that can be, and what is wrong with those that cannot."""

from typing import Any

import pytest

from games.rules.errors import RequestError
from games.rules.partners import validate_result

HOME = ["home"] * 4
DONE = ["goal1", "goal2", "goal3", "goal4"]


def result(first: int = 8, second: int = 5, **changed: Any) -> dict[str, Any]:
    """Yellow and blue against red and green, played out by the first unless changed."""
    return {
        "sides": [
            {"colours": ["yellow", "blue"], "locked": first},
            {"colours": ["red", "green"], "locked": second},
        ],
        "winner": 0,
        "ended": "played",
        "minutes": 57,
    } | changed


def pairs(*locked: int, **changed: Any) -> dict[str, Any]:
    """Three pairs of Partners+."""
    colours = [["green", "red"], ["blue", "orange"], ["purple", "yellow"]]
    return {
        "sides": [
            {"colours": its, "locked": count} for its, count in zip(colours, locked, strict=True)
        ],
        "winner": 0,
        "ended": "played",
    } | changed


def teams(first: int, second: int, **changed: Any) -> dict[str, Any]:
    return {
        "sides": [
            {"colours": ["red", "yellow", "blue"], "locked": first},
            {"colours": ["purple", "green", "orange"], "locked": second},
        ],
        "winner": 0,
        "ended": "played",
    } | changed


def codes(game: str, reported: dict[str, Any]) -> list[tuple[str, str]]:
    return [(problem.code, problem.rule) for problem in validate_result(game, reported)]


@pytest.mark.parametrize(
    ("game", "reported"),
    [
        ("partners", result()),
        ("partners", result(0, 8, winner=1)),
        ("partners", result(8, 7)),
        ("partners", result(minutes=None)),
        ("partners", result(minutes=0)),
        ("partners", result(3, 5, ended="adjudicated")),
        ("partners", result(7, 0, ended="timeout")),
        ("partners", result(0, 0, ended="walkover")),
        ("partners", result(places=[0, 1])),
        ("partners", result(final_position=None, places=None)),
        (
            "partners",
            result(
                8,
                5,
                final_position={
                    "yellow": DONE,
                    "blue": DONE,
                    "red": DONE,
                    "green": ["goal1", "goal3", "home", "red5"],
                },
            ),
        ),
        ("partners-plus-pairs", pairs(8, 5, 3)),
        ("partners-plus-pairs", pairs(8, 8, 3, places=[0, 1, 2])),
        ("partners-plus-pairs", pairs(8, 3, 5, places=[0, 2, 1])),
        ("partners-plus-pairs", pairs(2, 3, 5, ended="adjudicated", places=[0, 2, 1])),
        ("partners-plus-teams", teams(12, 11)),
    ],
)
def test_result_that_can_be_has_no_problem(game: str, reported: dict[str, Any]) -> None:
    assert codes(game, reported) == []


def test_sides_and_colours_come_in_any_order() -> None:
    reported = {
        "sides": [
            {"colours": ["green", "red"], "locked": 2},
            {"colours": ["blue", "yellow"], "locked": 8},
        ],
        "winner": 1,
        "ended": "played",
    }
    assert codes("partners", reported) == []


SIDES = result()["sides"]


@pytest.mark.parametrize(
    ("game", "reported", "problems"),
    [
        # The sides.
        ("partners", {}, [("wrong_sides", ""), ("unknown_winner", ""), ("unknown_ending", "")]),
        ("partners", result(sides=SIDES[:1]), [("wrong_sides", "")]),
        ("partners", result(sides=[SIDES[0], SIDES[0]]), [("wrong_sides", "")]),
        ("partners", result(sides="yellow"), [("wrong_sides", "")]),
        ("partners", result(sides=[None, None]), [("wrong_sides", "")]),
        (
            "partners",
            result(sides=[{"colours": ["yellow", "red"], "locked": 8}, SIDES[1]]),
            [("wrong_sides", "")],
        ),
        (
            "partners",
            result(sides=[{"colours": ["yellow", "blue", "blue"], "locked": 8}, SIDES[1]]),
            [("wrong_sides", "")],
        ),
        (
            "partners",
            result(sides=[{"colours": [["yellow"], "blue"], "locked": 8}, SIDES[1]]),
            [("wrong_sides", "")],
        ),
        ("partners-plus-pairs", result(), [("wrong_sides", "")]),
        # Numbers.
        ("partners", result(9, 5), [("locked_range", "")]),
        ("partners", result(8, -1), [("locked_range", "")]),
        ("partners", result(8, True), [("locked_range", "")]),
        ("partners", result(8, 5.0), [("locked_range", "")]),
        ("partners", result("8", None), [("locked_range", ""), ("locked_range", "")]),
        ("partners-plus-teams", teams(13, 5), [("locked_range", "")]),
        ("partners", result(minutes=-1), [("minutes_range", "")]),
        ("partners", result(minutes=57.5), [("minutes_range", "")]),
        ("partners", result(minutes=True), [("minutes_range", "")]),
        ("partners", result(winner=2), [("unknown_winner", "")]),
        ("partners", result(winner=None), [("unknown_winner", "")]),
        ("partners", result(winner=False), [("unknown_winner", "")]),
        ("partners", result(ended="abandoned"), [("unknown_ending", "")]),
        ("partners", result(ended=["played"]), [("unknown_ending", "")]),
        # Played out: the winner, and with two sides only the winner, has all locked.
        ("partners", result(7, 5), [("winner_not_locked", "A6")]),
        ("partners", result(8, 8), [("loser_locked", "A6")]),
        ("partners", result(8, 5, winner=1), [("winner_not_locked", "A6"), ("loser_locked", "A6")]),
        ("partners-plus-pairs", pairs(7, 8, 3), [("winner_not_locked", "P10")]),
        ("partners-plus-teams", teams(12, 12), [("loser_locked", "P10")]),
        # Decided otherwise: nobody has finished.
        ("partners", result(8, 5, ended="adjudicated"), [("finished_not_played", "A6")]),
        ("partners", result(3, 8, ended="timeout"), [("finished_not_played", "A6")]),
        ("partners", result(0, 1, ended="walkover"), [("walkover_locked", "")]),
        # The final position.
        (
            "partners",
            result(final_position={"yellow": HOME}),
            [("position.missing_colour", "")],
        ),
        ("partners", result(final_position=[]), [("position.position_not_object", "")]),
        (
            "partners",
            result(8, 4, final_position={"yellow": DONE, "blue": DONE, "red": DONE, "green": DONE}),
            [("position_disagrees", "")],
        ),
        (
            "partners",
            result(8, 4, final_position={"yellow": DONE, "blue": HOME, "red": DONE, "green": HOME}),
            [("position_disagrees", ""), ("position_unfinished", "A6")],
        ),
        # Places.
        ("partners", result(places=[0]), [("places_no_ranking", "")]),
        ("partners", result(places=[0, 0]), [("places_no_ranking", "")]),
        ("partners", result(places=[0, 2]), [("places_no_ranking", "")]),
        ("partners", result(places=[0, True]), [("places_no_ranking", "")]),
        ("partners", result(places="01"), [("places_no_ranking", "")]),
        ("partners", result(places=[1, 0]), [("places_winner", "")]),
        ("partners-plus-pairs", pairs(8, 5, 3, places=[0, 2, 1]), [("places_contradicted", "P10")]),
        (
            "partners-plus-pairs",
            pairs(2, 3, 5, ended="timeout", places=[0, 1, 2]),
            [("places_contradicted", "P10")],
        ),
    ],
)
def test_result_that_cannot_be_has_its_problems_named(
    game: str, reported: dict[str, Any], problems: list[tuple[str, str]]
) -> None:
    assert codes(game, reported) == problems


def test_problem_reads_in_the_language_asked_for_or_any_other() -> None:
    (problem,) = validate_result("partners", result(7, 5), lang="nb")
    assert problem.message() == (
        "Gul/blå står som vinner av et ferdigspilt spill, men har 7 av 8 brikker låst."
    )
    assert problem.message("en") == (
        "Yellow/blue is named the winner of a game that was played out, "
        "but has 7 of 8 pieces locked."
    )


def test_problem_reads_danish_when_no_language_is_named() -> None:
    (problem,) = validate_result("partners", result(minutes=-1))
    assert problem.message() == "Minutterne skal være et helt tal, 0 eller mere."


def test_result_of_an_unknown_game_is_refused() -> None:
    with pytest.raises(RequestError) as caught:
        validate_result("ludo", result())
    assert caught.value.code == "unknown_game"
