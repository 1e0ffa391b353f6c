"""A game in writing: headers, orders of the deck, and a line for each turn.

The grammar is written down in ``docs/developers/kroket.md``. ``read_record`` and ``Record.text``
are inverse. What a record says is judged in ``replay``, not here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from games.rules.kroket.actions import (
    Action,
    Croquet,
    Decline,
    Fetch,
    LastToSay,
    Place,
    React,
    Shoot,
)
from games.rules.kroket.setup import Setup
from games.rules.text_record import Headed, header_line

PLACES, CROQUETS, STAYS, FETCHES, LAST, VIA = (
    "places",
    "croquets",
    "stays",
    "fetches",
    "last",
    "via",
)
ANSWERED: Final = "<"
NOBODY: Final = "-"
"""An item that says: nobody answers what has moved, the window closes."""


@dataclass(frozen=True, slots=True)
class Said:
    """One thing that a player does: the ball, and the words of it."""

    ball: str
    words: tuple[str, ...]

    def text(self, turn: str) -> str:
        """In writing, in a turn of ``turn``, whose own things need no name before them."""
        return " ".join(self.words if self.ball == turn else (self.ball, *self.words))


@dataclass(frozen=True, slots=True)
class Item:
    """What is done, and the cards that answer it, each the one before. Nothing: nobody answers."""

    chain: tuple[Said, ...]

    def text(self, turn: str) -> str:
        """In writing."""
        return f" {ANSWERED} ".join(said.text(turn) for said in self.chain) or NOBODY


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: its number from 1, whose it is, and what happened."""

    number: int
    ball: str
    items: tuple[Item, ...]
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"{self.number} {self.ball}: " + "; ".join(one.text(self.ball) for one in self.items)


@dataclass(frozen=True, slots=True)
class Order:
    """The order of the deck, or of a reshuffling (from 1), top card first."""

    number: int
    cards: tuple[int, ...]
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"deck {self.number}: " + " ".join(map(str, self.cards))


@dataclass(frozen=True, slots=True)
class Stopped:
    """The game was stopped: how, and the ball that wins."""

    ended: str
    ball: str
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"end {self.ended} {self.ball}"


Entry = Turn | Stopped


@dataclass(frozen=True, slots=True)
class Record(Headed):
    """A game's headers, in order, the orders of the deck, and what happened."""

    headers: tuple[tuple[str, str], ...]
    orders: tuple[Order, ...]
    entries: tuple[Entry, ...]
    header_lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    @property
    def text(self) -> str:
        """The record in writing."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield from (header_line(name, value) for name, value in self.headers)
        yield ""
        yield from map(str, self.orders)
        yield from map(str, self.entries)
        yield ""


def setup_headers(setup: Setup) -> tuple[tuple[str, str], ...]:
    """The headers that say what a game is played by."""
    headers = [
        ("Game", "kroket"),
        ("Course", setup.course.name),
        ("Deck", setup.deck.name),
        ("Variant", setup.variant),
        ("Players", str(setup.players)),
    ]
    if not (setup.course.original and setup.deck.original):
        headers.append(("Original", "no"))
    if setup.play_on:
        headers.append(("PlayOn", "yes"))
    return tuple(headers)


def words_of(setup: Setup, action: Action) -> Said:
    """An action in words; passing and stopping have none."""
    match action:
        case Place(_, cell):
            words: tuple[str, ...] = (PLACES, cell)
        case Shoot(_, card, direction, path):
            words = (card, *((direction,) if direction else ()), *((VIA, *path) if path else ()))
        case React(_, card, target):
            words = (card, *target)
        case Croquet(_, cell):
            words = (CROQUETS, cell)
        case Decline():
            words = (STAYS,)
        case Fetch():
            words = (FETCHES,)
        case LastToSay():
            words = (LAST,)
        case _:
            raise TypeError(f"{action!r} has no words")
    return Said(setup.balls[action.seat], words)


def action_of(setup: Setup, said: Said) -> Action | None:
    """The action that words mean; None if they mean nothing."""
    seat = setup.balls.index(said.ball)
    word, *rest = said.words
    match word, rest:
        case "places", [cell]:
            return Place(seat, cell)
        case "croquets", [cell]:
            return Croquet(seat, cell)
        case "stays", []:
            return Decline(seat)
        case "fetches", []:
            return Fetch(seat)
        case "last", []:
            return LastToSay(seat)
    if word in setup.deck.reactions:
        return React(seat, word, tuple(rest))
    return _shot_of(seat, word, rest)


def _shot_of(seat: int, card: str, rest: list[str]) -> Shoot | None:
    direction = ""
    if rest and rest[0] != VIA:
        direction, rest = rest[0], rest[1:]
    if not rest:
        return Shoot(seat, card, direction)
    if rest[0] != VIA or len(rest) < 2:
        return None
    return Shoot(seat, card, direction, tuple(rest[1:]))
