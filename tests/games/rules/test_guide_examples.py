"""The positions of the rule guides, asked of the engines: what the guides print is what is tested
here. Those of Partners are also asked of the simple rules, which know nothing of the engine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.rules.backgammon.notation import legal_plays
from games.rules.backgammon.position import Position as Checkers
from games.rules.backgammon.position import pips
from games.rules.backgammon.refusals import refusals as refused_plays
from games.rules.kroket.deck import Mark
from games.rules.kroket.ends import ends, refusal
from games.rules.kroket.position import Position as Lawn
from games.rules.kroket.setup import BALLS, setup_named
from games.rules.partners import GAMES, Position, legal_moves, rules_named
from games.rules.partners.hand import judge_hand
from games.rules.partners.refusals import refusals
from tests.games.rules.partners.simple_rules import COLOURS, simple_moves
from tests.games.rules.partners.test_against_simple_rules import places_of

EXAMPLES = Path(__file__).resolve().parents[3] / "reports" / "guides" / "examples"


def examples(family: str) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads((EXAMPLES / f"{family}.json").read_text("utf-8"))
    return found


def of_partners() -> list[Any]:
    """(game, example) of each; one about pairs or teams belongs to that way of playing."""
    cases = [("partners", name, one) for name, one in examples("partners").items()]
    for name, one in examples("partners-plus").items():
        way = next((way for way in ("pairs", "teams") if way in name.split("-")), "pairs")
        cases.append((f"partners-plus-{way}", name, one))
    return [pytest.param(game, one, id=f"{game}-{name}") for game, name, one in cases]


def asked(game: str, example: dict[str, Any]) -> dict[str, Any]:
    """The example as one asks `python -m games.rules`."""
    written = example["position"]
    return {
        "game": game,
        "ruleset": example.get("ruleset", "dm-2023"),
        "options": example.get("options", {}),
        "position": {
            colour: (written.get(colour, "").split() + ["home"] * 4)[:4] for colour in COLOURS[game]
        },
        "player": example["player"],
    }


@pytest.mark.parametrize(("game", "example"), of_partners())
def test_example_of_partners_is_as_the_guide_says(game: str, example: dict[str, Any]) -> None:
    request = asked(game, example)
    position = Position.parse(GAMES[game], request["position"])
    rules = rules_named(request["ruleset"], request["options"])
    if "hand" in example:
        judged = judge_hand(position, example["player"], example["hand"], rules)
        assert (list(judged.usable), judged.must_throw) == (
            example.get("usable", []),
            example.get("throw", False),
        )
        return
    player, card = example["player"], example["card"]
    moves = legal_moves(position, player, card, rules)
    written = [move.notation for move in moves]
    if "moves" in example:
        assert sorted(written) == sorted(example["moves"])
    assert set(example.get("among", ())) <= set(written)
    assert set(example.get("not", ())).isdisjoint(written)
    said = example.get("refused", {})
    why = {one.place: one.rule for one in refusals(position, player, card, rules)}
    assert {place: why.get(place) for place in said} == said
    simple = [places_of(board) for board in simple_moves(request | {"card": card})]
    assert sorted(simple) == sorted(places_of(move.position.as_json()) for move in moves)


@pytest.mark.parametrize("name", examples("backgammon"))
def test_example_of_backgammon_is_as_the_guide_says(name: str) -> None:
    example = examples("backgammon")[name]
    points, on_board = [0] * 24, []
    for side, sign in (("own", 1), ("other", -1)):
        stands = {int(p): int(n) for p, n in (one.split(":") for one in example[side].split())}
        on_board.append(sum(stands.values()))
        for point, count in stands.items():
            points[point - 1] += sign * count
    bar = example.get("bar", [0, 0])
    off = [15 - there - waits for there, waits in zip(on_board, bar, strict=True)]
    position = Checkers.parse({"points": points, "bar": bar, "off": off})
    if "pips" in example:
        assert pips(position.cells) == example["pips"]
    if "dice" not in example:
        return
    dice = tuple(example["dice"])
    plays = [play.notation for play in legal_plays(position, dice)]
    if "plays" in example:
        assert sorted(plays) == sorted(example["plays"])
    assert set(example.get("among", ())) <= set(plays)
    assert set(example.get("not", ())).isdisjoint(plays)
    why = {
        one.place: " ".join(dict.fromkeys(reason.rule for reason in one.reasons))
        for one in refused_plays(position, dice)
    }
    said = example.get("refused", {})
    assert {place: why.get(place) for place in said} == said


@pytest.mark.parametrize("name", examples("kroket"))
def test_example_of_kroket_is_as_the_guide_says(name: str) -> None:
    example = examples("kroket")[name]
    setup = setup_named(example.get("course", "haven"), variant=example.get("variant", "standard"))

    def lawn(balls: dict[str, str]) -> Lawn:
        own = BALLS[: setup.players]
        return Lawn.read(setup, "; ".join(f"{ball} {balls.get(ball, 'start')}" for ball in own))

    position, seat = lawn(example["balls"]), setup.seat(example["player"])
    why = refusal(position, seat)
    assert (why.rule if why else None) == example.get("refused")
    if why is not None:
        return
    marks = [
        Mark(one.rstrip("0123456789"), int(one.lstrip("NESW")))
        for one in example.get("marks", "").split()
    ]
    (end,) = ends(position, seat, example["card"], (example["direction"],), marks)
    assert end.notation.split(" ", 2)[2] == example["ends"]
    assert end.position.text == lawn(example["balls"] | example["after"]).text
