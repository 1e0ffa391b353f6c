"""Kroket, croquet with cards: courses and decks as data, games, records, results, bots, pictures.

Playing::

    setup = setup_named("haven", "startfelt", "standard", players=4)
    state = new_game(setup, seed="42")
    state = apply(state, Place(0, "e2"))
    state = apply(state, Shoot(0, "et-lop", "N"))  # Illegal, with the rule, if it may not be
    state = all_pass(state)                        # nobody answers

``legal_actions`` says what may happen, ``validate_result`` what is wrong with a reported result,
``read_course`` and ``read_deck`` what is wrong with a data file. What ships is not the original:
``Setup.notes`` says so in words for every screen.

Whole games: ``record`` and ``record_reader`` (a game in writing), ``replay`` (is it legal, and
what is the first thing that is not), ``playing`` and ``bots`` (games that play themselves),
``ends`` (where a shot leads), ``course_svg`` (the course as a picture).

Inside: ``motion`` moves balls and draws no cards; ``flow`` takes turns on; ``game`` judges;
``shots``, ``reactions`` and ``moments`` are the tables of what cards do, and when.

Rule ids in comments, refusals and problems are those of the rule ledger that judges cite.
"""

from games.rules.kroket.actions import (
    Action,
    Croquet,
    Decline,
    Fetch,
    Illegal,
    LastToSay,
    Pass,
    Place,
    React,
    Shoot,
    Stop,
)
from games.rules.kroket.course import Course, course_named, courses, load_course, read_course
from games.rules.kroket.deck import QUIET, Deck, deck_named, decks, load_deck, read_deck
from games.rules.kroket.flow import new_game
from games.rules.kroket.game import all_pass, apply
from games.rules.kroket.legal import legal_actions
from games.rules.kroket.result import VARIANTS, validate_result
from games.rules.kroket.schema import DataError
from games.rules.kroket.setup import BALLS, Setup, setup_named
from games.rules.kroket.state import GameState

__all__ = [
    "BALLS",
    "QUIET",
    "VARIANTS",
    "Action",
    "Course",
    "Croquet",
    "DataError",
    "Deck",
    "Decline",
    "Fetch",
    "GameState",
    "Illegal",
    "LastToSay",
    "Pass",
    "Place",
    "React",
    "Setup",
    "Shoot",
    "Stop",
    "all_pass",
    "apply",
    "course_named",
    "courses",
    "deck_named",
    "decks",
    "legal_actions",
    "load_course",
    "load_deck",
    "new_game",
    "read_course",
    "read_deck",
    "setup_named",
    "validate_result",
]
