"""Reading a record: the first line that cannot be read is named, with the reason."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from games.rules.errors import RequestError
from games.rules.messages import Catalogue
from games.rules.partners.actions import game_catalogue
from games.rules.partners.board import Game
from games.rules.partners.record import (
    GIVES,
    THROWS,
    Dealt,
    Drawn,
    Entry,
    Holding,
    Record,
    Stopped,
    Turn,
    side_from,
)
from games.rules.partners.written_moves import read_move
from games.rules.text_record import Unreadable, UnreadableRecord, lines_of, read_header

_HEADER_OF: Final = {
    "unknown_ruleset": "Ruleset",
    "pack_form": "Pack",
    "pack_small": "Pack",
    "unknown_card": "Pack",
}
_DEAL: Final = re.compile(r"deal +([0-9]{1,6})\.([0-9]{1,6}) +by +(\S+?) *: *(.*)")


class RecordError(UnreadableRecord):
    """A record of this game that cannot be read: ``line`` is where, counted from 1."""

    @property
    def catalogue(self) -> Catalogue:
        return game_catalogue()


def read_record(text: str) -> Record:
    """The record in ``text``; ``RecordError`` at the first line that cannot be read.

    Lines that are empty or begin with "#" say nothing. Whether the game is legal is another
    question: ``replay`` answers it.
    """
    headers: dict[str, str] = {}
    lines: dict[str, int] = {}
    entries: list[Entry] = []
    game: Game | None = None
    for number, line in lines_of(text):
        try:
            if line.startswith("["):
                if game is not None:
                    raise Unreadable("header_late")
                name, value = read_header(line, headers)
                headers[name], lines[name] = value, number
                continue
            if game is None:
                game = _game(headers, lines)
            entries.extend(_read_line(game, line, number))
        except Unreadable as fault:
            raise RecordError(fault.code, number, **fault.params) from fault
    if game is None:
        _game(headers, lines)
    return Record(tuple(headers.items()), tuple(entries), lines)


def _game(headers: dict[str, str], lines: dict[str, int]) -> Game:
    """The game the headers name, when all that they say about it can be read."""
    record = Record(tuple(headers.items()), ())
    if "Game" not in headers:
        raise RecordError("no_game", 1)
    for name, ask in (("Game", "game"), ("Options", "setup")):
        try:
            getattr(record, ask)
        except RequestError as error:
            # All of the set-up is read at once: the error says which header it is about.
            wrong = _HEADER_OF.get(error.code, name)
            raise RecordError("header_value", lines.get(wrong, 1), header=wrong) from error
    return record.game


def _read_line(game: Game, line: str, number: int) -> list[Entry]:
    word = line.split(maxsplit=1)[0]
    read = _LINES.get(word)
    return [read(game, line, number)] if read else _read_turns(game, line, number)


def _read_draw(game: Game, line: str, number: int) -> Entry:
    cards = []
    for part in line.removeprefix("draw").split(","):
        words = part.split()
        if len(words) != 2:
            raise Unreadable("draw_form", text=part.strip())
        cards.append((_colour(game, words[0]), _card(game, words[1])))
    _once([colour for colour, _ in cards])
    return Drawn(tuple(cards), number)


def _read_deal(game: Game, line: str, number: int) -> Entry:
    match = _DEAL.fullmatch(line)
    if match is None:
        raise Unreadable("deal_form")
    hands = tuple(_holding(game, part) for part in match[4].split(";"))
    _once([hand.colour for hand in hands])
    return Dealt(int(match[1]), int(match[2]), _colour(game, match[3]), hands, number)


def _holding(game: Game, part: str) -> Holding:
    words = part.split()
    if not words:
        raise Unreadable("hand_form", text=part.strip())
    cards, gives = words[1:], ""
    if GIVES in cards:
        if cards.index(GIVES) != len(cards) - 2:
            raise Unreadable("hand_form", text=part.strip())
        gives = _card(game, cards[-1])
        cards = cards[:-2]
    return Holding(_colour(game, words[0]), tuple(_card(game, card) for card in cards), gives)


def _read_end(game: Game, line: str, number: int) -> Entry:
    words = line.split()
    if len(words) != 3:
        raise Unreadable("end_form")
    if side_from(game, words[2]) is None:
        raise Unreadable("unknown_side", side=words[2], game=game.name)
    return Stopped(words[1], words[2], number)


def _read_turns(game: Game, line: str, number: int) -> list[Entry]:
    return [_turn(game, part.split(), number) for part in line.split(";")]


def _turn(game: Game, words: list[str], number: int) -> Turn:
    if not words:
        raise Unreadable("turn_empty")
    colour = _colour(game, words[0])
    if words[1:] == [THROWS]:
        return Turn(colour, line=number)
    if len(words) < 3:
        raise Unreadable("turn_form", text=" ".join(words))
    card, move = _card(game, words[1]), " ".join(words[2:])
    if read_move(game, colour, move) is None:
        raise Unreadable("move_form", move=move)
    return Turn(colour, card, move, number)


def _colour(game: Game, word: str) -> str:
    if word not in game.board.seats:
        raise Unreadable("unknown_colour", word=word, game=game.name)
    return word


def _card(game: Game, word: str) -> str:
    if word not in game.cards:
        raise Unreadable("unknown_card", word=word, game=game.name)
    return word


def _once(colours: list[str]) -> None:
    for colour in colours:
        if colours.count(colour) > 1:
            raise Unreadable("colour_twice", word=colour)


_LINES: Final[dict[str, Callable[[Game, str, int], Entry]]] = {
    "draw": _read_draw,
    "deal": _read_deal,
    "end": _read_end,
}
