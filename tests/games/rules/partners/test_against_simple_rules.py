"""The engine and the simple rules find the same moves in random positions.

Each night 20,000 positions over all games, rule sets, options and cards, and 4,000 each time.
A tenth of them are also asked from outside, as `python -m games.rules moves` answers anybody.
"""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from games.rules.partners import GAMES, Position, legal_moves, rules_named

from .random_positions import CARDS, random_request
from .simple_rules import COLOURS, all_locked, move_piece, play_is_over, simple_moves

ROOT = Path(__file__).parents[4]
#: Twenty tests of as many positions each: processes share them.
SEEDS = range(20)
PER_SEED = int(os.environ.get("STARTFELT_RANDOM_POSITIONS", "4000")) // len(SEEDS)
#: Asked from outside: tests, and requests to one process of the command.
OUTSIDE = range(4)
PER_PROCESS = PER_SEED // 2
HANDS = 200

# A position that can be compared: colours in their order, a colour's places sorted.
Places = tuple[tuple[str, tuple[str, ...]], ...]


def engine_answers(requests: list[dict]) -> list[dict]:
    """What the engine's command answers to the requests, one process for all of them."""
    run = subprocess.run(
        [sys.executable, "-m", "games.rules", "moves"],
        input="".join(json.dumps(request) + "\n" for request in requests),
        capture_output=True,
        check=False,
        cwd=ROOT,
        text=True,
        timeout=300,
    )
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(requests), run.stderr
    assert run.returncode == 0, [answer for answer in answers if "error" in answer][:3]
    return answers


def places_of(position: dict[str, list[str]]) -> Places:
    return tuple((colour, tuple(sorted(places))) for colour, places in sorted(position.items()))


def engine_places(request: dict) -> list[Places]:
    """The positions that the engine lists, asked from inside."""
    position = Position.parse(GAMES[request["game"]], request["position"])
    rules = rules_named(request["ruleset"], request.get("options"))
    moves = legal_moves(position, request["player"], request["card"], rules)
    return [places_of(move.position.as_json()) for move in moves]


@pytest.mark.parametrize("seed", SEEDS)
def test_engine_moves_in_random_positions_are_those_of_the_simple_rules(seed: int) -> None:
    rng = random.Random(f"moves {seed}")
    for _ in range(PER_SEED):
        request = random_request(rng)
        simple = [places_of(position) for position in simple_moves(request)]
        assert (request, sorted(engine_places(request))) == (request, sorted(simple))


@pytest.mark.parametrize("seed", OUTSIDE)
def test_engine_answers_from_outside_are_those_of_the_simple_rules(seed: int) -> None:
    rng = random.Random(f"outside {seed}")
    requests = [random_request(rng) for _ in range(PER_PROCESS)]
    disagreements = []
    for request, answer in zip(requests, engine_answers(requests), strict=True):
        engine = [places_of(move["position"]) for move in answer["moves"]]
        simple = [places_of(position) for position in simple_moves(request)]
        if sorted(engine) != sorted(simple):
            disagreements.append(
                {
                    "request": request,
                    "engine only": sorted(set(engine) - set(simple)),
                    "simple only": sorted(set(simple) - set(engine)),
                    "engine twice": sorted({one for one in engine if engine.count(one) > 1}),
                }
            )
    assert disagreements == []


@pytest.mark.parametrize("seed", range(2))
def test_engine_answers_to_random_hands_are_those_of_the_simple_rules(seed: int) -> None:
    """B2, B4, B5: each card's moves, and a throw exactly when no card can be used."""
    rng = random.Random(f"hands {seed}")
    requests: list[dict] = []
    while len(requests) < HANDS:
        request = random_request(rng)
        if play_is_over(request["game"], request["position"], request["player"]):
            continue  # A7: nothing is played, and nothing thrown
        del request["card"]
        request["hand"] = rng.choices(CARDS[request["game"]], k=rng.randint(1, 4))
        requests.append(request)
    for request, answer in zip(requests, engine_answers(requests), strict=True):
        engine = {(move["card"], places_of(move["position"])) for move in answer["moves"]}
        simple = {
            (card, places_of(position))
            for card in request["hand"]
            for position in simple_moves(request | {"card": card})
        }
        assert (request, engine) == (request, simple)
        assert (request, answer["must_throw"]) == (request, not simple)


def test_engine_refuses_to_random_number_cards_the_pieces_that_cannot_move() -> None:
    rng = random.Random("refusals")
    requests: list[dict] = []
    while len(requests) < HANDS:
        request = random_request(rng) | {"explain": True}
        if request["card"] not in ("-4", "3", "6", "9", "10", "12"):
            continue  # cards that do one thing with one piece
        if all_locked(request["position"], request["player"]):
            continue  # a refusal names a place; here it might be of more than one colour
        if not play_is_over(request["game"], request["position"], request["player"]):
            requests.append(request)
    for request, answer in zip(requests, engine_answers(requests), strict=True):
        game, board, player = request["game"], request["position"], request["player"]
        steps = int(request["card"])
        simple = {
            place
            for piece, place in enumerate(board[player])
            if move_piece(game, request["ruleset"], board, player, piece, steps) is None
        }
        assert (request, {refusal["piece"] for refusal in answer["refusals"]}) == (request, simple)


def test_engine_moves_do_not_depend_on_the_order_of_a_colours_places() -> None:
    rng = random.Random("order")
    requests = [random_request(rng) for _ in range(50)]
    mixed = []
    for request in requests:
        position = {
            colour: rng.sample(request["position"][colour], k=4)
            for colour in rng.sample(COLOURS[request["game"]], k=len(request["position"]))
        }
        mixed.append(request | {"position": position})
    assert [
        {places_of(move["position"]) for move in answer["moves"]}
        for answer in engine_answers(requests)
    ] == [
        {places_of(move["position"]) for move in answer["moves"]}
        for answer in engine_answers(mixed)
    ]
