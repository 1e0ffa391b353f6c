"""The random requests are possible positions and reach the corners of the rules."""

import random
from collections import Counter

import pytest

from .random_positions import CARDS, GAMES, random_request
from .simple_rules import COLOURS, FIELDS, LANE, all_locked, simple_moves


def requests(game: str, count: int) -> list[dict]:
    rng = random.Random(f"{game} requests")
    return [random_request(rng, game) for _ in range(count)]


@pytest.mark.parametrize("game", GAMES)
def test_random_positions_are_possible(game: str) -> None:
    fields = {f"{colour}{n}" for colour in COLOURS[game] for n in range(1, FIELDS[game] + 1)}
    for request in requests(game, 300):
        position = request["position"]
        assert list(position) == COLOURS[game]
        owners: dict[str, str] = {}
        for colour, places in position.items():
            assert len(places) == 4
            assert set(places) <= fields | {"home", "start", *LANE}
            assert all(places.count(circle) <= 1 for circle in LANE)
            for place in set(places) & fields:
                assert owners.setdefault(place, colour) == colour


@pytest.mark.parametrize("game", GAMES)
def test_random_requests_repeat_with_the_seed(game: str) -> None:
    assert requests(game, 20) == requests(game, 20)


@pytest.mark.parametrize("game", GAMES)
def test_random_requests_reach_every_card_ruleset_and_kind_of_position(game: str) -> None:
    drawn = requests(game, 300)
    assert {request["card"] for request in drawn} == set(CARDS[game])
    seen: Counter[str] = Counter()
    for request in drawn:
        position, player = request["position"], request["player"]
        seen[request["ruleset"]] += 1
        seen["own all locked"] += all_locked(position, player)
        seen["somebody on start"] += any("start" in places for places in position.values())
        seen["a stack"] += any(
            places.count(place) > 1
            for places in position.values()
            for place in places
            if place not in ("home", "start")
        )
        seen["some move" if simple_moves(request) else "no move"] += 1
    assert set(seen) == {name for name, count in seen.items() if count >= 3}
    assert len(seen) == 7
