"""Reading a record: the first line that cannot be read is named, with the reason."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from games.rules.kroket.actions import game_catalogue
from games.rules.kroket.course import Course
from games.rules.kroket.deck import QUIET, Deck
from games.rules.kroket.record import (
    ANSWERED,
    CROQUETS,
    FETCHES,
    LAST,
    NOBODY,
    PLACES,
    STAYS,
    Entry,
    Item,
    Order,
    Record,
    Said,
    Stopped,
    Turn,
    action_of,
)
from games.rules.kroket.schema import DataError
from games.rules.kroket.setup import Setup, setup_named
from games.rules.messages import Catalogue
from games.rules.text_record import Unreadable, UnreadableRecord, lines_of, read_header

_TURN: Final = re.compile(r"([0-9]{1,6}) +(\S+?) *: *(.*)")
_ORDER: Final = re.compile(r"deck +([0-9]{1,4}) *: *(.*)")
_CARD: Final = re.compile(r"[0-9]{1,4}")
_VERBS: Final = (PLACES, CROQUETS, STAYS, FETCHES, LAST)


class RecordError(UnreadableRecord):
    """A record of this game that cannot be read: ``line`` is where, counted from 1."""

    @property
    def catalogue(self) -> Catalogue:
        return game_catalogue()


def read_record(
    text: str,
    courses: Mapping[str, Course] | None = None,
    decks: Mapping[str, Deck] | None = None,
) -> Record:
    """The record in ``text``; ``RecordError`` at the first line that cannot be read.

    Lines that are empty or begin with "#" say nothing. ``courses`` and ``decks`` are looked in
    before those that ship. Whether the game is legal is another question: ``replay`` answers it.
    """
    headers: dict[str, str] = {}
    lines: dict[str, int] = {}
    orders: list[Order] = []
    entries: list[Entry] = []
    setup: Setup | None = None
    for number, line in lines_of(text):
        try:
            if line.startswith("["):
                if setup is not None:
                    raise Unreadable("header_late")
                name, value = read_header(line, headers)
                headers[name], lines[name] = value, number
                continue
            if setup is None:
                setup = setup_of(headers, lines, courses, decks)
            if line.startswith("deck"):
                orders.append(_read_order(setup, line, number, len(orders) + 1))
            else:
                entries.append(_read_entry(setup, line, number))
        except Unreadable as fault:
            raise RecordError(fault.code, number, **fault.params) from fault
    if setup is None:
        setup_of(headers, lines, courses, decks)
    return Record(tuple(headers.items()), tuple(orders), tuple(entries), lines)


def setup_of(
    headers: Mapping[str, str],
    lines: Mapping[str, int],
    courses: Mapping[str, Course] | None = None,
    decks: Mapping[str, Deck] | None = None,
) -> Setup:
    """What a record's game is played by; ``RecordError`` for headers that cannot be."""
    if headers.get("Game") != "kroket":
        raise RecordError("no_game", lines.get("Game", 1))
    players = headers.get("Players", "4")
    if not (players.isascii() and players.isdigit() and len(players) < 3):
        raise RecordError("header_value", lines["Players"], header="Players", detail=players)
    play_on = headers.get("PlayOn", "no")
    if play_on not in ("yes", "no"):
        raise RecordError("header_value", lines["PlayOn"], header="PlayOn", detail=play_on)
    try:
        return setup_named(
            headers.get("Course", "haven"),
            headers.get("Deck", "startfelt"),
            headers.get("Variant", "standard"),
            int(players),
            play_on=play_on == "yes",
            courses=courses,
            decks=decks,
        )
    except DataError as error:
        header = _HEADER_OF.get(error.code, "Course")
        line = lines.get(header, 1)
        raise RecordError(
            "header_value", line, header=header, detail=error.message("en")
        ) from error


_HEADER_OF: Final = {
    "unknown_deck": "Deck",
    "direction_not_on_grid": "Deck",
    "unknown_variant": "Variant",
    "players": "Players",
}


def _read_order(setup: Setup, line: str, number: int, expected: int) -> Order:
    match = _ORDER.fullmatch(line)
    if match is None or not all(_CARD.fullmatch(word) for word in match[2].split()):
        raise Unreadable("deck_form")
    if int(match[1]) != expected:
        raise Unreadable("deck_number", number=int(match[1]), expected=expected)
    cards = tuple(int(word) for word in match[2].split())
    count = len(setup.deck.ids)
    for card in cards:
        if card >= count:
            raise Unreadable("deck_card", card=card, last=count - 1)
        if cards.count(card) > 1:
            raise Unreadable("deck_twice", card=card)
    if expected == 1 and len(cards) != count:
        raise Unreadable("deck_count", count=len(cards), all=count)
    return Order(expected, cards, number)


def _read_entry(setup: Setup, line: str, number: int) -> Entry:
    words = line.split()
    if words[0] == "end":
        if len(words) != 3:
            raise Unreadable("end_form")
        return Stopped(words[1], _ball(setup, words[2]), number)
    match = _TURN.fullmatch(line)
    if match is None:
        raise Unreadable("turn_form", text=line)
    ball = _ball(setup, match[2])
    items = tuple(_item(setup, ball, part) for part in match[3].split(";"))
    return Turn(int(match[1]), ball, items, number)


def _item(setup: Setup, turn: str, part: str) -> Item:
    if part.strip() == NOBODY:
        return Item(())
    return Item(tuple(_said(setup, turn, one) for one in part.split(ANSWERED)))


def _said(setup: Setup, turn: str, text: str) -> Said:
    words = text.split()
    ball = turn
    if words and words[0] in setup.balls:
        ball, *words = words
    if not words:
        raise Unreadable("item_empty")
    known = setup.deck.card(words[0]) is not None or words[0] in (*_VERBS, QUIET)
    if not known:
        raise Unreadable("unknown_card", word=words[0], deck=setup.deck.name)
    said = Said(ball, tuple(words))
    if action_of(setup, said) is None:
        raise Unreadable("item_form", text=text.strip())
    return said


def _ball(setup: Setup, word: str) -> str:
    if word not in setup.balls:
        raise Unreadable("unknown_ball", word=word, known=setup.balls)
    return word
