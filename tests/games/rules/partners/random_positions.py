"""Seeded random requests for the moves of Partners and Partners+, every one of them possible.

Possible: four pieces of each colour; no two colours on one field; one piece to a goal circle; a
start field holds its owner's pieces only (the place name allows nothing else).

An even scatter over the board would hardly ever meet the rules that matter, so each position is
drawn in one of several scenes.
"""

import random
from collections.abc import Sequence

from .simple_rules import COLOURS, FIELDS, LANE, side_of

PLUS_CARDS = ("8/heart", "13/heart", "1/14", "-4", "7", "swap", "2", "3", "5", "6", "9", "10", "12")
CARDS = {
    "partners": ("heart", *PLUS_CARDS),
    "partners-plus-pairs": PLUS_CARDS,
    "partners-plus-teams": PLUS_CARDS,
}
GAMES = tuple(COLOURS)
RULESETS = ("dm-2018", "dm-2023")
OPTIONS = (
    "seven_may_end_short",
    "seven_rest_on_one_piece",
    "seven_may_serve_both",
    "two_may_bring_one",
    "swap_from_start",
)

# How likely a piece is at home, on start, in the lane, near its lane, in the crowd, anywhere.
SPOTS = ("home", "start", "lane", "near", "crowd", "anywhere")
SCENES = {
    "opening": (8, 3, 0, 1, 1, 4),
    "open": (1, 1, 1, 2, 0, 6),
    "crowded": (1, 1, 1, 0, 8, 1),
    "blocked": (1, 6, 1, 2, 3, 3),
    "near goal": (1, 1, 6, 6, 0, 1),
    "finishing": (1, 1, 6, 5, 1, 2),  # the player's side has most of its pieces locked
    "last pieces": (1, 0, 1, 9, 0, 0),  # and here nearly all, perhaps another side all
}


def random_request(rng: random.Random, game: str | None = None) -> dict:
    """One request for `moves` with a `card`; the same generator state gives the same request."""
    game = game or rng.choice(GAMES)
    player = rng.choice(COLOURS[game])
    request = {
        "game": game,
        "ruleset": rng.choice(RULESETS),
        "position": random_position(rng, game, player),
        "player": player,
        "card": random_card(rng, game),
    }
    if rng.random() < 0.5:
        request["options"] = {option: rng.random() < 0.5 for option in OPTIONS}
    return request


def random_card(rng: random.Random, game: str) -> str:
    if rng.random() < 0.2:
        return "7"  # the card with the most to go wrong
    return rng.choice(CARDS[game])


def random_position(rng: random.Random, game: str, player: str) -> dict[str, list[str]]:
    scene = rng.choice(tuple(SCENES))
    fields = [
        f"{colour}{number}" for colour in COLOURS[game] for number in range(1, FIELDS[game] + 1)
    ]
    corner = rng.randrange(len(fields))
    crowd = [fields[(corner + offset) % len(fields)] for offset in range(rng.randint(6, 18))]
    owners: dict[str, str] = {}

    position: dict[str, list[str]] = {}
    order = list(COLOURS[game])
    rng.shuffle(order)
    locked = locked_pieces(rng, scene, game, player)
    for colour in order:
        places = list(LANE[4 - locked[colour] :])
        while len(places) < 4:
            place = random_place(rng, scene, colour, fields, crowd)
            if place in LANE and place in places:
                continue
            if owners.get(place, colour) != colour:
                continue
            if place in fields:
                owners[place] = colour
            places.append(place)
            # A second piece beside the first now and then: a stack.
            if place in fields and len(places) < 4 and rng.random() < 0.2:
                places.append(place)
        rng.shuffle(places)
        position[colour] = places
    return {colour: position[colour] for colour in COLOURS[game]}


def locked_pieces(rng: random.Random, scene: str, game: str, player: str) -> dict[str, int]:
    """How many locked pieces each colour begins with when a side is about to finish."""
    locked = dict.fromkeys(COLOURS[game], 0)
    if scene == "finishing":
        for colour in side_of(game, player):
            locked[colour] = rng.choice((0, 1, 2, 3, 3, 4))
        locked[player] = rng.choice((2, 3, 3, 4, 4))
    if scene == "last pieces":
        for colour in side_of(game, player):
            locked[colour] = rng.choice((3, 4, 4))
        if rng.random() < 0.1:
            for colour in side_of(game, rng.choice(COLOURS[game])):
                locked[colour] = 4
    return locked


def random_place(
    rng: random.Random, scene: str, colour: str, fields: Sequence[str], crowd: Sequence[str]
) -> str:
    spot = rng.choices(SPOTS, SCENES[scene])[0]
    if spot in ("home", "start"):
        return spot
    if spot == "lane":
        return rng.choice(LANE)
    if spot == "near":  # from thirteen fields before the own start field to four after it
        own_first = fields.index(f"{colour}1")
        return fields[(own_first + rng.randint(-13, 3)) % len(fields)]
    return rng.choice(crowd if spot == "crowd" else fields)
