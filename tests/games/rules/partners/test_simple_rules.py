"""The simple rules agree with the worked examples of the guide."""

import json
from pathlib import Path

import pytest

from .simple_rules import Board, simple_moves

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[3] / "data" / "partners-guide.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]


def in_order(positions: list[dict]) -> list[dict]:
    """Positions without the order of a colour's pieces and without their own order."""
    tidy = [
        {colour: sorted(places) for colour, places in sorted(position.items())}
        for position in positions
    ]
    return sorted(tidy, key=str)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_simple_moves_in_a_worked_example_are_the_guides(case: dict) -> None:
    assert in_order(simple_moves(case["request"])) == in_order(case["positions"])


PLUS_HOME = {
    colour: ["home"] * 4 for colour in ("green", "blue", "purple", "red", "orange", "yellow")
}
LOCKED = ["goal1", "goal2", "goal3", "goal4"]


def plus(game: str, player: str, card: str, pieces: Board, options: dict | None = None) -> dict:
    return {
        "game": f"partners-plus-{game}",
        "position": PLUS_HOME | pieces,
        "player": player,
        "card": card,
        "options": options or {},
    }


def changes(request: dict) -> list[dict]:
    """Of each resulting position, the colours that are not as they were."""
    before = request["position"]
    return sorted(
        (
            {
                colour: sorted(places)
                for colour, places in position.items()
                if sorted(places) != sorted(before[colour])
            }
            for position in simple_moves(request)
        ),
        key=str,
    )


def test_five_passes_a_foreign_start_but_no_other_card_does() -> None:  # P2
    pieces = {"green": ["green12", "home", "home", "home"], "blue": ["start"] + ["home"] * 3}
    assert changes(plus("pairs", "green", "5", pieces)) == [
        {"green": ["blue4", "home", "home", "home"]}
    ]
    assert changes(plus("pairs", "green", "6", pieces)) == []
    assert changes(plus("pairs", "green", "7", pieces)) == []


def test_leg_of_five_in_a_seven_does_not_pass_a_foreign_start() -> None:  # P2
    pieces = {"green": ["green12", "start", "home", "home"], "blue": ["start"] + ["home"] * 3}
    # The piece on the twelfth field has one step before the blocked start field.
    assert changes(plus("pairs", "green", "7", pieces)) == [
        {"green": ["green12", "green7", "home", "home"]},
        {"green": ["green13", "green6", "home", "home"]},
    ]


def test_five_in_partners_passes_no_foreign_start() -> None:  # C2: P2 is Partners+ only
    request = {
        "game": "partners",
        "position": {
            "yellow": ["yellow12", "home", "home", "home"],
            "red": ["start", "home", "home", "home"],
            "blue": ["home"] * 4,
            "green": ["home"] * 4,
        },
        "player": "yellow",
        "card": "5",
    }
    assert simple_moves(request) == []


def test_two_brings_out_pairs_of_pieces_in_teams() -> None:  # P3, P4
    out1, out2 = ["home", "home", "home", "start"], ["home", "home", "start", "start"]
    assert changes(plus("teams", "red", "2", {})) == sorted(
        [
            {"red": out2},
            {"yellow": out2},
            {"blue": out2},
            {"red": out1, "yellow": out1},
            {"red": out1, "blue": out1},
            {"yellow": out1, "blue": out1},
        ],
        key=lambda change: str(dict(sorted(change.items()))),
    )


def test_two_with_one_piece_at_home_brings_nothing_out_unless_chosen() -> None:  # P3
    pieces = {"red": [*LOCKED[:3], "home"], "green": LOCKED}
    assert changes(plus("pairs", "red", "2", pieces)) == []
    assert changes(plus("pairs", "red", "2", pieces, {"two_may_bring_one": True})) == [
        {"red": [*LOCKED[:3], "start"]}
    ]


def test_seven_with_all_own_locked_is_spread_over_both_partners() -> None:  # P8
    pieces = {"red": LOCKED, "yellow": ["yellow1", *LOCKED[:3]], "blue": ["blue1", *LOCKED[:3]]}
    assert changes(plus("teams", "red", "7", pieces)) == sorted(
        [
            {"yellow": [*LOCKED[:3], "yellow8"]},
            {"blue": ["blue8", *LOCKED[:3]]},
            *(
                {
                    "blue": [f"blue{1 + 7 - steps}", *LOCKED[:3]],
                    "yellow": [*LOCKED[:3], f"yellow{1 + steps}"],
                }
                for steps in range(1, 7)
            ),
        ],
        key=str,
    )


def test_finished_pair_plays_nothing_while_the_others_play_on() -> None:  # A7, P10
    pieces = {"red": LOCKED, "green": LOCKED, "blue": ["blue1", "home", "home", "home"]}
    assert changes(plus("pairs", "red", "2", pieces)) == []
    assert changes(plus("pairs", "blue", "3", pieces)) == [
        {"blue": ["blue4", "home", "home", "home"]}
    ]


def test_seven_may_end_short_only_when_the_side_finishes() -> None:  # F3
    position = {
        "yellow": [*LOCKED[:3], "green14"],
        "blue": [*LOCKED[:3], "red13"],
        "red": ["home"] * 4,
        "green": ["home"] * 4,
    }
    request = {"game": "partners", "position": position, "player": "yellow", "card": "7"}
    finished = {
        "yellow": LOCKED,
        "blue": LOCKED,
        "red": ["home"] * 4,
        "green": ["home"] * 4,
    }
    short = request | {"options": {"seven_may_end_short": True}}
    assert in_order([finished])[0] not in in_order(simple_moves(request))
    assert in_order([finished])[0] in in_order(simple_moves(short))


def test_piece_in_the_lane_may_not_come_to_rest_there_unlocked_in_2023() -> None:  # C9
    for ruleset, expected in (
        ("dm-2018", [{"green": ["goal3", "home", "home", "home"]}]),
        ("dm-2023", []),
    ):
        request = plus("pairs", "green", "1/14", {"green": ["goal4", "home", "home", "home"]})
        request["ruleset"] = ruleset
        one_in = [change for change in changes(request) if "goal3" in change["green"]]
        assert one_in == expected
