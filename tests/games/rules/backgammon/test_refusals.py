"""Why a checker cannot use a throw."""

import pytest

from games.rules.backgammon import Position, refusals
from games.rules.backgammon.refusals import why_not

from .boards import board


@pytest.mark.parametrize(
    ("position", "dice", "place", "rule", "message"),
    [
        (
            board({10: 1}, {7: 2, 4: 2}),
            (3, 6),
            "10",
            "G3",
            "With 3 the checker on 10 cannot go to 7: the opponent holds it. "
            "With 6 the checker on 10 cannot go to 4: the opponent holds it.",
        ),
        (
            board({6: 1}, {24: 2, 22: 2}, bar=(1, 0)),
            (3, 1),
            "bar",
            "G7",
            "With 3 the checker cannot come in: the opponent holds 22. "
            "With 1 the checker cannot come in: the opponent holds 24.",
        ),
        (
            board({6: 1}, {24: 2, 22: 2}, bar=(1, 0)),
            (3, 1),
            "6",
            "G7",
            "The checkers on the bar must come in first.",
        ),
        (
            board({24: 1, 2: 1}, {18: 2, 19: 2}),
            (6, 5),
            "2",
            "G8",
            "The checker on 2 cannot be borne off: one stands on 24, outside the home board.",
        ),
        (
            board({6: 1, 4: 1}, {1: 2}),
            (5, 5),
            "4",
            "G8",
            "With 5 the checker on 4 cannot be borne off: one stands higher, on 6.",
        ),
        (
            board({12: 1, 7: 1}, {6: 2, 5: 2, 2: 2, 1: 2}),
            (6, 1),
            "7",
            "G3",
            "With 6 the checker on 7 cannot go to 1: the opponent holds it. "
            "With 1 the checker on 7 cannot go to 6: the opponent holds it.",
        ),
        (
            board({9: 1, 8: 1}, {7: 2, 2: 2}),
            (6, 1),
            "8",
            "G3",
            "With 6 the checker on 8 cannot go to 2: the opponent holds it. "
            "With 1 the checker on 8 cannot go to 7: the opponent holds it.",
        ),
    ],
)
def test_refusal_names_the_rule_and_what_is_in_the_way(
    position: Position, dice: tuple[int, int], place: str, rule: str, message: str
) -> None:
    found = {refusal.place: refusal for refusal in refusals(position, dice)}
    assert (found[place].rule, found[place].message("en")) == (rule, message)


def test_die_that_could_be_played_alone_is_refused_where_both_can_be() -> None:
    # 10/4 9/8 plays both; so the 6 is not for the 9-point, nor the 1 for the 10-point.
    position = board({10: 1, 9: 1, 24: 1}, {3: 2, 2: 2, 18: 2, 23: 2})
    (refusal,) = refusals(position, (6, 1))
    assert (refusal.place, refusal.rule) == ("24", "G3")


@pytest.mark.parametrize(
    ("together", "sentence"),
    [
        (2, "then not as many dice as possible would be played."),
        (1, "only one die can be played, and the higher comes first."),
    ],
)
def test_die_that_the_whole_throw_forbids_names_g5(together: int, sentence: str) -> None:
    reason = why_not(board({10: 1}, {3: 2}).cells, 10, 1, together)
    assert reason.rule == "G5"
    assert reason.message("en").endswith(sentence)


def test_nothing_is_refused_for_a_checker_that_some_play_moves() -> None:
    assert refusals(Position.start(), (3, 1)) == ()


def test_game_that_is_over_refuses_every_checker() -> None:
    (refusal,) = refusals(board({3: 1}, {}), (3, 1))
    assert (refusal.place, refusal.rule, refusal.message("en")) == ("3", "G9", "The game is over.")
