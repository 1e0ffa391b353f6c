"""Where all the pieces stand: parsed from the notation, checked, immutable, quick to compare."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from games.rules.errors import RulesError
from games.rules.messages import Term
from games.rules.partners.board import PIECES, Board, Game

CATALOGUE_PATH: Final = Path(__file__).with_name("messages.json")

PositionJson = dict[str, list[str]]


class PositionError(RulesError):
    """A position that cannot exist; ``code`` says why, ``params`` name the colour and place."""

    catalogue_path = CATALOGUE_PATH


class Position(NamedTuple):
    """A position of one game.

    ``cells`` holds the codes (see ``board``) of the four pieces of each colour, colours in
    clockwise order, the four of a colour sorted: equal positions have equal cells. Build one with
    ``parse`` or ``at_home``; the constructor does not check.
    """

    game: Game
    cells: bytes

    @classmethod
    def at_home(cls, game: Game) -> Position:
        """The position before the first card: every piece at home."""
        return cls(game, bytes([game.board.home]) * PIECES * len(game.board.colours))

    @classmethod
    def parse(cls, game: Game, places: object) -> Position:
        """The position written as ``{"yellow": ["home", "start", "goal1", "red5"], …}``.

        The order of a colour's places means nothing. ``PositionError`` if it cannot exist.
        """
        if not isinstance(places, Mapping):
            raise PositionError("position_not_object")
        board = game.board
        for colour in places:
            if colour not in board.seats:
                raise PositionError("unknown_colour", colour=str(colour), game=game.name)
        cells = b"".join(_quad(board, colour, places) for colour in board.colours)
        _refuse_shared_fields(board, cells)
        return cls(game, cells)

    def as_json(self) -> PositionJson:
        """The position in its notation, colours in clockwise order."""
        return {colour: list(self.places(colour)) for colour in self.game.board.colours}

    def codes(self, seat: int) -> bytes:
        """The sorted codes of the four pieces of ``seat``."""
        return self.cells[PIECES * seat : PIECES * seat + PIECES]

    def places(self, colour: str) -> tuple[str, ...]:
        """The places of a colour's four pieces: round the ring, then start, lane, home."""
        places = self.game.board.places
        return tuple([places[code] for code in self.codes(self.game.seat(colour))])

    def locked(self, colour: str) -> int:
        """How many of a colour's pieces are locked: the circles filled from the innermost out."""
        codes = self.codes(self.game.seat(colour))
        count = 0
        for goal in reversed(self.game.board.goals):
            if goal not in codes:
                break
            count += 1
        return count

    def side_locked(self, side: int) -> int:
        """How many pieces of a side are locked."""
        return sum(self.locked(colour) for colour in self.game.sides[side])

    def finished(self, side: int) -> bool:
        """Whether every piece of a side is locked (A6)."""
        all_locked = self.game.board.all_locked
        return all(self.codes(seat) == all_locked for seat in self.game.side_seats[side])

    def finished_sides(self) -> tuple[int, ...]:
        """The sides that have finished, in the game's order."""
        return tuple(side for side in range(len(self.game.sides)) if self.finished(side))


def place_term(board: Board, place: str) -> Term:
    """A place as a parameter of a message: "felt gul 14", "målcirkel 3"."""
    code = board.codes[place]
    if code == board.home or code == board.start:
        return Term(place)
    if code > board.start:
        return Term("goal", int(place.removeprefix("goal")))
    seat, index = divmod(code, board.fields)
    return Term(f"field_{board.colours[seat]}", index + 1)


def _quad(board: Board, colour: str, places: Mapping[object, object]) -> bytes:
    """The sorted codes of one colour, checked on their own."""
    if colour not in places:
        raise PositionError("missing_colour", colour=Term(colour))
    names = places[colour]
    if not isinstance(names, list | tuple):
        raise PositionError("pieces_not_list", colour=Term(colour))
    if len(names) != PIECES:
        raise PositionError("piece_count", colour=Term(colour), count=len(names))
    codes = []
    for name in names:
        code = board.codes.get(name) if isinstance(name, str) else None
        if code is None:
            raise PositionError("unknown_place", colour=Term(colour), place=str(name))
        codes.append(code)
    codes.sort()
    for code, following in pairwise(codes):
        if code == following and code in board.goals:
            raise PositionError(
                "shared_goal", colour=Term(colour), place=place_term(board, board.places[code])
            )
    return bytes(codes)


def _refuse_shared_fields(board: Board, cells: bytes) -> None:
    owners: dict[int, int] = {}
    for index, code in enumerate(cells):
        if code < board.ring:
            seat = index // PIECES
            if owners.setdefault(code, seat) != seat:
                raise PositionError(
                    "shared_field",
                    place=place_term(board, board.places[code]),
                    colours=(Term(board.colours[owners[code]]), Term(board.colours[seat])),
                )
