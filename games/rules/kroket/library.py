"""Courses and decks that an organiser has loaded, as one text that a tournament keeps.

The text is JSON: ``{"courses": {name: text}, "decks": {name: text}}``, each text as its file was.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from games.rules.kroket.course import Course, course_errors, courses, read_course
from games.rules.kroket.deck import Deck, deck_errors, decks, read_deck
from games.rules.kroket.schema import DataError

COURSES, DECKS = "courses", "decks"
SHELVES: Final = (COURSES, DECKS)

#: The longest file that is read, in characters; the longest that ships has a tenth.
MOST_CHARACTERS: Final = 200_000
#: How many of each are kept.
MOST_LOADED: Final = 12


@dataclass(frozen=True)
class Library:
    """What there is to play on and with: what ships, and what was loaded."""

    courses: Mapping[str, Course] = field(default_factory=dict)
    decks: Mapping[str, Deck] = field(default_factory=dict)
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Each loaded file, by shelf and name."""


@lru_cache(maxsize=16)
def library(kept: str) -> Library:
    """The library in the text that a tournament keeps. What cannot be read is left out: it was
    checked when it was loaded."""
    texts = _texts(kept)
    return Library(
        {name: read_course(text, name) for name, text in texts[COURSES].items()},
        {name: read_deck(text, name) for name, text in texts[DECKS].items()},
        texts,
    )


def shelf_of(text: str) -> str:
    """Whether a file is meant for a deck: it has shots or reflections. Else it is a course."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return COURSES
    deck = isinstance(data, Mapping) and not data.keys().isdisjoint(("shots", "reflections"))
    return DECKS if deck else COURSES


def loading_errors(text: str, file: str) -> tuple[DataError, ...]:
    """Everything that is wrong with a course or deck in a file, with its lines."""
    if len(text) > MOST_CHARACTERS:
        return (DataError("too_long", file, "", most=MOST_CHARACTERS),)
    shelf = shelf_of(text)
    errors = _ERRORS[shelf](text, file)
    if errors:
        return errors
    name = json.loads(text)["name"]
    if name in _SHIPPED[shelf]():
        return (DataError("name_ships", file, "name", name=name),)
    return ()


def with_loaded(kept: str, text: str) -> tuple[str, str]:
    """What a tournament keeps once a faultless file is loaded, and the name it has there.

    One of the same name is replaced; ``DataError`` when there are too many.
    """
    shelf, name = shelf_of(text), json.loads(text)["name"]
    texts = _texts(kept)
    texts[shelf][name] = text
    if len(texts[shelf]) > MOST_LOADED:
        raise DataError("too_many_loaded", "", "", most=MOST_LOADED)
    return _kept(texts), name


def without(kept: str, shelf: str, name: str) -> str:
    """What a tournament keeps without one of its own."""
    texts = _texts(kept)
    texts[shelf].pop(name, None)
    return _kept(texts)


_ERRORS: Final = {COURSES: course_errors, DECKS: deck_errors}
_SHIPPED: Final[Mapping[str, Any]] = {COURSES: courses, DECKS: decks}


def _texts(kept: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {shelf: {} for shelf in SHELVES}
    try:
        data = json.loads(kept or "{}")
    except ValueError:
        return found
    for shelf in SHELVES:
        rows = data.get(shelf) if isinstance(data, Mapping) else None
        for name, text in rows.items() if isinstance(rows, Mapping) else ():
            if isinstance(text, str) and not _ERRORS[shelf](text, name):
                found[shelf][name] = text
    return found


def _kept(texts: Mapping[str, Mapping[str, str]]) -> str:
    return json.dumps(texts, ensure_ascii=False) if any(texts.values()) else ""
