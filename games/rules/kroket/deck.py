"""A deck: shots, reactions and the mark of every card, read from a checked data file.

What a card does is a row here and a function elsewhere: a shot's ``effect`` is looked up in
``shots.SHOT_EFFECTS``, a reaction's in ``reactions.EFFECTS``, and its moments in
``moments.MOMENTS``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from games.rules.kroket.geometry import KINDS, GridKind
from games.rules.kroket.schema import DataError, data_errors, data_text

DATA: Final = Path(__file__).with_name("data")
SCHEMA: Final = DATA / "deck.schema.json"
FOLDER: Final = DATA / "decks"

QUIET: Final = "en-lille-stille-en"
"""The shot that needs no card (K4)."""
QUIET_STEPS: Final = 2
GREEN, RED, BLUE = "green", "red", "blue"

Texts = Mapping[str, str]


class PathStep(NamedTuple):
    """A step of a shot: relative to the declared direction, on the ground or in the air."""

    step: str
    airborne: bool


@dataclass(frozen=True, slots=True)
class Shot:
    """A green card. ``steps`` is how many a free shot goes; others go along their ``path``."""

    id: str
    name: str
    text: Texts = field(repr=False)
    count: int
    effect: str
    path: tuple[PathStep, ...]
    steps: int

    @property
    def flies(self) -> bool:
        """Whether any part of it is in the air (K5)."""
        return any(step.airborne for step in self.path)


@dataclass(frozen=True, slots=True)
class Reaction:
    """A red or blue card: when it may be played, what it does, and the numbers of that."""

    id: str
    name: str
    text: Texts = field(repr=False)
    colour: str
    count: int
    timing: tuple[str, ...]
    effect: str
    length: int
    direction: str
    distance: int
    directions: tuple[str, ...]


class Mark(NamedTuple):
    """What a card shows when it is drawn for a reflection (K6)."""

    direction: str
    distance: int

    def __str__(self) -> str:
        return f"{self.direction}{self.distance}"


Card = Shot | Reaction


@dataclass(frozen=True, eq=False)
class Deck:
    """A deck. A card is its number; ``ids[card]`` says which it is, ``marks[card]`` its mark.

    ``original`` is false for one that is not the game's own; ``note`` then says so. Decks are
    compared by identity.
    """

    name: str
    title: Texts
    original: bool
    note: Texts
    shots: Mapping[str, Shot]
    reactions: Mapping[str, Reaction]
    ids: tuple[str, ...]
    marks: tuple[Mark, ...]

    def card(self, card: str) -> Card | None:
        """The card of that id, None if there is none."""
        return self.shots.get(card) or self.reactions.get(card)

    def title_of(self, card: str) -> str:
        """What a card is called; cards keep their Danish names in every language."""
        found = self.card(card)
        return found.name if found else "En lille stille en"

    def is_green(self, card: int) -> bool:
        """Whether a card is a shot."""
        return self.ids[card] in self.shots

    def fits(self, kind: GridKind) -> str:
        """The first direction that the deck names and the grid has not; "" if there is none."""
        named = [mark.direction for mark in self.marks]
        for reaction in self.reactions.values():
            named += [reaction.direction] if reaction.direction else []
        return next((way for way in named if way not in kind.vectors), "")


def read_deck(text: str, file: str = "deck") -> Deck:
    """The deck in a JSON text; ``DataError`` names the file, where in it, and why not."""
    for error in deck_errors(text, file):
        raise error
    return _built(json.loads(text))


def deck_errors(text: str, file: str = "deck") -> tuple[DataError, ...]:
    """Everything that is wrong with a deck in a JSON text, with its lines; nothing if it can be
    played with."""
    return tuple(data_errors(text, file, SCHEMA, _faults))


def load_deck(path: Path) -> Deck:
    """The deck in a file."""
    return read_deck(data_text(path), path.name)


@cache
def decks() -> Mapping[str, Deck]:
    """The decks that ship, by name."""
    found = [load_deck(path) for path in sorted(FOLDER.glob("*.json"))]
    return {deck.name: deck for deck in found}


def deck_named(name: object) -> Deck:
    """A deck that ships; ``DataError`` if there is none of that name."""
    known = decks()
    if not isinstance(name, str) or name not in known:
        raise DataError("unknown_deck", "", "", name=str(name), known=tuple(known))
    return known[name]


# The checks that a schema cannot state --------------------------------------------------------

_Fault = tuple[str, str, dict[str, Any]]

#: What an effect must be told, by effect: the fields of its row.
_NEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "path": ("path",),
    "free": ("steps",),
    "straight": ("length",),
    "slope": ("direction", "distance"),
    "limit": ("directions",),
}

_ON_A_SHOT: Final = ("shot", "quiet")
_AFTER_A_SHOT: Final = ("moved", "passage", "touch")
#: The moments in which an effect has something to work on, by effect; the others work in any.
_WORKS: Final[Mapping[str, tuple[str, ...]]] = {
    "cancel": ("card", "shot"),
    "take": ("card", "shot"),
    "straight": _ON_A_SHOT,
    "void": _ON_A_SHOT,
    "hole": ("shot", "rolled"),
    "stay": ("ready", *_ON_A_SHOT),
    "slope": _AFTER_A_SHOT,
    "not-through": ("passage", "card"),
    "through": ("touch", "card"),
    "no-croquet": ("placed", *_ON_A_SHOT),
}


def _faults(data: Mapping[str, Any]) -> Iterator[_Fault]:
    counts = Counter[str]()
    for table in ("shots", "reactions"):
        for number, row in enumerate(data[table]):
            path = f"{table}[{number}]"
            if row["id"] in counts or row["id"] == QUIET:
                yield f"{path}.id", "twice", {"value": row["id"]}
            counts[row["id"]] = row["count"]
            for need in _NEEDS.get(row["effect"], ()):
                if need not in row:
                    yield path, "missing", {"field": need}
    for number, shot in enumerate(data["shots"]):
        if shot.get("path") and shot["path"][-1].get("airborne"):
            last = len(shot["path"]) - 1
            yield f"shots[{number}].path[{last}].airborne", "ends_airborne", {}
    for number, row in enumerate(data["reactions"]):
        for place, moment in enumerate(row["timing"]):
            kind, _, answered = moment.partition(":")
            path = f"reactions[{number}].timing[{place}]"
            if answered and answered not in counts:
                yield path, "no_card", {"card": answered}
            works = _WORKS.get(row["effect"], (kind,))
            if kind not in works:
                params = {"effect": row["effect"], "moment": moment, "known": works}
                yield path, "wrong_moment", params
    yield from _mark_faults(data, counts)


def _mark_faults(data: Mapping[str, Any], counts: Counter[str]) -> Iterator[_Fault]:
    marked = Counter[str]()
    for number, mark in enumerate(data["reflections"]):
        if mark["card"] not in counts:
            yield f"reflections[{number}].card", "no_card", {"card": mark["card"]}
        marked[mark["card"]] += 1
    for card, count in counts.items():
        if marked[card] != count:
            params = {"card": card, "count": count, "marks": marked[card]}
            yield "reflections", "mark_count", params
    # A ball at the tree must find its way off it whatever way it came (K6).
    ways = {mark["direction"] for mark in data["reflections"]}
    for kind in KINDS.values():
        if not ways <= kind.vectors.keys():
            continue
        for came in kind.directions:
            if not any(kind.angle(came, way) >= 60 for way in ways):
                yield "reflections", "no_way_off", {"direction": came}
                return


def _built(data: Mapping[str, Any]) -> Deck:
    shots = {row["id"]: _shot(row) for row in data["shots"]}
    reactions = {row["id"]: _reaction(row) for row in data["reactions"]}
    return Deck(
        name=data["name"],
        title=data["title"],
        original=data["original"],
        note=data["note"],
        shots=shots,
        reactions=reactions,
        ids=tuple(mark["card"] for mark in data["reflections"]),
        marks=tuple(Mark(mark["direction"], mark["distance"]) for mark in data["reflections"]),
    )


def _shot(row: Mapping[str, Any]) -> Shot:
    steps = row.get("path", ())
    return Shot(
        id=row["id"],
        name=row["name"],
        text=row["text"],
        count=row["count"],
        effect=row["effect"],
        path=tuple(PathStep(step["step"], step.get("airborne", False)) for step in steps),
        steps=row.get("steps", 0),
    )


def _reaction(row: Mapping[str, Any]) -> Reaction:
    return Reaction(
        id=row["id"],
        name=row["name"],
        text=row["text"],
        colour=row["colour"],
        count=row["count"],
        timing=tuple(row["timing"]),
        effect=row["effect"],
        length=row.get("length", 0),
        direction=row.get("direction", ""),
        distance=row.get("distance", 0),
        directions=tuple(row.get("directions", ())),
    )
