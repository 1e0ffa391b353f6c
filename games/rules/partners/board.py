"""Boards and games as data: colours, fields, sides, cards.

A board is a ring of numbered fields, ``fields`` of them after each colour's start field, and a
lane of four goal circles for each colour. Start fields are never counted (C1), so they are not
on the ring. Every place has a small number, its *code*, the same for all colours:

    0 … ring-1      the numbered fields clockwise; ``fields * i`` is field 1 after colour i's start
    start           the piece's own start field
    goals[0..3]     its own goal circles, ``goal4`` (outermost) to ``goal1`` (innermost)
    home            its own home; the highest code, so that it sorts last
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.rules.errors import RequestError
from games.rules.partners.cards import (
    PARTNERS_CARDS,
    PARTNERS_PACK,
    PARTNERS_PLUS_CARDS,
    PARTNERS_PLUS_PACK,
    Card,
)

PIECES: Final = 4
"""Pieces of a colour, and goal circles in a lane."""


class Board:
    """The geometry of one board; see the module for its codes.

    ``places[code]`` is a code's name in the notation of positions ("home", "start", "goal1",
    "yellow14") and ``codes[name]`` the way back. ``starts[colour]`` tells how far round the ring
    a colour's start field lies: its first numbered field has that code.
    """

    def __init__(self, colours: tuple[str, ...], fields: int) -> None:
        self.colours = colours
        self.fields = fields
        self.ring = len(colours) * fields
        self.start = self.ring
        self.goals = tuple(range(self.ring + 1, self.ring + 1 + PIECES))
        self.home = self.ring + 1 + PIECES
        self.starts = tuple(fields * seat for seat in range(len(colours)))
        self.seats: Mapping[str, int] = {colour: seat for seat, colour in enumerate(colours)}
        self.places: tuple[str, ...] = (
            *(f"{colour}{n}" for colour in colours for n in range(1, fields + 1)),
            "start",
            *(f"goal{n}" for n in range(PIECES, 0, -1)),
            "home",
        )
        self.codes: Mapping[str, int] = {place: code for code, place in enumerate(self.places)}
        self.all_locked = bytes(self.goals)
        """The four codes of a colour whose pieces are all locked."""
        self.lane_bits = bytes(
            1 << (code - self.goals[0]) if code in self.goals else 0 for code in range(256)
        )
        """A translation table: the bit of each goal circle, from the outermost; 0 elsewhere."""

    def progress(self, seat: int, code: int) -> int:
        """How far the piece of ``seat`` on ``code`` has come.

        -1 at home, 0 on its start field, 1 to ``ring`` on the numbered fields, ``ring + 1`` to
        ``ring + 4`` in the lane from the outermost circle inwards.
        """
        if code == self.home:
            return -1
        if code == self.start:
            return 0
        if code > self.start:
            return code
        return (code - self.starts[seat]) % self.ring + 1

    def code_at(self, seat: int, progress: int) -> int:
        """The code of the place that is ``progress`` from the start field of ``seat``."""
        if progress == -1:
            return self.home
        if progress == 0:
            return self.start
        if progress > self.ring:
            return progress
        return (progress - 1 + self.starts[seat]) % self.ring


class Game:
    """One way to play: a board, who plays with whom, and with which cards.

    Games are compared by identity; ``game_named`` hands them out, and pickling keeps that.
    ``sides[i]`` are the colours of side i, ``partners[seat]`` the seats of that seat's partners,
    the nearest clockwise first, ``side_of[seat]`` the side of a seat. ``pack`` counts the cards.
    """

    def __init__(
        self,
        name: str,
        board: Board,
        sides: tuple[tuple[str, ...], ...],
        cards: Mapping[str, Card],
        pack: Mapping[str, int],
    ) -> None:
        self.name = name
        self.board = board
        self.sides = sides
        self.cards = cards
        self.pack = pack
        side_of = {colour: side for side, colours in enumerate(sides) for colour in colours}
        self.side_of = tuple(side_of[colour] for colour in board.colours)
        self.side_seats = tuple(
            tuple(seat for seat, its in enumerate(self.side_of) if its == side)
            for side in range(len(sides))
        )
        seats = len(board.colours)
        self.partners = tuple(
            tuple(
                other
                for other in ((seat + turn) % seats for turn in range(1, seats))
                if self.side_of[other] == self.side_of[seat]
            )
            for seat in range(seats)
        )

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return game_named, (self.name,)

    def seat(self, colour: object) -> int:
        """The seat that plays ``colour``; ``RequestError`` if the game has no such colour."""
        if not isinstance(colour, str) or colour not in self.board.seats:
            raise RequestError("unknown_player", player=str(colour), game=self.name)
        return self.board.seats[colour]

    def card(self, name: object) -> Card:
        """The card called ``name``; ``RequestError`` if this game's pack has none."""
        if not isinstance(name, str) or name not in self.cards:
            raise RequestError("unknown_card", card=str(name), game=self.name)
        return self.cards[name]


# The order of the colours and the pairs is inferred: the DM guide calls the field before red's
# start "the yellow field", and yellow-blue and red-green are the usual pairs. No rule depends on
# more than the cyclic order.
PARTNERS_BOARD: Final = Board(("yellow", "red", "blue", "green"), fields=14)
PARTNERS_PLUS_BOARD: Final = Board(
    ("green", "blue", "purple", "red", "orange", "yellow"), fields=13
)

PARTNERS: Final = Game(
    "partners",
    PARTNERS_BOARD,
    (("yellow", "blue"), ("red", "green")),
    PARTNERS_CARDS,
    PARTNERS_PACK,
)
PARTNERS_PLUS_PAIRS: Final = Game(
    "partners-plus-pairs",
    PARTNERS_PLUS_BOARD,
    (("green", "red"), ("blue", "orange"), ("purple", "yellow")),
    PARTNERS_PLUS_CARDS,
    PARTNERS_PLUS_PACK,
)
PARTNERS_PLUS_TEAMS: Final = Game(
    "partners-plus-teams",
    PARTNERS_PLUS_BOARD,
    (("red", "yellow", "blue"), ("orange", "green", "purple")),
    PARTNERS_PLUS_CARDS,
    PARTNERS_PLUS_PACK,
)

GAMES: Final[Mapping[str, Game]] = {
    game.name: game for game in (PARTNERS, PARTNERS_PLUS_PAIRS, PARTNERS_PLUS_TEAMS)
}


def game_named(name: object) -> Game:
    """The game with that id; ``RequestError`` if the Partners family has none."""
    game = GAMES.get(name) if isinstance(name, str) else None
    if game is None:
        raise RequestError("unknown_game", game=str(name))
    return game
