"""A game in writing: headers, and a line for each draw, deal, lap of turns and ending.

The grammar is written down in ``docs/developers/partners-record.md``. ``read_record`` and
``Record.text`` are inverse. What a record says is judged in ``replay``, not here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from games.rules.errors import RequestError
from games.rules.partners.board import Game, game_named
from games.rules.partners.conduct import Setup, setup_named
from games.rules.text_record import Headed, header_line

THROWS: Final = "throws"
GIVES: Final = "gives"
_YES_NO: Final = {"yes": True, "no": False}
_COUNT: Final = re.compile(r"[0-9]{1,2}")


@dataclass(frozen=True, slots=True)
class Drawn:
    """Cards drawn for the first deal: colour and card (A3)."""

    cards: tuple[tuple[str, str], ...]
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return "draw " + ", ".join(f"{colour} {card}" for colour, card in self.cards)


@dataclass(frozen=True, slots=True)
class Holding:
    """What a player was dealt, and the card given to the partner; "" if none was."""

    colour: str
    cards: tuple[str, ...]
    gives: str = ""

    def __str__(self) -> str:
        given = (GIVES, self.gives) if self.gives else ()
        return " ".join((self.colour, *self.cards, *given))


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal: which one of which dealer (both from 1), who deals, and the hands."""

    dealership: int
    deal: int
    dealer: str
    hands: tuple[Holding, ...]
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        hands = "; ".join(map(str, self.hands))
        return f"deal {self.dealership}.{self.deal} by {self.dealer}: {hands}"


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's turn: a card and the move in the engine's notation; without a card, a throw."""

    colour: str
    card: str = ""
    move: str = ""
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"{self.colour} {self.card} {self.move}" if self.card else f"{self.colour} {THROWS}"


@dataclass(frozen=True, slots=True)
class Stopped:
    """The game was stopped: how, and the side that wins ("yellow-blue")."""

    ended: str
    side: str
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"end {self.ended} {self.side}"


Entry = Drawn | Dealt | Turn | Stopped


@dataclass(frozen=True, slots=True)
class Record(Headed):
    """A game's headers, in order, and what happened, in order."""

    headers: tuple[tuple[str, str], ...]
    entries: tuple[Entry, ...]
    header_lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    @property
    def game(self) -> Game:
        """The game that was played; ``RequestError`` if the header names none."""
        return game_named(self.header("Game"))

    @property
    def setup(self) -> Setup:
        """What it was played by; ``RequestError`` for an unknown game, rule set, option or pack."""
        options = read_options(self.header("Options") or "")
        written = self.header("Pack")
        pack = None if written is None else read_pack(written)
        return setup_named(self.game, self.header("Ruleset") or "dm-2018", options, pack)

    @property
    def text(self) -> str:
        """The record in writing."""
        lines = [header_line(name, value) for name, value in self.headers]
        return "\n".join([*lines, "", *_lines(self.entries), ""])


def setup_headers(setup: Setup) -> tuple[tuple[str, str], ...]:
    """The headers that say what a game is played by."""
    options = " ".join(
        f"{name}={'yes' if value else 'no'}" for name, value in setup.options.items()
    )
    pack = " ".join(
        f"{card}={count}" for card, count in zip(setup.game.pack, setup.pack, strict=False)
    )
    headers = [("Game", setup.game.name), ("Ruleset", setup.ruleset)]
    headers += [("Options", options)] if options else []
    headers += [("Pack", pack)] if pack else []
    return tuple(headers)


def read_options(written: str) -> dict[str, object]:
    """The options in a header: "play_on=yes seven_may_serve_both=no"."""
    options: dict[str, object] = {}
    for part in written.split():
        name, _, value = part.partition("=")
        if value not in _YES_NO:
            raise RequestError("not_a_boolean", field=f"options.{name}")
        options[name] = _YES_NO[value]
    return options


def read_pack(written: str) -> dict[str, int]:
    """The pack in a header: "heart=4 8/heart=6"."""
    pack: dict[str, int] = {}
    for part in written.split():
        card, _, count = part.partition("=")
        if not _COUNT.fullmatch(count) or card in pack:
            raise RequestError("pack_form", text=part)
        pack[card] = int(count)
    return pack


def side_text(game: Game, side: int) -> str:
    """A side as records write it: "yellow-blue"."""
    return "-".join(game.sides[side])


def side_from(game: Game, written: str) -> int | None:
    """The side with these colours, in any order; None if there is none."""
    colours = sorted(written.split("-"))
    return next((side for side, its in enumerate(game.sides) if sorted(its) == colours), None)


def _lines(entries: Iterable[Entry]) -> Iterator[str]:
    """Each entry on its line; turns share one until a colour's turn comes again."""
    lap: list[Turn] = []
    for entry in entries:
        again = not isinstance(entry, Turn) or any(entry.colour == turn.colour for turn in lap)
        if lap and again:
            yield "; ".join(map(str, lap))
            lap = []
        if isinstance(entry, Turn):
            lap.append(entry)
        else:
            yield str(entry)
    if lap:
        yield "; ".join(map(str, lap))
